#include "core/numbers/writer.hpp"

#include "core/walk.hpp"

namespace laguz::core::numbers {

std::optional<std::int64_t> few_iterations(const Soac& soac, const Atom& width) {
  constexpr std::int64_t kMostIterations = 8;
  if (soac.checkpoint || !width.is_constant()) return std::nullopt;
  const std::int64_t iterations = width.scalar().as_i64();
  return iterations >= 1 && iterations <= kMostIterations ? std::optional(iterations)
                                                          : std::nullopt;
}

Value Writer::of(const Atom& atom) const {
  const auto found = atom.is_constant() ? values_.end() : values_.find(atom.var);
  return found == values_.end() ? Value{atom} : found->second;
}

Atoms Writer::numbers(const Atoms& atoms) const {
  Atoms result;
  for (const Atom& atom : atoms) result.push_back(number(atom));
  return result;
}

std::vector<DimSlice> Writer::numbers(std::vector<DimSlice> dims) const {
  for (DimSlice& dim : dims) {
    if (dim.fixed) dim.index = number(dim.index);
    for (std::optional<Atom>* part : {&dim.start, &dim.end, &dim.stride})
      if (*part) *part = number(**part);
  }
  return dims;
}

// Of a variable as it was, or from outside.
std::optional<Dims> Writer::known_dims(const Atom& array) const {
  Dims dims;
  for (int dim = 0; dim < array.type.rank; ++dim) {
    const auto known = known_length(array, dim);
    if (!known) return std::nullopt;
    dims.push_back(*known);
  }
  return dims;
}

std::optional<std::int64_t> Writer::known_length(const Atom& array, int dim) const {
  const facts::Length length = facts_.length(array, dim);
  if (length.dim >= 0 || !length.atom.is_constant()) return std::nullopt;
  return length.atom.scalar().as_i64();
}

std::optional<std::int64_t> Writer::outer_length(const Value& value) const {
  if (value.few) return value.few->dims[0];
  if (value.dims) return (*value.dims)[0];
  return known_length(value.atom, 0);
}

std::optional<Dims> Writer::dims_of(const Value& value) const {
  if (value.few) return value.few->dims;
  return value.dims ? value.dims : known_dims(value.atom);
}

// What is known of a vector from outside.
std::optional<Few> Writer::known_few(const Atom& array) const {
  if (array.type.rank != 1) return std::nullopt;
  if (const ArrayLit* literal = facts_.array_lit(array)) {
    const auto size = static_cast<std::int64_t>(literal->elements.size());
    return count({size}) ? std::optional(Few{{size}, literal->elements}) : std::nullopt;
  }
  const auto size = known_length(array, 0);
  if (!size || !count({*size}) || !facts_.is_iota(array, Atom::i64(*size))) return std::nullopt;
  Few few{{*size}, {}};
  for (std::int64_t i = 0; i < *size; ++i) few.elements.push_back(Atom::i64(i));
  return few;
}

std::optional<Few> Writer::few_of(const Value& value) {
  if (value.few) return value.few;
  if (value.atom.type.is_scalar()) return Few{{}, {value.atom}};
  if (auto known = known_few(value.atom)) return known;
  const auto dims = dims_of(value);
  if (value.atom.type.acc || !dims || !count(*dims)) return std::nullopt;
  Few few{*dims, {}};
  Atoms at(dims->size(), Atom::i64(0));
  for (std::size_t i = 0, all = *count(*dims); i < all; ++i) {
    std::size_t rest = i;
    for (std::size_t d = dims->size(); d-- > 0; rest /= static_cast<std::size_t>((*dims)[d]))
      at[d] = Atom::i64(static_cast<std::int64_t>(rest % static_cast<std::size_t>((*dims)[d])));
    few.elements.push_back(out_->index(value.atom, at));
  }
  statements_ += few.elements.size();
  for (std::size_t i = 0; value.given && i < few.elements.size(); ++i)
    loads_.insert({value.atom.var, static_cast<std::int64_t>(i)});
  if (value.made) ++loss_;
  return few;
}

Value Writer::value_of(Few few) {
  if (few.dims.empty()) return {few.elements[0]};
  return {{}, std::move(few)};
}

// The array itself.
Atom Writer::whole(const Few& few) {
  if (few.dims.empty()) return few.elements[0];
  const Type type = few.elements[0].type.array_of(static_cast<int>(few.dims.size()));
  ArrayLit all{{}, type.row(), {}};
  for (std::size_t d = 1; d < few.dims.size(); ++d) all.row_shape.push_back(Atom::i64(few.dims[d]));
  for (const Atom& length : out_->shape(few.elements[0])) all.row_shape.push_back(length);
  for (std::int64_t i = 0; i < few.dims[0]; ++i) all.elements.push_back(whole(few.row(i)));
  ++statements_;
  return out_->emit1({std::move(all)}, type);
}

Shapes Writer::shapes_of(const Atoms& arrays) const {
  Shapes shapes;
  for (const Atom& atom : arrays) {
    const bool array = atom.type.rank > 0 && !atom.type.acc;
    const auto dims = array ? dims_of(of(atom)) : std::nullopt;
    shapes.push_back(dims && count(*dims) ? dims : std::nullopt);
  }
  return shapes;
}

std::optional<Atoms> Writer::flattened(const Values& values, const Shapes& shapes) {
  Atoms all;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    if (!shapes[k]) {
      all.push_back(whole(values[k]));
      continue;
    }
    const auto few = few_of(values[k]);
    if (!few || few->dims != *shapes[k]) return std::nullopt;
    all.insert(all.end(), few->elements.begin(), few->elements.end());
  }
  return all;
}

Values Writer::grouped(const Atoms& atoms, const Shapes& shapes) {
  Values values;
  auto next = atoms.begin();
  for (const auto& dims : shapes) {
    const auto end = next + (dims ? static_cast<std::ptrdiff_t>(*count(*dims)) : 1);
    values.push_back(dims ? value_of({*dims, Atoms(next, end)}) : Value{*next});
    next = end;
  }
  for (; next != atoms.end(); ++next) values.push_back({*next});
  return values;
}

Binders Writer::standing(const Binder& param, const std::optional<Dims>& shape) {
  const std::string hint(names_.hint(param.id));
  Binders binders;
  for (std::size_t k = 0; k < (shape ? *count(*shape) : 1); ++k)
    binders.push_back(names_.bind(shape ? Type{param.type.elem} : param.type, hint));
  if (!shape) {
    values_[param.id] = {binders[0].atom(), {}, known_dims(param.atom())};
    return binders;
  }
  Few few{*shape, {}};
  for (const Binder& binder : binders) few.elements.push_back(binder.atom());
  values_[param.id] = value_of(std::move(few));
  return binders;
}

Writer::Maybe Writer::body(const Body& body) {
  for (const Stm& stm : body.stms) {
    if (++statements_ > kMostStatements) return std::nullopt;
    Maybe results = write(stm);
    if (!results) return std::nullopt;
    for (std::size_t i = 0; i < stm.binders.size(); ++i)
      values_[stm.binders[i].id] = std::move((*results)[i]);
  }
  Values results;
  for (const Atom& result : body.results) results.push_back(of(result));
  return results;
}

CallSitePtr Writer::in_turns(CallSitePtr site) {
  for (auto turn = turns_.rbegin(); turn != turns_.rend(); ++turn) site = turn->behind(site);
  return site;
}

Writer::Maybe Writer::write(const Stm& stm) {
  out_->span = stm.span;
  out_->inlined_at = in_turns(stm.inlined_at);
  return std::visit([&](const auto& e) { return write(stm, e); }, stm.exp.node);
}

// A body of its own, of which the results are still to be given.
std::optional<Writer::Written> Writer::apart(const Body& body) {
  Builder inner(names_);
  inner.span = out_->span;
  inner.inlined_at = out_->inlined_at;
  Builder* around = std::exchange(out_, &inner);
  Maybe results = this->body(body);
  out_ = around;
  if (!results) return std::nullopt;
  return Written{std::move(*results), std::move(inner)};
}

// With the arrays that it uses.
Writer::Maybe Writer::as_it_is(const Stm& stm) {
  Substitution standing;
  for (const Binder& free : free_variables(stm.exp)) {
    const Value value = of(free.atom());
    if (value.few) ++loss_;
    if (value.few || !(value.atom == free.atom())) standing[free.id] = whole(value);
  }
  visit(
      stm.exp, [](const Atom&) {},
      [&](const Body& inner, const Binders&) { statements_ += inner.stms.size(); });
  Values results;
  Stm copy{{}, refresh(stm.exp, names_, std::move(standing)), stm.span, stm.inlined_at};
  for (auto turn = turns_.rbegin(); turn != turns_.rend(); ++turn) turn->add_to(copy);
  for (const Binder& binder : stm.binders) {
    copy.binders.push_back(names_.bind(binder.type, names_.hint(binder.id)));
    results.push_back({copy.binders.back().atom()});
    results.back().dims = known_dims(binder.atom());
    results.back().made = true;
  }
  out_->append(std::move(copy));
  return results;
}

}  // namespace laguz::core::numbers
