// What is done with arrays.
#include "core/numbers/writer.hpp"

namespace laguz::core::numbers {

Writer::Maybe Writer::write(const Stm& stm, const Index& e) {
  const Value array = of(e.array);
  const Atoms indices = numbers(e.indices);
  if (array.few) {
    const auto at = places(indices, array.few->dims);
    return at ? one(taken(*array.few, *at)) : std::nullopt;
  }
  Index copy = e;
  copy.array = array.atom;
  copy.indices = indices;
  Value result{out_->emit1({std::move(copy)}, stm.binders[0].type)};
  result.dims = known_dims(stm.binders[0].atom());
  result.given = array.given;
  return Values{result};
}

Writer::Maybe Writer::write(const Stm& stm, const Slice& e) {
  const Value array = of(e.array);
  if (!array.few) return as_it_is(stm);
  const auto at = places(numbers(e.dims), array.few->dims);
  return at ? one(taken(*array.few, *at)) : std::nullopt;
}

Writer::Maybe Writer::write(const Stm& stm, const Update& e) {
  const Value array = of(e.array);
  if (!array.few) return as_it_is(stm);
  Few all = *array.few;
  const auto at = places(numbers(e.dims), all.dims);
  const auto value = at ? few_of(of(e.value)) : std::nullopt;
  if (!value || value->dims != at->dims) return std::nullopt;
  for (std::size_t i = 0; i < at->at.size(); ++i) all.elements[at->at[i]] = value->elements[i];
  return one(std::move(all));
}

Writer::Maybe Writer::write(const Stm& stm, const ArrayLit& e) {
  std::vector<Few> rows;
  for (const Atom& element : e.elements) {
    auto few = few_of(of(element));
    if (!few) return as_it_is(stm);
    rows.push_back(std::move(*few));
  }
  auto all = rows.empty() ? std::nullopt : stacked(rows);
  return all ? one(std::move(all)) : as_it_is(stm);
}

Writer::Maybe Writer::write(const Stm& stm, const ArrayApp& e) {
  if (e.op == ArrayOp::shape) {
    const auto dims = dims_of(of(e.args[0]));
    if (dims) return Values{{Atom::i64((*dims)[static_cast<std::size_t>(e.attrs[0])])}};
    return as_it_is(stm);
  }
  auto few = made(e);
  return few ? one(std::move(few)) : as_it_is(stm);
}

namespace {

/// Lengths, where they are constants and not many elements.
std::optional<Dims> constants(const Atoms& lengths) {
  Dims dims;
  for (const Atom& length : lengths) {
    if (!length.is_constant()) return std::nullopt;
    dims.push_back(length.scalar().as_i64());
  }
  return count(dims) ? std::optional(dims) : std::nullopt;
}

}  // namespace

// What an array operation gives, if that is known number by number.
std::optional<Few> Writer::made(const ArrayApp& e) {
  const auto operand = [&](std::size_t k) { return few_of(of(e.args[k])); };
  const auto rest = [&](std::size_t from) {
    return constants(
        numbers(Atoms(e.args.begin() + static_cast<std::ptrdiff_t>(from), e.args.end())));
  };
  switch (e.op) {
    case ArrayOp::iota: {
      const auto dims = constants({number(e.args[0])});
      if (!dims) return std::nullopt;
      Few few{*dims, {}};
      Atom next = number(e.args[1]);
      for (std::int64_t i = 0; i < (*dims)[0]; ++i) {
        few.elements.push_back(next);
        next = out_->add(next, number(e.args[2]));
      }
      return few;
    }
    case ArrayOp::replicate: {
      const auto dims = constants({number(e.args[0])});
      const auto row = dims ? few_of(of(e.args[1])) : std::nullopt;
      if (!row) return std::nullopt;
      return stacked(std::vector<Few>(static_cast<std::size_t>((*dims)[0]), *row));
    }
    case ArrayOp::zeros: {
      const auto dims = rest(0);
      if (!dims) return std::nullopt;
      return Few{*dims,
                 Atoms(*count(*dims), Atom::constant({static_cast<ScalarType>(e.attrs[0]), 0}))};
    }
    case ArrayOp::concat: {
      std::vector<Few> rows;
      for (const Atom& part : e.args) {
        const auto few = few_of(of(part));
        if (!few) return std::nullopt;
        for (std::int64_t i = 0; i < few->dims[0]; ++i) rows.push_back(few->row(i));
      }
      return stacked(rows);
    }
    case ArrayOp::rearrange: {
      const auto few = operand(0);
      return few ? std::optional(rearranged(*few, e.attrs)) : std::nullopt;
    }
    case ArrayOp::reshape: {
      const auto few = operand(0);
      const auto dims = few ? rest(1) : std::nullopt;
      if (!dims || count(*dims) != few->elements.size()) return std::nullopt;
      return Few{*dims, few->elements};
    }
    case ArrayOp::reverse: {
      const auto few = operand(0);
      return few ? std::optional(turned(*few, -1, few->dims[0] - 1)) : std::nullopt;
    }
    case ArrayOp::rotate: {
      const auto few = operand(1);
      const Atom by = number(e.args[0]);
      if (!few || !by.is_constant()) return std::nullopt;
      return turned(*few, 1, by.scalar().as_i64());
    }
    case ArrayOp::copy: return operand(0);
    case ArrayOp::gather:
    case ArrayOp::shape:
    case ArrayOp::lin_rec:
    case ArrayOp::order:
    case ArrayOp::last_equal:
    case ArrayOp::flat_index:
    case ArrayOp::flat_update: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace laguz::core::numbers
