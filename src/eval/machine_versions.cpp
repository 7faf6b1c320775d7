#include "eval/machine_versions.hpp"

#include <algorithm>
#include <unordered_map>

#include "vcode/specialise.hpp"

namespace laguz::eval {

using machine::Words;

bool MachineVersions::Version::fits(const std::vector<bool>& there,
                                    const std::vector<std::uint64_t>& words) const {
  for (std::size_t a = 0; a < dense.size(); ++a)
    if (dense[a] && !there[a]) return false;
  return std::all_of(numbers.begin(), numbers.end(),
                     [&](const Number& number) { return words[number.word] == number.is; }) &&
         std::all_of(same.begin(), same.end(),
                     [&](const auto& two) { return words[two.first] == words[two.second]; });
}

namespace {

/// Numbers of what is small: they are most often the same in all runs, and loops over them are
/// written out.
std::unordered_map<vcode::Value, std::uint64_t> small_numbers(
    const vcode::Unit& unit, const Words& places, const std::vector<std::uint64_t>& words) {
  constexpr std::int64_t kMostLength = 16, kMostStride = kMostLength * kMostLength;
  std::unordered_map<vcode::Value, std::int64_t> least, most;
  for (const vcode::Value bound : vcode::bounds(unit)) least[bound] = 2, most[bound] = kMostLength;
  for (const vcode::Unit::Array& array : unit.arrays) {
    for (const vcode::Value length : array.lengths) least[length] = 1, most[length] = kMostLength;
    for (const vcode::Value stride : array.strides) {
      least[stride] = -kMostStride;
      most[stride] = kMostStride;
    }
  }
  std::unordered_map<vcode::Value, std::uint64_t> small;
  for (const Words::Entry& entry : places.entries) {
    const auto is = static_cast<std::int64_t>(words[entry.word]);
    const auto found = most.find(entry.value);
    if (found != most.end() && is >= least[entry.value] && is <= found->second)
      small[entry.value] = words[entry.word];
  }
  return small;
}

/// By length, stride, or number of iterations that is not small, all of 64 bits: the first one that
/// is the same. Arrays are most often as long as others, and what is checked of one, or
/// where its elements are, need not be computed for another.
std::unordered_map<vcode::Value, vcode::Value> same_numbers(
    const vcode::Unit& unit, const std::unordered_map<vcode::Value, std::size_t>& word_of,
    const std::unordered_map<vcode::Value, std::uint64_t>& small,
    const std::vector<std::uint64_t>& words) {
  std::unordered_map<vcode::Value, vcode::Value> same;
  std::unordered_map<std::uint64_t, vcode::Value> first;
  const auto enter = [&](vcode::Value value) {
    if (small.count(value) != 0 || unit.types[value] != support::ScalarType::i64) return;
    const auto [found, is_new] = first.try_emplace(words[word_of.at(value)], value);
    if (!is_new) same[value] = found->second;
  };
  const auto bounds = vcode::bounds(unit);
  for (const vcode::Unit::Input& input : unit.inputs)
    if (bounds.count(input.value) != 0) enter(input.value);
  for (const vcode::Unit::Array& array : unit.arrays)
    for (const auto* numbers : {&array.lengths, &array.strides})
      for (const vcode::Value number : *numbers) enter(number);
  return same;
}

}  // namespace

const MachineVersions::Version* MachineVersions::find(const vcode::Unit& unit, const Words& places,
                                                      machine::Compiler& compiler,
                                                      const std::vector<bool>& dense,
                                                      const std::vector<std::uint64_t>& words) {
  for (const auto& version : versions_)
    if (version->fits(dense, words)) return version.get();
  Version made;
  // (The last one is for any.)
  constexpr std::size_t kMost = 3;
  if (versions_.size() + 1 < kMost) made.dense = dense;
  std::optional<vcode::Unit> special;
  if (versions_.empty()) {
    std::unordered_map<vcode::Value, std::size_t> word_of;
    for (const Words::Entry& entry : places.entries) word_of[entry.value] = entry.word;
    const auto small = small_numbers(unit, places, words);
    const auto same = same_numbers(unit, word_of, small, words);
    special = vcode::specialise(
        unit,
        [&](vcode::Value value) {
          const auto found = small.find(value);
          return found != small.end() ? std::optional(found->second) : std::nullopt;
        },
        [&](vcode::Value value) {
          const auto found = same.find(value);
          return found != same.end() ? found->second : value;
        });
    if (special) {
      for (const auto& [value, is] : small) made.numbers.push_back({word_of.at(value), is});
      for (const auto& [value, first] : same)
        made.same.emplace_back(word_of.at(value), word_of.at(first));
    }
  }
  std::vector<bool> expected = made.dense;
  expected.resize(unit.arrays.size());
  if (special)
    made.code = compiler.compile(*special, Words(*special, places.numbers), expected);
  else
    made.code = compiler.compile(unit, places, expected);
  if (!made.code) return nullptr;
  made.sites = special ? std::move(special->sites) : unit.sites;
  versions_.push_back(std::make_unique<const Version>(std::move(made)));
  return versions_.back().get();
}

}  // namespace laguz::eval
