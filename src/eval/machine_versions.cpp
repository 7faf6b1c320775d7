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
                     [&](const Number& number) { return words[number.word] == number.is; });
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
    const auto small = small_numbers(unit, places, words);
    special = vcode::specialise(unit, [&](vcode::Value value) {
      const auto found = small.find(value);
      return found != small.end() ? std::optional(found->second) : std::nullopt;
    });
    if (special)
      for (const Words::Entry& entry : places.entries)
        if (const auto found = small.find(entry.value); found != small.end())
          made.numbers.push_back({entry.word, found->second});
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
