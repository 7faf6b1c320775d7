// Arrays that loops make, copy, and overwrite in part.
#include <algorithm>

#include "vcode/lowering.hpp"

namespace laguz::vcode {

void Lowering::limit_lengths(const Operands& lengths) {
  if (lengths.size() > 1)
    for (const Operand& length : lengths)
      if (length.value) limit(length, std::int64_t{1} << (62 / lengths.size()), false);
}

Operand Lowering::size_of(const Operands& lengths, Code& code) {
  limit_lengths(lengths);
  Operand size = i64(1);
  for (const Operand& length : lengths) size = times(size, length, code);
  return size;
}

Operand Lowering::room_for(const Operands& lengths, Code& code) {
  const auto is_known = [](const Operand& length) { return !length.value; };
  const Operand size = size_of(lengths, code);
  if (std::count_if(lengths.begin(), lengths.end(), is_known) + 1 >=
      static_cast<std::ptrdiff_t>(lengths.size()))
    return size;
  Operand about = about_of(lengths[0], code);
  for (std::size_t d = 1; d < lengths.size(); ++d)
    about = compute("mul", ScalarType::f64, {about, about_of(lengths[d], code)}, code);
  return or_most(size, about, code);
}

Operand Lowering::about_of(const Operand& number, Code& code) {
  return compute("cvt_f64", ScalarType::i64, {number}, code);
}

Operand Lowering::or_most(const Operand& exact, const Operand& about, Code& code) {
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  const Operand most{{}, ScalarType::f64, support::Scalar::f64(kMost).bits};
  const Operand fits = compute("lt", ScalarType::f64, {about, most}, code);
  return compute("select", ScalarType::i64, {fits, exact, i64(kMost)}, code);
}

Operands Lowering::dense_strides(const Operands& lengths, const Operand& last, Code& code) {
  Operands strides(lengths.size(), last);
  for (std::size_t d = lengths.size() - 1; d-- > 0;)
    strides[d] = times(lengths[d + 1], strides[d + 1], code);
  return strides;
}

Lowering::View Lowering::make(ScalarType elem, const Operands& lengths, Code& code) {
  const ArrayNumber array = filled(elem);
  scratch_.insert(array);
  writable_.insert(array);
  const View all{array, i64(0), lengths, dense_strides(lengths, i64(1), code)};
  extents_[array] = all;
  add(code, Reserve{array, room_for(lengths, code)});
  return all;
}

Lowering::View Lowering::copied(const View& from, ScalarType elem, Code& code) {
  limit(size_of(from.lengths, code), kMostCopied, false);
  const View to = make(elem, from.lengths, code);
  copy_into(to, from, code);
  return to;
}

void Lowering::copy_into(const View& to, const View& from, Code& code) {
  each(to.lengths, code, [&](const Operands& at, Code& inside) {
    const Operand what = read(from, at, inside);
    add(inside, Store{to.array, place_of(to, at, inside), what});
  });
}

void Lowering::each(const Operands& lengths, Code& code,
                    const std::function<void(const Operands&, Code&)>& body) {
  Operands indices;
  const std::function<void(Code&)> level = [&](Code& around) {
    if (indices.size() == lengths.size()) return body(indices, around);
    const Value index = value(ScalarType::i64);
    Repeat loop{{}, Repeat::Upwards{index, lengths[indices.size()]}, {}};
    indices.push_back(of(index));
    inside([&] { level(loop.body); });
    indices.pop_back();
    add(around, std::move(loop));
  };
  level(code);
}

void Lowering::check_same(const Operands& a, const Operands& b, Site::Kind kind,
                          const core::Stm& stm, Code& code) {
  std::optional<SiteNumber> at;
  for (std::size_t d = 0; d < a.size(); ++d) {
    if (a[d].value == b[d].value && a[d].bits == b[d].bits) continue;
    if (!at) at = site(kind, stm);
    numbers(*at, a, b);
    add(code, Check{compute("eq", ScalarType::i64, {a[d], b[d]}, code), *at});
  }
}

void Lowering::literal(const core::Stm& stm, const core::ArrayLit& literal, Code& code) {
  const Operand count = i64(static_cast<std::int64_t>(literal.elements.size()));
  if (literal.row.rank == 0) {
    const Operands elements = operands(literal.elements);
    const View to = make(literal.row.elem, {count}, code);
    for (std::size_t i = 0; i < elements.size(); ++i)
      add(code, Store{to.array, i64(static_cast<std::int64_t>(i)), elements[i]});
    return name(stm.binders[0].id, to);
  }
  if (literal.elements.empty()) return refuse("it makes arrays");
  std::vector<View> rows;
  for (const core::Atom& row : literal.elements) rows.push_back(view(row));
  if (refused_) return;
  Operands lengths = rows[0].lengths;
  for (const View& row : rows) check_same(lengths, row.lengths, Site::Kind::rows, stm, code);
  lengths.insert(lengths.begin(), count);
  const View to = make(literal.row.elem, lengths, code);
  for (std::size_t i = 0; i < rows.size(); ++i)
    copy_into(to.from(1, place_of(to, {i64(static_cast<std::int64_t>(i))}, code)), rows[i], code);
  name(stm.binders[0].id, to);
}

Lowering::View Lowering::part(const View& view, const std::vector<core::DimSlice>& dims,
                              const core::Stm& stm, Code& code) {
  const SiteNumber at = site(Site::Kind::part, stm);
  Operands told;
  const auto tell = [&](const core::Atom& atom) {
    told.push_back(operand(atom));
    return told.back();
  };
  struct Range {
    Operand start, end;
  };
  std::vector<Range> ranges(dims.size());
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const core::DimSlice& dim = dims[d];
    if (dim.stride) refuse("it takes every other element");
    if (dim.fixed) {
      ranges[d].start = tell(dim.index);
      continue;
    }
    ranges[d].start = dim.start ? tell(*dim.start) : i64(0);
    ranges[d].end = dim.end ? tell(*dim.end) : view.lengths[d];
  }
  numbers(at, told, view.lengths);
  unit_.sites[at].dims = &dims;
  const bool constant = view.kind == View::Kind::constant;
  View taken{view.array, view.first, {}, {}, view.kind};
  for (std::size_t d = 0; d < view.lengths.size(); ++d) {
    const Operand& length = view.lengths[d];
    if (d >= dims.size()) {
      taken.lengths.push_back(length);
      if (!constant) taken.strides.push_back(view.strides[d]);
      continue;
    }
    const Operand &start = ranges[d].start, &end = ranges[d].end;
    if (!constant) taken.first = plus(taken.first, times(start, view.strides[d], code), code);
    if (dims[d].fixed) {
      add(code, Inside{start, length, at});
      continue;
    }
    // (What is taken has the indices from 0 on, and all of them are inside; or there are none.)
    const Operand count = minus(end, start, code);
    const auto holds = [&](std::string_view prim, const Operand& a, const Operand& b) {
      return compute(prim, ScalarType::i64, {a, b}, code);
    };
    if (dims[d].start || dims[d].end) {
      add(code, Check{holds("le", start, end), at});
      const Operand both = compute("and", ScalarType::boolean,
                                   {holds("le", i64(0), start), holds("le", end, length)}, code);
      const Operand none = holds("eq", start, end);
      add(code, Check{compute("or", ScalarType::boolean, {both, none}, code), at});
    }
    taken.lengths.push_back(count);
    if (!constant) taken.strides.push_back(view.strides[d]);
  }
  return taken;
}

void Lowering::concat(const core::Stm& stm, const core::ArrayApp& app, Code& code) {
  std::vector<View> parts;
  for (const core::Atom& part : app.args) parts.push_back(view(part));
  if (refused_) return;
  const auto row_of = [](const Operands& all) { return Operands(all.begin() + 1, all.end()); };
  Operands lengths = parts[0].lengths;
  const Operands row = row_of(lengths);
  lengths[0] = i64(0);
  Operand about = about_of(i64(0), code);
  for (const View& part : parts) {
    check_same(row, row_of(part.lengths), Site::Kind::rows, stm, code);
    if (part.lengths[0].value) limit(part.lengths[0], kMostRows, false);
    lengths[0] = plus(lengths[0], part.lengths[0], code);
    about = compute("add", ScalarType::f64, {about, about_of(part.lengths[0], code)}, code);
  }
  if (lengths[0].value) lengths[0] = or_most(lengths[0], about, code);
  limit(size_of(lengths, code), kMostCopied, false);
  const View to = make(stm.binders[0].type.elem, lengths, code);
  Operand first = i64(0);
  for (const View& part : parts) {
    copy_into({to.array, place_of(to, {first}, code), part.lengths, to.strides}, part, code);
    first = plus(first, part.lengths[0], code);
  }
  name(stm.binders[0].id, to);
}

void Lowering::rotate(const core::Stm& stm, const core::ArrayApp& app, Code& code) {
  const View from = view(app.args[1]);
  const Operand by = operand(app.args[0]);
  if (refused_) return;
  limit(size_of(from.lengths, code), kMostCopied, false);
  const View to = make(stm.binders[0].type.elem, from.lengths, code);
  const Operand n = from.lengths[0];
  const auto i64_op = [&](std::string_view prim, Operands args, Code& where) {
    return compute(prim, ScalarType::i64, std::move(args), where);
  };
  const Operand least = i64_op("max", {n, i64(1)}, code);
  const Operand shift = i64_op("mod", {by, least}, code);
  each(to.lengths, code, [&](const Operands& at, Code& one) {
    Operands source = at;
    const Operand moved = plus(at[0], shift, one);
    source[0] = i64_op("select", {i64_op("lt", {moved, n}, one), moved, minus(moved, n, one)}, one);
    const Operand what = read(from, source, one);
    add(one, Store{to.array, place_of(to, at, one), what});
  });
  name(stm.binders[0].id, to);
}

void Lowering::update_part(const core::Stm& stm, const core::Update& update, Code& code) {
  View to = view(update.array);
  View from = update.value.type.rank > 0 ? view(update.value) : View{};
  if (update.value.type.rank == 0) refuse("it writes parts of arrays");
  if (refused_) return;
  View place = part(to, update.dims, stm, code);
  if (refused_) return;
  check_same(place.lengths, from.lengths, Site::Kind::other, stm, code);
  if (!may_overwrite(to, stm.binders[0].id)) {
    to = copied(to, update.array.type.elem, code);
    place = part(to, update.dims, stm, code);
  }
  // An array is not overwritten by a part of itself.
  if (from.is_memory() && from.array == to.array) from = copied(from, update.value.type.elem, code);
  unit_.arrays[to.array].written = true;
  limit(size_of(place.lengths, code), kMostCopied, false);
  copy_into(place, from, code);
  rename(to, stm.binders[0].id);
}

void Lowering::with_acc(const core::Stm& stm, const core::WithAcc& with, Code& code) {
  std::vector<View> results;
  for (const core::WithAcc::Acc& acc : with.accs) {
    if (acc.op || acc.growth != core::WithAcc::Growth::none)
      return refuse("it makes an accumulator");
    accs_[acc.acc.id].clear();
    for (const core::Atom& array : acc.arrays) {
      View to = view(array);
      if (refused_) return;
      if (!may_overwrite(to, acc.acc.id)) to = copied(to, array.type.elem, code);
      unit_.arrays[to.array].written = true;
      overwrite(to.array, acc.acc.id);
      results.push_back(to);
      accs_[acc.acc.id].push_back(std::move(to));
    }
  }
  body(with.body, code);
  if (refused_) return;
  for (std::size_t r = 0; r < results.size(); ++r) rename(results[r], stm.binders[r].id);
  for (std::size_t r = results.size(); r < stm.binders.size(); ++r)
    same(stm.binders[r], with.body.results[r - results.size()]);
}

}  // namespace laguz::vcode
