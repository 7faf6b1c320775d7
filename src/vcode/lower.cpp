// Values and statements of scalars.
#include "vcode/lower.hpp"

#include <algorithm>
#include <span>

#include "prims/catalog.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"
#include "vcode/lowering.hpp"

namespace laguz::vcode {
// ---- Values

Value Lowering::value(ScalarType type) {
  unit_.types.push_back(type);
  return static_cast<Value>(unit_.types.size() - 1);
}

Operand Lowering::operand(const core::Atom& atom) {
  if (atom.is_constant()) return {{}, atom.type.elem, atom.bits};
  if (!atom.type.is_scalar()) {
    refuse("an array is looked at as a whole");
    return i64(0);
  }
  if (const auto known = values_.find(atom.var); known != values_.end()) return known->second;
  const Value own = value(atom.type.elem);
  unit_.inputs.push_back({atom.var, own});
  return values_[atom.var] = of(own);
}

Operands Lowering::operands(const core::Atoms& atoms) {
  Operands all;
  for (const core::Atom& atom : atoms) all.push_back(operand(atom));
  return all;
}

Value Lowering::bind(const core::Binder& binder) {
  const Value own = value(binder.type.elem);
  values_[binder.id] = of(own);
  return own;
}

void Lowering::add(Code& code, Node node) {
  if (++unit_.size > kMostSteps) refuse("it is too long");
  code.push_back({std::move(node)});
}

Operand Lowering::compute(std::string_view prim, ScalarType type, Operands args, Code& code) {
  std::vector<std::uint64_t> key;
  for (const Operand& arg : args) {
    key.push_back(arg.value ? 1 : 0);
    key.push_back(arg.value ? *arg.value : arg.bits);
  }
  const auto whole = std::make_tuple(prim, type, std::move(key));
  for (const Known& known : known_)
    if (const auto found = known.find(whole); found != known.end()) return found->second;
  const core::Prim made = prims::get(prim, type);
  const Operand result = of(value(prims::result_type(made)));
  add(code, Apply{made, std::move(args), *result.value, {}});
  known_.back()[whole] = result;
  return result;
}

Operand Lowering::plus(const Operand& a, const Operand& b, Code& code) {
  if (is(a, 0)) return b;
  if (is(b, 0)) return a;
  if (!a.value && !b.value) return i64(static_cast<std::int64_t>(a.bits + b.bits));
  return compute("add", ScalarType::i64, {a, b}, code);
}

Operand Lowering::minus(const Operand& a, const Operand& b, Code& code) {
  if (is(b, 0)) return a;
  if (!a.value && !b.value) return i64(static_cast<std::int64_t>(a.bits - b.bits));
  return compute("sub", ScalarType::i64, {a, b}, code);
}

Operand Lowering::times(const Operand& a, const Operand& b, Code& code) {
  if (is(a, 1) || is(b, 0)) return b;
  if (is(b, 1) || is(a, 0)) return a;
  if (!a.value && !b.value) return i64(static_cast<std::int64_t>(a.bits * b.bits));
  return compute("mul", ScalarType::i64, {a, b}, code);
}

SiteNumber Lowering::site(Site::Kind kind, const core::Stm& stm) {
  Site site;
  site.kind = kind;
  site.span = stm.span;
  site.inlined_at = stm.inlined_at.get();
  unit_.sites.push_back(std::move(site));
  return static_cast<SiteNumber>(unit_.sites.size() - 1);
}

// ---- Statements

void Lowering::body(const core::Body& body, Code& code) {
  support::expect_stack("a loop or branch");
  for (std::size_t s = 0; s < body.stms.size() && !refused_;) s += statements(body, s, code);
}

std::size_t Lowering::statements(const core::Body& body, std::size_t s, Code& code) {
  const std::span<const core::Stm> behind(body.stms.begin() + static_cast<std::ptrdiff_t>(s) + 1,
                                          body.stms.end());
  const std::size_t updates = added_behind(body.stms[s], behind);
  if (updates == 0)
    statement(body.stms[s], code);
  else
    add_made(body.stms[s], behind.first(updates), code);
  return 1 + updates;
}

void Lowering::statement(const core::Stm& stm, Code& code) {
  const auto no = [this](std::string_view why) {
    return [this, why](const auto&) { refuse(why); };
  };
  std::visit(support::overloaded{
                 [&](const core::Copy& copy) { same(stm.binders[0], copy.atom); },
                 [&](const core::PrimApp& app) { apply(stm, app, code); },
                 [&](const core::Index& e) { index(stm, e, code); },
                 [&](const core::Slice& e) { slice(stm, e, code); },
                 [&](const core::Update& e) { update(stm, e, code); },
                 [&](const core::AccUpdate& e) { add_to(stm, e, code); },
                 [&](const core::Assert& check) { assertion(stm, check, code); },
                 [&](const core::If& choice) { branch(stm, choice, code); },
                 [&](const core::Loop& loop) { repeat(stm, loop, code); },
                 [&](const core::ArrayApp& app) { array_op(stm, app, code); },
                 [&](const core::Soac& e) { soac(stm, e, code); },
                 [&](const core::Call& e) { call(stm, e, code); },
                 [&](const core::Trace& e) { no("it is traced")(e); },
                 [&](const core::WithAcc& e) { with_acc(stm, e, code); },
                 [&](const core::Hist& e) { no("it makes arrays")(e); },
                 [&](const core::Scatter& e) { no("it makes arrays")(e); },
                 [&](const core::Stream& e) { no("it makes arrays")(e); },
                 [&](const core::ArrayLit& e) { literal(stm, e, code); },
                 [&](const core::Diff& e) { no("it is to be differentiated")(e); },
                 [&](const core::Custom& e) { no("it has a derivative of its own")(e); },
             },
             stm.exp.node);
}

void Lowering::same(const core::Binder& binder, const core::Atom& atom) {
  if (binder.type.acc) return refuse("it gives an accumulator another name");
  if (binder.type.rank == 0)
    values_[binder.id] = operand(atom);
  else
    name(binder.id, view(atom));
}

void Lowering::apply(const core::Stm& stm, const core::PrimApp& app, Code& code) {
  Operands args = operands(app.args);
  Apply step{app.prim, std::move(args), bind(stm.binders[0]), {}};
  const prims::Guard guard = prims::row_of(app.prim).guard[static_cast<int>(app.prim.type)];
  if (guard != prims::Guard::none) {
    step.site = site(Site::Kind::guard, stm);
    unit_.sites.back().guard = guard;
  }
  if (prims::op_of(app.prim) == prims::Op::sub && step.args[1].value &&
      counted_.count(*step.args[1].value) > 0)
    falling_.insert(step.to);
  add(code, std::move(step));
}

void Lowering::assertion(const core::Stm& stm, const core::Assert& check, Code& code) {
  Operand condition = operand(check.condition);
  Operands numbers;
  for (const auto& part : check.message)
    if (const auto* atom = std::get_if<core::Atom>(&part)) numbers.push_back(operand(*atom));
  const SiteNumber at = site(Site::Kind::check, stm);
  unit_.sites[at].check = &check;
  unit_.sites[at].numbers = std::move(numbers);
  add(code, Check{std::move(condition), at});
}

void Lowering::branch(const core::Stm& stm, const core::If& choice, Code& code) {
  Branch step;
  step.condition = operand(choice.condition);
  auto before = fresh_;
  inside([&] { pouring(stm, choice.then_body, step.yes); });
  // (Arrays that are met in a branch are given from around, and only read; or kept in loops there.)
  const auto met = [&] {
    for (std::size_t more = before.size(); more < fresh_.size(); ++more)
      before.push_back({unit_.arrays[more].var});
  };
  met();
  const auto after_yes = std::exchange(fresh_, before);
  inside([&] { pouring(stm, choice.else_body, step.no); });
  if (refused_) return;
  std::vector<std::pair<View, core::VarId>> results;
  std::vector<Choice> choices;
  for (std::size_t r = 0; r < stm.binders.size(); ++r) {
    const core::Binder& binder = stm.binders[r];
    const core::Atom &yes = choice.then_body.results[r], &no = choice.else_body.results[r];
    if (binder.type.acc) return refuse("it gives an accumulator another name");
    if (poured_.count(binder.id) != 0) {
      nowhere_.insert(binder.id);
      continue;
    }
    if (binder.type.rank == 0) {
      Operand a = operand(yes), b = operand(no);
      step.results.push_back({bind(binder), std::move(a), std::move(b)});
      continue;
    }
    // (What is read in the other branch is as it was at the end of that.)
    const View to = view(no);
    if (refused_) return;
    const auto other = views_.find(yes.var);
    // (An array as it is given is the same in both.)
    const bool same = other != views_.end() && other->second.array == to.array && to.is_memory() &&
                      other->second.is_memory() && is_whole(other->second) && is_whole(to) &&
                      to.array < after_yes.size() && after_yes[to.array].count(yes.var) != 0;
    if (same) {
      results.emplace_back(to, binder.id);
      continue;
    }
    if (other == views_.end()) return refuse("it chooses between arrays");
    const View from = other->second;
    const bool there = !from.is_memory() ||
                       (from.array < after_yes.size() && after_yes[from.array].count(yes.var) != 0);
    if (!there) return refuse("it chooses between arrays");
    choices.push_back(choose(binder, from, to, step));
  }
  met();
  for (std::size_t a = 0; a < before.size(); ++a) {
    const bool kept =
        fresh_[a] == before[a] && (a >= after_yes.size() || after_yes[a] == before[a]);
    if (!kept) fresh_[a].clear();
  }
  for (const auto& [to, var] : results) name(var, to);
  add(code, std::move(step));
  for (const Choice& choice : choices) {
    const View all{choice.array, i64(0), choice.lengths,
                   dense_strides(choice.lengths, i64(1), code)};
    extents_[choice.array] = all;
    scratch_.insert(choice.array);
    writable_.insert(choice.array);
    rename(all, choice.var);
  }
}

Lowering::Choice Lowering::choose(const core::Binder& binder, const View& yes, const View& no,
                                  Branch& step) {
  Choice made{binder.id, filled(binder.type.elem), {}};
  const auto copy_there = [&](const View& from, Code& code) {
    inside([&] {
      limit(size_of(from.lengths, code), kMostCopied, false);
      add(code, Reserve{made.array, room_for(from.lengths, code)});
      copy_into({made.array, i64(0), from.lengths, dense_strides(from.lengths, i64(1), code)}, from,
                code);
    });
  };
  copy_there(yes, step.yes);
  copy_there(no, step.no);
  for (std::size_t d = 0; d < yes.lengths.size(); ++d) {
    const Value length = value(ScalarType::i64);
    step.results.push_back({length, yes.lengths[d], no.lengths[d]});
    made.lengths.push_back(of(length));
  }
  return made;
}

std::variant<Unit, WhyNot> lower_call(const core::Program& program, core::FunId function) {
  Arrays none;
  const auto uses = [](core::VarId) { return 1; };
  return Lowering(uses, none, std::nullopt).run(program, function);
}

std::variant<Unit, WhyNot> lower(const core::Stm& stm, UseCounts uses,
                                 const std::optional<MapOf>& map) {
  Arrays found;
  while (true) {
    const std::size_t known = found.size();
    auto made = Lowering(uses, found, map).run(stm);
    if (found.size() == known) return made;
  }
}

}  // namespace laguz::vcode
