// Which of the values a bin holds, is a histogram of their numbers.
#include "ad/reverse/folds/hist_extremum.hpp"

namespace laguz::ad::reverse::folds {

using core::ArrayOp;

namespace {

const Type kTruth{ScalarType::boolean, 0, false};

/// Some of a histogram's values, all that are equal to what their bin holds among them.
struct Candidates {
  Atom width;
  Atoms indices;
  Atom values;
  std::optional<Atom> rows{};  ///< their numbers, if they are not all values
};

/// Rows of which an element is equal to what the bin holds: usually few, of which the numbers of
/// all elements are little work.
Candidates rows_that_reach(Emit& emit, const core::Hist& e, const Atom& result) {
  const Atom& values = e.values[0];
  std::vector<Type> types(e.indices.size(), core::kIndex);
  types.push_back(values.type.row());
  core::Soac all;
  all.width = e.width;
  all.arrays = e.indices;
  all.arrays.push_back(values);
  all.lambda = emit.lambda(types, [&](Emit& in, const Atoms& x) {
    const Atoms at(x.begin(), x.end() - 1);
    core::If reaches;
    reaches.condition = in.in_bounds(result, at);
    reaches.then_body = in.body([&](Emit& then) {
      const Atom row = then.flat(x.back()), bin = then.flat(then.index(result, at));
      core::Soac any;
      any.width = then.shape(row, 0);
      any.arrays = {row, bin};
      any.lambda = then.lambda({row.type.row(), bin.type.row()}, [](Emit& each, const Atoms& y) {
        return Atoms{each.prim("eq", y)};
      });
      auto either = then.lambda(
          {kTruth, kTruth}, [](Emit& both, const Atoms& y) { return Atoms{both.prim("or", y)}; });
      any.reduces.push_back({std::move(either), {Atom::boolean(false)}, true});
      return Atoms{then.emit1({std::move(any)}, kTruth)};
    });
    reaches.else_body.results = {Atom::boolean(false)};
    const Atom found = in.emit1({std::move(reaches)}, kTruth);
    return Atoms{in.choose(found, Atom::i64(1), Atom::i64(0)), found};
  });
  all.scans.push_back({emit.add_operator(core::kIndex), {Atom::i64(0)}});
  all.row_shapes.resize(2);
  const Atoms ranks = emit.emit({std::move(all)}, {core::kIndex.array_of(), kTruth.array_of()});
  const Atom last = emit.prim("sub", {e.width, Atom::i64(1)});
  Candidates few;
  few.width = emit.guarded_index(ranks[0], {last});
  const auto place = emit.lambda({core::kIndex, kTruth}, [](Emit& in, const Atoms& x) {
    return Atoms{in.choose(x[1], in.prim("sub", {x[0], Atom::i64(1)}), Atom::i64(-1))};
  });
  core::Scatter number;
  number.width = e.width;
  number.dests = {emit.zeros(ScalarType::i64, {few.width})};
  number.indices = emit.map(e.width, ranks, place, {core::kIndex.array_of()}, {{}});
  number.values = {emit.iota(e.width)};
  few.rows = emit.emit1({std::move(number)}, core::kIndex.array_of());
  const auto only = [&](const Atom& array) {
    return emit.array_op(ArrayOp::gather, {array, *few.rows}, array.type);
  };
  for (const Atom& index : e.indices) few.indices.push_back(only(index));
  few.values = only(values);
  return few;
}

/// The numbers of the elements that win in [winners], of [some] rows of [size] elements each, as
/// numbers of elements of all rows.
Atom among_all(Emit& emit, const Candidates& some, const Atom& size, const Atom& winners) {
  const Atom count = emit.prim("mul", {some.width, size});
  const auto number = emit.lambda({core::kIndex}, [&](Emit& in, const Atoms& x) {
    core::If inside;
    inside.condition =
        in.prim("and", {in.prim("le", {Atom::i64(0), x[0]}), in.prim("lt", {x[0], count})});
    inside.then_body = in.body([&](Emit& then) {
      const Atom row = then.index(*some.rows, {then.prim("quot", {x[0], size})});
      return Atoms{
          then.prim("add", {then.prim("mul", {row, size}), then.prim("rem", {x[0], size})})};
    });
    inside.else_body.results = {Atom::i64(-1)};
    return Atoms{in.emit1({std::move(inside)}, core::kIndex)};
  });
  return emit.map(emit.shape(winners, 0), {winners}, number, {winners.type}, {{}})[0];
}

/// The elements that win, by bins; other numbers where a bin holds what it began with.
Atom winners_of(Emit& emit, const core::Hist& e, const Atom& result, const Candidates& some) {
  // Numbers of elements, counted through: where rows are short, one map of all is faster than a
  // map of maps.
  const Type numbers{ScalarType::i64, some.values.type.rank, false};
  const Atom each = emit.flat(some.values);
  const Atom count = emit.shape(each, 0);
  const Atom reached = emit.flat(emit.gather_at(some.width, result, some.indices));
  auto number_if_reached =
      emit.lambda({core::kIndex, each.type.row(), each.type.row()}, [&](Emit& in, const Atoms& x) {
        return Atoms{in.choose(in.prim("eq", {x[1], x[2]}), x[0], count)};
      });
  Atoms shaped = emit.map(count, {emit.iota(count), each, reached}, number_if_reached,
                          {core::kIndex.array_of()}, {{}});
  const Atoms dims = emit.shape(some.values);
  shaped.insert(shaped.end(), dims.begin(), dims.end());
  core::Hist first;
  first.width = some.width;
  first.indices = some.indices;
  first.values = {emit.array_op(ArrayOp::reshape, std::move(shaped), numbers)};
  first.op = emit.lambda({numbers.row(), numbers.row()}, [&](Emit& in, const Atoms& x) {
    return Atoms{in.elementwise(x, numbers.elem,
                                [](Emit& at, const Atoms& y) { return at.prim("min", y); })};
  });
  Atom none = count;
  for (std::size_t d = dims.size(); d-- > 1;) none = emit.replicate(dims[d], none);
  first.neutral = {none};
  // The value that a bin began with comes before all others.
  first.dests = {emit.elementwise(
      {e.dests[0], result}, numbers.elem,
      [&](Emit& at, const Atoms& y) { return at.choose(at.prim("eq", y), Atom::i64(-1), count); })};
  const Type places{numbers.elem, e.dests[0].type.rank, false};
  return emit.flat(emit.emit1({std::move(first)}, places));
}

}  // namespace

void extremum_hist(Sweep& sweep, const core::Hist& e, const Atom& result) {
  Emit& emit = sweep.emit();
  const Atom cotangent = *sweep.adjoint(result);
  const Atom& dest = e.dests[0];
  const Atom& values = e.values[0];
  if (sweep.is_active(values)) {
    // (Lanes cannot have lengths of their own.)
    const bool some = values.type.rank > 1 && !sweep.in_map();
    const Candidates candidates =
        some ? rows_that_reach(emit, e, result) : Candidates{e.width, e.indices, values};
    Atom winners = winners_of(emit, e, result, candidates);
    const Atom count = emit.shape(emit.flat(values), 0);
    Atoms back = emit.shape(values);
    if (some) {
      Atom size = Atom::i64(1);
      for (std::size_t d = 1; d < back.size(); ++d) size = emit.prim("mul", {size, back[d]});
      winners = among_all(emit, candidates, size, winners);
    }
    core::Scatter give;
    give.dests = {emit.zeros(values.type.elem, {count})};
    give.indices = {winners};
    give.values = {emit.flat(cotangent)};
    give.width = emit.shape(give.values[0], 0);
    back.insert(back.begin(), emit.emit1({std::move(give)}, {values.type.elem, 1, false}));
    sweep.add(values, emit.array_op(ArrayOp::reshape, std::move(back), values.type));
  }
  if (sweep.is_active(dest))
    sweep.add(dest, emit.elementwise({dest, result, cotangent}, cotangent.type.elem,
                                     [](Emit& at, const Atoms& y) {
                                       const Atom none = at.zero(y[2].type.elem);
                                       return at.choose(at.prim("eq", {y[0], y[1]}), y[2], none);
                                     }));
}

}  // namespace laguz::ad::reverse::folds
