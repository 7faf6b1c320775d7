// Reductions whose operator only chooses, as that of the largest number with its place: what they
// give is one of the elements, and that takes the cotangent. Which one is found by a reduction that
// makes the same choices among the elements' numbers.
#include <optional>

#include "ad/reverse/choices.hpp"
#include "ad/reverse/folds/fold.hpp"
#include "ad/reverse/loops.hpp"
#include "core/walk.hpp"

namespace laguz::ad::reverse::folds {

using core::Binder;
using core::Binders;

namespace {

/// [reduce] over elements and their numbers, which are components behind the others: of those that
/// are [wanted]. Nothing if one of these is not only chosen.
std::optional<core::Reduce> with_numbers(core::Names& names, const core::Reduce& reduce,
                                         const std::vector<bool>& wanted) {
  const std::size_t n = reduce.neutral.size();
  core::Reduce made{core::refresh(reduce.op, names), reduce.neutral, false};
  Binders left(made.op.params.begin(), made.op.params.begin() + static_cast<std::ptrdiff_t>(n));
  Binders right(made.op.params.begin() + static_cast<std::ptrdiff_t>(n), made.op.params.end());
  for (std::size_t k = 0; k < n; ++k) {
    if (!wanted[k]) continue;
    const Binder x = names.bind(core::kIndex), y = names.bind(core::kIndex);
    const Atom first = left[k].atom(), second = right[k].atom();
    Choices choices(names, [&](const Atom& value) -> std::optional<Atom> {
      if (value == first) return x.atom();
      return value == second ? std::optional(y.atom()) : std::nullopt;
    });
    const auto number = choices.of(made.op.body, made.op.body.results[k]);
    if (!number) return {};
    left.push_back(x);
    right.push_back(y);
    made.op.body.results.push_back(*number);
    made.neutral.push_back(Atom::i64(-1));
  }
  made.op.params = std::move(left);
  made.op.params.insert(made.op.params.end(), right.begin(), right.end());
  return made;
}

/// The same where [array] is a slice, which is only looked through: the cotangent goes to a place
/// of what it is a slice of.
bool add_through_slice(Sweep& sweep, const Atom& array, const Atom& at, const Atom& cotangent) {
  const graph::Node* node = sweep.graph().find(array.var);
  const auto* found = node != nullptr ? std::get_if<core::Slice>(&node->exp.node) : nullptr;
  if (found == nullptr || !sweep.gathering(found->array)) return false;
  const core::Slice slice = *found;
  Emit& emit = sweep.emit();
  auto place = emit.place_in(slice, at);
  if (!place) return false;
  // What is no place of the slice may be one of the array.
  const Atom any = emit.prim(
      "and", {emit.prim("le", {Atom::i64(0), at}), emit.prim("lt", {at, emit.shape(array, 0)})});
  Atom& index = place->indices[place->open];
  index = emit.choose(any, index, Atom::i64(-1));
  return sweep.accumulate_at(slice.array, place->indices, cotangent);
}

/// The same in a map, each lane of which has its own array: as an addition of arrays, which is made
/// where the sum is used.
void add_in_lane(Sweep& sweep, const Atom& array, const Atom& at, const Atom& cotangent) {
  Emit& emit = sweep.emit();
  const Atom zero = emit.zero(cotangent.type.elem);
  const Atom numbers = emit.iota(emit.shape(array, 0));
  Atoms operands{numbers};
  if (const auto sum = sweep.adjoint(array)) operands.push_back(*sum);
  sweep.set(array, emit.elementwise(operands, cotangent.type.elem, [&](Emit& each, const Atoms& x) {
    const Atom here = each.prim("eq", {x[0], at});
    if (x.size() == 1) return each.choose(here, cotangent, zero);
    return each.choose(here, each.add(x[1], cotangent), x[1]);
  }));
}

}  // namespace

core::Builder builder_at(Emit& emit) {
  core::Builder out(emit.graph().names());
  out.span = emit.place.span;
  out.inlined_at = emit.place.inlined_at;
  return out;
}

Atom positions(core::Builder& out, const Atom& width) {
  return out.array_op(core::ArrayOp::iota, {width, Atom::i64(0), Atom::i64(1)},
                      core::kIndex.array_of());
}

void add_at(Sweep& sweep, const Atom& array, const Atom& at, const Atom& cotangent) {
  if (sweep.accumulate_at(array, {at}, cotangent) || add_through_slice(sweep, array, at, cotangent))
    return;
  const Type type = cotangent.type;
  if (sweep.in_map()) return add_in_lane(sweep, array, at, cotangent);
  core::Hist one;
  one.width = Atom::i64(1);
  one.dests = {sweep.adjoint_or_zeros(array)};
  one.op = sweep.emit().add_operator(type);
  one.neutral = {sweep.emit().zero(type.elem)};
  one.indices = {
      sweep.emit().emit1({core::ArrayLit{{at}, core::kIndex, {}}}, core::kIndex.array_of())};
  one.values = {sweep.emit().emit1({core::ArrayLit{{cotangent}, type, {}}}, type.array_of())};
  sweep.set(array, sweep.emit().emit1({std::move(one)}, array.type));
}

bool fold_choosing(Sweep& sweep, const core::Soac& e, const Swept& node) {
  Emit& emit = sweep.emit();
  core::Names& names = emit.graph().names();
  const core::Reduce& reduce = e.reduces[0];
  core::Stm stm = node.forward[node.position].stm();
  auto& search = std::get<core::Soac>(stm.exp.node);
  const std::size_t n = node.results.size();
  std::vector<bool> wanted;
  for (std::size_t k = 0; k < n; ++k) {
    if (!node.results[k].type.is_scalar()) return false;
    wanted.push_back(sweep.adjoint(node.results[k].atom()).has_value());
  }
  auto numbered = with_numbers(names, search.reduces[0], wanted);
  if (!numbered) return false;
  core::Builder before = builder_at(emit);
  const Atom elements = positions(before, search.width);
  while (search.arrays.size() < numbered->neutral.size()) {
    search.arrays.push_back(elements);
    stm.binders.push_back(names.bind(core::kIndex));
  }
  std::vector<Type> types;
  for (const Atom& array : search.arrays) types.push_back(array.type.row());
  search.lambda = emit.lambda(types, [](Emit&, const Atoms& x) { return x; });
  search.reduces[0] = std::move(*numbered);
  Atoms found;
  for (std::size_t b = n; b < stm.binders.size(); ++b) found.push_back(stm.binders[b].atom());
  found = do_there(sweep, node, std::move(stm), before.finish({}).stms, found);
  std::size_t number = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (!wanted[k]) continue;
    const Atom cotangent = *sweep.adjoint(node.results[k].atom());
    const Atom at = found[number++];
    if (sweep.is_active(reduce.neutral[k])) {
      const Atom none = emit.prim("lt", {at, Atom::i64(0)});
      sweep.add(reduce.neutral[k], emit.choose(none, cotangent, emit.zero(cotangent.type.elem)));
    }
    if (sweep.is_active(e.arrays[k])) add_at(sweep, e.arrays[k], at, cotangent);
  }
  return true;
}

}  // namespace laguz::ad::reverse::folds
