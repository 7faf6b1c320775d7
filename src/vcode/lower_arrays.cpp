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
  if (const auto found = extents_.find(array); found != extents_.end()) return found->second;
  const Unit::Array& own = unit_.arrays[array];
  View view{array, i64(0), {}, {}};
  for (const Value length : own.lengths) view.lengths.push_back(of(length));
  for (const Value stride : own.strides) view.strides.push_back(of(stride));
  return view;
}

Lowering::View Lowering::view(const core::Atom& atom) {
  if (atom.type.acc) refuse("an accumulator is handed on");
  if (nowhere_.count(atom.var) != 0) refuse("it makes arrays");
  if (!refused_ && views_.count(atom.var) == 0) {
    View all = whole(given({atom.var, atom.type}, false));
    if (map_ && std::find(map_->iotas.begin(), map_->iotas.end(), atom.var) != map_->iotas.end()) {
      all.kind = View::Kind::counted;
      all.strides = {i64(1)};
    }
    views_[atom.var] = std::move(all);
  }
  if (!refused_) {
    const View& found = views_.at(atom.var);
    if (!found.is_memory() || fresh_[found.array].count(atom.var) != 0) return found;
    if (const auto by = overwritten_.find(atom.var); by != overwritten_.end())
      found_.copies.insert(by->second);
    refuse("an array is read that has been overwritten");
  }
  View none;
  none.lengths.resize(atom.type.rank);
  none.strides.resize(atom.type.rank);
  return none;
}

namespace {

bool are_same(const Operands& a, const Operands& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.value == y.value && x.bits == y.bits;
  });
}

}  // namespace

bool Lowering::is_whole(const View& view) const {
  const View all = whole(view.array);
  return view.is_memory() && are_same({view.first}, {all.first}) &&
         are_same(view.lengths, all.lengths) && are_same(view.strides, all.strides);
}

void Lowering::name(core::VarId var, View view) {
  if (refused_) return;
  if (view.is_memory()) fresh_[view.array].insert(var);
  views_[var] = std::move(view);
}

void Lowering::rename(View view, core::VarId var) {
  if (refused_) return;
  overwrite(view.array, var);
  name(var, std::move(view));
}

void Lowering::overwrite(ArrayNumber array, core::VarId by) {
  for (const core::VarId var : fresh_[array]) overwritten_[var] = by;
  fresh_[array].clear();
}

bool Lowering::may_overwrite(const View& view, core::VarId by) const {
  return view.is_memory() && writable_.count(view.array) != 0 && is_whole(view) &&
         found_.copies.count(by) == 0;
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

Operand Lowering::place_of(const View& view, const Operands& indices, Code& code) {
  Operand at = view.first;
  for (std::size_t d = 0; d < indices.size(); ++d)
    at = plus(at, times(indices[d], view.strides[d], code), code);
  return at;
}

Operand Lowering::place(const View& view, const Operands& indices, SiteNumber site, Code& code) {
  check_inside(indices, view.lengths, site, code);
  return view.kind == View::Kind::constant ? view.first : place_of(view, indices, code);
}

Operand Lowering::read(const View& view, const Operands& indices, Code& code) {
  if (!view.is_memory())
    return view.kind == View::Kind::constant ? view.first : place_of(view, indices, code);
  const Value to = value(unit_.arrays[view.array].elem);
  add(code, Load{view.array, place_of(view, indices, code), to});
  return of(to);
}

Lowering::View Lowering::View::from(std::size_t dim, Operand at) const {
  const auto rest = static_cast<std::ptrdiff_t>(dim);
  View part{array, std::move(at), {lengths.begin() + rest, lengths.end()}, {}, kind};
  if (kind != Kind::constant) part.strides.assign(strides.begin() + rest, strides.end());
  return part;
}

void Lowering::index(const core::Stm& stm, const core::Index& index, Code& code) {
  const Operands indices = operands(index.indices);
  const View of = view(index.array);
  const SiteNumber at = site(Site::Kind::index, stm);
  unit_.sites[at].index = &index;
  if (refused_) return;
  const core::Binder& to = stm.binders[0];
  Operand first = place(of, indices, at, code);
  if (to.type.rank > 0) {
    note_backwards(of, indices);
    return name(to.id, of.from(indices.size(), std::move(first)));
  }
  if (!of.is_memory()) {
    values_[to.id] = first;
    return;
  }
  add(code, Load{of.array, std::move(first), bind(to)});
}

// A row of [of] is taken at [indices].
void Lowering::note_backwards(const View& of, const Operands& indices) {
  const Operand& last = indices.back();
  if (!of.is_memory() || !last.value || falling_.count(*last.value) == 0) return;
  Unit::Array& array = unit_.arrays[of.array];
  const Operand& stride = of.strides[indices.size() - 1];
  for (std::size_t d = 0; d < array.strides.size(); ++d)
    if (stride.value == array.strides[d]) array.backwards = d;
}

void Lowering::slice(const core::Stm& stm, const core::Slice& slice, Code& code) {
  const View of = view(slice.array);
  if (refused_) return;
  View taken = part(of, slice.dims, stm, code);
  if (stm.binders[0].type.rank > 0) return name(stm.binders[0].id, std::move(taken));
  refuse("it takes parts of arrays");
}

void Lowering::array_op(const core::Stm& stm, const core::ArrayApp& app, Code& code) {
  const core::VarId to = stm.binders[0].id;
  const auto check_counts = [&](const Operands& lengths) {
    for (const Operand& length : lengths) {
      const SiteNumber at = site(Site::Kind::count, stm);
      unit_.sites[at].numbers = {length};
      add(code, Check{compute("le", ScalarType::i64, {i64(0), length}, code), at});
    }
  };
  switch (app.op) {
    case core::ArrayOp::shape: {
      values_[to] = view(app.args[0]).lengths[static_cast<std::size_t>(app.attrs[0])];
      return;
    }
    case core::ArrayOp::rearrange: {
      const View of = view(app.args[0]);
      View turned{of.array, of.first, {}, {}, of.kind};
      for (const std::int64_t dim : app.attrs) {
        turned.lengths.push_back(of.lengths[static_cast<std::size_t>(dim)]);
        if (of.is_memory()) turned.strides.push_back(of.strides[static_cast<std::size_t>(dim)]);
      }
      return name(to, std::move(turned));
    }
    case core::ArrayOp::reshape: {
      View of = view(app.args[0]);
      if (refused_) return;
      const auto is_dense = [&] {
        return are_same(of.strides, dense_strides(of.lengths, of.strides.back(), code));
      };
      if (of.lengths.empty() || app.args.size() == 1) return refuse("it makes arrays");
      if (of.is_memory() && of.lengths.size() > 1 && !is_dense())
        of = copied(of, app.args[0].type.elem, code);
      if (of.lengths.size() > 1 && of.kind == View::Kind::counted) return refuse("it makes arrays");
      const Operands lengths = operands({app.args.begin() + 1, app.args.end()});
      const SiteNumber at = site(Site::Kind::shape, stm);
      numbers(at, lengths, of.lengths);
      for (const Operand& length : lengths)
        add(code, Check{compute("le", ScalarType::i64, {i64(0), length}, code), at});
      const Operand size = size_of(lengths, code), before = size_of(of.lengths, code);
      add(code, Check{compute("eq", ScalarType::i64, {size, before}, code), at});
      if (of.kind != View::Kind::constant)
        of.strides = dense_strides(lengths, of.strides.back(), code);
      of.lengths = lengths;
      return name(to, std::move(of));
    }
    case core::ArrayOp::zeros: {
      const Operands lengths = operands(app.args);
      check_counts(lengths);
      limit_lengths(lengths);
      const Operand zero{{}, static_cast<ScalarType>(app.attrs[0]), 0};
      return name(to, {0, zero, lengths, {}, View::Kind::constant});
    }
    case core::ArrayOp::replicate: {
      View all{0, {}, {operand(app.args[0])}, {}, View::Kind::constant};
      check_counts(all.lengths);
      if (app.args[1].type.rank == 0) {
        all.first = operand(app.args[1]);
        return name(to, std::move(all));
      }
      View row = view(app.args[1]);
      row.lengths.insert(row.lengths.begin(), all.lengths[0]);
      limit_lengths(row.lengths);
      if (row.kind != View::Kind::constant) row.strides.insert(row.strides.begin(), i64(0));
      return name(to, std::move(row));
    }
    case core::ArrayOp::iota: {
      const Operands args = operands(app.args);
      if (args[1].type != ScalarType::i64) return refuse("it makes arrays");
      check_counts({args[0]});
      return name(to, {0, args[1], {args[0]}, {args[2]}, View::Kind::counted});
    }
    case core::ArrayOp::copy: {
      if (!app.attrs.empty()) return refuse("it makes arrays");
      const View from = view(app.args[0]);
      if (refused_) return;
      return name(to, from.is_memory() ? copied(from, app.args[0].type.elem, code) : from);
    }
    case core::ArrayOp::concat: return concat(stm, app, code);
    case core::ArrayOp::rotate: return rotate(stm, app, code);
    case core::ArrayOp::reverse: {
      View of = view(app.args[0]);
      if (refused_ || of.kind == View::Kind::constant) return name(to, std::move(of));
      const Operand last = minus(of.lengths[0], i64(1), code);
      of.first = plus(of.first, times(last, of.strides[0], code), code);
      of.strides[0] = minus(i64(0), of.strides[0], code);
      return name(to, std::move(of));
    }
    case core::ArrayOp::gather:
    case core::ArrayOp::lin_rec:
    case core::ArrayOp::order:
    case core::ArrayOp::last_equal:
    case core::ArrayOp::flat_index:
    case core::ArrayOp::flat_update: return refuse("it makes arrays");
  }
}

void Lowering::update(const core::Stm& stm, const core::Update& update, Code& code) {
  Operands indices;
  for (const core::DimSlice& dim : update.dims)
    if (dim.fixed) indices.push_back(operand(dim.index));
  if (update.value.type.rank > 0 || indices.size() != update.array.type.rank)
    return update_part(stm, update, code);
  Operand what = operand(update.value);
  View to = view(update.array);
  if (refused_) return;
  const SiteNumber at = site(Site::Kind::update, stm);
  check_inside(indices, to.lengths, at, code);
  if (!may_overwrite(to, stm.binders[0].id)) to = copied(to, update.array.type.elem, code);
  unit_.arrays[to.array].written = true;
  add(code, Store{to.array, place_of(to, indices, code), std::move(what)});
  rename(to, stm.binders[0].id);
}

Lowering::View Lowering::sums_of(const core::AccUpdate& update, std::size_t part,
                                 std::size_t rank) {
  if (const auto own = accs_.find(update.acc.var); own != accs_.end()) return own->second[part];
  const auto key = std::make_tuple(update.acc.var, part, update.site);
  const bool striped = map_ && std::find(map_->striped.begin(), map_->striped.end(),
                                         update.acc.var) != map_->striped.end();
  if (sums_.count(key) == 0) {
    const core::Type type{update.values[part].type.elem, static_cast<std::uint8_t>(rank), false};
    sums_[key] = given({update.acc.var, type}, true);
    Unit::Array& made = unit_.arrays.back();
    made.origin = Unit::Origin::sum;
    made.written = true;
    made.stripes = striped ? map_->stripes : 1;
    made.part = part;
    made.site = update.site;
  }
  View all = whole(sums_.at(key));
  if (striped) all.first = stripe_;
  return all;
}

Operand Lowering::within(const Operands& indices, const Operands& lengths, Code& code) {
  // (As numbers without signs, those below 0 are large.)
  const auto large = [&](const Operand& x) {
    return compute("cvt_u64", ScalarType::i64, {x}, code);
  };
  Operand all{{}, ScalarType::boolean, 1};
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const Operand own =
        compute("lt", ScalarType::u64, {large(indices[d]), large(lengths[d])}, code);
    all = d == 0 ? own : compute("and", ScalarType::boolean, {all, own}, code);
  }
  return all;
}

void Lowering::add_one(ArrayNumber array, const Operand& at, const Operand& what, Code& code) {
  const core::Prim addition = prims::addition(what.type);
  const Value before = value(addition.type), after = value(addition.type);
  add(code, Load{array, at, before});
  add(code, Apply{addition, {of(before), what}, after, {}});
  add(code, Store{array, at, of(after)});
}

void Lowering::add_to(const core::Stm& stm, const core::AccUpdate& update, Code& code) {
  if (program_ != nullptr) return tape(stm, update, code);
  const Operands indices = operands(update.indices);
  if (refused_) return;
  for (std::size_t part = 0; part < update.values.size(); ++part) {
    const core::Atom& what = update.values[part];
    const View to = sums_of(update, part, indices.size() + what.type.rank);
    // What is outside is not added.
    Branch only_then{within(indices, to.lengths, code), {}, {}, {}};
    const View place = to.from(indices.size(), place_of(to, indices, code));
    if (what.type.rank == 0) {
      add_one(to.array, place.first, operand(what), only_then.yes);
    } else {
      const View from = view(what);
      if (refused_) return;
      inside([&] {
        check_same(place.lengths, from.lengths, Site::Kind::rows, stm, only_then.yes);
        each(place.lengths, only_then.yes, [&](const Operands& at, Code& one) {
          const Operand element = read(from, at, one);
          add_one(to.array, place_of(place, at, one), element, one);
        });
      });
    }
    add(code, std::move(only_then));
  }
}

}  // namespace laguz::vcode
