// Derivatives of values by values that they were computed from.
//
// `:vjp y x w` is the input `let it = vjp (\_ -> y) x w`, but that the function, once it is
// lowered, takes what x has been for its parameter (ad/slice.hpp). So types, errors and second
// derivatives are those of `vjp`, and there is no other engine.
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "ad/nesting.hpp"
#include "ad/slice.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"
#include "engine/ast_builder.hpp"
#include "engine/engine.hpp"
#include "engine/reached.hpp"
#include "syntax/parse.hpp"

namespace laguz::engine {

const char* usage(Derivative::Kind kind) {
  switch (kind) {
    case Derivative::Kind::gradient: return "grad VALUE NAME, or :grad VALUE (NAME, NAME, ...)";
    case Derivative::Kind::hessian:
      return "hessian VALUE NAME, or :hessian VALUE (NAME, NAME, ...)";
    case Derivative::Kind::vjp: return "vjp VALUE NAMES WEIGHT";
    case Derivative::Kind::jvp: return "jvp VALUE NAMES TANGENT";
  }
  return "";
}

namespace {

using ast::ExpPtr;
using support::Phase;
using support::Span;
using support::UserError;

/// What is differentiated, as a function. (It is known in one input only.)
constexpr const char* kFunction = "function'of'the'value";
/// The modes, by names that messages may say and no program has.
constexpr const char* kReverse = ":vjp";
constexpr const char* kForward = ":jvp";
constexpr const char* kHessian = "hessian'of";

/// The value, the names, and a weight or a tangent.
std::size_t parts_in(Derivative::Kind kind) {
  return kind == Derivative::Kind::vjp || kind == Derivative::Kind::jvp ? 3 : 2;
}

/// What the command is called.
std::string word_of(Derivative::Kind kind) {
  const std::string_view all = usage(kind);
  return std::string(all.substr(0, all.find(' ')));
}

/// The value, the names, and what a mode takes besides, behind the command's name.
std::vector<ExpPtr> parts_of(const ExpPtr& exp, Derivative::Kind kind) {
  const auto* apply = std::get_if<ast::Apply>(&exp->node);
  const auto* name = apply != nullptr ? std::get_if<ast::Var>(&apply->function->node) : nullptr;
  const bool is_command = name != nullptr && name->name.name == word_of(kind);
  const std::vector<ExpPtr> parts = is_command ? apply->args : std::vector<ExpPtr>{exp};
  if (parts.size() == parts_in(kind)) return parts;
  UserError error(Phase::usage, exp->span,
                  fmt::format("Expected {} parts, but there {} {}: :{}.", parts_in(kind),
                              parts.size() == 1 ? "is" : "are", parts.size(), usage(kind)));
  error.diagnostic().hint = "what is more than a name or a literal goes in parentheses.";
  throw error;
}

/// The text of [exp] if it is a name, with names of fields behind it or without.
std::optional<std::string> name_in(const ast::Exp& exp) {
  if (const auto* var = std::get_if<ast::Var>(&exp.node)) {
    std::string text;
    for (const ast::Name& qualifier : var->name.quals) text += qualifier + ".";
    return text + var->name.name;
  }
  if (const auto* parens = std::get_if<ast::Parens>(&exp.node)) return name_in(*parens->inner);
  const auto* project = std::get_if<ast::Project>(&exp.node);
  const auto of = project == nullptr ? std::nullopt : name_in(*project->record);
  return of ? std::optional(*of + "." + project->field.name) : std::nullopt;
}

using WrittenNames = std::vector<std::pair<std::string, ExpPtr>>;

/// The names in [exp], a name or a tuple of such, each with what it is the text of.
void collect_names(const ExpPtr& exp, WrittenNames& names) {
  if (auto text = name_in(*exp)) return names.push_back({std::move(*text), exp});
  if (const auto* parens = std::get_if<ast::Parens>(&exp->node))
    return collect_names(parens->inner, names);
  const auto* tuple = std::get_if<ast::Tuple>(&exp->node);
  if (tuple == nullptr || tuple->parts.empty()) {
    UserError error(Phase::usage, exp->span,
                    "A value is differentiated by names, and this is none, nor a tuple of some.");
    error.diagnostic().hint = "what has no name gets one with let.";
    throw error;
  }
  for (const ExpPtr& part : tuple->parts) collect_names(part, names);
}

bool meet(const ad::Given& a, const ad::Given& b) {
  return a.constant == b.constant &&
         std::any_of(a.results.begin(), a.results.end(), [&](std::size_t result) {
           return std::find(b.results.begin(), b.results.end(), result) != b.results.end();
         });
}

/// The text of [span].
std::string text_of(Span span) {
  return std::string(span.file->text().substr(span.lo, span.hi - span.lo));
}

/// The Hessian of a function whose results are of type [number], as a definition: by a number, by a
/// vector of numbers, or by all numbers of that type in a value of any other kind, in the order of
/// `ravel`. As in `mode`, sizes that types tell are known in it.
std::string hessian_text(const core::View& by, support::ScalarType number) {
  const std::string type(name(number));
  const std::string begin = fmt::format(
      "local def gradient'of 'a (f: a -> {0}) (x: a) : a = (intrinsics.vjp2 f x 1).1\n"
      "local def gradient'along 'a (f: a -> {0}) (x: a) (v: a) : a ="
      " (intrinsics.jvp2 (gradient'of f) x v).1\n"
      "local def {1} 'a (f: a -> {0}) ",
      type, kHessian);
  const bool leaf = by.kind == core::View::Kind::leaf && by.leaf.elem == number;
  if (leaf && by.leaf.rank == 0)
    return fmt::format("{}(x: a) (one: a) = gradient'along f x one\n", begin);
  const bool vector = leaf && by.leaf.rank == 1;
  return fmt::format(
      "{0}(x: a) = let none = intrinsics.zeros_like x"
      " let [n] (v: [n]{1}) = intrinsics.ravel x in "
      "intrinsics.map (\\i -> {2}gradient'along f x (intrinsics.unravel none "
      "((intrinsics.map (\\_ -> 0{1}) v) with [i] = 1)){3}) (0i64..<n)\n",
      begin, type, vector ? "" : "intrinsics.ravel (", vector ? "" : ") :> [n]" + type);
}

/// Whether there are numbers of that type in it.
bool has_numbers(const core::View& view, support::ScalarType number) {
  if (view.kind == core::View::Kind::leaf) return view.leaf.elem == number;
  const auto in = [&](const auto& part) { return has_numbers(part.second, number); };
  if (std::any_of(view.parts.begin(), view.parts.end(), in)) return true;
  return std::any_of(view.constructors.begin(), view.constructors.end(), [&](const auto& one) {
    return std::any_of(one.second.begin(), one.second.end(),
                       [&](const core::View& payload) { return has_numbers(payload, number); });
  });
}

bool is_number(const core::View& view) {
  return view.kind == core::View::Kind::leaf && support::is_float(view.leaf.elem) &&
         view.leaf.rank == 0;
}

bool holds_functions(const core::View& view) {
  if (view.kind == core::View::Kind::function) return true;
  const auto in = [](const auto& part) { return holds_functions(part.second); };
  if (std::any_of(view.parts.begin(), view.parts.end(), in)) return true;
  return std::any_of(view.constructors.begin(), view.constructors.end(), [](const auto& one) {
    return std::any_of(one.second.begin(), one.second.end(), &holds_functions);
  });
}

}  // namespace

class Derivation {
 public:
  Derivation(Engine& engine, const Scope& scope, check::SourcePtr source)
      : engine_(engine), scope_(scope), source_(std::move(source)) {}

  Derivative run(Derivative::Kind kind) {
    const ExpPtr whole = parse(*source_);
    const std::vector<ExpPtr> parts = parts_of(whole, kind);
    name(parts[1]);
    const bool of_number = kind == Derivative::Kind::gradient || kind == Derivative::Kind::hessian;
    expect_data(parts[0], of_number);
    const AstBuilder build(whole->span);
    check(build, parts[0], derived(kind, build, parts));
    const support::Doing doing(support::Work::deriving, whole->span);
    slice(text_of(parts[0]->span));
    return std::move(result_);
  }

 private:
  static ExpPtr parse(const support::SourceFile& source) {
    const support::Doing doing(support::Work::checking);
    return syntax::parse_expression(source);
  }

  /// What is differentiated by.
  void name(const ExpPtr& at) {
    WrittenNames names;
    collect_names(at, names);
    for (const auto& [text, exp] : names) {
      const auto refuse = [&text = text, &exp = exp](const std::string& why) {
        return UserError(Phase::type, exp->span, text + why);
      };
      const Def* def = engine_.parts_.checker->lookup(scope_, text);
      const bool whole = def != nullptr;
      if (!whole && text.find('.') == std::string::npos)
        throw refuse(" is no value of this session.");
      if (!whole) {
        const support::Doing doing(support::Work::checking);
        parts_.push_back(engine_.parts_.checker->check_expression(scope_, exp, source_));
        def = parts_.back().get();
      }
      if (is_function(*def))
        throw refuse(" is a function: values are differentiated by values, functions by vjp.");
      const EntryPoint entry = engine_.lower(*def);
      if (holds_functions(entry.result))
        throw refuse(" holds functions: it is not one value, but part of the code.");
      const core::Program& program = engine_.program_;
      const auto given =
          whole ? ad::Given::whole(program, entry.function)
                : part_of_constant(program, engine_.parts_.graph->code(entry.function).body);
      if (!given) throw refuse(" is no part of a value, but of the code: it is beside functions.");
      if (std::any_of(of_.begin(), of_.end(), [&](const auto& one) { return meet(one, *given); }))
        throw refuse(" is given twice.");
      of_.push_back(*given);
      names_.push_back(text);
      views_.push_back(entry.result);
    }
  }

  void expect_data(const ExpPtr& value, bool of_number) {
    const DefPtr def = [&] {
      const support::Doing doing(support::Work::checking);
      return engine_.parts_.checker->check_expression(scope_, value, source_);
    }();
    const bool data = !is_function(*def) && def->scheme.types.empty();
    const core::View view = data ? engine_.lower(*def).result : core::View();
    if (!of_number) {
      if (is_function(*def) || holds_functions(view))
        throw UserError(Phase::type, value->span,
                        "Only data have derivatives by values, and this has the type " +
                            check::show(def->scheme.type) + ".");
      return;
    }
    if (!data || !is_number(view)) {
      UserError error(Phase::type, value->span,
                      "Only a number of a float type has a gradient, and this has the type " +
                          check::show(def->scheme.type) + ".");
      error.diagnostic().hint = ":vjp takes a weight for each number of a result.";
      throw error;
    }
    number_ = view.leaf.elem;
  }

  /// The derivative, without the value, that [mode] gives of the function.
  static ExpPtr by_mode(const AstBuilder& build, const char* mode, const ExpPtr& at, ExpPtr seed) {
    return build.project(
        build.apply(build.var({}, mode),
                    {build.var({}, kFunction), build.parenthesised(at), std::move(seed)}),
        "1");
  }

  ExpPtr derived(Derivative::Kind kind, const AstBuilder& build, const std::vector<ExpPtr>& parts) {
    switch (kind) {
      case Derivative::Kind::gradient: return by_mode(build, kReverse, parts[1], build.one());
      case Derivative::Kind::vjp: return by_mode(build, kReverse, parts[1], parts[2]);
      case Derivative::Kind::jvp: return by_mode(build, kForward, parts[1], parts[2]);
      case Derivative::Kind::hessian: break;
    }
    const bool any = std::any_of(views_.begin(), views_.end(), [&](const core::View& view) {
      return has_numbers(view, number_);
    });
    if (!any)
      throw UserError(Phase::type, parts[1]->span,
                      fmt::format("There is no number of type {0} here, and the value is one: its "
                                  "Hessian is by numbers of type {0}.",
                                  support::name(number_)));
    // Several are a tuple.
    core::View all;
    all.kind = core::View::Kind::tuple;
    hessian_ = hessian_text(views_.size() == 1 ? views_[0] : all, number_);
    std::vector<ExpPtr> args{build.var({}, kFunction), build.parenthesised(parts[1])};
    const core::View& by = views_[0];
    if (views_.size() == 1 && by.kind == core::View::Kind::leaf && by.leaf.rank == 0)
      args.push_back(build.one());
    return build.apply(build.var({}, kHessian), std::move(args));
  }

  /// `local def name 'a 'b (f: a -> b) (x: a) (seed: s) = intrinsics.of f x seed`. As with `vjp`
  /// and `jvp` themselves, sizes of x that its type tells are known within f.
  static ast::DecPtr mode(const AstBuilder& build, const char* name, const char* of,
                          const char* seed) {
    const auto var = [&](const char* one) { return build.var({}, one); };
    return build.dec(ast::LocalDec{build.define(
        name, {"a", "b"},
        {build.param("f", build.arrow(build.type("a"), build.type("b"))),
         build.param("x", build.type("a")), build.param("seed", build.type(seed))},
        build.apply(build.var({"intrinsics"}, of), {var("f"), var("x"), var("seed")}))});
  }

  /// Declares `it`.
  void check(const AstBuilder& build, const ExpPtr& value, ExpPtr derived) {
    const support::Doing doing(support::Work::checking);
    const ExpPtr own =
        build.apply(build.var({"intrinsics"}, "copy"), {value});  // no alias of what it reads
    std::vector<ast::DecPtr> declared{mode(build, kReverse, "vjp2", "b"),
                                      mode(build, kForward, "jvp2", "a"),
                                      build.dec(ast::LocalDec{build.define(kFunction, own, true)})};
    if (!hessian_.empty()) {
      auto& known = engine_.parts_.files[kOwnText + hessian_];
      if (known == nullptr) known = &engine_.add_source(kOwnText, hessian_);
      const auto decs = syntax::parse_program(*known).decs;
      declared.insert(declared.end(), decs.begin(), decs.end());
    }
    declared.push_back(build.define("it", std::move(derived), false));
    ast::Prog program;
    program.decs.push_back(build.module(std::move(declared)));
    result_.scope = engine_.parts_.checker->check_declarations(scope_, program, source_);
  }

  /// Has the function take what it is differentiated by for its parameter. It runs with what is
  /// known of other values in their places, as it would in one function. What it was computed from
  /// is the code without: it can be differentiated by these, too.
  void slice(const std::string& value) {
    core::Program& program = engine_.program_;
    const graph::SessionGraph& graph = *engine_.parts_.graph;
    const core::FunId it = engine_.lower(engine_.find(result_.scope, "it")).function;
    std::vector<bool> read(of_.size());
    for (const core::FunId function : functions_from(it)) {
      core::Function& made = program[function];
      const auto known = ad::known_values(graph, program, *engine_.parts_.differentiator,
                                          ad::others(graph, made.body, of_));
      ad::Sliced sliced = ad::slice(graph, program, made.body, of_, made.params, {});
      note_read(made, sliced.body, read);
      note_earlier(value, sliced.constants);
      note_forgotten(value, sliced.constants);
      engine_.parts_.graph->written_from(it, sliced.constants);
      core::Body body = std::move(sliced.body);
      if (!known.empty()) {
        core::Body runs = ad::slice(graph, program, made.body, of_, made.params, known).body;
        std::swap(body, runs);
        written_[function] = copy(program[function], std::move(runs));
      }
      program[function].body = std::move(body);
    }
    if (const core::FunId code = written(it); code != it)
      engine_.parts_.differentiator->write(it, program[code]);
    for (std::size_t i = 0; i < of_.size(); ++i)
      if (!read[i])
        result_.notes.push_back(fmt::format("{} does not depend on {}.", value, names_[i]));
  }

  /// [function] with [body].
  core::FunId copy(core::Function function, core::Body body) {
    core::Names& names = engine_.program_.names;
    core::Lambda whole =
        core::refresh(core::Lambda{std::move(function.params), std::move(body)}, names);
    function.params = std::move(whole.params);
    function.body = std::move(whole.body);
    return engine_.program_.add(std::move(function));
  }

  /// [function] as it was written: with the functions of values that were, if it calls any.
  core::FunId written(core::FunId function) {
    const auto [found, fresh] = written_.try_emplace(function, function);
    if (!fresh) return found->second;
    const core::Function code = engine_.program_[function];
    core::Body body = code.body;
    if (!call_written(body)) return function;
    return written_[function] = copy(code, std::move(body));
  }
  bool call_written(core::Body& body) {
    bool changed = false;
    for (core::Stm& stm : body.stms) {
      core::visit(
          stm.exp, [](core::Atom&) {},
          [&](core::Body& inner, core::Binders&) { changed = call_written(inner) || changed; });
      auto* call = std::get_if<core::Call>(&stm.exp.node);
      if (call == nullptr) continue;
      const core::FunId code = written(call->function);
      changed = changed || code != call->function;
      call->function = code;
    }
    return changed;
  }

  /// The function of the value, as often as [it] has it.
  std::vector<core::FunId> functions_from(core::FunId it) const {
    const core::Program& program = engine_.program_;
    std::vector<core::FunId> left{it}, found;
    std::unordered_set<core::FunId> seen;
    while (!left.empty()) {
      const core::FunId function = left.back();
      left.pop_back();
      if (!seen.insert(function).second) continue;
      if (program[function].name == kFunction) {
        found.push_back(function);
        continue;
      }
      const auto callees = core::callees_of(program[function].body);
      left.insert(left.end(), callees.begin(), callees.end());
    }
    return found;
  }

  /// Of what is differentiated by, which [function] takes, notes what its [body] reads: what
  /// derivatives in it come to is known when they have been derived.
  void note_read(core::Function function, core::Body body, std::vector<bool>& read) {
    const core::Binders params = function.params;
    if (ad::contents_of(body).diff) {
      const core::FunId whole = copy(std::move(function), std::move(body));
      const core::Function& derived = engine_.parts_.differentiator->original(whole);
      note_used(derived.params, derived.body, read);
    } else {
      note_used(params, std::move(body), read);
    }
  }
  void note_used(const core::Binders& params, core::Body body, std::vector<bool>& read) const {
    core::remove_dead_code(body, {});
    std::unordered_set<core::VarId> used;
    for (const core::Binder& variable : core::free_variables(body)) used.insert(variable.id);
    auto param = params.begin();
    for (std::size_t i = 0; i < of_.size(); ++i)
      for (std::size_t k = of_[i].results.size(); k > 0; --k)
        if (used.count((param++)->id) > 0) read[i] = true;
  }

  bool is_given(core::FunId constant) const {
    return std::any_of(of_.begin(), of_.end(),
                       [&](const ad::Given& given) { return given.constant == constant; });
  }

  /// Names mean what they mean now.
  void note_earlier(const std::string& value, const std::vector<core::FunId>& constants) {
    for (const core::FunId constant : constants) {
      const core::Function& function = engine_.program_[constant];
      const bool named = std::any_of(of_.begin(), of_.end(), [&](const ad::Given& given) {
        return engine_.program_[given.constant].name == function.name;
      });
      if (named && !is_given(constant))
        result_.notes.push_back(fmt::format(
            "{} was computed from an earlier {}{}, which stays as it was.", value, function.name,
            function.span ? " (" + support::locate(function.span) + ")" : ""));
    }
  }

  /// What is too old for the trail, and not so old as to be older than what is differentiated by.
  void note_forgotten(const std::string& value, const std::vector<core::FunId>& constants) {
    core::FunId first = of_[0].constant;
    for (const ad::Given& given : of_) first = std::min(first, given.constant);
    const bool any = std::any_of(constants.begin(), constants.end(), [&](core::FunId constant) {
      return constant > first && engine_.program_[constant].known != nullptr &&
             !engine_.parts_.graph->is_detached(constant);
    });
    if (any)
      result_.notes.push_back(fmt::format(
          "{} was computed from values of which nothing is known any more but what they "
          "are: they count as constant (:set trail).",
          value));
  }

  Engine& engine_;
  const Scope& scope_;
  const check::SourcePtr source_;
  std::vector<ad::Given> of_;
  std::vector<std::string> names_;
  std::vector<core::View> views_;
  std::vector<DefPtr> parts_;     ///< of values, as definitions of their own
  support::ScalarType number_{};  ///< what a gradient or a Hessian is of
  std::unordered_map<core::FunId, core::FunId> written_;
  std::string hessian_;  ///< definitions, if that is what is asked for
  Derivative result_;
};

Derivative Engine::derivative(const Scope& scope, Derivative::Kind kind, std::string name,
                              std::string text) {
  const support::Task task(governor_);
  // The input is what has been typed, but for the colon.
  text = word_of(kind) + " " + text;
  return Derivation(*this, scope, next_source(std::move(name), std::move(text))).run(kind);
}

}  // namespace laguz::engine
