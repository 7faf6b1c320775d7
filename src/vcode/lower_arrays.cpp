// Arrays: what is in memory under which name, rows and ranges of it, and places in it.
#include <algorithm>

#include "prims/catalog.hpp"
#include "vcode/lowering.hpp"

namespace laguz::vcode {

ArrayNumber Lowering::given(const core::Binder& var, bool writable) {
  const auto number = static_cast<ArrayNumber>(unit_.arrays.size());
  Unit::Array array;
  array.var = var.id;
  array.elem = var.type.elem;
  for (auto* numbers : {&array.lengths, &array.strides})
    for (int d = 0; d < var.type.rank; ++d) numbers->push_back(value(ScalarType::i64));
  unit_.arrays.push_back(std::move(array));
  fresh_.push_back({var.id});
  if (writable) writable_.insert(number);
  return number;
}

ArrayNumber Lowering::filled(ScalarType elem) {
  Unit::Array array;
  array.origin = Unit::Origin::filled;
  array.elem = elem;
  array.written = true;
  unit_.arrays.push_back(std::move(array));
  fresh_.emplace_back();
  return static_cast<ArrayNumber>(unit_.arrays.size() - 1);
}

Lowering::View Lowering::whole(ArrayNumber array) const {
  const Unit::Array& own = unit_.arrays[array];
  View view{array, i64(0), {}, {}};
  for (const Value length : own.lengths) view.lengths.push_back(of(length));
  for (const Value stride : own.strides) view.strides.push_back(of(stride));
  return view;
}

Lowering::View Lowering::view(const core::Atom& atom) {
  if (atom.type.acc) refuse("an accumulator is handed on");
  if (nowhere_.count(atom.var) != 0) refuse("it makes arrays");
  if (!refused_ && views_.count(atom.var) == 0)
    views_[atom.var] = whole(given({atom.var, atom.type}, false));
  if (!refused_) {
    const View& found = views_.at(atom.var);
    if (fresh_[found.array].count(atom.var) != 0) return found;
    refuse("an array is read that has been overwritten");
  }
  View none;
  none.lengths.resize(atom.type.rank);
  none.strides.resize(atom.type.rank);
  return none;
}

bool Lowering::is_whole(const View& view) const {
  const View all = whole(view.array);
  const auto same = [](const Operands& a, const Operands& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
      return x.value == y.value && x.bits == y.bits;
    });
  };
  return same({view.first}, {all.first}) && same(view.lengths, all.lengths) &&
         same(view.strides, all.strides);
}

void Lowering::name(core::VarId var, View view) {
  if (refused_) return;
  fresh_[view.array].insert(var);
  views_[var] = std::move(view);
}

void Lowering::rename(View view, core::VarId var) {
  if (refused_) return;
  fresh_[view.array].clear();
  name(var, std::move(view));
}

void Lowering::numbers(SiteNumber site, const Operands& indices, const Operands& lengths) {
  Site& of = unit_.sites[site];
  of.numbers = indices;
  of.indices = indices.size();
  of.numbers.insert(of.numbers.end(), lengths.begin(), lengths.end());
}

void Lowering::check_inside(const Operands& indices, const Operands& lengths, SiteNumber site,
                            Code& code) {
  numbers(site, indices, lengths);
  for (std::size_t d = 0; d < indices.size(); ++d) add(code, Inside{indices[d], lengths[d], site});
}

Operand Lowering::place(const View& view, const Operands& indices, SiteNumber site, Code& code) {
  check_inside(indices, view.lengths, site, code);
  Operand at = view.first;
  for (std::size_t d = 0; d < indices.size(); ++d)
    at = plus(at, times(indices[d], view.strides[d], code), code);
  return at;
}

void Lowering::index(const core::Stm& stm, const core::Index& index, Code& code) {
  const Operands indices = operands(index.indices);
  const SiteNumber at = site(Site::Kind::index, stm);
  unit_.sites[at].index = &index;
  const core::Binder& to = stm.binders[0];
  const auto rest = static_cast<std::ptrdiff_t>(indices.size());
  if (const auto found = constants_.find(index.array.var); found != constants_.end()) {
    const Constant of = found->second;
    check_inside(indices, of.lengths, at, code);
    if (to.type.rank == 0) {
      values_[to.id] = of.element;
    } else {
      constants_[to.id] = {of.element, {of.lengths.begin() + rest, of.lengths.end()}};
      nowhere_.insert(to.id);
    }
    return;
  }
  const View of = view(index.array);
  if (refused_) return;
  Operand first = place(of, indices, at, code);
  if (to.type.rank == 0) return add(code, Load{of.array, std::move(first), bind(to)});
  name(to.id, {of.array,
               std::move(first),
               {of.lengths.begin() + rest, of.lengths.end()},
               {of.strides.begin() + rest, of.strides.end()}});
}

void Lowering::slice(const core::Stm& stm, const core::Slice& slice, Code& code) {
  View of = view(slice.array);
  const core::DimSlice& dim = slice.dims[0];
  if (slice.dims.size() != 1 || of.lengths.size() != 1 || dim.fixed || !dim.start || !dim.end ||
      dim.stride)
    return refuse("it takes parts of arrays");
  const Operand start = operand(*dim.start), end = operand(*dim.end);
  const SiteNumber at = site(Site::Kind::range, stm);
  numbers(at, {start, end}, of.lengths);
  // (What is taken has the indices from 0 on, and all of them are inside.)
  const Operand count = compute("sub", ScalarType::i64, {end, start}, code);
  add(code, Check{compute("le", ScalarType::i64, {start, end}, code), at});
  const Operand least = compute("le", ScalarType::i64, {i64(0), start}, code);
  const Operand most = compute("le", ScalarType::i64, {end, of.lengths[0]}, code);
  const Operand none = compute("eq", ScalarType::i64, {count, i64(0)}, code);
  const Operand both = compute("and", ScalarType::boolean, {least, most}, code);
  add(code, Check{compute("or", ScalarType::boolean, {both, none}, code), at});
  of.first = plus(of.first, times(start, of.strides[0], code), code);
  of.lengths[0] = count;
  name(stm.binders[0].id, std::move(of));
}

void Lowering::array_op(const core::Stm& stm, const core::ArrayApp& app, Code& code) {
  const core::VarId to = stm.binders[0].id;
  if (app.op == core::ArrayOp::shape) {
    const auto found = constants_.find(app.args[0].var);
    const Operands lengths =
        found != constants_.end() ? found->second.lengths : view(app.args[0]).lengths;
    values_[to] = lengths[static_cast<std::size_t>(app.attrs[0])];
    return;
  }
  if (app.op == core::ArrayOp::rearrange) {
    const View of = view(app.args[0]);
    View turned{of.array, of.first, {}, {}};
    for (const std::int64_t dim : app.attrs) {
      turned.lengths.push_back(of.lengths[static_cast<std::size_t>(dim)]);
      turned.strides.push_back(of.strides[static_cast<std::size_t>(dim)]);
    }
    return name(to, std::move(turned));
  }
  if (app.op == core::ArrayOp::reshape && app.args[0].type.rank == 1) {
    View of = view(app.args[0]);
    Operands lengths;
    Operand size = i64(1);
    for (std::size_t d = 1; d < app.args.size(); ++d) {
      lengths.push_back(operand(app.args[d]));
      size = times(size, lengths.back(), code);
    }
    const SiteNumber at = site(Site::Kind::shape, stm);
    numbers(at, lengths, of.lengths);
    for (const Operand& length : lengths)
      add(code, Check{compute("le", ScalarType::i64, {i64(0), length}, code), at});
    add(code, Check{compute("eq", ScalarType::i64, {size, of.lengths[0]}, code), at});
    Operands strides(lengths.size(), of.strides[0]);
    for (std::size_t d = lengths.size() - 1; d-- > 0;)
      strides[d] = times(lengths[d + 1], strides[d + 1], code);
    of.lengths = std::move(lengths);
    of.strides = std::move(strides);
    return name(to, std::move(of));
  }
  nowhere_.insert(to);
  auto made = constant(app);
  if (!made) return;
  const bool is_copy = app.op == core::ArrayOp::copy;
  const std::size_t counts = app.op == core::ArrayOp::replicate ? 1 : made->lengths.size();
  for (std::size_t d = 0; d < counts && !is_copy; ++d) {
    const SiteNumber at = site(Site::Kind::count, stm);
    unit_.sites[at].numbers = {made->lengths[d]};
    add(code, Check{compute("le", ScalarType::i64, {i64(0), made->lengths[d]}, code), at});
  }
  constants_[to] = std::move(*made);
}

std::optional<Lowering::Constant> Lowering::constant(const core::ArrayApp& app) {
  if (app.op == core::ArrayOp::zeros)
    return Constant{{{}, static_cast<ScalarType>(app.attrs[0]), 0}, operands(app.args)};
  if (app.op == core::ArrayOp::copy) {
    const auto found = constants_.find(app.args[0].var);
    if (found != constants_.end()) return found->second;
  }
  if (app.op != core::ArrayOp::replicate) return {};
  if (app.args[1].type.rank == 0) return Constant{operand(app.args[1]), {operand(app.args[0])}};
  const auto found = constants_.find(app.args[1].var);
  if (found == constants_.end()) return {};
  Constant more = found->second;
  more.lengths.insert(more.lengths.begin(), operand(app.args[0]));
  return more;
}

void Lowering::update(const core::Stm& stm, const core::Update& update, Code& code) {
  Operands indices;
  for (const core::DimSlice& dim : update.dims) {
    if (!dim.fixed) return refuse("it writes parts of arrays");
    indices.push_back(operand(dim.index));
  }
  if (update.value.type.rank > 0 || indices.size() != update.array.type.rank)
    return refuse("it writes rows of arrays");
  Operand what = operand(update.value);
  const View to = view(update.array);
  if (refused_) return;
  if (writable_.count(to.array) == 0 || !is_whole(to))
    return refuse("it writes to copies of arrays");
  const SiteNumber at = site(Site::Kind::update, stm);
  unit_.arrays[to.array].written = true;
  Operand first = place(to, indices, at, code);
  add(code, Store{to.array, std::move(first), std::move(what)});
  rename(to, stm.binders[0].id);
}

void Lowering::add_to(const core::AccUpdate& update, Code& code) {
  const Operands indices = operands(update.indices);
  const std::size_t rank = update.acc.type.rank;
  for (const core::Atom& value : update.values)
    if (value.type.rank > 0) return refuse("it adds rows to accumulators");
  if (indices.size() != rank) return refuse("it adds rows to accumulators");
  if (nowhere_.count(update.acc.var) != 0) return refuse("it makes an accumulator");
  const Operands values = operands(update.values);
  for (std::size_t part = 0; part < values.size() && !refused_; ++part) {
    const auto key = std::make_tuple(update.acc.var, part, update.site);
    if (sums_.count(key) == 0) {
      sums_[key] = given({update.acc.var, {values[part].type, update.acc.type.rank, false}}, true);
      Unit::Array& made = unit_.arrays.back();
      made.origin = Unit::Origin::sum;
      made.written = true;
      made.part = part;
      made.site = update.site;
    }
    const View to = whole(sums_.at(key));
    // What is outside is not added. (As numbers without signs, those below 0 are large.)
    Operand within{{}, ScalarType::boolean, 1}, at = i64(0);
    for (std::size_t d = 0; d < rank; ++d) {
      const auto large = [&](const Operand& x) {
        return compute("cvt_u64", ScalarType::i64, {x}, code);
      };
      const Operand own =
          compute("lt", ScalarType::u64, {large(indices[d]), large(to.lengths[d])}, code);
      within = d == 0 ? own : compute("and", ScalarType::boolean, {within, own}, code);
      at = plus(at, times(indices[d], to.strides[d], code), code);
    }
    const core::Prim addition = prims::addition(values[part].type);
    const Value before = value(addition.type), after = value(addition.type);
    Branch only_then{within, {}, {}, {}};
    add(only_then.yes, Load{to.array, at, before});
    add(only_then.yes, Apply{addition, {of(before), values[part]}, after, {}});
    add(only_then.yes, Store{to.array, at, of(after)});
    add(code, std::move(only_then));
  }
}

}  // namespace laguz::vcode
