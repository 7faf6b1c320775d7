// Arrays that loops make, copy, and overwrite in part.
#include <algorithm>

#include "vcode/lowering.hpp"

namespace laguz::vcode {

Operand Lowering::size_of(const Operands& lengths, Code& code) {
  Operand size = i64(1);
  for (const Operand& length : lengths) size = times(size, length, code);
  return size;
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
  add(code, Reserve{array, size_of(lengths, code)});
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
  if (literal.row.rank > 0) return refuse("it makes arrays");
  const Operands elements = operands(literal.elements);
  const View to = make(literal.row.elem, {i64(static_cast<std::int64_t>(elements.size()))}, code);
  for (std::size_t i = 0; i < elements.size(); ++i)
    add(code, Store{to.array, i64(static_cast<std::int64_t>(i)), elements[i]});
  name(stm.binders[0].id, to);
}

Lowering::View Lowering::part(const View& view, const std::vector<core::DimSlice>& dims,
                              const core::Stm& stm, Code& code) {
  if (!view.is_memory()) {
    refuse("it takes parts of arrays");
    return view;
  }
  View taken{view.array, view.first, {}, {}};
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const core::DimSlice& dim = dims[d];
    const Operand& length = view.lengths[d];
    if (dim.stride || (dims.size() > 1 && !dim.fixed && (dim.start || dim.end))) {
      refuse("it takes parts of arrays");
      return view;
    }
    if (dim.fixed) {
      const Operand index = operand(dim.index);
      if (dims.size() > 1) {
        // (What the other dimensions are belongs to the message.)
        for (const core::DimSlice& other : dims)
          if (!other.fixed) refuse("it takes parts of arrays");
      }
      const SiteNumber at = site(Site::Kind::update, stm);
      numbers(at, {index}, view.lengths);
      add(code, Inside{index, length, at});
      taken.first = plus(taken.first, times(index, view.strides[d], code), code);
      continue;
    }
    const Operand start = dim.start ? operand(*dim.start) : i64(0);
    const Operand end = dim.end ? operand(*dim.end) : length;
    if (!dim.start || !dim.end) {
      refuse("it takes parts of arrays");
      return view;
    }
    const SiteNumber at = site(Site::Kind::range, stm);
    numbers(at, {start, end}, view.lengths);
    // (What is taken has the indices from 0 on, and all of them are inside.)
    const Operand count = compute("sub", ScalarType::i64, {end, start}, code);
    add(code, Check{compute("le", ScalarType::i64, {start, end}, code), at});
    const Operand least = compute("le", ScalarType::i64, {i64(0), start}, code);
    const Operand most = compute("le", ScalarType::i64, {end, length}, code);
    const Operand none = compute("eq", ScalarType::i64, {count, i64(0)}, code);
    const Operand both = compute("and", ScalarType::boolean, {least, most}, code);
    add(code, Check{compute("or", ScalarType::boolean, {both, none}, code), at});
    taken.first = plus(taken.first, times(start, view.strides[d], code), code);
    taken.lengths.push_back(count);
    taken.strides.push_back(view.strides[d]);
  }
  for (std::size_t d = dims.size(); d < view.lengths.size(); ++d) {
    taken.lengths.push_back(view.lengths[d]);
    taken.strides.push_back(view.strides[d]);
  }
  return taken;
}

void Lowering::update_part(const core::Stm& stm, const core::Update& update, Code& code) {
  View to = view(update.array);
  View from = update.value.type.rank > 0 ? view(update.value) : View{};
  if (update.value.type.rank == 0) refuse("it writes parts of arrays");
  if (refused_) return;
  View place = part(to, update.dims, stm, code);
  if (refused_) return;
  check_same(place.lengths, from.lengths, Site::Kind::part, stm, code);
  if (writable_.count(to.array) == 0 || !is_whole(to)) {
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
    for (const core::Atom& array : acc.arrays) {
      View to = view(array);
      if (refused_) return;
      if (!to.is_memory() || writable_.count(to.array) == 0 || !is_whole(to))
        to = copied(to, array.type.elem, code);
      unit_.arrays[to.array].written = true;
      fresh_[to.array].clear();
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
