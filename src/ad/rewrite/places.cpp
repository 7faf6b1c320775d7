#include "ad/rewrite/places.hpp"

#include "core/walk.hpp"

namespace laguz::ad::rewrite {

using core::ArrayOp;

Places places_of(Emit& emit, const Atom& width, const Atoms& indices, const Atom& array) {
  Atoms dims;
  Places places{indices[0], Atom::i64(1)};
  for (std::size_t d = 0; d < indices.size(); ++d) {
    dims.push_back(emit.shape(array, static_cast<int>(d)));
    places.count = emit.prim("mul", {places.count, dims[d]});
  }
  if (indices.size() == 1) return places;
  const auto number =
      emit.lambda(std::vector<Type>(indices.size(), core::kIndex), [&](Emit& in, const Atoms& x) {
        Atom place = Atom::i64(0);
        for (std::size_t d = 0; d < x.size(); ++d)
          place = in.prim("add", {in.prim("mul", {place, dims[d]}), x[d]});
        return Atoms{in.choose(in.in_bounds(array, x), place, Atom::i64(-1))};
      });
  places.numbers = emit.map(width, indices, number, {core::kIndex.array_of()}, {{}})[0];
  return places;
}

Atom last_of_places(Emit& emit, const Atom& width, const Atoms& indices, const Atom& array) {
  const Places places = places_of(emit, width, indices, array);
  return emit.array_op(ArrayOp::last_equal, {places.numbers, places.count},
                       core::kIndex.array_of());
}

core::Body hist_of_places(Emit& emit, const core::Hist& e) {
  return emit.body([&](Emit& in) {
    const Atom last = last_of_places(in, e.width, e.indices, e.dests[0]);
    // One value of each bin stands for it: it is where the bin's own is fetched and put back.
    const auto stands =
        in.lambda({core::kIndex, core::kIndex, core::kIndex}, [](Emit& each, const Atoms& x) {
          const Atom one = each.prim("eq", {x[0], x[1]});
          return Atoms{each.choose(one, x[2], Atom::i64(-1))};
        });
    Atoms indices = e.indices;
    indices[0] = in.map(e.width, {in.iota(e.width), last, e.indices[0]}, stands,
                        {core::kIndex.array_of()}, {{}})[0];
    core::Hist some = e;
    some.indices = {last};
    std::vector<Type> few, all;
    for (std::size_t k = 0; k < e.dests.size(); ++k) {
      some.dests[k] = in.gather_at(e.width, e.dests[k], indices);
      few.push_back(some.dests[k].type);
      all.push_back(e.dests[k].type);
    }
    some.op = core::refresh(e.op, in.graph().names());
    core::Scatter back{e.width, e.dests, indices, in.emit({std::move(some)}, few)};
    return in.emit({std::move(back)}, all);
  });
}

}  // namespace laguz::ad::rewrite
