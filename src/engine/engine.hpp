// An engine: everything an interpreter knows, without a console.
//
// It has no handler of signals, prints nothing and sets nothing of the process: interrupts, time
// and memory are its governor's. An engine is used by one thread at a time; several engines in one
// process do not meet.
#pragma once

#include <chrono>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ad/differentiate.hpp"
#include "check/checker.hpp"
#include "core/program.hpp"
#include "core/watch.hpp"
#include "engine/gradient_check.hpp"
#include "engine/statistics_table.hpp"
#include "eval/evaluator.hpp"
#include "graph/session_graph.hpp"
#include "lower/lower.hpp"
#include "runtime/array.hpp"
#include "support/diagnostic.hpp"
#include "support/file_read.hpp"
#include "support/function_ref.hpp"
#include "support/governor.hpp"

namespace laguz::engine {

class Memo;

/// A scope: the names that a file, or what was typed, has defined. Immutable and shared; what it
/// shows lives as long as it does.
using Scope = check::ScopePtr;
/// A checked definition or expression.
using Def = check::typed::Def;
using check::DefPtr;
using lower::EntryPoint;

struct Options {
  eval::Options eval;
  lower::Options lower;
  bool warnings = true;
  /// Whether what `value` is asked for is taken from a value of the session where that is the same.
  bool memo = false;
  /// How many values that no name stands for any more are remembered as what they were computed
  /// from, for derivatives by it. Of older ones nothing is known but what they are.
  std::size_t trail = 1000;
  std::size_t max_memory = 0;  ///< bytes of everything; 0: a share of the machine
  double timeout = 0;          ///< seconds for one task; 0: none
  /// Whatever runs fails where a float first is no number.
  bool debug_nans = false;
  /// Constants that fail are run once more to find out in which iterations.
  bool explains = false;
  /// Bytes of a program, and of each import.
  std::size_t max_source = support::kMostSource;
  /// Imports from outside of this folder are refused; empty: none are.
  std::string import_root{};
};

struct GraphStyle {
  std::string format = "text";  ///< text, dot or json
  bool tree = false;            ///< as the tree that it stands for; text only
  bool open = false;            ///< a call is what the function does, and not one node
};

/// A derivative of a value by values that it was computed from.
struct Derivative {
  enum class Kind : std::uint8_t { gradient, hessian, vjp, jvp };
  Scope scope;                       ///< in which `it` is the derivative, not evaluated yet
  std::vector<std::string> notes{};  ///< what of the names did not matter, or was another one
};

/// How [kind] is asked for.
const char* usage(Derivative::Kind kind);

/// An expression, evaluated.
struct Valued {
  lower::EntryPoint entry;
  std::vector<runtime::Value> values;
};

/// A definition that a value comes from.
struct Origin {
  std::string place;  ///< an input of the prompt, or a line of a file; empty: it is forgotten
  std::string text;   ///< what is written there, its beginning if that is long; else the name
};

/// A place in a function where evaluations stop, of which the text knows nothing.
struct Breakpoint {
  check::ValId function;
  std::string name;  ///< of the function
  check::BreakPlace place;
};

/// The unit of life is an input: a file, or what is parsed of a prompt's text. It owns its source,
/// its typed tree, what that is lowered to and the values of its constants. It lives as long as a
/// scope shows one of its names, a DefPtr or an EntryPoint is one of its definitions, or another
/// input that lives has used it. The input that came last may besides be spoken of in errors.
class Engine {
 public:
  explicit Engine(Options options);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine();

  /// Its limits. Whoever wants several calls to share one limit of time holds a support::Task.
  support::Governor& governor() { return governor_; }
  /// Changes take effect with the next call.
  Options& options() { return options_; }

  /// A text that lives as long as the engine, or until `reset`: spans point into it.
  const support::SourceFile& add_source(std::string name, std::string text);
  /// Reads a file; `-` is standard input. Throws UserError (Phase::usage) when it cannot be read.
  const support::SourceFile& read(const std::string& path);
  /// The files that have been read since the engine began, or began anew.
  std::vector<std::string> files() const;
  /// Reads and parses a file, no more.
  void parse_only(const std::string& path);
  /// Reads and checks a file.
  Scope load(const std::string& path) { return check(read(path)); }
  /// Checks a program.
  Scope check(const support::SourceFile& source);
  Scope prelude() { return parts_.checker->prelude(); }
  /// Forgets sources, definitions, derivations and values, and gives the prelude's scope. No id
  /// that has been given out, of a value or of a node, is ever given out again. If it throws,
  /// nothing has been forgotten.
  Scope restart();
  /// The same, when the file at [path] has been read and checked.
  Scope restart(const std::string& path);

  /// What has been typed: declarations or an expression. A `let` of a pattern without a body, if
  /// that is all that comes, declares the names in the pattern; `let xs[0] = e` declares xs anew.
  /// Throws UserError, at its end
  /// (`at_end_of_input`) if more text might make a whole of it.
  struct Input {
    check::SourcePtr source;
    std::shared_ptr<const ast::Prog> declarations;  ///< or else
    ast::ExpPtr expression;
    std::vector<std::string> pattern{};  ///< the names, if it is a `let` of a pattern
    bool updates = false;                ///< or of a part of the value of one name
  };
  Input parse(std::string name, std::string text);
  /// The scope in which the declarations of [input] hold too. Constants among them are evaluated.
  Scope declare(const Scope& scope, const Input& input);
  /// An expression, checked as one that has no parameters.
  DefPtr expression(const Scope& scope, const Input& input);
  DefPtr expression(const Scope& scope, std::string name, std::string text);
  /// The same, with warnings, as a program has them.
  DefPtr expression_with_warnings(const Scope& scope, std::string name, std::string text);
  /// The scope in which [name] is the value of the expression of [input].
  Scope bind(const Scope& scope, const std::string& name, const Input& input);
  /// As if `it` were bound to the derivative of a value by names of others: [text] is the value, a
  /// name or a tuple of them, and, in the modes vjp and jvp, the weight or the tangent. What lies
  /// between, in this session or the program that it has loaded, is code of the derivative (see
  /// ad/slice.hpp). A gradient and a Hessian are those of a number. Throws UserError.
  Derivative derivative(const Scope& scope, Derivative::Kind kind, std::string name,
                        std::string text);
  /// Compares the derivatives of the function [def] at [args] with each other and with differences
  /// (gradient_check.hpp). Throws UserError where there is nothing to differentiate.
  GradientCheck check_gradient(const Def& def, std::vector<runtime::Value> args,
                               const GradientCheckOptions& options);
  /// The same of a call: [text] is a function and its arguments.
  GradientCheck check_gradient(const Scope& scope, std::string name, std::string text,
                               const GradientCheckOptions& options);
  /// The definitions that the value of an expression, or what is called so, has been computed by,
  /// and those of functions that these call, the prelude's apart: in the order of the session's
  /// texts, behind values of which nothing is known but what they are.
  std::vector<Origin> origins(const Scope& scope, std::string name, std::string text);
  /// The scope in which [name] is [values], which [view] covers: data from outside. Throws
  /// UserError if that is no name.
  Scope put(const Scope& scope, const std::string& name, const core::View& view,
            std::vector<runtime::Value> values);
  /// The value [name] no longer depends on what it was computed from.
  void detach(const Scope& scope, const std::string& name);
  /// Constants that can be named in [before] and not in [after], the next scope, are part of the
  /// trail; what is too old for it no longer needs what it was computed from: whoever uses it knows
  /// its value. Where that is ended, nothing has changed.
  void leave_behind(const Scope& before, const Scope& after);
  /// Whether the trail has been cut since the engine began, or began anew.
  bool trail_is_cut() const { return parts_.cut; }
  /// From now on evaluations stop before the body of the function [name], if there is somebody who
  /// may stop (lower::Options::breaks). What is under way does not. Throws UserError if that is no
  /// function, or one of the prelude's.
  Breakpoint break_in(const Scope& scope, const std::string& name);
  /// The same before what begins on [line] of [file], or below, in the function that is there.
  Breakpoint break_at(const std::string& file, int line);
  void clear(const Breakpoint& breakpoint);
  /// While it lives, an evaluation that has stopped (eval::OnTrace) waits, and the engine takes
  /// other inputs: but for `restart`, which would take away what waits.
  class Aside {
   public:
    explicit Aside(Engine& engine)
        : engine_(engine),
          task_(engine.governor_),
          latest_(engine.latest_),
          remarks_(engine.parts_.checker->exchange_remarks({})) {
      ++engine.waiting_;
    }
    ~Aside() {
      --engine_.waiting_;
      engine_.latest_ = std::move(latest_);
      (void)engine_.parts_.checker->exchange_remarks(std::move(remarks_));
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

   private:
    Engine& engine_;
    support::Aside task_;
    check::SourcePtr latest_;
    check::Remarks remarks_;
  };
  /// Takes down what an input that failed had made, and the program with which a restart failed:
  /// to be called when its message is out, for it takes a third of the time that making it took.
  /// Errors thrown before may point into sources that are gone then.
  void tidy();
  /// Text of a module expression's type.
  std::string module_type(const Scope& scope, std::string name, std::string text);

  /// The value [name], to be called from outside. Throws UserError "Invalid entry point: name".
  const Def& find(const Scope& scope, const std::string& name);
  /// All functions that have been lowered, and the counter of ids.
  const core::Program& program() const { return program_; }
  /// What is known of names.
  const check::Checker& names() const { return *parts_.checker; }

  /// Ready to run: lowered, differentiated, optimised.
  EntryPoint prepare(const Def& def);
  /// Lowered only.
  EntryPoint lower(const Def& def);
  /// Lowered and differentiated.
  EntryPoint differentiate(const Def& def);
  /// What the constant [def] is: prepared and called, unless it is the same as a value that a name
  /// stands for, or parts of it are (memo.hpp). Throws as `call`.
  Valued value(const Def& def);
  /// How many values have been taken so since the engine began, or began anew: whole, or as parts
  /// of others.
  std::size_t taken() const;
  /// Throws UserError, Interrupted.
  std::vector<runtime::Value> call(const EntryPoint& entry, std::vector<runtime::Value> args);
  /// The same; an error says in which iterations it comes up, if [again], which gives the arguments
  /// once more, leads to the same one soon enough.
  std::vector<runtime::Value> call(const EntryPoint& entry, std::vector<runtime::Value> args,
                                   support::FunctionRef<std::vector<runtime::Value>()> again);
  /// The same, and UserError where a float first is no number; of an infinity that this comes from
  /// it tells, too. [what]: or where one first is infinite.
  std::vector<runtime::Value> call_watched(const EntryPoint& entry,
                                           std::vector<runtime::Value> args,
                                           core::Watched what = core::Watched::nan);
  /// Whether a derivative is computed in it, or in the value that it is another name of.
  bool has_derivative(const EntryPoint& entry);
  /// What the numbers of a run are like (statistics_table.hpp): constants are computed again, and
  /// nothing is traced. It takes some tens of ns for each number. Throws UserError, Interrupted.
  StatisticsTable statistics(const EntryPoint& entry, std::vector<runtime::Value> args,
                             const StatisticsOptions& options);
  /// Of the constant [def], and of the constants that it was computed from.
  StatisticsTable statistics(const Def& def, const StatisticsOptions& options);
  /// What computes the value [def]: of a name in a pattern, what the whole of that is bound to.
  EntryPoint prepare_maker(const Def& def);
  /// Is nothing computed by [maker], because it is written as it is or its past is forgotten?
  bool is_leaf(const EntryPoint& maker) const;
  /// Lets go of a constant's values; they are evaluated anew when they are needed again.
  void forget(const EntryPoint& constant);

  /// The text of what the evaluator is given: an entry point and the functions that it calls.
  std::string core_text(const EntryPoint& entry) const;
  /// Of the same functions, the loops that may be machine code, as vcode; of others, why they may
  /// not.
  std::string vcode_text(const EntryPoint& entry) const;
  /// The computation graph of a definition; with values in the text [input], the bytes of its nodes
  /// too.
  std::string graph_text(const Def& def, const GraphStyle& style, const std::string& input);

  /// Warnings that nobody has taken yet, in the order of the text.
  const std::vector<support::Diagnostic>& warnings();
  std::vector<support::Diagnostic> take_warnings();

 private:
  friend class Runner;
  friend class Derivation;
  class BoundConstants;
  friend class CheckedFunction;
  /// What a restart replaces, in the order of use.
  struct Parts {
    std::vector<std::unique_ptr<support::SourceFile>> sources;
    std::map<std::string, const support::SourceFile*> files;
    std::vector<support::Diagnostic> warnings;
    std::unique_ptr<check::Checker> checker;
    std::unique_ptr<lower::Lowerer> lowerer;
    std::unique_ptr<ad::Differentiator> differentiator;
    std::unique_ptr<graph::SessionGraph> graph;
    std::unique_ptr<eval::Evaluator> evaluator;
    /// Constants that no name stands for, as long as something uses them; the oldest first.
    struct Hidden {
      check::Checker::Constants constants;
      std::weak_ptr<const void> owner;
    };
    std::list<Hidden> trail;
    bool cut = false;                    ///< something was too old for it
    std::vector<core::Watch> watches{};  ///< by what is watched for, and how sums are made
    std::unique_ptr<Memo> memo{};
  };
  Parts make_parts();
  /// [error] came of calling [entry], after [took] seconds: calls it once more as it was written,
  /// one iteration at a time, and lets the message say in which of them it comes up.
  void explain(support::UserError& error, const EntryPoint& entry,
               support::FunctionRef<std::vector<runtime::Value>()> again, double took);
  Breakpoint stop_at(const Def& function, check::BreakPlace place);
  /// Functions are lowered anew when they are next needed.
  void forget_functions();
  /// Of what is lowered, at [span]: differentiated and optimised.
  void make_ready(const EntryPoint& entry, support::Span span);
  /// The values of [constant], which has not been evaluated, by what of it there is already.
  std::vector<runtime::Value> value_by_memo(const Def& def, const EntryPoint& constant);
  /// What [body] gives in the place of the code of [constant].
  std::vector<runtime::Value> run_instead(const Def& def, EntryPoint constant, core::Body body);
  core::Watch& watch(core::Watched what, core::Sums sums);
  /// [options] with no more states of loops than the limit of memory has room for.
  eval::Options within_memory(eval::Options options);
  /// The evaluator, with the options as they are now.
  eval::Evaluator& evaluator();
  /// Begins anew with what [first] gives.
  Scope restart(support::FunctionRef<Scope()> first);
  /// A text at the prompt; the one before may go.
  check::SourcePtr next_source(std::string name, std::string text);
  /// Constants that no longer need what they were computed from.
  struct Settled {
    const check::Checker::Constants* constants;
    std::vector<core::FunId> functions;
    std::vector<runtime::Known> values;
  };
  std::optional<Settled> values_of(const check::Checker::Constants& constants);
  void settle(Settled& settled);
  void settle(core::FunId constant, runtime::Known values);
  bool shows(core::FunId function) const;
  /// Forgets what definitions that are no more have become.
  void forget_gone();
  void warn_of_entries(const Scope& scope);

  Options options_;
  support::Governor governor_;
  check::SourcePtr latest_;  ///< of the input under way, and until the next one
  core::Program program_;
  std::size_t kept_ = 0;  ///< functions, when some were last forgotten
  int waiting_ = 0;       ///< evaluations, of which no code may be forgotten
  Parts parts_, failed_;
};

/// Runs an engine's entry points in another way than the engine does. The engine outlives it.
class Runner {
 public:
  Runner(Engine& engine, eval::Options options);
  std::vector<runtime::Value> call(const EntryPoint& entry, std::vector<runtime::Value> args);
  /// Lets go of a constant's values.
  void forget(const EntryPoint& constant) { evaluator_.forget(constant.function); }

 private:
  support::Governor& governor_;
  eval::Evaluator evaluator_;
};

/// Is it a function, and not data?
bool is_function(const Def& def);
/// Is it a function for several types of numbers?
bool is_general(const Def& def);
/// The name of the type of [def]'s first parameter in the program's text, if it is a name.
std::optional<std::string> written_type(const Def& def);
/// An input of a session, or what more text might make one of; [names]: a `let` of a pattern, which
/// is whole if no `in` follows. What is declarations and an expression is declarations.
enum class Form : std::uint8_t { declarations, expression, names, beginning, other };
Form form_of(const std::string& text);
/// May [text] be the name of a value or of a field?
bool may_be_name(const std::string& text);
/// Is [text] an assertion that only its value is missing of? In other languages it is whole.
bool is_bare_assertion(const std::string& text);

}  // namespace laguz::engine
