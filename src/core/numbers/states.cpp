#include "core/numbers/states.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "core/builder.hpp"
#include "core/numbers/few.hpp"
#include "core/walk.hpp"

namespace laguz::core::numbers {
namespace {

constexpr std::int64_t kMostIterations = 8;    ///< of a Soac that is written out
constexpr std::int64_t kMostStates = 36;       ///< of one array
constexpr std::size_t kMostLoads = 40;         ///< of a lambda: columns that are far apart
constexpr std::size_t kMostStatements = 2048;  ///< of the loop

/// What stands for a variable: a number, an array as it is, or the numbers of one.
struct Value {
  Atom atom;                   ///< unless [few]
  std::optional<Few> few{};    ///< never a number
  std::optional<Dims> dims{};  ///< of [atom], where they are known here
  bool made = false;           ///< by the loop, as an array
  bool given = false;          ///< to the lambda, or part of what is
};
using Values = std::vector<Value>;
/// Of arrays that are numbers; nothing for others.
using Shapes = std::vector<std::optional<Dims>>;

struct Written {
  Values results;
  Builder builder;
};

/// How often a Soac of [width] runs, if it is to be written out.
std::optional<std::int64_t> few_iterations(const Atom& width) {
  if (!width.is_constant()) return std::nullopt;
  const std::int64_t iterations = width.scalar().as_i64();
  return iterations >= 1 && iterations <= kMostIterations ? std::optional(iterations)
                                                          : std::nullopt;
}

/// Whether arrays of a few numbers may be made in [body].
bool has_few(const Body& body) {
  return std::any_of(body.stms.begin(), body.stms.end(), [](const Stm& stm) {
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    bool found = soac && few_iterations(soac->width);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { found = found || has_few(inner); });
    return found;
  });
}

class Writer {
 public:
  Writer(const facts::Facts& facts, Names& names) : facts_(facts), names_(names), top_(names) {}

  std::optional<std::vector<Stm>> run(const Stm& stm);
  bool run(Soac& soac);
  std::optional<std::vector<Stm>> run_folds(const Stm& stm);

 private:
  using Maybe = std::optional<Values>;  ///< nothing: it cannot be done number by number

  Value of(const Atom& atom) const;
  Atom number(const Atom& atom) const { return of(atom).atom; }
  Atoms numbers(const Atoms& atoms) const;
  std::optional<Dims> known_dims(const Atom& array) const;
  std::optional<std::int64_t> known_length(const Atom& array, int dim) const;
  std::optional<Dims> dims_of(const Value& value) const;
  std::optional<std::int64_t> outer_length(const Value& value) const;
  std::optional<Few> known_few(const Atom& array) const;
  std::optional<Few> few_of(const Value& value);
  static Value value_of(Few few);
  Atom whole(const Few& few);
  Atom whole(const Value& value) { return value.few ? whole(*value.few) : value.atom; }

  std::optional<Values> body(const Body& body);
  std::optional<Written> apart(const Body& body);
  Maybe as_it_is(const Stm& stm);
  Maybe one(std::optional<Few> few) {
    ++gain_;
    return few ? Maybe({value_of(std::move(*few))}) : std::nullopt;
  }

  // A function for each kind of expression.
  Maybe write(const Stm&, const Copy& e) { return Values{of(e.atom)}; }
  Maybe write(const Stm&, const PrimApp& e) {
    return Values{{out_->prim(e.prim, numbers(e.args))}};
  }
  Maybe write(const Stm&, const If& e);
  Maybe write(const Stm& stm, const Loop& e);
  Maybe write(const Stm& stm, const Soac& e);
  Maybe write(const Stm& stm, const Index& e);
  Maybe write(const Stm& stm, const Slice& e);
  Maybe write(const Stm& stm, const Update& e);
  Maybe write(const Stm& stm, const ArrayLit& e);
  Maybe write(const Stm& stm, const ArrayApp& e);
  Maybe write(const Stm& stm, const Call&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Hist&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Scatter&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Stream&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Assert&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Diff&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Custom&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const WithAcc&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const AccUpdate&) { return as_it_is(stm); }
  Maybe write(const Stm& stm, const Trace&) { return as_it_is(stm); }

  std::optional<Few> made(const ArrayApp& e);
  Shapes shapes_of(const Atoms& neutral) const;
  std::optional<Lambda> operator_of(const Lambda& op, const Shapes& shapes);
  Atom rows_of_columns(const Dims& dims, const Atoms& columns);
  std::optional<Values> rows_of(const Atom& array, const Binder& param, std::int64_t width);
  Maybe applied(const Lambda& op, const Values& left, const Values& right);

  const facts::Facts& facts_;
  Names& names_;
  Builder top_;
  Builder* out_ = &top_;
  std::unordered_map<VarId, Value> values_;
  std::size_t statements_ = 0;
  bool changed_ = false;  ///< states or Soacs have become numbers: never again then
  bool folds_ = false;    ///< some of the Soacs were folds
  std::set<std::pair<VarId, std::int64_t>> loads_;  ///< of what the iteration gets
  std::size_t gain_ = 0;                            ///< Soacs and arrays that are numbers now
  std::size_t loss_ = 0;  ///< arrays that are made for others, and taken apart after them
};

Value Writer::of(const Atom& atom) const {
  const auto found = atom.is_constant() ? values_.end() : values_.find(atom.var);
  return found == values_.end() ? Value{atom} : found->second;
}

Atoms Writer::numbers(const Atoms& atoms) const {
  Atoms result;
  for (const Atom& atom : atoms) result.push_back(number(atom));
  return result;
}

// Of a variable of the loop as it was, or from outside.
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
  for (std::int64_t i = 0; i < few.dims[0]; ++i) all.elements.push_back(whole(few.row(i)));
  ++statements_;
  return out_->emit1({std::move(all)}, type);
}

std::optional<Values> Writer::body(const Body& body) {
  for (const Stm& stm : body.stms) {
    if (++statements_ > kMostStatements) return std::nullopt;
    out_->span = stm.span;
    out_->inlined_at = stm.inlined_at;
    Maybe results = std::visit([&](const auto& e) { return write(stm, e); }, stm.exp.node);
    if (!results) return std::nullopt;
    for (std::size_t i = 0; i < stm.binders.size(); ++i)
      values_[stm.binders[i].id] = std::move((*results)[i]);
  }
  Values results;
  for (const Atom& result : body.results) results.push_back(of(result));
  return results;
}

// A body of its own, of which the results are still to be given.
std::optional<Written> Writer::apart(const Body& body) {
  Builder inner(names_);
  inner.span = out_->span;
  inner.inlined_at = out_->inlined_at;
  Builder* around = std::exchange(out_, &inner);
  std::optional<Values> results = this->body(body);
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
  for (const Binder& binder : stm.binders) {
    copy.binders.push_back(names_.bind(binder.type, names_.hint(binder.id)));
    results.push_back({copy.binders.back().atom()});
    results.back().dims = known_dims(binder.atom());
    results.back().made = true;
  }
  out_->append(std::move(copy));
  return results;
}

Writer::Maybe Writer::write(const Stm&, const If& e) {
  const Atom condition = number(e.condition);
  auto yes = apart(e.then_body), no = apart(e.else_body);
  if (!yes || !no) return std::nullopt;
  Atoms of_yes, of_no;
  std::vector<std::optional<Dims>> shapes;
  for (std::size_t k = 0; k < yes->results.size(); ++k) {
    Value &ours = yes->results[k], &theirs = no->results[k];
    shapes.emplace_back();
    if (!ours.few && !theirs.few) {
      of_yes.push_back(ours.atom);
      of_no.push_back(theirs.atom);
      continue;
    }
    Builder* around = std::exchange(out_, &yes->builder);
    const auto taken = few_of(ours);
    out_ = &no->builder;
    const auto other = few_of(theirs);
    out_ = around;
    if (!taken || !other || taken->dims != other->dims) return std::nullopt;
    shapes.back() = taken->dims;
    of_yes.insert(of_yes.end(), taken->elements.begin(), taken->elements.end());
    of_no.insert(of_no.end(), other->elements.begin(), other->elements.end());
  }
  const std::vector<Type> types = types_of(of_yes);
  const Atoms all = out_->emit(
      {If{condition, yes->builder.finish(std::move(of_yes)), no->builder.finish(std::move(of_no))}},
      types);
  Values results;
  auto next = all.begin();
  for (const auto& dims : shapes) {
    const auto end = next + (dims ? static_cast<std::ptrdiff_t>(*count(*dims)) : 1);
    results.push_back(dims ? value_of({*dims, Atoms(next, end)}) : Value{*next});
    next = end;
  }
  return results;
}

Writer::Maybe Writer::write(const Stm& stm, const Loop& e) {
  if (!e.history.empty()) return as_it_is(stm);
  Loop loop;
  loop.hints = e.hints;
  loop.counted = e.counted;
  std::vector<std::optional<Dims>> shapes;
  for (std::size_t i = 0; i < e.params.size(); ++i) {
    const Value init = of(e.inits[i]);
    const Binder& param = e.params[i];
    const auto dims = param.type.rank > 0 && !param.type.acc ? dims_of(init) : std::nullopt;
    const auto states = dims ? count(*dims, kMostStates) : std::nullopt;
    shapes.push_back(states ? dims : std::nullopt);
    const std::string hint(names_.hint(param.id));
    Binders binders;
    for (std::size_t k = 0; k < states.value_or(1); ++k)
      binders.push_back(names_.bind(states ? Type{param.type.elem} : param.type, hint));
    if (states) {
      const auto few = few_of(init);
      loop.inits.insert(loop.inits.end(), few->elements.begin(), few->elements.end());
      Few now{*dims, {}};
      for (const Binder& binder : binders) now.elements.push_back(binder.atom());
      values_[param.id] = value_of(std::move(now));
      changed_ = true;
    } else {
      loop.inits.push_back(whole(init));
      values_[param.id] = {binders[0].atom()};
      values_[param.id].dims = known_dims(param.atom());
    }
    loop.regular.insert(loop.regular.end(), binders.size(), e.is_regular(i) ? 1 : 0);
    loop.sums.insert(loop.sums.end(), binders.size(), e.is_sum(i) ? 1 : 0);
    loop.params.insert(loop.params.end(), binders.begin(), binders.end());
  }
  if (const auto* form = std::get_if<ForForm>(&e.form)) {
    ForForm counting{names_.bind(form->index.type, names_.hint(form->index.id)),
                     number(form->bound), form->down};
    values_[form->index.id] = {counting.index.atom()};
    loop.form = counting;
  } else {
    auto condition = apart(std::get<WhileForm>(e.form).condition);
    if (!condition) return std::nullopt;
    loop.form = WhileForm{condition->builder.finish({condition->results[0].atom})};
  }
  auto next = apart(e.body);
  if (!next) return std::nullopt;
  Atoms nexts;
  Builder* around = std::exchange(out_, &next->builder);
  bool alike = true;
  for (std::size_t i = 0; i < e.params.size() && alike; ++i) {
    if (!shapes[i]) {
      nexts.push_back(whole(next->results[i]));
      continue;
    }
    const auto few = few_of(next->results[i]);
    alike = few && few->dims == *shapes[i];
    if (alike) nexts.insert(nexts.end(), few->elements.begin(), few->elements.end());
  }
  out_ = around;
  if (!alike) return std::nullopt;
  loop.body = next->builder.finish(std::move(nexts));
  std::vector<Type> types = types_of(loop.params);
  if (loop.counted) types.push_back(kIndex);
  const Atoms all = out_->emit({std::move(loop)}, types);
  Values results;
  auto result = all.begin();
  for (const auto& dims : shapes) {
    const auto end = result + (dims ? static_cast<std::ptrdiff_t>(*count(*dims)) : 1);
    results.push_back(dims ? value_of({*dims, Atoms(result, end)}) : Value{*result});
    result = end;
  }
  for (; result != all.end(); ++result) results.push_back({*result});
  return results;
}

// What a Soac's iterations are given of an operand, as [param].
std::optional<Values> Writer::rows_of(const Atom& array, const Binder& param, std::int64_t width) {
  Value all = of(array);
  if (outer_length(all) != width) return std::nullopt;
  if (!all.few) all.few = known_few(all.atom);
  Values rows;
  for (std::int64_t i = 0; i < width; ++i) {
    if (all.few) {
      rows.push_back(value_of(all.few->row(i)));
      continue;
    }
    rows.push_back({out_->index(all.atom, {Atom::i64(i)})});
    rows.back().given = all.given;
    if (all.given && param.type.is_scalar()) loads_.insert({all.atom.var, i});
    rows.back().dims = known_dims(param.atom());
    ++statements_;
  }
  return rows;
}

Writer::Maybe Writer::applied(const Lambda& op, const Values& left, const Values& right) {
  for (std::size_t k = 0; k < left.size(); ++k) {
    values_[op.params[k].id] = left[k];
    values_[op.params[left.size() + k].id] = right[k];
  }
  return body(op.body);
}

// Written out. (Folds of so few are from the left.)
Writer::Maybe Writer::write(const Stm& stm, const Soac& e) {
  const auto iterations = few_iterations(number(e.width));
  if (!iterations) return as_it_is(stm);
  std::vector<Values> operands;
  for (std::size_t k = 0; k < e.arrays.size(); ++k) {
    auto rows = rows_of(e.arrays[k], e.lambda.params[k], *iterations);
    if (!rows) return std::nullopt;
    operands.push_back(std::move(*rows));
  }
  ++gain_;
  changed_ = true;
  folds_ = folds_ || !e.reduces.empty();
  Values totals;
  for (const Reduce& reduce : e.reduces)
    for (const Atom& neutral : reduce.neutral) totals.push_back(of(neutral));
  const std::size_t reduced = totals.size();
  for (const Scan& scan : e.scans)
    for (const Atom& neutral : scan.neutral) totals.push_back(of(neutral));
  const std::size_t maps = e.row_shapes.size() - (totals.size() - reduced);
  std::vector<std::vector<Few>> columns(e.row_shapes.size());
  const auto keep = [&](std::size_t column, const Value& value) {
    auto few = few_of(value);
    if (few) columns[column].push_back(std::move(*few));
    return few.has_value();
  };
  for (std::int64_t i = 0; i < *iterations; ++i) {
    for (std::size_t k = 0; k < operands.size(); ++k)
      values_[e.lambda.params[k].id] = operands[k][static_cast<std::size_t>(i)];
    const auto row = body(e.lambda.body);
    if (!row) return std::nullopt;
    std::size_t at = 0;
    const auto fold = [&](const Lambda& op, std::size_t arity) {
      const auto from = static_cast<std::ptrdiff_t>(at);
      const auto to = from + static_cast<std::ptrdiff_t>(arity);
      const auto next = applied(op, Values(totals.begin() + from, totals.begin() + to),
                                Values(row->begin() + from, row->begin() + to));
      if (!next) return false;
      std::copy(next->begin(), next->end(), totals.begin() + from);
      at += arity;
      return true;
    };
    for (const Reduce& reduce : e.reduces)
      if (!fold(reduce.op, reduce.neutral.size())) return std::nullopt;
    for (const Scan& scan : e.scans)
      if (!fold(scan.op, scan.neutral.size())) return std::nullopt;
    for (std::size_t k = reduced; k < at; ++k)
      if (!keep(k - reduced, totals[k])) return std::nullopt;
    for (std::size_t k = 0; k < maps; ++k)
      if (!keep(at - reduced + k, (*row)[at + k])) return std::nullopt;
  }
  Values results(totals.begin(), totals.begin() + static_cast<std::ptrdiff_t>(reduced));
  for (const std::vector<Few>& column : columns) {
    auto all = stacked(column);
    if (!all) return std::nullopt;
    results.push_back(value_of(std::move(*all)));
  }
  return results;
}

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

namespace {

std::vector<DimSlice> with(std::vector<DimSlice> dims, const auto& number) {
  for (DimSlice& dim : dims) {
    if (dim.fixed) dim.index = number(dim.index);
    for (std::optional<Atom>* part : {&dim.start, &dim.end, &dim.stride})
      if (*part) *part = number(**part);
  }
  return dims;
}

}  // namespace

Writer::Maybe Writer::write(const Stm& stm, const Slice& e) {
  const Value array = of(e.array);
  if (!array.few) return as_it_is(stm);
  const auto at =
      places(with(e.dims, [&](const Atom& atom) { return number(atom); }), array.few->dims);
  return at ? one(taken(*array.few, *at)) : std::nullopt;
}

Writer::Maybe Writer::write(const Stm& stm, const Update& e) {
  const Value array = of(e.array);
  if (!array.few) return as_it_is(stm);
  Few all = *array.few;
  const auto at = places(with(e.dims, [&](const Atom& atom) { return number(atom); }), all.dims);
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
    case ArrayOp::flat_index:
    case ArrayOp::flat_update: return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::vector<Stm>> Writer::run(const Stm& stm) {
  const auto& loop = std::get<Loop>(stm.exp.node);
  if (!loop.history.empty()) return std::nullopt;
  const bool has_arrays = std::any_of(loop.params.begin(), loop.params.end(),
                                      [](const Binder& param) { return param.type.rank > 0; });
  if (!has_arrays && !has_few(loop.body)) return std::nullopt;
  top_.span = stm.span;
  top_.inlined_at = stm.inlined_at;
  const auto results = write(stm, loop);
  if (!results || !changed_ || gain_ <= loss_ || statements_ > kMostStatements) return std::nullopt;
  Body all;
  for (std::size_t i = 0; i < stm.binders.size(); ++i) all.results.push_back(whole((*results)[i]));
  Body body = top_.finish(std::move(all.results));
  for (std::size_t i = 0; i < stm.binders.size(); ++i)
    body.stms.push_back({{stm.binders[i]}, {Copy{body.results[i]}}, stm.span, stm.inlined_at});
  return std::move(body.stms);
}

bool Writer::run(Soac& soac) {
  if (few_iterations(soac.width) || !has_few(soac.lambda.body)) return false;
  for (const Binder& param : soac.lambda.params)
    if (param.type.rank > 0 && !param.type.acc)
      values_[param.id] = {param.atom(), {}, known_dims(param.atom()), false, true};
  auto written = apart(soac.lambda.body);
  if (!written || !folds_ || loads_.size() > kMostLoads || gain_ <= loss_ ||
      statements_ > kMostStatements)
    return false;
  out_ = &written->builder;
  Atoms results;
  for (const Value& result : written->results) results.push_back(whole(result));
  soac.lambda.body = written->builder.finish(std::move(results));
  return true;
}

namespace {

bool has_any(const Shapes& shapes) {
  return std::any_of(shapes.begin(), shapes.end(), [](const auto& dims) { return dims; });
}

}  // namespace

// The shapes of a fold's operands, where they are to be numbers.
Shapes Writer::shapes_of(const Atoms& neutral) const {
  Shapes shapes;
  for (const Atom& atom : neutral) {
    const auto dims = atom.type.rank > 0 ? dims_of({atom}) : std::nullopt;
    shapes.push_back(dims && count(*dims, kMostStates) ? dims : std::nullopt);
  }
  return shapes;
}

// In numbers.
std::optional<Lambda> Writer::operator_of(const Lambda& op, const Shapes& shapes) {
  Lambda made;
  for (std::size_t k = 0; k < op.params.size(); ++k) {
    const Binder& param = op.params[k];
    const auto& dims = shapes[k % shapes.size()];
    if (!dims) {
      made.params.push_back(names_.bind(param.type, names_.hint(param.id)));
      values_[param.id] = {made.params.back().atom(), {}, known_dims(param.atom())};
      continue;
    }
    Few few{*dims, {}};
    for (std::size_t i = 0; i < *count(*dims); ++i) {
      made.params.push_back(names_.bind({param.type.elem}));
      few.elements.push_back(made.params.back().atom());
    }
    values_[param.id] = value_of(std::move(few));
  }
  auto written = apart(op.body);
  if (!written) return std::nullopt;
  Builder* around = std::exchange(out_, &written->builder);
  Atoms results;
  bool alike = true;
  for (std::size_t k = 0; k < shapes.size() && alike; ++k) {
    if (!shapes[k]) {
      results.push_back(whole(written->results[k]));
      continue;
    }
    const auto few = few_of(written->results[k]);
    alike = few && few->dims == *shapes[k];
    if (alike) results.insert(results.end(), few->elements.begin(), few->elements.end());
  }
  out_ = around;
  if (!alike) return std::nullopt;
  made.body = written->builder.finish(std::move(results));
  return made;
}

// The columns of [dims] as an array of rows.
Atom Writer::rows_of_columns(const Dims& dims, const Atoms& columns) {
  const auto all = static_cast<std::int64_t>(dims.size());
  std::vector<std::int64_t> order{all};
  for (std::int64_t d = 0; d < all; ++d) order.push_back(d);
  const Atom turned = whole({dims, columns});
  return out_->array_op(ArrayOp::rearrange, {turned}, turned.type, order);
}

// Folds of small arrays as folds of their numbers.
std::optional<std::vector<Stm>> Writer::run_folds(const Stm& stm) {
  const auto& soac = std::get<Soac>(stm.exp.node);
  top_.span = stm.span;
  top_.inlined_at = stm.inlined_at;
  Soac made = soac;
  made.reduces.clear();
  made.scans.clear();
  made.row_shapes.clear();
  Shapes all;
  bool found = false;
  const auto fold = [&](const auto& old, auto& into) {
    const Shapes shapes = shapes_of(old.neutral);
    all.insert(all.end(), shapes.begin(), shapes.end());
    auto one = old;
    if (has_any(shapes)) {
      found = true;
      auto op = operator_of(old.op, shapes);
      if (!op) return false;
      one.op = std::move(*op);
      one.neutral.clear();
      for (std::size_t k = 0; k < shapes.size(); ++k) {
        const Atoms elements =
            shapes[k] ? few_of({old.neutral[k]})->elements : Atoms{old.neutral[k]};
        one.neutral.insert(one.neutral.end(), elements.begin(), elements.end());
      }
    }
    into.push_back(std::move(one));
    return true;
  };
  for (const Reduce& reduce : soac.reduces)
    if (!fold(reduce, made.reduces)) return std::nullopt;
  const std::size_t reduced = all.size();
  for (const Scan& scan : soac.scans)
    if (!fold(scan, made.scans)) return std::nullopt;
  if (!found || statements_ > kMostStatements) return std::nullopt;
  all.resize(soac.lambda.body.results.size());
  Builder inner(names_);
  Builder* around = std::exchange(out_, &inner);
  for (const Stm& one : soac.lambda.body.stms) inner.append(one);
  inner.span = stm.span;
  inner.inlined_at = stm.inlined_at;
  Atoms results;
  std::vector<Type> types;
  for (std::size_t r = 0; r < all.size(); ++r) {
    const Atom& result = soac.lambda.body.results[r];
    const Atoms elements = all[r] ? few_of({result, {}, all[r]})->elements : Atoms{result};
    for (const Atom& element : elements) {
      results.push_back(element);
      types.push_back(r < reduced ? element.type : element.type.array_of());
      if (r >= reduced) made.row_shapes.push_back(all[r] ? Atoms{} : soac.row_shapes[r - reduced]);
    }
  }
  out_ = around;
  made.lambda.body = inner.finish(std::move(results));
  const Atoms given = out_->emit({std::move(made)}, types);
  Atoms whole_results;
  auto next = given.begin();
  for (std::size_t r = 0; r < all.size(); ++r) {
    const auto end = next + (all[r] ? static_cast<std::ptrdiff_t>(*count(*all[r])) : 1);
    const Atoms columns(next, end);
    whole_results.push_back(!all[r]       ? columns[0]
                            : r < reduced ? whole({*all[r], columns})
                                          : rows_of_columns(*all[r], columns));
    next = end;
  }
  Body body = top_.finish(std::move(whole_results));
  for (std::size_t i = 0; i < stm.binders.size(); ++i)
    body.stms.push_back({{stm.binders[i]}, {Copy{body.results[i]}}, stm.span, stm.inlined_at});
  return std::move(body.stms);
}

}  // namespace

std::optional<std::vector<Stm>> folds_of_numbers(const Stm& stm, const facts::Facts& facts,
                                                 Names& names) {
  return Writer(facts, names).run_folds(stm);
}

bool lambda_of_numbers(Soac& soac, const facts::Facts& facts, Names& names) {
  return Writer(facts, names).run(soac);
}

std::optional<std::vector<Stm>> states_of_numbers(const Stm& stm, const facts::Facts& facts,
                                                  Names& names) {
  return Writer(facts, names).run(stm);
}

}  // namespace laguz::core::numbers
