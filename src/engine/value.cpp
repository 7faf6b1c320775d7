// Constants evaluated: what a session has already is not computed again.
#include "engine/engine.hpp"
#include "engine/memo.hpp"
#include "engine/reached.hpp"

namespace laguz::engine {
namespace {

/// What a bit of a value can depend on.
std::vector<std::uint64_t> words_of(const eval::Options& eval, const lower::Options& lower) {
  std::vector<std::uint64_t> words{static_cast<std::uint64_t>(eval.order),
                                   static_cast<std::uint64_t>(eval.chunk),
                                   static_cast<std::uint64_t>(eval.loop_states)};
  for (const auto& [name, value] : lower.params) {
    words.push_back(name.size());
    words.insert(words.end(), name.begin(), name.end());
    words.push_back(static_cast<std::uint64_t>(value));
  }
  return words;
}

}  // namespace

Valued Engine::value(const Def& def) {
  const support::Task task(governor_);
  if (!options_.memo || options_.debug_nans) {
    Valued result{prepare(def), {}};
    result.values = call(result.entry, {});
    return result;
  }
  Valued result{lower(def), {}};
  const auto* known = evaluator().find(result.entry.function);
  result.values = known != nullptr ? *known : value_by_memo(def, result.entry);
  return result;
}

std::vector<runtime::Value> Engine::value_by_memo(const Def& def, const EntryPoint& constant) {
  Memo& memo = *parts_.memo;
  const core::FunId id = constant.function;
  memo.set(words_of(evaluator().options(), options_.lower));
  const auto key = memo.read(id);
  if (!key) return call(prepare(def), {});
  std::vector<runtime::Value> values;
  if (auto found = memo.find(id, *key)) {
    values = *std::move(found);
    parts_.evaluator->put(id, values);
  } else if (auto body = memo.shortened(id, *key)) {
    values = run_instead(def, constant, *std::move(body));
    parts_.evaluator->put(id, values);
  } else {
    values = call(prepare(def), {});
  }
  memo.file(id, *key);
  return values;
}

// It is another function, for derivatives are of what is written; and it is of no use when it has
// been evaluated.
std::vector<runtime::Value> Engine::run_instead(const Def& def, EntryPoint constant,
                                                core::Body body) {
  core::Function other = program_[constant.function];
  other.body = std::move(body);
  constant.function = program_.add(std::move(other));
  make_ready(constant, def.span);
  auto values = call(constant, {});
  parts_.evaluator->forget(constant.function);
  return values;
}

EntryPoint Engine::prepare_maker(const Def& def) {
  EntryPoint maker = prepare(def);
  while (true) {
    const core::Function& code = parts_.graph->code(maker.function);
    const auto part = part_of_constant(program_, code.body);
    if (!part || !(program_[part->constant].span == code.span)) break;
    maker.function = part->constant;
  }
  make_ready(maker, def.span);
  return maker;
}

bool Engine::is_leaf(const EntryPoint& maker) const {
  return program_[maker.function].constant && parts_.graph->is_leaf(maker.function);
}

std::size_t Engine::taken() const { return parts_.memo->found(); }

}  // namespace laguz::engine
