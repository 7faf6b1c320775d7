// A session: everything an interpreter knows, and the one place that catches user errors.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ad/differentiate.hpp"
#include "check/checker.hpp"
#include "core/program.hpp"
#include "driver/console.hpp"
#include "eval/evaluator.hpp"
#include "lower/lower.hpp"
#include "runtime/array.hpp"
#include "runtime/interrupt.hpp"
#include "support/diagnostic.hpp"

namespace laguz::driver {

struct SessionOptions {
  eval::Options eval;
  ad::Options ad;
  lower::Options lower;
  std::vector<std::string> expected_params;  ///< of those in [lower], what the user named
  bool warnings = true;
  bool warnings_are_errors = false;
  Colour colour = Colour::automatic;
  std::size_t max_memory = 0;  ///< bytes of arrays; 0: a share of the machine
  double timeout = 0;          ///< seconds for one evaluation; 0: none
};

/// An evaluation passed its time limit.
class TimedOut : public support::UserError {
 public:
  using UserError::UserError;
};

class Session {
 public:
  explicit Session(SessionOptions options);

  /// Texts live as long as the session, or until `reset`: spans point into them.
  const support::SourceFile& add_source(std::string name, std::string text);
  /// Reads a file. Throws UserError (Phase::usage) when it cannot be read.
  const support::SourceFile& read(const std::string& path);
  /// Reads and checks a file.
  check::EnvPtr load(const std::string& path);
  check::EnvPtr prelude() { return checker_->prelude(); }
  /// Forgets sources, definitions, derivations and values. No id that has been given out, of a
  /// value or of a node, is ever given out again.
  void reset();

  check::Checker& checker() { return *checker_; }
  core::Program& program() { return program_; }
  eval::Evaluator& evaluator() { return *evaluator_; }
  runtime::Interrupt& interrupt() { return interrupt_; }
  SessionOptions& options() { return options_; }
  /// Warnings since they were last shown, in the order of the text.
  const std::vector<support::Diagnostic>& warnings();

  /// Prints the warnings since the last time. With warnings as errors, throws UserError if there
  /// were any.
  void show_warnings(std::ostream& out, bool colour);

  /// The value [name], to be called from outside. Throws UserError "Invalid entry point: name".
  const check::typed::Def& find(const check::EnvPtr& env, const std::string& name);
  /// An expression, checked as one that has no parameters.
  const check::typed::Def& expression(const check::EnvPtr& env, std::string name, std::string text);
  /// Ready to run: lowered, differentiated, optimised.
  lower::EntryPoint prepare(const check::typed::Def& def);
  /// Lowered only.
  lower::EntryPoint lower(const check::typed::Def& def);
  /// Lowered and differentiated.
  lower::EntryPoint differentiate(const check::typed::Def& def);
  /// Runs within the time limit; Ctrl-C stops it. Throws UserError, Interrupted.
  std::vector<runtime::Value> call(const lower::EntryPoint& entry,
                                   std::vector<runtime::Value> args);
  std::vector<runtime::Value> call(eval::Evaluator& evaluator, core::FunId function,
                                   std::vector<runtime::Value> args);

  /// The single catch: runs [action], prints what it throws to [out], and gives the exit status
  /// ([on_error] for the user's errors, 130 when interrupted, 101 for our own bugs).
  int guarded(int on_error, const std::function<int()>& action);
  int guarded(std::ostream& out, bool colour, int on_error, const std::function<int()>& action);

 private:
  void make_parts();
  void warn_of_entries(const check::EnvPtr& env);
  /// Forgets them then. Were there any?
  bool write_warnings(std::ostream& out, bool colour);

  SessionOptions options_;
  std::vector<std::unique_ptr<support::SourceFile>> sources_;
  std::map<std::string, const support::SourceFile*> files_;
  std::vector<support::Diagnostic> warnings_;
  core::Program program_;
  runtime::Interrupt interrupt_;
  std::unique_ptr<check::Checker> checker_;
  std::unique_ptr<lower::Lowerer> lowerer_;
  std::unique_ptr<ad::Differentiator> differentiator_;
  std::unique_ptr<eval::Evaluator> evaluator_;
};

}  // namespace laguz::driver
