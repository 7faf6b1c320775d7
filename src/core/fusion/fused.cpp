#include "core/fusion/fused.hpp"

#include <unordered_map>

#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

template <class T>
void move_range(std::vector<T>& to, std::vector<T>& from, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) to.push_back(std::move(from[i]));
}

// What belongs to the results of two Soacs, in the order of one: reduced, scanned, mapped.
template <class T>
std::vector<T> merged(std::vector<T>& a, Ends of_a, std::vector<T>& b, Ends of_b) {
  std::vector<T> all;
  all.reserve(a.size() + b.size());
  move_range(all, a, 0, of_a.reduced);
  move_range(all, b, 0, of_b.reduced);
  move_range(all, a, of_a.reduced, of_a.scanned);
  move_range(all, b, of_b.reduced, of_b.scanned);
  move_range(all, a, of_a.scanned, a.size());
  move_range(all, b, of_b.scanned, b.size());
  return all;
}

template <class T>
void move_all(std::vector<T>& to, std::vector<T>& from) {
  move_range(to, from, 0, from.size());
}

}  // namespace

void add_uses_inside(const Soac& soac, VarSet& inside) {
  const auto use = [&](const Binders& variables) {
    for (const Binder& variable : variables) inside.insert(variable.id);
  };
  const auto use_atoms = [&](const Atoms& atoms) {
    for (const Atom& atom : atoms) inside.insert(atom.var);
  };
  use(free_variables(soac.lambda));
  for (const Reduce& reduce : soac.reduces) {
    use(free_variables(reduce.op));
    use_atoms(reduce.neutral);
  }
  for (const Scan& scan : soac.scans) {
    use(free_variables(scan.op));
    use_atoms(scan.neutral);
  }
  for (const Atoms& shape : soac.row_shapes) use_atoms(shape);
  inside.insert(soac.width.var);
}

Stm fused(Stm first, Stm second, const VarSet& inside) {
  Soac& a = std::get<Soac>(first.exp.node);
  Soac& b = std::get<Soac>(second.exp.node);
  const Ends of_a = ends_of(a), of_b = ends_of(b);
  std::unordered_map<VarId, Atom> elements;
  for (std::size_t i = 0; i < a.arrays.size(); ++i)
    elements.emplace(a.arrays[i].var, a.lambda.params[i].atom());
  for (std::size_t i = of_a.scanned; i < first.binders.size(); ++i)
    elements.emplace(first.binders[i].id, a.lambda.body.results[i]);

  std::vector<Stm>& stms = a.lambda.body.stms;
  for (std::size_t i = 0; i < b.arrays.size(); ++i) {
    const Binder& param = b.lambda.params[i];
    const auto element = elements.find(b.arrays[i].var);
    if (element != elements.end()) {
      stms.push_back({{param}, {Copy{element->second}}, second.span, second.inlined_at});
    } else {
      a.arrays.push_back(b.arrays[i]);
      a.lambda.params.push_back(param);
    }
  }
  move_all(stms, b.lambda.body.stms);
  if (!inside.empty()) {
    std::vector<bool> kept;
    for (const Binder& binder : first.binders) kept.push_back(inside.count(binder.id) == 0);
    keep(a.lambda.body.results, kept);
    keep(first.binders, kept);
    kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(of_a.reduced));
    keep(a.row_shapes, kept);
  }
  a.lambda.body.results = merged(a.lambda.body.results, of_a, b.lambda.body.results, of_b);
  a.row_shapes = merged(a.row_shapes, {0, of_a.scanned - of_a.reduced}, b.row_shapes,
                        {0, of_b.scanned - of_b.reduced});
  move_all(a.reduces, b.reduces);
  move_all(a.scans, b.scans);
  a.fused.soacs += b.fused.soacs + 1;
  a.fused.bytes += b.fused.bytes;
  return {merged(first.binders, of_a, second.binders, of_b), std::move(first.exp), second.span,
          second.inlined_at};
}

Stm fused_into(Stm first, Stm second, std::size_t at, Names& names) {
  WithAcc& with = std::get<WithAcc>(second.exp.node);
  Stm& target = with.body.stms[at];
  std::unordered_map<VarId, VarId> inside;
  for (Binder& binder : first.binders) {
    second.binders.push_back(binder);
    inside[binder.id] = names.fresh();
    binder.id = inside[binder.id];
    with.body.results.push_back(binder.atom());
  }
  for (Atom& array : std::get<Soac>(target.exp.node).arrays) {
    const auto renamed = inside.find(array.var);
    if (renamed != inside.end()) array.var = renamed->second;
  }
  target = fused(std::move(first), std::move(target), {});
  return second;
}

Stm with_no_accs(Stm stm) {
  Stm outer{stm.binders, {}, stm.span, stm.inlined_at};
  WithAcc with;
  for (const Binder& binder : stm.binders) with.body.results.push_back(binder.atom());
  with.body.stms.push_back(std::move(stm));
  outer.exp.node = std::move(with);
  return outer;
}

Stm fused_accs(Stm first, std::size_t first_at, Stm second, std::size_t& at, Names& names) {
  WithAcc& a = std::get<WithAcc>(first.exp.node);
  WithAcc& b = std::get<WithAcc>(second.exp.node);
  const std::size_t of_a = first.binders.size() - a.body.results.size();
  const std::size_t of_b = second.binders.size() - b.body.results.size();
  Substitution inside;
  for (std::size_t r = 0; r < a.body.results.size(); ++r)
    inside[first.binders[of_a + r].id] = a.body.results[r];
  Body then = refresh(b.body, names, std::move(inside));

  Body body;
  move_range(body.stms, a.body.stms, 0, first_at);
  move_range(body.stms, then.stms, 0, at);
  body.stms.push_back(fused(std::move(a.body.stms[first_at]), std::move(then.stms[at]), {}));
  move_range(body.stms, a.body.stms, first_at + 1, a.body.stms.size());
  move_range(body.stms, then.stms, at + 1, then.stms.size());
  at += first_at;
  body.results = std::move(a.body.results);
  move_all(body.results, then.results);
  move_all(a.accs, b.accs);
  b.accs = std::move(a.accs);
  b.body = std::move(body);
  second.binders = merged(first.binders, {0, of_a}, second.binders, {0, of_b});
  return second;
}

}  // namespace laguz::core::fusion
