// Mutations that know what they change: random bytes seldom type check, subtrees in strange places
// do. Of programs in mutate.cpp, of data files in mutate_values.cpp; a target is linked with one.
#pragma once

#include <cstdint>
#include <string>

namespace laguz::fuzz {

/// [text] with a few random edits; parts may come from [donor]. The same arguments give the same
/// result on every machine.
std::string mutate(const std::string& text, const std::string& donor, std::uint64_t seed);

}  // namespace laguz::fuzz
