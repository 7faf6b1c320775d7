#include "ad/rewrite/passages.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/builder.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"

namespace laguz::ad::rewrite {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Binders;
using core::Body;
using core::FunId;
using core::Stm;
using core::Type;
using prims::Passage;
using support::ScalarType;

Passages::Passages(Differentiator& differentiator, core::Program& program, FunId function,
                   const std::vector<bool>& by)
    : differentiator_(differentiator), program_(program), function_(function) {
  for (std::size_t i = 0; i < by.size(); ++i) form_of(function).params[i].varies = by[i];
  while (!left_.empty()) {
    const FunId last = *left_.rbegin();  // what is called mostly has been made later
    left_.erase(last);
    read(last);
  }
}

Passages::Form& Passages::form_of(FunId function) {
  const auto [found, fresh] = forms_.try_emplace(function);
  if (fresh) {
    found->second.function = &differentiator_.original(function);
    found->second.params.resize(found->second.function->params.size());
    left_.insert(function);
  }
  return found->second;
}

/// One form of a function does for all of its calls.
const Effects& Passages::called(FunId by, FunId function, const Columns& args) {
  if (program_[function].constant) return nothing_;
  Form& form = form_of(function);
  form.callers.insert(by);
  if (join(form.params, args)) left_.insert(function);
  return form.effects;
}

void Passages::read(FunId function) {
  const core::Function& code = *form_of(function).function;
  for (std::size_t i = 0; i < code.params.size(); ++i)
    known_.depend(code.params[i], form_of(function).params[i]);
  Effects now;
  now.results = known_.read(code.body, [&](FunId callee, const Columns& args) -> const Effects& {
    return called(function, callee, args);
  });
  for (const Binder& param : code.params) now.added.push_back(known_.added_to(param.id));
  Form& form = form_of(function);
  if (join(form.effects, now)) left_.insert(form.callers.begin(), form.callers.end());
}

namespace {

void look_into(const Body& body, const Dependences& known, std::vector<Passing>& found) {
  for (const Stm& stm : body.stms) {
    const auto* app = std::get_if<core::PrimApp>(&stm.exp.node);
    for (std::size_t k = 0; app != nullptr && k < app->args.size(); ++k) {
      if (!stm.span || !known.of(app->args[k]).varies) continue;
      const Passage through = prims::passage_of(app->prim, static_cast<int>(k));
      const bool is_known = std::any_of(found.begin(), found.end(), [&](const Passing& one) {
        return one.span == stm.span && one.through == through;
      });
      if (through != Passage::none && !is_known) found.push_back({through, stm.span});
    }
    core::visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { look_into(inner, known, found); });
  }
}

}  // namespace

std::vector<Passing> Passages::all() const {
  std::vector<Passing> found;
  for (const auto& [id, form] : forms_) look_into(form.function->body, known_, found);
  return found;
}

class Passages::Opener {
 public:
  explicit Opener(Passages& all) : all_(all), program_(all.program_), known_(all.known_) {}

  FunId run(FunId function) {
    const FunId made = copy_of(function);
    while (!unwritten_.empty()) {
      const auto [from, to] = unwritten_.back();
      unwritten_.pop_back();
      core::Function written = *all_.form_of(from).function;
      open(written.body);
      core::Lambda whole = core::refresh(
          core::Lambda{std::move(written.params), std::move(written.body)}, program_.names);
      written.params = std::move(whole.params);
      written.body = std::move(whole.body);
      program_[to] = std::move(written);
    }
    return made;
  }

 private:
  FunId copy_of(FunId function) {
    if (all_.forms_.count(function) == 0) return function;
    const auto [found, fresh] = copies_.try_emplace(function, FunId{0});
    if (fresh) {
      found->second = program_.add({});  // before its body: the function may call itself
      unwritten_.emplace_back(function, found->second);
    }
    return found->second;
  }

  bool varies(const Atom& atom) const { return known_.of(atom).varies; }

  /// (What a float is multiplied by may be 0: there is no step in that.)
  static bool is_closed(prims::Prim prim, int operand,
                        const std::vector<std::optional<support::Scalar>>& known) {
    switch (prims::passage_of(prim, operand)) {
      case Passage::integer:
      case Passage::rounding: return prims::has_no_partial(prim, operand, {});
      case Passage::comparison: return false;
      case Passage::none: break;
    }
    return !support::is_float(prims::operand_type(prim, operand)) &&
           prims::has_no_partial(prim, operand, known);
  }

  /// What the results of [exp] depend on without a derivative.
  Atoms passing(const core::Exp& exp) const {
    Atoms atoms = core::deciding(exp);
    if (const auto* app = std::get_if<core::PrimApp>(&exp.node)) {
      std::vector<std::optional<support::Scalar>> known;
      for (const Atom& arg : app->args)
        known.push_back(arg.is_constant() ? std::optional(arg.scalar()) : std::nullopt);
      for (std::size_t k = 0; k < app->args.size(); ++k)
        if (varies(app->args[k]) && is_closed(app->prim, static_cast<int>(k), known))
          atoms.push_back(app->args[k]);
    }
    std::erase_if(atoms, [&](const Atom& atom) { return !varies(atom); });
    return atoms;
  }

  void open(Body& body) {
    std::vector<Stm> stms = std::move(body.stms);
    core::Builder out(program_.names);
    for (Stm& stm : stms) {
      out.span = stm.span;
      out.inlined_at = stm.inlined_at;
      core::visit(
          stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { open(inner); });
      if (auto* loop = std::get_if<core::Loop>(&stm.exp.node)) open_condition(*loop);
      if (auto* call = std::get_if<core::Call>(&stm.exp.node))
        call->function = copy_of(call->function);
      const Atoms from = passing(stm.exp);
      if (from.empty()) {
        out.append(std::move(stm));
        continue;
      }
      const Atom nothing = nothing_of(out, from);
      if (auto* update = std::get_if<core::AccUpdate>(&stm.exp.node)) {
        for (Atom& value : update->values) value = with(out, value, nothing);
        out.append(std::move(stm));
        continue;
      }
      Binders results = std::exchange(stm.binders, {});
      for (const Binder& result : results) stm.binders.push_back(program_.names.bind(result.type));
      const Binders values = stm.binders;
      out.append(std::move(stm));
      for (std::size_t i = 0; i < results.size(); ++i) {
        const Atom value = with(out, values[i].atom(), nothing);
        out.append({{results[i]}, {core::Copy{value}}, out.span, out.inlined_at});
      }
    }
    body = out.finish(std::move(body.results));
  }

  /// What the condition of a `while` depends on all states do: it is asked once more in the body.
  void open_condition(core::Loop& loop) {
    const auto* form = std::get_if<core::WhileForm>(&loop.form);
    if (form == nullptr || !varies(form->condition.results[0])) return;
    Body asked = core::refresh(form->condition, program_.names);
    core::Builder out(program_.names);
    for (Stm& stm : asked.stms) out.append(std::move(stm));
    for (Stm& stm : loop.body.stms) out.append(std::move(stm));
    const Atom nothing = nothing_of(out, asked.results);
    Atoms next = loop.body.results;
    for (Atom& state : next) state = with(out, state, nothing);
    loop.body = out.finish(std::move(next));
  }

  /// 0, which depends on [atoms] as derivatives go.
  Atom nothing_of(core::Builder& out, const Atoms& atoms) {
    Atom sum = Atom::constant(support::Scalar::f64(0));
    for (const Atom& atom : atoms) sum = out.add(sum, nothing_of(out, atom));
    return sum;
  }
  Atom nothing_of(core::Builder& out, const Atom& atom) {
    if (atom.type.rank == 0) {
      // (An integer that a float was is as far from it as the simplifier can see.)
      const Atom whole = support::is_float(atom.type.elem) ? out.prim("cvt_i64", {atom}) : atom;
      const prims::Prim as_float = prims::get("cvt_f64", whole.type.elem);
      return out.sub(out.prim(as_float, {whole}), out.prim(prims::step_of(as_float), {whole}));
    }
    const Atom flat = flattened(out, atom);
    core::Soac sum;
    sum.width = out.shape(flat, 0);
    sum.arrays = {flat};
    const auto lambda = [&](std::vector<Type> types, auto write) {
      core::Lambda made;
      Atoms args;
      for (const Type& type : types) {
        made.params.push_back(program_.names.bind(type));
        args.push_back(made.params.back().atom());
      }
      core::Builder inside(program_.names);
      made.body = inside.finish({write(inside, args)});
      return made;
    };
    constexpr Type kFloat{ScalarType::f64, 0, false};
    sum.lambda = lambda({flat.type.row()}, [&](core::Builder& inside, const Atoms& x) {
      return nothing_of(inside, x[0]);
    });
    sum.reduces.push_back(
        {lambda({kFloat, kFloat},
                [](core::Builder& inside, const Atoms& x) { return inside.add(x[0], x[1]); }),
         {Atom::constant(support::Scalar::f64(0))},
         true});
    return out.emit1({std::move(sum)}, kFloat);
  }

  static Atom flattened(core::Builder& out, const Atom& array) {
    if (array.type.rank == 1) return array;
    Atom count = Atom::i64(1);
    for (const Atom& length : out.shape(array)) count = out.mul(count, length);
    return out.array_op(core::ArrayOp::reshape, {array, count}, {array.type.elem, 1, false});
  }

  /// [value] with [nothing] added to each of its numbers.
  Atom with(core::Builder& out, const Atom& value, const Atom& nothing) {
    if (value.type.acc) return value;
    if (value.type.rank == 0) {
      const ScalarType type = value.type.elem;
      return out.prim(prims::addition(type),
                      {value, out.prim("cvt_" + std::string(support::name(type)), {nothing})});
    }
    core::Soac map;
    map.width = out.shape(value, 0);
    map.arrays = {value};
    map.lambda.params = {program_.names.bind(value.type.row())};
    core::Builder inside(program_.names);
    map.lambda.body = inside.finish({with(inside, map.lambda.params[0].atom(), nothing)});
    Atoms row = out.shape(value);
    row.erase(row.begin());
    map.row_shapes = {std::move(row)};
    return out.emit1({std::move(map)}, value.type);
  }

  Passages& all_;
  core::Program& program_;
  const Dependences& known_;
  std::unordered_map<FunId, FunId> copies_;
  std::vector<std::pair<FunId, FunId>> unwritten_;
};

FunId Passages::opened() { return Opener(*this).run(function_); }

}  // namespace laguz::ad::rewrite
