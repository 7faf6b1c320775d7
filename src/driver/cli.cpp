// The command line: options to commands. The only place that sees CLI11.
#include <algorithm>

#include <CLI/CLI.hpp>

#include "driver/commands.hpp"
#include "driver/testing/runner.hpp"

namespace laguz::driver {
namespace {

void add_eval_options(CLI::App& app, SessionOptions& options) {
  app.add_option("--tier", options.eval.tier, "How maps run: scalar, lanes or auto")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, eval::Tier>{{"scalar", eval::Tier::scalar},
                                            {"lanes", eval::Tier::lanes},
                                            {"auto", eval::Tier::automatic}}));
  app.add_option("--threads", options.eval.threads, "Threads (0: all of the machine)");
  app.add_option("--chunk", options.eval.chunk, "Chunk size of stream_seq (0: ours)");
  app.add_flag(
      "-w,--no-warnings", [&options](std::int64_t) { options.warnings = false; }, "No warnings");
}

}  // namespace

int cli(int argc, char** argv) {
  CLI::App app{"Laguz: a differentiable array language"};
  app.require_subcommand(1);
  int status = 0;

  RunOptions run_options;
  auto* run_app = app.add_subcommand("run", "Run an entry point on values from standard input");
  run_app->add_option("file", run_options.file)->required();
  run_app->add_option("-e,--entry-point", run_options.entry);
  run_app->add_flag("-b,--binary-output", run_options.binary_output);
  run_app->add_flag("-n,--no-print-result", run_options.no_print);
  add_eval_options(*run_app, run_options.session);
  run_app->callback([&] { status = run(run_options); });

  CheckCommand check_options;
  auto* check_app = app.add_subcommand("check", "Check a program");
  check_app->add_option("file", check_options.file)->required();
  check_app->add_flag("--syntax-only", check_options.syntax_only);
  add_eval_options(*check_app, check_options.session);
  check_app->callback([&] { status = check(check_options); });

  EvalOptions eval_options;
  auto* eval_app = app.add_subcommand("eval", "Evaluate expressions");
  eval_app->add_option("expressions", eval_options.expressions)->required();
  eval_app->add_option("-f,--file", eval_options.file);
  add_eval_options(*eval_app, eval_options.session);
  eval_app->callback([&] { status = eval_command(eval_options); });

  CoreOptions core_options;
  auto* core_app = app.add_subcommand("core", "Print a program's core");
  core_app->add_option("file", core_options.file)->required();
  core_app->add_option("-e,--entry-point", core_options.entry);
  core_app->add_option("--stage", core_options.stage, "lowered or optimised");
  core_app->callback([&] { status = print_core(core_options); });

  testing::RunnerOptions runner;
  testing::TestOptions test_options;
  std::string worker;
  auto* test_app = app.add_subcommand("test", "Run the test blocks of programs");
  test_app->add_option("paths", runner.paths, "Programs and folders of programs");
  test_app->add_option("-e,--entry-point", test_options.entry, "Only this entry point");
  test_app->add_option("--exclude", test_options.exclude, "Leave out what has this tag");
  test_app->add_option("-j,--jobs,--concurrency", runner.jobs,
                       "Programs at a time (0: one per core)");
  test_app->add_option("--timeout", runner.program_timeout, "Seconds for a program");
  test_app->add_option("--tolerance", test_options.tolerance, "Relative tolerance of floats");
  test_app->add_flag("--update", test_options.update, "Write what comes out into the test blocks");
  test_app->add_flag("--run-compiled", test_options.run_compiled,
                     "Also cases meant for compiled code");
  test_app->add_flag("-t,--typecheck", test_options.type_check_only, "Check types only");
  test_app->add_flag("-v,--verbose", runner.verbose, "Name what passes too");
  test_app->add_flag_callback(
      "--no-terminal,--notty", [&] { runner.terminal = false; }, "No live count");
  test_app->add_flag_callback(
      "-i,--interpreted,-c,--compiled,-C", [] {}, "Accepted: Laguz always interprets");
  test_app->add_option("--worker", worker)->group("");
  add_eval_options(*test_app, test_options.session);
  test_app->callback([&] {
    if (!worker.empty()) {
      status = testing::run_worker(worker, test_options);
      return;
    }
    // Whatever is not about the run as a whole goes on to the processes.
    for (int i = 2; i < argc; ++i) {
      const std::string word = argv[i];
      const bool path =
          std::find(runner.paths.begin(), runner.paths.end(), word) != runner.paths.end();
      const bool ours =
          word == "-j" || word == "--jobs" || word == "--concurrency" || word == "--timeout";
      if (ours)
        ++i;
      else if (!path && word.rfind("--jobs=", 0) != 0 && word.rfind("--timeout=", 0) != 0)
        runner.forwarded.push_back(word);
    }
    status = testing::run_tests(runner);
  });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 1;
  }
  return status;
}

}  // namespace laguz::driver
