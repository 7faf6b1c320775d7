#include "driver/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <iterator>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "driver/limits.hpp"
#include "driver/output.hpp"
#include "driver/tuning.hpp"
#include "support/nearest.hpp"
#include "support/printable.hpp"

namespace laguz::driver {

namespace {

/// The release of Futhark whose language and command line we follow.
constexpr const char* kFuthark = "0.27.1";
constexpr const char* kLaguz = "0.1.0";

/// What shells ask for, to complete what is typed (driver/completions/).
constexpr std::string_view kListOptions = "--list-options";

constexpr const char* kHow = "How it runs";
constexpr const char* kShows = "What it shows";

/// An option that sets a limit and whose value is a number of bytes, such as 512M.
void add_size_option(CLI::App& app, const char* name, std::function<void(std::size_t)> set,
                     const char* group = kHow) {
  app.add_option_function<std::string>(
         name,
         [name, set = std::move(set)](const std::string& value) {
           const auto bytes = parse_bytes(value);
           if (!bytes)
             throw CLI::ValidationError(name, value + " is not a size such as 512M or 2G");
           set(*bytes);
         },
         limit_help(name))
      ->type_name("SIZE")
      ->group(group);
}

/// What is wrong with an option's value, as an error of the command line.
void guarded_option(const char* name, const std::function<void()>& action) {
  try {
    action();
  } catch (const support::UserError& error) {
    throw CLI::ValidationError(name, error.what());
  }
}

/// Options that subcommands of Futhark have for compilers, and for what is of no use here.
constexpr std::string_view kTheirOptions[] = {"--backend",
                                              "--cache-extension",
                                              "--concurrency",
                                              "--exclude-case",
                                              "--futhark",
                                              "--ignore-files",
                                              "--pass-compiler-option",
                                              "--pass-option",
                                              "--runner",
                                              "--server",
                                              "--skip-compilation",
                                              "--spec-file",
                                              "--entry-points",
                                              "--safe"};

}  // namespace

std::string version_text() {
  return fmt::format(
      "Futhark {} (laguz {})\n"
      "Laguz, a differentiable interpreter of the language Futhark.\n"
      "This is free software under the ISC licence: you may change and redistribute it.\n"
      "There is NO WARRANTY, to the extent permitted by law.\n",
      kFuthark, kLaguz);
}

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : app_(std::make_unique<CLI::App>(description, "laguz " + name)) {
  app_->get_formatter()->column_width(34);
  app_->get_formatter()->label("REQUIRED", "");
  app_->allow_extras();
  app_->option_defaults()->take_last();
  app_->set_help_flag("-h,--help", "Print this help and exit");
  app_->add_flag_callback(
      "-V,--version",
      [] {
        std::string text = version_text();
        text.pop_back();
        throw CLI::CallForVersion(text, 0);
      },
      "Print the version and exit");
}

CommandLine::~CommandLine() = default;

void CommandLine::examples(const std::string& text) { app_->footer(text); }

std::string CommandLine::hint_for(const std::string& extra) const {
  const std::string name = extra.substr(0, extra.find('='));
  if (const auto other = instead_.find(name); other != instead_.end()) return other->second;
  std::vector<std::string> known, begins;  // of several words, and their first
  for (const CLI::Option* option : app_->get_options())
    for (const std::string& name : option->get_lnames()) {
      if (option->get_group().empty()) continue;
      known.push_back("--" + name);
      if (const auto dash = name.find('-'); dash != std::string::npos)
        begins.push_back("--" + name.substr(0, dash));
    }
  if (const auto near = support::nearest(name, known))
    return fmt::format("did you mean {}?", *near);
  if (std::find(std::begin(kTheirOptions), std::end(kTheirOptions), name) !=
      std::end(kTheirOptions))
    return "Futhark has it, and Laguz does not.";
  if (const auto begin = support::nearest(name, begins))
    for (const std::string& whole : known)
      if (whole.rfind(*begin + "-", 0) == 0) return fmt::format("did you mean {}?", whole);
  return fmt::format("{} --help lists the options.", app_->get_name());
}

std::string CommandLine::option_list() const {
  std::string list;
  for (const CLI::Option* option : app_->get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames())
      list += fmt::format("--{}\t{}\n", name, option->get_description());
  }
  return list;
}

std::optional<int> CommandLine::parse(const Words& words) {
  if (words.size() == 1 && words[0] == kListOptions) {
    put(option_list());
    return 0;
  }
  std::vector<const char*> argv{app_->get_name().c_str()};
  for (const std::string& word : words)
    argv.push_back(word == "-Werror" ? "--Werror" : word.c_str());
  std::string wrong;
  try {
    app_->parse(static_cast<int>(argv.size()), argv.data());
  } catch (const CLI::CallForHelp&) {
    put(app_->help());
    return 0;
  } catch (const CLI::CallForVersion& version) {
    put(version.what() + std::string("\n"));
    return 0;
  } catch (const CLI::ParseError& error) {
    wrong = error.what();
  }
  Words extras = app_->remaining();
  // What follows a double dash is no option; itself it is nothing.
  extras.erase(std::remove(extras.begin(), extras.end(), "--"), extras.end());
  const auto unknown = std::find_if(extras.begin(), extras.end(),
                                    [](const std::string& word) { return word.front() == '-'; });
  if (wrong.empty() && extras.empty()) return {};
  // An option that nobody knows may be why something else is missing, or there is too much.
  std::string hint = fmt::format("{} --help says how it is used.", app_->get_name());
  if (unknown != extras.end()) {
    wrong = "Unrecognised argument: " + *unknown;
    hint = hint_for(*unknown);
  } else if (wrong.empty()) {
    wrong = "Junk argument: " + extras.front();
  }
  std::cerr << support::printable(wrong) << "\nHint: " << support::printable(hint) << "\n";
  return 1;
}

std::string wrong_number(const std::string& text, std::string_view what, double most) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool number = error == std::errc() && end == text.data() + text.size();
  if (number && value >= 0 && value <= most) return {};  // and no NaN
  return fmt::format("{} is not a {}, 0 to {:.0f}", text, what, most);
}

std::string wrong_seconds(const std::string& text) {
  return wrong_number(text, "number of seconds", 1e9);
}

std::optional<std::size_t> parse_bytes(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number > 0)) return {};
  std::string unit(end, text.data() + text.size());
  if (!unit.empty() && (unit.back() == 'B' || unit.back() == 'b')) unit.pop_back();
  if (!unit.empty() && unit.back() == 'i') unit.pop_back();
  static constexpr std::string_view kUnits = "kmgt";
  int power = 0;
  if (unit.size() == 1) {
    const auto found = kUnits.find(static_cast<char>(unit[0] | 0x20));
    if (found == std::string_view::npos) return {};
    power = 10 * (static_cast<int>(found) + 1);
  } else if (!unit.empty()) {
    return {};
  }
  const double bytes = std::ldexp(number, power);
  if (bytes < 1 || bytes >= 0x1p63) return {};
  return static_cast<std::size_t>(bytes);
}

void add_memory_limit(CLI::App& app, SessionOptions& options) {
  add_size_option(app, "--max-memory",
                  [&options](std::size_t bytes) { options.max_memory = bytes; });
}

void add_run_options(CLI::App& app, SessionOptions& options) {
  static const std::map<std::string, eval::Tier> kTiers{{"scalar", eval::Tier::scalar},
                                                        {"lanes", eval::Tier::lanes},
                                                        {"auto", eval::Tier::automatic},
                                                        {"machine", eval::Tier::machine}};
  app.add_option_function<std::string>(
         "--tier", [&options](const std::string& name) { options.eval.tier = kTiers.at(name); },
         "How maps and loops run; results have the same bits")
      ->check(CLI::IsMember({"scalar", "lanes", "auto", "machine"}).description(""))
      ->type_name("auto|lanes|scalar|machine")
      ->group(kHow);
  app.add_option("--threads", options.eval.threads, "Threads (0: one for each core)")
      ->take_last()
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N")
      ->group(kHow);
  app.add_option("--chunk", options.eval.chunk, "Chunk size of stream_seq (0: Laguz chooses)")
      ->check(CLI::Range(std::int64_t{0}, INT64_MAX).description(""))
      ->type_name("N")
      ->group(kHow);
  add_memory_limit(app, options);
  add_size_option(app, "--loop-states", [&options](std::size_t bytes) {
    options.eval.loop_states = static_cast<std::int64_t>(bytes);
  });
  app.add_flag("--debug-nans", options.debug_nans,
               "Fail where a float first is no number, and tell where that is")
      ->group(kHow);
  app.add_option_function<Words>(
         "--param",
         [&options](const Words& assignments) {
           guarded_option("--param", [&] {
             for (const auto& text : assignments)
               options.expected_params.push_back(add_parameter(options.lower.params, text));
           });
         },
         "The value of expressions with #[param(NAME)]")
      ->take_all()
      ->expected(1)
      ->type_name("NAME=VALUE")
      ->group(kHow);
}

void add_tuning_option(CLI::App& app, SessionOptions& options) {
  app.add_option_function<std::string>(
         "--tuning",
         [&options](const std::string& file) {
           guarded_option("--tuning", [&] { add_tuning_file(options.lower.params, file); });
         },
         "Values for #[param(NAME)], a line NAME=VALUE for each")
      ->type_name("FILE")
      ->group(kHow);
}

void add_time_limit(CLI::App& app, SessionOptions& options) {
  app.add_option("--timeout", options.timeout, limit_help("--timeout"))
      ->check([](const std::string& text) { return wrong_seconds(text); })
      ->type_name("SECONDS")
      ->group(kHow);
}

void add_source_options(CLI::App& app, SessionOptions& options) {
  const char* group = "What it reads";
  add_size_option(
      app, "--max-source", [&options](std::size_t bytes) { options.max_source = bytes; }, group);
  app.add_option_function<std::string>(
         "--import-root",
         [&options](const std::string& folder) {
           // As it is now: transcripts and sessions go to other folders.
           std::error_code error;
           options.import_root = std::filesystem::canonical(folder, error).string();
           if (error || !std::filesystem::is_directory(options.import_root, error))
             throw CLI::ValidationError("--import-root", folder + " is no folder");
         },
         "Refuse imports from outside of DIR")
      ->type_name("DIR")
      ->group(group);
}

void add_progress_option(CLI::App& app, SessionOptions& options) {
  options.progress = true;
  app.add_flag_callback(
         "--no-terminal,--notty", [&options] { options.progress = false; }, "No line of progress")
      ->group(kShows);
}

void add_show_options(CLI::App& app, SessionOptions& options) {
  app.add_flag_callback(
         "-w,--no-warnings", [&options] { options.warnings = false; }, "No warnings")
      ->group(kShows);
  app.add_flag("--Werror", options.warnings_are_errors, "Warnings are errors (also -Werror)")
      ->group(kShows);
  static const std::map<std::string, Colour> kColours{
      {"auto", Colour::automatic}, {"always", Colour::always}, {"never", Colour::never}};
  app.add_option_function<std::string>(
         "--color,--colour",
         [&options](const std::string& name) { options.colour = kColours.at(name); },
         "Colours (auto: on a terminal, unless NO_COLOR is set)")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
      ->type_name("auto|always|never")
      ->group(kShows);
}

}  // namespace laguz::driver
