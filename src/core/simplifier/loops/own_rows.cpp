#include "core/simplifier/loops/own_rows.hpp"

#include <algorithm>
#include <utility>

#include "core/semantics.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::simplifier {
namespace {

/// Whether, where [facts] are known, it is certain that nothing at [dims] is in the row at [place].
bool is_apart(const facts::Facts& facts, const Place& place, const std::vector<DimSlice>& dims) {
  for (std::size_t d = 0; d < std::min(place.size(), dims.size()); ++d)
    if (place[d] && dims[d].fixed && facts.depth_of(*place[d]) <= facts.depth() &&
        facts.are_apart(*place[d], dims[d].index))
      return true;
  return false;
}

/// The places where a body reads and writes an array, and what has been made of it.
class Accesses {
 public:
  Accesses(const facts::Facts& facts, const Binder& param)
      : facts_(facts), place_(param.type.rank) {
    versions_.insert(param.id);
  }

  /// Whether it does nothing else with it but to give it.
  bool in(const Body& body) {
    support::expect_stack("A loop, branch or lambda");
    return std::all_of(body.stms.begin(), body.stms.end(), [&](const Stm& stm) { return in(stm); });
  }
  bool is_version(const Atom& atom) const { return versions_.count(atom.var) > 0; }
  /// None, if there are no places.
  std::optional<Place> place() {
    for (bool changed = true; std::exchange(changed, false);)  // what was apart may be no longer
      for (const std::vector<DimSlice>& dims : reads_) {
        if (any_ && is_apart(facts_, place_, dims)) continue;
        const Place before = place_;
        note(dims);
        changed = changed || !(place_ == before);
      }
    return any_ ? std::optional(place_) : std::nullopt;
  }

 private:
  bool in(const Stm& stm) {
    const auto* node = &stm.exp.node;
    if (const auto* index = std::get_if<Index>(node); index && is_version(index->array)) {
      reads_.push_back(part_read(*index));
      return true;
    }
    if (const auto* slice = std::get_if<Slice>(node); slice && is_version(slice->array)) {
      reads_.push_back(slice->dims);
      return true;
    }
    if (const auto* update = std::get_if<Update>(node); update && is_version(update->array)) {
      note(update->dims);
      versions_.insert(stm.binders[0].id);
      return !is_version(update->value);
    }
    if (const auto* app = std::get_if<ArrayApp>(node); app && app->op == ArrayOp::shape)
      return true;
    if (const auto* choice = std::get_if<If>(node))
      return in(choice->then_body) && in(choice->else_body) &&
             give(stm, choice->then_body.results, choice->else_body.results);
    if (const auto* loop = std::get_if<Loop>(node)) return in(stm, *loop);
    bool only = true;
    visit(
        stm.exp, [&](const Atom& atom) { only = only && !is_version(atom); },
        [&](const Body& inner, const Binders&) { only = only && in(inner) && gives_none(inner); });
    return only;
  }

  bool in(const Stm& stm, const Loop& loop) {
    for (std::size_t k = 0; k < loop.params.size(); ++k)
      if (is_version(loop.inits[k])) versions_.insert(loop.params[k].id);
    for (const std::uint32_t kept : loop.history)
      if (is_version(loop.params[kept].atom())) return false;
    if (const auto* form = std::get_if<WhileForm>(&loop.form))
      if (!in(form->condition)) return false;
    return in(loop.body) && give(stm, loop.inits, loop.body.results);
  }

  // What [stm] gives is one or the other.
  bool give(const Stm& stm, const Atoms& one, const Atoms& other) {
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (is_version(one[i]) != is_version(other[i])) return false;
      if (is_version(one[i])) versions_.insert(stm.binders[i].id);
    }
    return true;
  }

  bool gives_none(const Body& body) const {
    return std::none_of(body.results.begin(), body.results.end(),
                        [&](const Atom& result) { return is_version(result); });
  }

  void note(const std::vector<DimSlice>& dims) {
    for (std::size_t d = 0; d < place_.size(); ++d) {
      const bool fixed = d < dims.size() && dims[d].fixed;
      if (!any_ && fixed)
        place_[d] = dims[d].index;
      else if (!fixed || !(place_[d] == dims[d].index))
        place_[d].reset();
    }
    any_ = true;
  }

  const facts::Facts& facts_;
  VarSet versions_;
  std::vector<std::vector<DimSlice>> reads_;
  Place place_;
  bool any_ = false;
};

}  // namespace

bool is_place(const facts::Facts& facts, const Atom& array, std::size_t dim, const Atom& number) {
  Index index{array, Atoms(dim + 1, Atom::i64(0)), {}};
  index.indices[dim] = number;
  return facts.is_in_bounds(index, dim, facts.depth());
}

std::optional<Place> place_of_accesses(const facts::Facts& facts, const Loop& loop,
                                       std::size_t param) {
  const Binder& array = loop.params[param];
  for (const std::uint32_t kept : loop.history)
    if (kept == param) return std::nullopt;
  if (const auto* form = std::get_if<WhileForm>(&loop.form))
    if (uses(form->condition, array.id)) return std::nullopt;
  Accesses accesses(facts, array);
  if (!accesses.in(loop.body)) return std::nullopt;
  for (std::size_t k = 0; k < loop.params.size(); ++k)
    if (accesses.is_version(loop.body.results[k]) != (k == param)) return std::nullopt;
  return accesses.place();
}

bool has_order(const Body& body, const Program& program) {
  VarSet own;  // accumulators
  const auto in = [&](const auto& self, const Body& inner) -> bool {
    support::expect_stack("A loop, branch or lambda");
    bool found = false;
    for (const Stm& stm : inner.stms) {
      if (const auto* with = std::get_if<WithAcc>(&stm.exp.node))
        for (const WithAcc::Acc& acc : with->accs) own.insert(acc.acc.id);
      const auto* added = std::get_if<AccUpdate>(&stm.exp.node);
      const auto* call = std::get_if<Call>(&stm.exp.node);
      found = found || std::holds_alternative<Trace>(stm.exp.node) ||
              (added != nullptr && own.count(added->acc.var) == 0) ||
              (call != nullptr && !program[call->function].constant);
      visit(
          stm.exp, [](const Atom&) {},
          [&](const Body& deeper, const Binders&) { found = found || self(self, deeper); });
      if (found) return true;
    }
    return false;
  };
  return in(in, body);
}

OwnRow::OwnRow(const facts::Facts& facts, Names& names, Place place, const Binder& param,
               const Atom& array)
    : facts_(facts), names_(names), place_(std::move(place)), array_(array) {
  row_ = become(param);
}

// The row instead of the version [binder] of the array.
Binder OwnRow::become(const Binder& binder) {
  const auto fixed = std::count_if(place_.begin(), place_.end(),
                                   [](const auto& number) { return number.has_value(); });
  Type type = binder.type;
  type.rank = static_cast<std::uint8_t>(type.rank - fixed);
  const Binder row = names_.bind(type, names_.hint(binder.id));
  rows_[binder.id] = row.atom();
  made_.push_back(row);
  return row;
}

// What is there is what was there before the loop.
bool OwnRow::is_unwritten(const std::vector<DimSlice>& dims) const {
  return is_apart(facts_, place_, dims);
}

// Of [dims] those that the row has, if all are certainly inside; without those at the end of which
// all is meant.
std::optional<std::vector<DimSlice>> OwnRow::rest(const std::vector<DimSlice>& dims) const {
  std::vector<DimSlice> left;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (place_[d]) continue;
    const bool inside =
        dims[d].fixed ? is_place(facts_, array_, d, dims[d].index)
                      : facts_.is_in_bounds(dims[d], facts_.length(array_, static_cast<int>(d)));
    if (!inside) return std::nullopt;
    left.push_back(dims[d]);
  }
  while (!left.empty() && left.back() == DimSlice{}) left.pop_back();
  return left;
}

bool OwnRow::in(Body& body) {
  Body to;
  to.stms.reserve(body.stms.size());
  for (Stm& stm : body.stms)
    if (!in(stm, to)) return false;
  body.stms = std::move(to.stms);
  for (Atom& result : body.results)
    if (is_version(result)) result = row_of(result);
  return true;
}

bool OwnRow::in(Stm& stm, Body& to) {
  auto* node = &stm.exp.node;
  if (const auto* index = std::get_if<Index>(node); index && is_version(index->array))
    return in(stm, Index(*index), to);
  if (const auto* slice = std::get_if<Slice>(node); slice && is_version(slice->array))
    return in(stm, Slice(*slice), to);
  if (const auto* update = std::get_if<Update>(node); update && is_version(update->array))
    return in(stm, *update, to);
  if (auto* app = std::get_if<ArrayApp>(node); app && is_version(app->args[0]))
    app->args[0] = array_;  // (asks for its shape)
  bool works = true;
  if (auto* choice = std::get_if<If>(node))
    works = in(stm, *choice);
  else if (auto* loop = std::get_if<Loop>(node))
    works = in(stm, *loop);
  else
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { works = works && in(inner); });
  to.stms.push_back(std::move(stm));
  return works;
}

bool OwnRow::in(Stm& stm, const Index& index, Body& to) {
  if (is_unwritten(part_read(index))) {
    std::get<Index>(stm.exp.node).array = array_;
    to.stms.push_back(std::move(stm));
    return true;
  }
  Index left{row_of(index.array), {}, {}};
  for (std::size_t d = 0; d < index.indices.size(); ++d) {
    if (place_[d]) continue;
    if (!is_place(facts_, array_, d, index.indices[d])) return false;
    left.indices.push_back(index.indices[d]);
  }
  if (left.indices.empty())
    stm.exp = {Copy{left.array}};
  else
    stm.exp = {std::move(left)};
  to.stms.push_back(std::move(stm));
  return true;
}

bool OwnRow::in(Stm& stm, const Slice& slice, Body& to) {
  if (is_unwritten(slice.dims)) {
    std::get<Slice>(stm.exp.node).array = array_;
    to.stms.push_back(std::move(stm));
    return true;
  }
  auto left = rest(slice.dims);
  if (!left) return false;
  const Atom row = row_of(slice.array);
  if (left->empty())
    stm.exp = {Copy{row}};
  else
    stm.exp = {Slice{row, std::move(*left)}};
  to.stms.push_back(std::move(stm));
  return true;
}

bool OwnRow::in(const Stm& stm, const Update& update, Body& to) {
  auto left = rest(update.dims);
  if (!left) return false;
  const Atom row = row_of(update.array);
  if (left->empty()) {
    int d = 0;
    for (std::size_t dim = 0; dim < place_.size(); ++dim)
      if (!place_[dim] && !facts_.is_same(facts_.length(update.value, d++),
                                          facts_.length(array_, static_cast<int>(dim))))
        return false;
    rows_[stm.binders[0].id] = update.value;
    return true;
  }
  const bool little =
      std::any_of(left->begin(), left->end(), [](const DimSlice& dim) { return dim.fixed; });
  if (little && filling_ == 0) return false;
  const Binder made = become(stm.binders[0]);
  to.stms.push_back(
      {{made}, {Update{row, std::move(*left), update.value}}, stm.span, stm.inlined_at});
  return true;
}

bool OwnRow::in(Stm& stm, If& choice) {
  const Atoms before = choice.then_body.results, other = choice.else_body.results;
  if (!in(choice.then_body) || !in(choice.else_body)) return false;
  for (std::size_t i = 0; i < stm.binders.size(); ++i) {
    if (!is_version(before[i])) continue;
    // A row that is given as it is would be copied for nothing.
    const Atom &yes = choice.then_body.results[i], &no = choice.else_body.results[i];
    for (const Atom* one : {&yes, &no})
      if (one->type.rank > 0 &&
          !place_of(one == &yes ? choice.then_body : choice.else_body, one->var))
        return false;
    stm.binders[i] = become(stm.binders[i]);
  }
  return true;
}

// Whether it may write about as many elements as the row has.
bool OwnRow::fills_row(const Loop& loop) const {
  const auto* form = std::get_if<ForForm>(&loop.form);
  if (form == nullptr || !(form->bound.type == kIndex)) return false;
  for (std::size_t d = 0; d < place_.size(); ++d)
    if (!place_[d] && facts_.goes_up_to(form->bound, facts_.length(array_, static_cast<int>(d))))
      return true;
  return false;
}

bool OwnRow::in(Stm& stm, Loop& loop) {
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    if (!is_version(loop.inits[k])) continue;
    loop.inits[k] = row_of(loop.inits[k]);
    loop.params[k] = become(loop.params[k]);
    stm.binders[k] = become(stm.binders[k]);
  }
  const bool fills = fills_row(loop);
  filling_ += fills ? 1 : 0;
  bool works = true;
  if (auto* form = std::get_if<WhileForm>(&loop.form)) works = in(form->condition);
  works = works && in(loop.body);
  filling_ -= fills ? 1 : 0;
  return works;
}

}  // namespace laguz::core::simplifier
