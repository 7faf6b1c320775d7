// Soacs of a few iterations, written out.
#include <algorithm>

#include "core/numbers/writer.hpp"

namespace laguz::core::numbers {

// What a Soac's iterations are given of an operand, as [param].
Writer::Maybe Writer::rows_of(const Atom& array, const Binder& param, std::int64_t width) {
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
  const auto iterations = few_iterations(e, number(e.width));
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
    const InTurn turn(*this, stm, {name_of_turns(e), i});
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

}  // namespace laguz::core::numbers
