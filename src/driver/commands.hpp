// The subcommands, one function each; command_line.cpp fills their options. All give the exit
// status.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/arguments.hpp"
#include "driver/session.hpp"
#include "engine/profile_table.hpp"

namespace laguz::driver {

struct RunOptions {
  std::string file;
  std::string entry = "main";
  bool binary_output = false;
  bool no_print = false;
  std::vector<NamedInput> inputs;
  std::string output;       ///< where the result goes; empty: to standard output
  std::string timing_file;  ///< microseconds of each run, a line each
  int runs = 1;
  bool json = false;
  SessionOptions session;
};
int run(const RunOptions& options);

struct CheckCommand {
  std::vector<std::string> files;
  bool json = false;
  bool syntax_only = false;
  SessionOptions session;
};
int check(const CheckCommand& options);

struct EvalOptions {
  std::vector<std::string> expressions;
  std::string file;
  bool json = false;
  SessionOptions session;
};
int eval_command(const EvalOptions& options);

struct ReplCommand {
  std::vector<std::string> files;
  SessionOptions session;
};
int repl_command(const ReplCommand& options);

struct CoreOptions {
  std::string file;
  std::string entry = "main";
  std::string stage = "optimised";  ///< lowered, differentiated, optimised or vcode
  SessionOptions session;
};
int print_core(const CoreOptions& options);

struct GraphOptions {
  std::string file;
  std::string entry = "main";
  engine::GraphStyle style;
  /// What the numbers of a run are like, instead; and whether as JSON.
  std::optional<engine::StatisticsOptions> statistics;
  bool json = false;
  SessionOptions session;
};
int print_graph(const GraphOptions& options);

struct GradcheckCommand {
  std::string file;
  std::string entry = "main";
  std::string call;  ///< a function and its arguments; or else an entry point, and values to read
  engine::GradientCheckOptions check;
  SessionOptions session;
};
int gradcheck(const GradcheckCommand& options);

struct ProfileCommand {
  std::string file;
  std::string entry = "main";
  bool json = false;
  std::string flame;  ///< where a flame graph goes; empty: nowhere
  engine::ProfileOptions profile;
  SessionOptions session;
};
int profile_command(const ProfileCommand& options);

/// The whole command line.
int cli(int argc, char** argv);

}  // namespace laguz::driver
