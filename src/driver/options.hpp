// Parsing options. CLI11, a costly header, is known in options.cpp and command_line.cpp only.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/session.hpp"

namespace CLI {
class App;
}

namespace laguz::driver {

using Words = std::vector<std::string>;

/// The largest numbers that options take, at the prompt too.
inline constexpr std::int64_t kMostSamples = 1'000'000'000, kMostRuns = 1'000'000;
inline constexpr double kMostProfileSeconds = 1e6;

/// One subcommand's command line: options may stand anywhere; `-h` and `-V` are there.
class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& description);
  ~CommandLine();

  CLI::App& app() { return *app_; }
  /// What the manual calls examples, shown at the end of the help.
  void examples(const std::string& text);

  /// Whoever asks for [option], which there is not, gets [hint].
  void instead(const std::string& option, const std::string& hint) { instead_[option] = hint; }

  /// Parses [words]. A status: the command is over (help was asked for, or the line is wrong: then
  /// a message and a hint are on stderr, and the status is 1).
  std::optional<int> parse(const Words& words);

 private:
  /// Its long options, each in a line with what it does.
  std::string option_list() const;
  /// What to do about an option that there is not.
  std::string hint_for(const std::string& extra) const;

  std::unique_ptr<CLI::App> app_;
  std::map<std::string, std::string> instead_;
};

/// Options about how things are run (tier, threads, limits) and shown (warnings, colour).
void add_run_options(CLI::App& app, SessionOptions& options);
/// A file of values for `#[param(name)]`.
void add_tuning_option(CLI::App& app, SessionOptions& options);
void add_memory_limit(CLI::App& app, SessionOptions& options);
void add_time_limit(CLI::App& app, SessionOptions& options);
void add_show_options(CLI::App& app, SessionOptions& options);
/// The line of progress, which it turns on, can be refused.
void add_progress_option(CLI::App& app, SessionOptions& options);
/// Limits of what is read for a program.
void add_source_options(CLI::App& app, SessionOptions& options);

/// `Futhark 0.27.1 (laguz 0.1.0)` and our licence: programs look for the first words.
std::string version_text();

/// What is wrong with [what], a number from 0 to [most], as an option has it; empty: nothing.
std::string wrong_number(const std::string& text, std::string_view what, double most);
/// The same of a number of seconds.
std::string wrong_seconds(const std::string& text);

/// "512M", "2G" or a plain number of bytes.
std::optional<std::size_t> parse_bytes(const std::string& text);

}  // namespace laguz::driver
