// Branches and loops.
#include "core/numbers/writer.hpp"
#include "core/walk.hpp"

namespace laguz::core::numbers {

Writer::Maybe Writer::write(const Stm&, const If& e) {
  const Atom condition = number(e.condition);
  auto yes = apart(e.then_body), no = apart(e.else_body);
  if (!yes || !no) return std::nullopt;
  Shapes shapes;
  for (std::size_t k = 0; k < yes->results.size(); ++k) {
    const Value &ours = yes->results[k], &theirs = no->results[k];
    const std::optional<Few>& few = ours.few ? ours.few : theirs.few;
    shapes.push_back(few ? std::optional(few->dims) : std::nullopt);
  }
  const auto results = [&](Written& branch) {
    Builder* around = redirect(branch.builder);
    auto all = flattened(branch.results, shapes);
    restore(around);
    return all;
  };
  auto ours = results(*yes), theirs = results(*no);
  if (!ours || !theirs) return std::nullopt;
  const std::vector<Type> types = types_of(*ours);
  If made{condition, yes->builder.finish(std::move(*ours)), no->builder.finish(std::move(*theirs))};
  return grouped(out_->emit({std::move(made)}, types), shapes);
}

Writer::Maybe Writer::write(const Stm& stm, const Loop& e) {
  if (!e.history.empty()) return as_it_is(stm);
  Loop loop;
  loop.hints = e.hints;
  loop.counted = e.counted;
  const Shapes shapes = shapes_of(e.inits);
  for (std::size_t i = 0; i < e.params.size(); ++i) {
    const Value init = of(e.inits[i]);
    changed_ = changed_ || shapes[i];
    const Atoms inits = shapes[i] ? few_of(init)->elements : Atoms{whole(init)};
    const Binders params = standing(e.params[i], shapes[i]);
    loop.inits.insert(loop.inits.end(), inits.begin(), inits.end());
    loop.params.insert(loop.params.end(), params.begin(), params.end());
    loop.regular.insert(loop.regular.end(), params.size(), e.is_regular(i) ? 1 : 0);
    loop.sums.insert(loop.sums.end(), params.size(), e.is_sum(i) ? 1 : 0);
  }
  if (const auto* form = std::get_if<ForForm>(&e.form)) {
    const Atom bound = number(form->bound);
    loop.form = ForForm{standing(form->index, std::nullopt)[0], bound, form->down};
  } else {
    auto condition = apart(std::get<WhileForm>(e.form).condition);
    if (!condition) return std::nullopt;
    loop.form = WhileForm{condition->builder.finish({condition->results[0].atom})};
  }
  auto next = apart(e.body);
  if (!next) return std::nullopt;
  Builder* around = redirect(next->builder);
  auto nexts = flattened(next->results, shapes);
  restore(around);
  if (!nexts) return std::nullopt;
  loop.body = next->builder.finish(std::move(*nexts));
  std::vector<Type> types = types_of(loop.params);
  if (loop.counted) types.push_back(kIndex);
  return grouped(out_->emit({std::move(loop)}, types), shapes);
}

}  // namespace laguz::core::numbers
