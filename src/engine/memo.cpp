#include "engine/memo.hpp"

#include <algorithm>

namespace laguz::engine {

using core::Digest;
using core::FunId;
using core::SessionKey;
using runtime::Value;

std::optional<SessionKey> Memo::key_of(FunId constant) {
  const core::Body& body = program_[constant].body;
  if (body.stms.empty()) return std::nullopt;
  return keys_.of(body);
}

std::optional<SessionKey> Memo::read(FunId constant) {
  auto key = key_of(constant);
  for (auto met = keys_.take_met(); !met.empty(); met = keys_.take_met())
    for (const FunId other : met) {
      if (is_there(other) || program_.optimised.count(other) > 0) continue;
      auto its = key_of(other);
      if (!its) continue;
      if (auto values = find(other, *its)) evaluator_.put(other, *std::move(values));
      its->values.clear();
      waiting_.emplace(other, *std::move(its));
    }
  return key;
}

Digest Memo::with_settings(const Digest& digest) const {
  core::Digester all;
  all.add(settings_);
  all.add(digest);
  return all.end();
}

bool Memo::is_there(FunId constant) const {
  return program_.has(constant) && evaluator_.find(constant) != nullptr;
}

std::optional<Memo::Place> Memo::place_of(const Digest& digest) const {
  const auto found = places_.find(with_settings(digest));
  if (found == places_.end()) return std::nullopt;
  for (const Place& place : found->second)
    if (is_there(place.constant)) return place;
  return std::nullopt;
}

std::optional<std::vector<Value>> Memo::find(FunId constant, const SessionKey& key) {
  const core::Atoms& results = program_[constant].body.results;
  std::vector<Value> values;
  bool any = false;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!key.results[i]) {
      values.emplace_back(results[i].scalar());
      continue;
    }
    const auto place = place_of(*key.results[i]);
    if (!place) return std::nullopt;
    values.push_back((*evaluator_.find(place->constant))[place->result]);
    any = true;
  }
  if (!any) return std::nullopt;
  ++found_;
  return values;
}

void Memo::add(const Digest& digest, Place place) {
  std::vector<Place>& places = places_[with_settings(digest)];
  std::erase_if(places, [&](const Place& one) { return !is_there(one.constant); });
  places.push_back(place);
}

void Memo::add(FunId constant, const SessionKey& key) {
  program_[constant].evaluated = true;
  for (std::size_t i = 0; i < key.results.size(); ++i)
    if (key.results[i]) add(*key.results[i], {constant, static_cast<std::uint32_t>(i)});
  for (const auto& [stm, digest] : key.checks) add(digest, {constant, kCheck});
}

void Memo::file(FunId constant, const SessionKey& key) {
  constexpr std::size_t kFew = 100;
  if (places_.size() >= kept_ + kept_ / 2 + kFew) drop_what_is_gone();
  add(constant, key);
  std::erase_if(waiting_, [&](const auto& row) {
    if (!is_there(row.first)) return false;
    add(row.first, row.second);
    return true;
  });
}

void Memo::drop_what_is_gone() {
  std::erase_if(places_, [&](const auto& row) {
    return std::none_of(row.second.begin(), row.second.end(),
                        [&](const Place& one) { return is_there(one.constant); });
  });
  kept_ = places_.size();
}

void Memo::keep(const std::unordered_set<FunId>& kept) {
  keys_.keep(kept);
  std::erase_if(waiting_, [&](const auto& row) { return kept.count(row.first) == 0; });
  drop_what_is_gone();
}

}  // namespace laguz::engine
