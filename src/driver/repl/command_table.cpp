// The table of what can be typed after a colon.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "driver/repl/commands.hpp"
#include "support/nearest.hpp"

namespace laguz::driver::repl {

namespace {

/// What other prompts and debuggers call a command of ours.
constexpr std::pair<std::string_view, const char*> kElsewhere[] = {
    {"browse", "vars"},     {"bindings", "vars"},   {"show", "vars"},     {"who", "vars"},
    {"whos", "vars"},       {"list", "vars"},       {"next", "continue"}, {"step", "continue"},
    {"locals", "frame"},    {"timeit", "bench"},    {"kind", "mtype"},    {"nanbreak", "nan"},
    {"exit", "quit"},       {"delete", "unbreak"},  {"b", "break"},       {"bt", "frame"},
    {"backtrace", "frame"}, {"up", "frame"},        {"down", "frame"},    {"tbreak", "break"},
    {"print", "format"},    {"clear", "reset"},     {"prun", "profile"},  {"module", "load"},
    {"edit", "watch"},      {"run", "time"},        {"cat", "doc"},       {"source", "load"},
    {"hist", "where"},      {"benchmark", "bench"}, {"btime", "bench"}};

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> kCommands{
      {"load", "[FILES]",
       "load programs, and forget all else; without FILES the last ones again\n"
       "Definitions, `it`, derivations and cached values go; ids are never used again. :load m "
       "loads "
       "m.fut. Of several files the first is loaded as a program, whose local names can be seen; "
       "the "
       "others are imported.",
       true, Commands::load, Takes::files, true},
      {"reload", "", "load the last programs again", false, Commands::reload, Takes::expressions,
       true},
      {"watch", "FILE [EXPRESSION]",
       "load a program whenever it changes, and show an expression each time\n"
       "Also when a program that it imports does. Ctrl-C ends that.",
       false, Commands::watch, Takes::files, true},
      {"save", "FILE",
       "write what has been defined into a program\n"
       "That loads again, and is a program of Futhark's but for functions that are general, below "
       "#[general]. Programs that have been loaded are imported. What has been defined again and "
       "nothing uses any more is left out.",
       false, Commands::save, Takes::files},
      {"read", "NAME FILE",
       "read a value from a file\n"
       "A number or an array of .npy, .json of any shape (objects are records, lists arrays), a "
       "table "
       ".csv (a record of vectors if its columns have names, else a matrix), or Futhark's data in "
       "text "
       "or binary.",
       false, Commands::read, Takes::files},
      {"type", "EXPRESSION", "show the type of an expression", true, Commands::type},
      {"mtype", "MODULE", "show the type of a module expression", true, Commands::mtype},
      {"format", "TEXT", "print text in which {EXPRESSION} is replaced by its value", true,
       Commands::format},
      {"string", "EXPRESSION", "print a value of type []u8 as UTF-8 text", true, Commands::string},
      {"doc", "NAME", "show the type and the documentation of a definition", false, Commands::doc},
      {"info", "NAME", "the same, and where it is defined", false, Commands::info},
      {"vars", "",
       "show what has been defined, with its types\nValues, functions, types, modules (with the "
       "names in them) and "
       "module types of the session and of programs that are loaded. Names of the prelude and the "
       "library that have been opened are counted only.",
       false, Commands::vars},
      {"graph", "[OPTIONS] EXPRESSION",
       "show the computation graph, derivatives included\n"
       "Values of the session that it is computed from have their names, and their bytes, if they\n"
       "are there. The number behind a name is the id of a node, which no other node of the\n"
       "session has; a value keeps its own. A definition with parameters shows the graph with "
       "inputs for these. A call of "
       "a\n"
       "function is one node; :graph --open opens it, and shows what the function does. "
       "Derivatives\n"
       "are open. :graph --tree shows it without sharing, --dot and --json for other programs;\n"
       "options as those of laguz graph.",
       false, Commands::graph},
      {"core", "[--stage STAGE] EXPRESSION",
       "show what the evaluator is given\n"
       "STAGE is lowered, differentiated, optimised or vcode, as of laguz core.",
       false, Commands::core},
      {"grad", "VALUE NAMES",
       "the gradient of a value by values that it was computed from\n"
       "VALUE is a number, NAMES a name or a tuple of such: :grad loss w, :grad (loss + 1) (w, "
       "b).\n"
       "A name may be of a part, :grad loss net.bias: the other parts stay as they are.\n"
       "All that was computed from these on the way to VALUE, in this session or the program that\n"
       "is loaded, depends on them; the rest is constant. Binds `it`.",
       false, Commands::grad},
      {"hessian", "VALUE NAMES",
       "the second derivatives of a value by values that it was computed from\n"
       "VALUE is a number. By a number they are a number, by anything else a matrix: its rows and\n"
       "columns are the numbers of VALUE's type in the order of `ravel`. As :grad.",
       false, Commands::hessian},
      {"vjp", "VALUE NAMES WEIGHT",
       "what a weight of a value is of values that it was computed from\n"
       "WEIGHT is of VALUE's type: :vjp ys w (replicate 3 1). As :grad.",
       false, Commands::vjp},
      {"jvp", "VALUE NAMES TANGENT",
       "how a value changes with values that it was computed from\n"
       "TANGENT is of their type: :jvp ys (w, b) (0, 1). As :grad.",
       false, Commands::jvp},
      {"gradcheck", "[OPTIONS] FUNCTION ARGUMENTS",
       "check derivatives of a function at a place\n"
       "Reverse mode is compared with forward mode and with differences, by all floats of the\n"
       "arguments: :gradcheck loss w, :gradcheck (\\w -> loss w xs) w. --samples N, --tolerance X\n"
       "and --seed N are those of laguz gradcheck.",
       false, Commands::gradcheck},
      {"detach", "NAME",
       "let a value depend on nothing that it was computed from\n"
       "Derivatives by what came before it are zero, and that may be forgotten.",
       false, Commands::detach},
      {"nan", "EXPRESSION",
       "show where the first NaN of a value comes from, or else the first infinity\n"
       "The operation, its operands and place, and the iteration, in derivatives as well. :set\n"
       "nan on does so of all that runs.",
       false, Commands::nan},
      {"where", "EXPRESSION",
       "show the inputs that led to a value\n"
       "The last 30 of them, functions that were called on the way included.",
       false, Commands::where},
      {"plot", "EXPRESSION",
       "show a picture of a value\n"
       "Of a vector, its elements by their numbers, or with --histogram how many there are of "
       "which "
       "size; of (xs, ys), a vector of pairs or a record of vectors, lines if xs only grow, or "
       "else "
       "points (--lines, --points say which); of a matrix, shades. :plot --svg FILE EXPRESSION "
       "writes it into a file, --png FILE as pixels.",
       false, Commands::plot},
      {"break", "[PLACE|on|off]",
       "stop evaluations at breakpoints\n"
       ":break f stops before the body of the function f, :break 12 and :break f.fut:12 before "
       "what "
       "begins on that line of a program, :unbreak with the same words no more. In a program or an "
       "input, #[break] before an expression, or break x, is a breakpoint, too. Before that is "
       "evaluated, the values of the names there are shown, and can be used in all that is typed, "
       "until an empty line or :continue goes on to the next stop, :unbreak past this place, "
       "Ctrl-D "
       "to the end; :abandon ends the evaluation. `laguz run` and the others stop nowhere. :break "
       "off stops nowhere, :break on does again, and forgets what :unbreak was told; :break shows "
       "them all.",
       false, Commands::breaks},
      {"continue", "", "go on with what has stopped at a breakpoint", false, Commands::go_on},
      {"unbreak", "[PLACE]",
       "go on, and stop at this place no more\n"
       "With the words that :break was given, that breakpoint is no more, and nothing goes on.",
       true, Commands::unbreak},
      {"frame", "[NUMBER]",
       "show again where it has stopped, and the names there\n"
       "With a number, where the call was that led there, and the names there: 1 is the innermost.",
       true, Commands::frame},
      {"abandon", "", "end what has stopped at a breakpoint", false, Commands::abandon},
      {"time", "EXPRESSION",
       "show a value, and how long it took\n"
       "Of a name it is how long what that is bound to takes, computed again.",
       false, Commands::time},
      {"bench", "[OPTIONS] EXPRESSION",
       "measure again and again until the median is known to 1 %\n"
       "Of a name, how long what that is bound to takes.\n"
       "--runs N, --convergence-max-seconds X (here 10) and --no-convergence-phase are those of\n"
       "laguz bench.",
       false, Commands::bench},
      {"profile", "[OPTIONS] EXPRESSION",
       "show where the time of an expression goes, by lines\n"
       "It is run again and again for a second, and looked at a thousand times: how much of the\n"
       "time is in each line, in how many iterations, how much of that in code of derivatives,\n"
       "the bytes of arrays that are made there, and of those that are copied as they are;\n"
       "how its maps, reductions and scans are run, and why not in a faster way. Of a name it is\n"
       "what that is bound to, computed again. :profile --core\n"
       "shows statements of core instead of lines; --json, --flame FILE and --seconds X are those\n"
       "of laguz profile.",
       false, Commands::profile},
      {"stats", "[OPTIONS] EXPRESSION",
       "show what the numbers of an expression are like, by lines\n"
       "Range, norm, zeros, NaNs and infinities of values, and of cotangents if there are\n"
       "derivatives; states of loops by iterations; where gradients vanish or explode, by\n"
       "iterations and by layers. :stats --core shows statements of core instead of lines, --json\n"
       "is for other programs.",
       false, Commands::stats},
      {"set", "[NAME [VALUE]]",
       "show or change settings\n"
       ":set shows all, :set NAME one. With memo on, an input, or a part of it, that is the same "
       "as\n"
       "what a name stands for takes its value; :time, :bench, :profile, :stats and :nan never do.",
       false, Commands::set, Takes::settings},
      {"pwd", "", "show the current folder", true, Commands::pwd},
      {"cd", "FOLDER", "go to another folder", true, Commands::cd, Takes::files},
      {"reset", "", "forget all definitions, values and derivations", false, Commands::reset,
       Takes::expressions, true},
      {"help", "[COMMAND]", "show what can be typed", true, Commands::help, Takes::commands},
      {"quit", "", "leave", true, Commands::quit, Takes::expressions, true},
  };
  return kCommands;
}

bool begins_command(std::string_view name) {
  return !name.empty() &&
         std::any_of(commands().begin(), commands().end(),
                     [&](const Command& command) { return command.name.starts_with(name); });
}

const Command* find_command(std::string_view name, std::string& message) {
  std::vector<const Command*> theirs, ours;
  for (const Command& command : commands()) {
    if (command.name == name) return &command;
    if (command.name.substr(0, name.size()) == name)
      (command.upstream ? theirs : ours).push_back(&command);
  }
  const auto& found = theirs.empty() ? ours : theirs;
  if (found.size() == 1) return found[0];
  if (found.empty()) {
    std::vector<std::string> known;
    for (const Command& command : commands()) known.emplace_back(command.name);
    auto near = support::nearest(name, known);
    for (const auto& [elsewhere, here] : kElsewhere)
      if (elsewhere == name) near = here;
    message =
        fmt::format("Unknown command '{}'; {}", name,
                    near ? fmt::format("did you mean :{}?", *near) : "':help' lists all of them");
    return nullptr;
  }
  message = "Ambiguous command; could be one of ";
  for (const Command* command : found)
    message += std::string(command == found[0] ? "" : ", ") + std::string(command->name);
  return nullptr;
}

}  // namespace laguz::driver::repl
