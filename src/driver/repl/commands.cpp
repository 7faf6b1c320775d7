// What can be typed after a colon.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <ostream>
#include <system_error>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/bench/measure.hpp"
#include "driver/commands.hpp"
#include "driver/gradcheck.hpp"
#include "driver/print_view.hpp"
#include "driver/profile.hpp"
#include "driver/repl/repl.hpp"
#include "driver/repl/settings.hpp"
#include "driver/statistics.hpp"
#include "engine/numbers_of.hpp"
#include "engine/written_as.hpp"
#include "support/nearest.hpp"
#include "support/printable.hpp"

namespace laguz::driver::repl {

namespace {

/// A setting that is another until this ends.
template <class T>
class Meanwhile {
 public:
  Meanwhile(T& setting, T other)
      : setting_(setting), before_(std::exchange(setting, std::move(other))) {}
  ~Meanwhile() { setting_ = std::move(before_); }
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;

 private:
  T& setting_;
  T before_;
};

}  // namespace

constexpr const char* kGraphArguments = "[--open] [--tree|--text|--dot|--json] EXPRESSION";

/// One function for each command; a friend of Repl.
struct Commands {
  static bool wanted(Repl& repl, const std::string& argument, const char* usage) {
    if (argument.empty()) repl.complain(fmt::format("Usage: :{}", usage));
    return !argument.empty();
  }

  static void load(Repl& repl, const std::string& file) {
    if (file.empty() && repl.file_.empty()) {
      repl.complain("No file specified and no file previously loaded.");
      return;
    }
    const std::string wanted = file.empty() ? repl.file_ : file;
    repl.line("Loading " + wanted);
    repl.load(wanted);
  }

  static void reload(Repl& repl, const std::string&) { load(repl, {}); }

  static void type(Repl& repl, const std::string& text) {
    if (!wanted(repl, text, "type EXPRESSION")) return;
    const auto expression = repl.expression(text);
    const check::Scheme& scheme = engine::scheme_of(repl.session_.names(), *expression);
    repl.line(check::show(scheme.type));
    if (scheme.types.empty()) return;
    std::string names;
    for (const auto& param : scheme.types) names += " " + param.name;
    repl.line("\nPolymorphic in" + names + ".");
  }

  static void mtype(Repl& repl, const std::string& text) {
    if (!wanted(repl, text, "mtype MODULE")) return;
    repl.line(repl.session_.module_type(repl.scope_, repl.source_name(), text));
  }

  /// Text with expressions in braces, each replaced by its value.
  static void format(Repl& repl, const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const auto open = text.find('{', at);
      out += text.substr(at, open - at);
      if (open == std::string::npos) break;
      int depth = 0;
      auto close = open;
      for (; close < text.size(); ++close) {
        if (text[close] == '{') ++depth;
        if (text[close] == '}' && --depth == 0) break;
      }
      if (close == text.size()) {
        repl.complain("A brace is not closed.");
        return;
      }
      out += value(repl, text.substr(open + 1, close - open - 1));
      at = close + 1;
    }
    repl.line(out);
  }

  static void string(Repl& repl, const std::string& text) {
    if (!wanted(repl, text, "string EXPRESSION")) return;
    const auto [entry, values] = repl.session_.value(*repl.expression(text));
    const auto* array = values.size() == 1 ? std::get_if<runtime::Array>(&values[0]) : nullptr;
    if (array == nullptr || array->rank() != 1 || array->type() != support::ScalarType::u8) {
      repl.complain("Cannot print this value as string:\n" +
                    print_view(entry.result, values, runtime::Style::human, repl.settings_.limit));
      return;
    }
    const auto dense = array->dense();
    repl.line(std::string(dense.data<char>(), static_cast<std::size_t>(dense.size())));
  }

  static void pwd(Repl& repl, const std::string&) {
    char* path = getcwd(nullptr, 0);
    repl.line(path == nullptr ? std::strerror(errno) : path);
    std::free(path);
  }

  static void cd(Repl& repl, const std::string& folder) {
    if (!wanted(repl, folder, "cd FOLDER")) return;
    if (chdir(folder.c_str()) != 0)
      repl.complain(fmt::format("{}: {}.", folder, std::generic_category().message(errno)));
  }

  static void help(Repl& repl, const std::string& name) {
    if (name.empty()) {
      std::size_t widest = 0;
      for (const Command& command : commands())
        widest = std::max(widest, command.name.size() + command.args.size());
      for (const Command& command : commands())
        repl.line(fmt::format("  {:<{}}{}", fmt::format(":{} {}", command.name, command.args),
                              widest + 4, command.help.substr(0, command.help.find('\n'))));
      repl.line(
          "\nAnything else is an expression or declarations. An input goes on over further\n"
          "lines until it is complete; :{ and :} enclose several, or one of any shape. `it` is "
          "the\n"
          "last value; a semicolon behind an input hides it. A command may be shortened; :help\n"
          "COMMAND says more, and ?NAME what a name is.");
      return;
    }
    std::string message;
    const Command* command = find_command(name.front() == ':' ? name.substr(1) : name, message);
    if (command == nullptr)
      repl.complain(message);
    else
      repl.line(fmt::format(":{} {}\n{}", command->name, command->args, command->help));
  }

  static void quit(Repl& repl, const std::string&) { repl.leaving_ = true; }

  static void reset(Repl& repl, const std::string&) { repl.begin_with(repl.session_.restart()); }

  static void doc(Repl& repl, const std::string& text) {
    if (wanted(repl, text, "doc NAME")) describe(repl, text, false);
  }
  static void info(Repl& repl, const std::string& text) {
    if (wanted(repl, text, "info NAME")) describe(repl, text, true);
  }

  static void vars(Repl& repl, const std::string&) {
    const auto& checker = repl.session_.names();
    const auto names = checker.own_names(repl.scope_);
    if (names.empty()) repl.line("Nothing has been defined.");
    for (const std::string& name : names)
      repl.line(name + " : " + check::show(checker.lookup(repl.scope_, name)->scheme.type));
  }

  static void core(Repl& repl, const std::string& text) {
    if (!wanted(repl, text, "core EXPRESSION")) return;
    const auto entry = repl.session_.prepare(*definition(repl, text));
    repl.out_ << support::printable(repl.session_.core_text(entry));
  }

  static void graph(Repl& repl, const std::string& text) {
    engine::GraphStyle style;
    std::string of = text;
    while (of.rfind("--", 0) == 0) {
      const auto blank = std::min(of.find(' '), of.size());
      const std::string asked = of.substr(2, blank - 2);
      of = of.substr(std::min(of.find_first_not_of(' ', blank), of.size()));
      if (asked == "tree")
        style.tree = true;
      else if (asked == "open")
        style.open = true;
      else if (asked == "text" || asked == "dot" || asked == "json")
        style.format = asked;
      else
        return repl.complain(
            fmt::format("Unrecognised argument: --{}\nHint: :graph {}", asked, kGraphArguments));
    }
    if (!wanted(repl, of, fmt::format("graph {}", kGraphArguments).c_str())) return;
    repl.out_ << support::printable(repl.session_.graph_text(*definition(repl, of), style, {}));
  }

  static auto without_traces(Repl& repl) {
    auto& on_trace = repl.session_.options().eval.on_trace;
    return Meanwhile(on_trace, std::decay_t<decltype(on_trace)>{});
  }

  template <engine::Derivative::Kind kind>
  static void derivative(Repl& repl, const std::string& text) {
    if (!wanted(repl, text, engine::usage(kind))) return;
    const auto found = repl.session_.derivative(repl.scope_, kind, repl.source_name(), text);
    for (const std::string& note : found.notes) repl.line(note);
    const auto untraced = without_traces(repl);  // what runs again has been traced before
    repl.show_value(repl.session_.find(found.scope, "it"), found.scope, repl.settings_.timing);
  }

  static void gradcheck(Repl& repl, const std::string& text) {
    if (!wanted(repl, text, "gradcheck FUNCTION ARGUMENTS")) return;
    repl.out_ << gradient_check_text(
        repl.session_.check_gradient(repl.scope_, repl.source_name(), text, {}));
  }

  static void nan(Repl& repl, const std::string& text) {
    if (!wanted(repl, text, "nan EXPRESSION")) return;
    const auto entry = prepared(repl, text);
    const auto values = repl.session_.call_watched(entry, {});
    (void)repl.session_.call_watched(entry, {}, core::Watched::infinity);
    repl.line(engine::has_nan(values) ? "No operation makes a NaN: it has come in, or infinities "
                                        "cancel in a scan or a sum of cotangents."
                                      : "Nothing in it is NaN, and nothing becomes infinite.");
  }

  static void where(Repl& repl, const std::string& text) {
    if (!wanted(repl, text, "where EXPRESSION")) return;
    constexpr std::size_t kMost = 30;
    const auto origins = repl.session_.origins(repl.scope_, repl.source_name(), text);
    const std::size_t first = origins.size() > kMost ? origins.size() - kMost : 0;
    if (first > 0) repl.line(fmt::format("  ... ({} before these)", first));
    for (std::size_t i = first; i < origins.size(); ++i) {
      const engine::Origin& one = origins[i];
      repl.line(one.place.empty() ? fmt::format("  {} (its past is forgotten)", one.text)
                                  : fmt::format("  {} {}", one.place, one.text));
    }
  }
  static void detach(Repl& repl, const std::string& name) {
    if (wanted(repl, name, "detach NAME")) repl.session_.detach(repl.scope_, name);
  }

  static void time(Repl& repl, const std::string& text) {
    if (!wanted(repl, text, "time EXPRESSION")) return;
    const auto input = repl.session_.parse(repl.source_name(), text);
    if (input.expression == nullptr) {
      repl.complain("Usage: :time EXPRESSION");
      return;
    }
    const Meanwhile computed(repl.session_.options().memo, false);
    repl.show_value(input, true);
  }

  static void bench(Repl& repl, const std::string& text) {
    if (!wanted(repl, text, "bench EXPRESSION")) return;
    const auto entry = prepared(repl, text);
    const auto untraced = without_traces(repl);
    bench::Plan plan;
    plan.most_seconds = 10;
    const auto runs = bench::measure(plan, [&] {
      repl.session_.forget(entry);
      (void)repl.session_.call(entry, {});
    });
    repl.line(bench::summary(runs));
  }

  static void profile(Repl& repl, const std::string& text) {
    const auto [core, of] = core_wanted(text);
    if (!wanted(repl, of, "profile [--core] EXPRESSION")) return;
    const auto def = repl.expression(of);
    if (engine::is_function(*def)) {
      repl.line("It is a function: a call of it takes time.");
      return;
    }
    engine::ProfileOptions options;
    options.core = core;
    repl.out_ << profile_text(
        of, engine::profile(repl.session_, repl.session_.prepare(*def), {}, options));
  }

  static void stats(Repl& repl, const std::string& text) {
    const auto [core, of] = core_wanted(text);
    if (!wanted(repl, of, "stats [--core] EXPRESSION")) return;
    const auto def = repl.expression(of);
    if (engine::is_function(*def)) {
      repl.line("It is a function: a call of it has numbers.");
      return;
    }
    engine::StatisticsOptions options;
    options.core = core;
    repl.out_ << statistics_text(
        of, repl.session_.statistics(repl.session_.prepare(*def), {}, options));
  }

  static void set(Repl& repl, const std::string& text) {
    for (const std::string& line : set_or_show(repl.settings_, repl.session_, text))
      repl.line(line);
  }

 private:
  /// Whether [text] begins with --core, and what is behind that.
  static std::pair<bool, std::string> core_wanted(const std::string& text) {
    constexpr std::string_view kCore = "--core";
    if (text.rfind(kCore, 0) != 0 || (text.size() > kCore.size() && text[kCore.size()] != ' '))
      return {false, text};
    return {true, text.substr(std::min(text.find_first_not_of(' ', kCore.size()), text.size()))};
  }
  /// What is known of a name, [placed]: and where it is defined.
  static void describe(Repl& repl, const std::string& text, bool placed) {
    // Operators may be in parentheses: `(+)`, `i32.(+)`.
    std::string name;
    std::copy_if(text.begin(), text.end(), std::back_inserter(name),
                 [](char c) { return c != '(' && c != ')' && c != ' '; });
    const auto& checker = repl.session_.names();
    const auto* def = checker.lookup(repl.scope_, name);
    if (def != nullptr) repl.line(name + " : " + check::show(def->scheme.type));
    if (def != nullptr && def->span && placed)
      repl.line("Defined at " + support::locate(def->span) + ".");
    if (const auto found = checker.doc(repl.scope_, name)) return repl.line(*found);
    const auto known = checker.names(repl.scope_, name);
    if (def != nullptr || std::find(known.begin(), known.end(), name) != known.end())
      return repl.line('"' + name + "\" has no documentation.");
    const auto near = support::nearest(name, checker.names(repl.scope_, {}));
    repl.complain('"' + name + "\" is not defined" +
                  (near ? fmt::format("; did you mean {}?", *near) : "."));
  }
  /// What [text] names, a general function at the types that it has by choice, or the expression it
  /// is.
  static engine::DefPtr definition(Repl& repl, const std::string& text) {
    const auto* def = repl.session_.names().lookup(repl.scope_, text);
    if (def == nullptr) return repl.expression(text);
    if (!engine::is_general(*def)) return {repl.scope_, def};
    const auto input = repl.session_.parse(repl.source_name(), text);
    const auto scope = repl.session_.bind(repl.scope_, text, input);
    return {scope, &repl.session_.find(scope, text)};
  }
  static engine::EntryPoint prepared(Repl& repl, const std::string& text) {
    return repl.session_.prepare(*repl.expression(text));
  }
  static std::string value(Repl& repl, const std::string& text) {
    const auto [entry, values] = repl.session_.value(*repl.expression(text));
    return print_view(entry.result, values, runtime::Style::human, repl.settings_.limit);
  }
};

// --------------------------------------------------------------------------------------- table

const std::vector<Command>& commands() {
  using Kind = engine::Derivative::Kind;
  static const std::vector<Command> kCommands{
      {"load", "[FILE]",
       "load a program, and forget all else; without FILE the last one again\n"
       "Definitions, `it`, derivations and cached values go; ids are never used again.",
       true, Commands::load},
      {"reload", "", "load the last program again", false, Commands::reload},
      {"type", "EXPRESSION", "show the type of an expression", true, Commands::type},
      {"mtype", "MODULE", "show the type of a module expression", true, Commands::mtype},
      {"format", "TEXT", "print text in which {EXPRESSION} is replaced by its value", true,
       Commands::format},
      {"string", "EXPRESSION", "print a value of type []u8 as UTF-8 text", true, Commands::string},
      {"doc", "NAME", "show the type and the documentation of a definition", false, Commands::doc},
      {"info", "NAME", "the same, and where it is defined", false, Commands::info},
      {"vars", "", "show what has been defined, with its types", false, Commands::vars},
      {"graph", "EXPRESSION",
       "show the computation graph, derivatives included\n"
       "Values of the session that it is computed from have their names, and their bytes, if they\n"
       "are there. The number behind a name is the id of a node, which no other node of the\n"
       "session has. A definition with parameters shows the graph with inputs for these. A call of "
       "a\n"
       "function is one node; :graph --open opens it, and shows what the function does. "
       "Derivatives\n"
       "are open. :graph --tree shows it without sharing, --dot and --json for other programs.",
       false, Commands::graph},
      {"core", "EXPRESSION", "show what the evaluator is given", false, Commands::core},
      {"grad", "VALUE NAMES",
       "the gradient of a value by values that it was computed from\n"
       "VALUE is a number, NAMES a name or a tuple of such: :grad loss w, :grad (loss + 1) (w, "
       "b).\n"
       "A name may be of a part, :grad loss net.bias: the other parts stay as they are.\n"
       "All that was computed from these on the way to VALUE, in this session or the program that\n"
       "is loaded, depends on them; the rest is constant. Binds `it`.",
       false, Commands::derivative<Kind::gradient>},
      {"hessian", "VALUE NAMES",
       "the second derivatives of a value by values that it was computed from\n"
       "VALUE is a number. By a number they are a number, by anything else a matrix: its rows and\n"
       "columns are the numbers of VALUE's type in the order of `ravel`. As :grad.",
       false, Commands::derivative<Kind::hessian>},
      {"vjp", "VALUE NAMES WEIGHT",
       "what a weight of a value is of values that it was computed from\n"
       "WEIGHT is of VALUE's type: :vjp ys w (replicate 3 1). As :grad.",
       false, Commands::derivative<Kind::vjp>},
      {"jvp", "VALUE NAMES TANGENT",
       "how a value changes with values that it was computed from\n"
       "TANGENT is of their type: :jvp ys (w, b) (0, 1). As :grad.",
       false, Commands::derivative<Kind::jvp>},
      {"gradcheck", "FUNCTION ARGUMENTS",
       "check derivatives of a function at a place\n"
       "Reverse mode is compared with forward mode and with differences, by all floats of the\n"
       "arguments: :gradcheck loss w, :gradcheck (\\w -> loss w xs) w.",
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
      {"time", "EXPRESSION", "show a value, and how long it took", false, Commands::time},
      {"bench", "EXPRESSION", "measure again and again until the mean is sure to 1 %", false,
       Commands::bench},
      {"profile", "EXPRESSION",
       "show where the time of an expression goes, by lines\n"
       "It is run again and again for a second, and looked at a thousand times: how much of the\n"
       "time is in each line, in how many iterations, how much of that in code of derivatives,\n"
       "the bytes of arrays that are made there, and of those that are copied as they are;\n"
       "how its maps, reductions and scans are run, and why not in a faster way. :profile --core\n"
       "shows statements of core instead of lines.",
       false, Commands::profile},
      {"stats", "EXPRESSION",
       "show what the numbers of an expression are like, by lines\n"
       "Range, norm, zeros, NaNs and infinities of values, and of cotangents if there are\n"
       "derivatives; states of loops by iterations; where gradients vanish or explode. :stats\n"
       "--core shows statements of core instead of lines.",
       false, Commands::stats},
      {"set", "[NAME [VALUE]]",
       "show or change settings\n"
       ":set shows all, :set NAME one. With memo on, an input, or a part of it, that is the same "
       "as\n"
       "what a name stands for takes its value; :time, :bench, :profile, :stats and :nan never do.",
       false, Commands::set},
      {"pwd", "", "show the current folder", true, Commands::pwd},
      {"cd", "FOLDER", "go to another folder", true, Commands::cd},
      {"reset", "", "forget all definitions, values and derivations", false, Commands::reset},
      {"help", "[COMMAND]", "show what can be typed", true, Commands::help},
      {"quit", "", "leave", true, Commands::quit},
  };
  return kCommands;
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
    const auto near = support::nearest(name, known);
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
