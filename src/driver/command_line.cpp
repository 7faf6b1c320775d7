// Options to commands: each subcommand's command line.
#include "driver/command_line.hpp"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <iterator>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "driver/bench/bench.hpp"
#include "driver/commands.hpp"
#include "driver/core_text.hpp"
#include "driver/limits.hpp"
#include "driver/output.hpp"
#include "driver/repl/help.hpp"
#include "driver/testing/runner.hpp"
#include "support/printable.hpp"

namespace laguz::driver {
namespace {

void add_file(CLI::App& app, std::string& file) {
  app.add_option("program", file, "The program, a .fut file; - for standard input")
      ->required()
      ->type_name("");
}

void add_entry(CLI::App& app, std::string& entry) {
  app.add_option("-e,--entry-point", entry, "The entry point, or any definition (main)")
      ->type_name("NAME");
}

/// Tools that run many programs look for files beside them.
void add_tuning_extension(CLI::App& app, std::string& extension) {
  app.add_option("--tuning", extension,
                 "Beside f.fut, f.fut.EXT has the values of #[param(NAME)] (tuning)")
      ->type_name("EXT");
  app.add_flag_callback(
      "--no-tuning", [&extension] { extension.clear(); }, "Look for no such files");
}

int run_main(const Words& words) {
  RunOptions options;
  CommandLine line("run", "Runs an entry point on values from standard input.");
  add_file(line.app(), options.file);
  add_entry(line.app(), options.entry);
  line.app().add_flag("-b,--binary-output", options.binary_output,
                      "Write results in Futhark's binary format");
  line.app()
      .add_option_function<Words>(
          "--input",
          [&options](const Words& inputs) {
            for (const std::string& text : inputs) {
              const auto equals = text.find('=');
              if (equals == std::string::npos || equals == 0)
                throw CLI::ValidationError("--input",
                                           text + " is not NAME=FILE or NAME=EXPRESSION");
              options.inputs.push_back({text.substr(0, equals), text.substr(equals + 1)});
            }
          },
          "A parameter: from a file (.npy, .csv, .json, Futhark's data), or an expression")
      ->take_all()
      ->expected(1)
      ->type_name("NAME=FILE");
  line.app()
      .add_option("--output", options.output,
                  "Write the result into FILE (.npy, .csv, .json, Futhark's data)")
      ->type_name("FILE");
  line.app().add_flag("--json", options.json,
                      "Write the result, its type and diagnostics as a line of JSON");
  line.app().add_flag("-n,--no-print-result", options.no_print, "Write no results");
  line.app()
      .add_option("-t,--write-runtime-to", options.timing_file,
                  "Write the microseconds of each run to FILE")
      ->type_name("FILE");
  line.app()
      .add_option("-r,--runs", options.runs, "Run that many times, write the result once")
      ->check(CLI::Range(1, 1'000'000'000).description(""))
      ->type_name("N");
  add_run_options(line.app(), options.session);
  add_tuning_option(line.app(), options.session);
  add_time_limit(line.app(), options.session);
  add_show_options(line.app(), options.session);
  add_progress_option(line.app(), options.session);
  add_source_options(line.app(), options.session);
  line.examples(
      "Example:\n  echo '[1.0, 2.0, 3.0]' | laguz run gradient.fut -e gradient\n\n"
      "Exit status: 0, or 1 after any error.");
  if (auto status = line.parse(words)) return *status;
  return run(options);
}

int check_with(const char* name, const Words& words, bool syntax_only) {
  CheckCommand options;
  options.syntax_only = syntax_only;
  CommandLine line(name, syntax_only ? "Checks the syntax of programs."
                                     : "Checks the syntax and types of programs.");
  line.app()
      .add_option("programs", options.files, "Programs, .fut files; - for standard input")
      ->required()
      ->take_all()
      ->type_name("");
  line.app().add_flag("--json", options.json,
                      "Write the diagnostics of each program as a line of JSON");
  if (!syntax_only)
    line.app().add_flag("--syntax-only", options.syntax_only, "Only parse; read no imports");
  add_memory_limit(line.app(), options.session);
  add_time_limit(line.app(), options.session);
  add_show_options(line.app(), options.session);
  add_source_options(line.app(), options.session);
  line.examples("Exit status: 0, or 2 when a program is wrong.");
  if (auto status = line.parse(words)) return *status;
  return check(options);
}
int check_main(const Words& words) { return check_with("check", words, false); }
int check_syntax_main(const Words& words) { return check_with("check-syntax", words, true); }

int eval_main(const Words& words) {
  EvalOptions options;
  CommandLine line("eval", "Evaluates expressions and prints their values.");
  line.app()
      .add_option("expressions", options.expressions, "Expressions")
      ->required()
      ->take_all()
      ->type_name("");
  line.app()
      .add_option("-f,--file", options.file, "A program whose definitions are in scope")
      ->type_name("FILE");
  line.app().add_flag("--json", options.json,
                      "Write each value, its type and diagnostics as a line of JSON");
  add_run_options(line.app(), options.session);
  add_time_limit(line.app(), options.session);
  add_show_options(line.app(), options.session);
  add_progress_option(line.app(), options.session);
  add_source_options(line.app(), options.session);
  line.examples(
      "Example:\n  laguz eval 'vjp (\\x -> x * x) 3.0 1'\n\n"
      "Exit status: 0; 1 when an expression is wrong, 2 when the file is.");
  // An argument in brackets would be taken for a list of arguments.
  Words guarded = words;
  for (std::string& word : guarded)
    if (!word.empty() && word.front() == '[') word.insert(word.begin(), ' ');
  if (auto status = line.parse(guarded)) return *status;
  for (std::string& text : options.expressions)
    if (text.rfind(" [", 0) == 0) text.erase(text.begin());
  return eval_command(options);
}

int repl_main(const Words& words) {
  ReplCommand options;
  CommandLine line("repl", "An interactive session: type expressions and declarations.");
  line.app()
      .add_option("programs", options.files, "Programs to load first")
      ->take_all()
      ->type_name("");
  add_run_options(line.app(), options.session);
  add_tuning_option(line.app(), options.session);
  add_time_limit(line.app(), options.session);
  add_show_options(line.app(), options.session);
  add_progress_option(line.app(), options.session);
  add_source_options(line.app(), options.session);
  line.examples("In the session, :help lists its commands.");
  if (auto status = line.parse(words)) return *status;
  return repl_command(options);
}

int core_main(const Words& words) {
  CoreOptions options;
  CommandLine line("core", "Prints the core of a program: what the evaluator is given.");
  add_file(line.app(), options.file);
  add_entry(line.app(), options.entry);
  line.app()
      .add_option("--stage", options.stage, "How far it has come")
      ->check(CLI::IsMember(std::vector<std::string>(kCoreStages.begin(), kCoreStages.end()))
                  .description(""))
      ->type_name(fmt::format("{}", fmt::join(kCoreStages, "|")));
  add_memory_limit(line.app(), options.session);
  add_time_limit(line.app(), options.session);
  add_show_options(line.app(), options.session);
  add_source_options(line.app(), options.session);
  if (auto status = line.parse(words)) return *status;
  return print_core(options);
}

int graph_main(const Words& words) {
  GraphOptions options;
  CommandLine line("graph",
                   "Prints the computation graph of an entry point, derivatives included.");
  add_file(line.app(), options.file);
  add_entry(line.app(), options.entry);
  bool stats = false, core = false, dot = false;
  CLI::Option* const as_dot = line.app().add_flag("--dot", dot, "For Graphviz");
  line.app().add_flag("--json", options.json, "As JSON")->excludes(as_dot);
  line.instead("--format", "--dot and --json choose another format than text.");
  CLI::Option* const tree = line.app().add_flag("--tree", options.style.tree,
                                                "As a tree, without sharing (cut when it is long)");
  CLI::Option* const open =
      line.app().add_flag("--open", options.style.open,
                          "Open calls: what the functions do, where a call is else one node");
  CLI::Option* const statistics = line.app().add_flag(
      "--stats", stats,
      "What its numbers are like instead, values and cotangents by lines of the text");
  // (By name, CLI11 would look for them in a function that may not throw and takes memory.)
  statistics->excludes(as_dot)->excludes(tree)->excludes(open);
  line.app().add_flag("--core", core, "By statements of core (laguz core)")->needs(statistics);
  add_run_options(line.app(), options.session);
  add_time_limit(line.app(), options.session);
  add_show_options(line.app(), options.session);
  add_source_options(line.app(), options.session);
  line.examples(
      "With input on standard input, every node shows the bytes of its value.\n\nExamples:\n"
      "  laguz graph f.fut -e gradient < input\n"
      "  laguz graph f.fut --dot < /dev/null | dot -Tsvg > graph.svg\n"
      "  laguz graph f.fut -e gradient --stats < input");
  if (auto status = line.parse(words)) return *status;
  if (dot) options.style.format = "dot";
  if (options.json) options.style.format = "json";
  if (stats) options.statistics = engine::StatisticsOptions{.core = core};
  return print_graph(options);
}

int gradcheck_main(const Words& words) {
  GradcheckCommand options;
  CommandLine line("gradcheck",
                   "Checks derivatives: reverse mode against forward mode and differences.");
  CLI::App& app = line.app();
  add_file(app, options.file);
  add_entry(app, options.entry);
  app.add_option("--call", options.call,
                 "A function and its arguments, instead of an entry point and standard input")
      ->type_name("CALL");
  app.add_option("--samples", options.check.samples,
                 "Numbers of each argument that are looked at one by one (100)")
      ->check(CLI::Range(std::int64_t{1}, kMostSamples).description(""))
      ->type_name("N");
  app.add_option("--tolerance", options.check.tolerance,
                 "Relative tolerance (1e-6; 0.01 where there are f32, 0.1 where there are f16)")
      ->check([](const std::string& text) { return wrong_number(text, "number", 1); })
      ->type_name("X");
  app.add_option("--seed", options.check.seed, "Of what is chosen at random (1)")->type_name("N");
  add_run_options(app, options.session);
  add_tuning_option(app, options.session);
  add_time_limit(app, options.session);
  add_show_options(app, options.session);
  add_progress_option(app, options.session);
  add_source_options(app, options.session);
  line.examples(
      "Examples:\n  echo '[1.0, 2.0, 3.0]' | laguz gradcheck f.fut -e loss\n"
      "  laguz gradcheck f.fut --call 'loss {w = [1.0, 2.0], b = 0.5}'\n\n"
      "Exit status: 0, or 1 when derivatives are wrong or there are none.");
  if (auto status = line.parse(words)) return *status;
  return gradcheck(options);
}

int profile_main(const Words& words) {
  ProfileCommand options;
  CommandLine line("profile", "Shows where the time of an entry point goes, by lines of the text.");
  CLI::App& app = line.app();
  add_file(app, options.file);
  add_entry(app, options.entry);
  app.add_flag("--core", options.profile.core, "By statements of core (laguz core)");
  app.add_flag("--json", options.json, "As JSON");
  app.add_option("--flame", options.flame,
                 "Write a flame graph to FILE, in the format of speedscope.app")
      ->type_name("FILE");
  app.add_option("--seconds", options.profile.seconds, "Run it again and again for so long (1)")
      ->check(
          [](const std::string& text) { return wrong_number(text, "number", kMostProfileSeconds); })
      ->type_name("X");
  add_run_options(app, options.session);
  add_tuning_option(app, options.session);
  add_time_limit(app, options.session);
  add_show_options(app, options.session);
  add_progress_option(app, options.session);
  add_source_options(app, options.session);
  line.examples(
      "Example:\n  laguz profile gmm.fut -e gradient < in --flame gmm.json\n\n"
      "Exit status: 0, or 1 after any error.");
  if (auto status = line.parse(words)) return *status;
  return profile_command(options);
}

/// `2/5`
void read_shard(const std::string& text, int& shard, int& shards) {
  const auto slash = text.find('/');
  const auto number = [&](std::string_view part, int& to) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), to);
    return error == std::errc() && end == part.data() + part.size() && to > 0;
  };
  const std::string_view all(text);
  if (slash == std::string::npos || !number(all.substr(0, slash), shard) ||
      !number(all.substr(slash + 1), shards) || shard > shards)
    throw CLI::ValidationError("--shard", text + " is not K/N, the K-th of N parts");
}

int test_main(const Words& words) {
  testing::RunnerOptions options;
  testing::TestOptions& test = options.test;
  bool worker = false;
  CommandLine line("test",
                   "Runs the test blocks of programs, and transcripts of sessions (x.in, x.out).");
  CLI::App& app = line.app();
  app.add_option("paths", options.paths, "Programs, transcripts, and folders of them")
      ->take_all()
      ->type_name("");
  app.add_option("-e,--entry-point", test.entry, "Only this entry point")->type_name("NAME");
  app.add_option("--filter", options.filter, "Only files whose path matches")->type_name("REGEX");
  app.add_option("--exclude", test.exclude, "Leave out what has this tag")
      ->allow_extra_args(false)
      ->take_all()
      ->type_name("TAG");
  app.add_option("--only", test.only, "Only programs and cases that have this tag")
      ->allow_extra_args(false)
      ->take_all()
      ->type_name("TAG");
  app.add_flag("--all-tiers", test.all_tiers,
               "Every case in every tier, on one thread and two: equal bits");
  app.add_flag("--check-associative", test.check_associative,
               "Every case with reductions and scans from the left and in pieces: equal results");
  app.add_flag("--update", test.update, "Write what comes out into the tests");
  app.add_flag("--run-compiled", test.run_compiled, "Also cases meant for compiled code");
  app.add_flag("-t,--typecheck", test.type_check_only, "Check types only");
  app.add_option("--tolerance", test.tolerance, "Relative tolerance of floats (0.002)")
      ->check([](const std::string& text) { return wrong_number(text, "number", 1); })
      ->type_name("X");
  app.add_option_function<std::string>(
         "--shard",
         [&options](const std::string& text) { read_shard(text, options.shard, options.shards); },
         "Only the K-th of N parts of the files")
      ->type_name("K/N");
  app.add_option("-j,--jobs,--concurrency", options.jobs, "Files at a time (0: one for each core)")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  app.add_option("--timeout", options.program_timeout, limit_help("test --timeout"))
      ->check([](const std::string& text) { return wrong_seconds(text); })
      ->type_name("SECONDS");
  app.add_option("--case-timeout", test.session.timeout, limit_help("test --case-timeout"))
      ->check([](const std::string& text) { return wrong_seconds(text); })
      ->type_name("SECONDS");
  app.add_option("--seed", test.properties.seed, "Of the candidates for properties (1)")
      ->type_name("N");
  app.add_option("-n,--num-tests", test.properties.tests, limit_help("test --num-tests"))
      ->check(CLI::Range(1, 1'000'000'000).description(""))
      ->type_name("N");
  app.add_option("-m,--max-size", test.properties.largest, limit_help("test --max-size"))
      ->check(CLI::Range(0, 1'000'000'000).description(""))
      ->type_name("N");
  app.add_option("--num-tries", test.properties.tries, limit_help("test --num-tries"))
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  app.add_option("--json", options.json, "Write the outcomes to FILE, a line of JSON for each")
      ->type_name("FILE");
  app.add_option("--junit", options.junit, "Write the outcomes to FILE as JUnit's XML")
      ->type_name("FILE");
  add_tuning_extension(app, test.tuning);
  app.add_flag("-v,--verbose", options.verbose, "Name what passes too, and the slowest files");
  app.add_flag_callback(
      "--no-terminal,--notty", [&] { options.terminal = false; }, "No live count");
  app.add_flag_callback(
      "-i,--interpreted,-c,--compiled,-C,-s,-I", [] {}, "Accepted: Laguz always interprets");
  app.add_option_function<Words>(
         "-p,--pass-option,--pass-compiler-option,--backend,--futhark,--runner,--cache-extension",
         [](const Words&) {}, "Accepted, of no effect")
      ->type_name("X")
      ->expected(1)
      ->take_all();
  app.add_flag("--worker", worker)->group("");
  add_run_options(app, test.session);
  add_show_options(app, test.session);
  add_source_options(app, test.session);
  line.examples("Exit status: 0 when nothing failed, else 1.");
  if (auto status = line.parse(words)) return *status;
  options.words = words;
  return worker ? testing::run_worker(test) : testing::run_tests(options);
}

int bench_main(const Words& words) {
  bench::BenchOptions options;
  CommandLine line("bench", "Measures entry points on the inputs of their test blocks.");
  CLI::App& app = line.app();
  app.add_option("programs", options.paths, "Programs")->required()->take_all()->type_name("");
  app.add_option("-e,--entry-point", options.entry, "Only this entry point")->type_name("NAME");
  app.add_option("-r,--runs", options.least_runs, "At least that many runs (10)")
      ->check(CLI::Range(std::int64_t{1}, kMostRuns).description(""))
      ->type_name("N");
  app.add_option("--json", options.json, "Write the measurements to FILE")->type_name("FILE");
  app.add_option("--compare", options.compare, "Compare with those in FILE, which --json wrote")
      ->type_name("FILE");
  app.add_option("--exclude", options.exclude, "Leave out what has this tag")
      ->allow_extra_args(false)
      ->take_all()
      ->type_name("TAG");
  app.add_option("--convergence-max-seconds", options.most_seconds,
                 "Most seconds for one measurement (60)")
      ->check([](const std::string& text) { return wrong_seconds(text); })
      ->type_name("SECONDS");
  app.add_flag_callback(
      "--no-convergence-phase", [&] { options.converge = false; },
      "Only as many runs as asked for");
  add_tuning_extension(app, options.tuning);
  add_run_options(app, options.session);
  add_time_limit(app, options.session);
  add_show_options(app, options.session);
  add_source_options(app, options.session);
  if (auto status = line.parse(words)) return *status;
  return bench::bench(options);
}

int version_main(const Words& words) {
  CommandLine line("version", "Prints the version.");
  if (auto status = line.parse(words)) return *status;
  put(version_text());
  return 0;
}

int help_main(const Words& words) {
  if (words.empty() || words[0].front() == '-') {
    put(usage());
    return 0;
  }
  if (words[0] == "limits") {
    put(limits_text());
    return 0;
  }
  if (words[0] == "prompt") {
    put(repl::prompt_page());
    return 0;
  }
  if (const auto* subcommand = find_subcommand(words[0]))
    return subcommand->main == help_main ? help_main({}) : subcommand->main({"--help"});
  return unknown_subcommand(words[0]);
}

constexpr Subcommand kSubcommands[] = {
    {"bench", "Measure programs on the inputs of their test blocks", bench_main},
    {"check", "Check a program", check_main},
    {"check-syntax", "Check a program's syntax only", check_syntax_main},
    {"core", "Print a program's core", core_main},
    {"eval", "Evaluate expressions given as arguments", eval_main},
    {"gradcheck", "Check derivatives against each other and differences", gradcheck_main},
    {"graph", "Print the computation graph of an entry point", graph_main},
    {"help", "Show how a subcommand is used", help_main},
    {"profile", "Show where the time goes, by lines", profile_main},
    {"repl", "Start an interactive session", repl_main},
    {"run", "Run a program on values from standard input", run_main},
    {"test", "Run the tests of programs", test_main},
    {"version", "Print the version", version_main},
};

}  // namespace

std::span<const Subcommand> subcommands() { return kSubcommands; }

const Subcommand* find_subcommand(std::string_view name) {
  const auto found = std::find_if(std::begin(kSubcommands), std::end(kSubcommands),
                                  [&](const Subcommand& s) { return s.name == name; });
  return found == std::end(kSubcommands) ? nullptr : found;
}

std::string usage() {
  std::string text = "Usage: laguz <command> options...\nCommands:\n\n";
  for (const Subcommand& subcommand : kSubcommands)
    text += fmt::format("   {:<15}{}.\n", subcommand.name, subcommand.help);
  return text +
         "\nOptions:\n  -V, --version  Print the version and exit.\n"
         "  -h, --help     Print this and exit; after a command, what it takes.\n"
         "  help limits    Print what is limited, and how much of it there may be.\n"
         "  help prompt    Print what can be typed in a session.\n";
}

}  // namespace laguz::driver
