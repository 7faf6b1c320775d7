// Constants evaluated: what a session has already is not computed again.
#include "engine/engine.hpp"
#include "engine/memo.hpp"

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
  auto values = memo.find(id, *key);
  if (!values) {
    if (auto body = memo.shortened(id, *key)) {
      // It is another function, for derivatives are of this one; and it is not needed any more when
      // it has been evaluated.
      core::Function other = program_[id];
      other.body = *std::move(body);
      EntryPoint entry = constant;
      entry.function = program_.add(std::move(other));
      make_ready(entry, def.span);
      values = call(entry, {});
      parts_.evaluator->forget(entry.function);
    }
  }
  if (values)
    parts_.evaluator->put(id, *values);
  else
    values = call(prepare(def), {});
  memo.file(id, *key);
  return *std::move(values);
}

std::size_t Engine::taken() const { return parts_.memo->found(); }

}  // namespace laguz::engine
