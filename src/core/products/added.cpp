// Products that are added to accumulators, and such additions as reductions.
#include <algorithm>
#include <span>

#include "core/builder.hpp"
#include "core/products/nests.hpp"
#include "core/products/sums.hpp"

namespace laguz::core::products {

namespace {

/// The levels of the maps, of one value each, that [stm] is.
std::vector<Level> rows_of(const Stm& stm) {
  std::vector<Level> rows;
  for (const Stm* one = &stm;;) {
    const auto* soac = std::get_if<Soac>(&one->exp.node);
    if (soac == nullptr || !soac->reduces.empty() || !soac->scans.empty() ||
        soac->lambda.body.results.size() != 1)
      return rows;
    rows.emplace_back(*soac);
    const auto value = rows.back().stm(soac->lambda.body.results[0].var);
    if (!value) return rows;
    one = &soac->lambda.body.stms[*value];
  }
}

/// The product that is all that [stm] computes, or the innermost of its [rows], besides views.
const PrimApp* product_of(const Stm& stm, const std::vector<Level>& rows) {
  for (const Level& row : rows) {
    const Body& body = row.body();
    const VarId result = body.results[0].var;
    if (&row == &rows.back()) return only_product(body, result);
    for (std::size_t s = 0; s < body.stms.size(); ++s)
      if (s != row.stm(result) && !is_view(body.stms[s].exp)) return nullptr;
  }
  return prim_of(stm, prims::Op::mul);
}

/// [a] + [b], arrays of [lengths].
Atom added(const Atom& a, const Atom& b, std::span<const Atom> lengths, Builder& out) {
  const Type type = a.type;
  if (type.rank == 0) return out.add(a, b);
  Soac map;
  map.width = lengths[0];
  map.arrays = {a, b};
  map.lambda.params = {out.names().bind(type.row()), out.names().bind(type.row())};
  Builder inside(out.names());
  inside.span = out.span, inside.inlined_at = out.inlined_at;
  const Atom sum =
      added(map.lambda.params[0].atom(), map.lambda.params[1].atom(), lengths.subspan(1), inside);
  map.lambda.body = inside.finish({sum});
  map.row_shapes = {{lengths.begin() + 1, lengths.end()}};
  return out.emit1({std::move(map)}, type);
}

Lambda addition_of(ScalarType type, Names& names) {
  const Type scalar{type, 0, false};
  Lambda add;
  add.params = {names.bind(scalar), names.bind(scalar)};
  const Binder sum = names.bind(scalar);
  add.body.stms.push_back(
      {{sum},
       {PrimApp{prims::get("add", type), {add.params[0].atom(), add.params[1].atom()}}},
       {},
       nullptr});
  add.body.results = {sum.atom()};
  return add;
}

}  // namespace

std::optional<std::size_t> product_added(const std::vector<Level>& levels, std::size_t u,
                                         Reuse reuse) {
  const Body& body = levels.back().body();
  const auto& update = std::get<AccUpdate>(body.stms[u].exp.node);
  if (update.values.size() != 1) return {};
  const VarId value = update.values[0].var;
  const auto made = levels.back().stm(value);
  if (!made || body.stms[*made].binders.size() != 1 || count_uses(body, value) != 1) return {};
  const Stm& stm = body.stms[*made];
  const std::vector<Level> rows = rows_of(stm);
  const PrimApp* product = product_of(stm, rows);
  std::vector<Level> inside = levels;
  inside.insert(inside.end(), rows.begin(), rows.end());
  if (product == nullptr || inside.size() > 64) return {};
  if (!are_of_matrices(inside, {product->args[0].var, product->args[1].var}, reuse)) return {};
  return made;
}

std::optional<AddedProducts> added_products(const std::vector<Level>& levels, const VarSet& iotas,
                                            std::size_t u, Reuse reuse) {
  const Body& body = levels.back().body();
  const auto& update = std::get<AccUpdate>(body.stms[u].exp.node);
  // At the numbers of iterations of all levels but some, over which the sum is.
  AddedProducts added;
  std::vector<bool> left(levels.size(), true);
  for (const Atom& index : update.indices) {
    const Place place = place_in(levels, iotas, index);
    if (place.level && !left[*place.level]) return {};
    if (place.level) left[*place.level] = false;
    added.around = std::max(added.around, place.around);
    added.numbered.push_back(place);
  }
  const auto inside = levels.begin() + static_cast<std::ptrdiff_t>(added.around);
  if (inside == levels.end()) return {};
  const auto made = product_added({inside, levels.end()}, u, reuse);
  if (!made) return {};
  added.places = {*made, u};
  for (std::size_t l = added.around; l < left.size(); ++l)
    if (left[l]) added.summed.push_back(l);
  if (added.summed.empty()) return {};
  const std::vector<Level> rows = rows_of(body.stms[*made]);
  for (std::size_t r = 0; r < rows.size(); ++r) added.numbered.push_back({levels.size() + r, {}});
  return added;
}

Atoms widths_of(const std::vector<Level>& levels, const AddedProducts& products) {
  const std::vector<Level> rows = rows_of(levels.back().body().stms[products.places[0]]);
  Atoms all;
  for (const Place& place : products.numbered) {
    const std::size_t l = place.level.value_or(0);
    const Level& of = l < levels.size() ? levels[l] : rows[l - levels.size()];
    all.push_back(place.level ? of.soac().width : Atom::i64(1));
  }
  return all;
}

std::vector<Stm> added_to(const Addend& addend, bool of_zeros, const Stm& near, Names& names) {
  Builder out(names);
  out.span = near.span, out.inlined_at = near.inlined_at;
  const auto i64 = [](std::int64_t number) { return Atom::i64(number); };
  std::vector<DimSlice> of_sums, of_array;
  Atoms counts;
  for (std::size_t d = 0; d < addend.widths.size(); ++d) {
    const Atom &width = addend.widths[d], all = out.shape(addend.array, static_cast<int>(d));
    Atom from = i64(0), left = all, first = i64(0);
    if (const auto& start = addend.starts[d]) {
      // So many sums are before the array, of which there are no more than all.
      const Atom least = out.prim("max", {*start, out.prim("neg", {width})});
      first = out.prim("neg", {out.prim("min", {least, i64(0)})});
      from = out.prim("max", {out.prim("min", {*start, all}), i64(0)});
      left = out.prim("sub", {all, from});
    }
    counts.push_back(out.prim("min", {out.prim("sub", {width, first}), left}));
    const auto part = [&](const Atom& begin) {
      return DimSlice{false, {}, begin, out.add(begin, counts.back()), std::nullopt};
    };
    of_sums.push_back(part(first));
    of_array.push_back(part(from));
  }
  Atom those = out.emit1({Slice{addend.sums.atom(), of_sums}}, addend.sums.type);
  if (!of_zeros) {
    const Atom old = out.emit1({Slice{addend.array, of_array}}, addend.sums.type);
    those = added(old, those, counts, out);
  }
  out.append({{addend.result},
              {Update{addend.array, std::move(of_array), those}},
              near.span,
              near.inlined_at});
  return out.finish({}).stms;
}

std::vector<Stm> as_reduction(const Stm& stm, const Path& path, const AddedProducts& products,
                              const Binder& result, const VarSet& iotas, Names& names) {
  std::vector<Level> levels = levels_of(soac_of(stm), path);
  const Stm product = levels.back().body().stms[products.places[0]];
  const std::vector<Level> rows = rows_of(product);
  levels.insert(levels.end(), rows.begin(), rows.end());
  const auto made = [&](Binder binder, Exp exp) {
    return Stm{{binder}, std::move(exp), stm.span, stm.inlined_at};
  };

  // Each level goes by the rows of what there is outside of the nest, and by numbers.
  std::vector<Soac> maps(levels.size());
  Binders numbers;
  Body inside;
  Substitution renamed;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const Soac& old = levels[l].soac();
    maps[l].width = old.width;
    numbers.push_back(names.bind(kIndex));
    for (std::size_t i = 0; i < old.arrays.size(); ++i) {
      const Binder& param = old.lambda.params[i];
      const bool outside = std::none_of(levels.begin(), levels.end(), [&](const Level& level) {
        return level.binds(old.arrays[i].var);
      });
      if (number_of(levels, iotas, param.id) == l) {
        renamed[param.id] = numbers[l].atom();
      } else if (outside) {
        maps[l].arrays.push_back(old.arrays[i]);
        maps[l].lambda.params.push_back(param);
      } else {
        inside.stms.push_back(made(param, {Index{old.arrays[i], {numbers[l].atom()}, {}}}));
      }
    }
    for (const Stm& view : old.lambda.body.stms)
      if (is_view(view.exp) && !is_iota(view.exp)) inside.stms.push_back(view);
  }
  const Body& innermost = levels.back().body();
  const VarId value = rows.empty() ? product.binders[0].id : innermost.results[0].var;
  for (const Stm& one : innermost.stms)
    if (prim_of(one, prims::Op::mul) != nullptr && one.binders[0].id == value)
      inside.stms.push_back(one);
  inside.results = {inside.stms.back().binders[0].atom()};
  inside = refresh(inside, names, std::move(renamed));
  VarSet read;
  for (const Binder& free : free_variables(inside)) read.insert(free.id);
  std::vector<Stm> before;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    if (read.count(numbers[l].id) == 0) continue;
    const Binder count = names.bind(kIndex.array_of());
    before.push_back(
        made(count, {ArrayApp{ArrayOp::iota, {maps[l].width, Atom::i64(0), Atom::i64(1)}, {}}}));
    maps[l].arrays.push_back(count.atom());
    maps[l].lambda.params.push_back(numbers[l]);
  }

  const ScalarType type = result.type.elem;
  Stm nest;
  for (std::size_t k = products.summed.size(); k-- > 0;) {
    Soac sum = std::move(maps[products.summed[k]]);
    sum.lambda.body = std::move(inside);
    sum.reduces.push_back({addition_of(type, names), {Atom::constant({type, 0})}, true});
    nest = made(names.bind({type, 0, false}), {std::move(sum)});
    inside = {{nest}, {nest.binders[0].atom()}};
  }
  Atoms lengths;
  for (std::size_t k = products.numbered.size(); k-- > 0;) {
    const auto& level = products.numbered[k].level;
    Soac map;  // once, for what is always at one place
    if (level)
      map = std::move(maps[*level]);
    else
      map.width = Atom::i64(1);
    map.lambda.body.results = {nest.binders[0].atom()};
    const Type array = nest.binders[0].type.array_of();
    map.row_shapes = {lengths};
    lengths.insert(lengths.begin(), map.width);
    map.lambda.body.stms.push_back(std::move(nest));
    nest = made(names.bind(array), {std::move(map)});
  }
  nest.exp = refresh(nest.exp, names);
  nest.binders = {result};
  before.push_back(std::move(nest));
  return before;
}

}  // namespace laguz::core::products
