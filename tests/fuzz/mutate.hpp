// Mutations that know the grammar: random bytes seldom type check, subtrees in strange places do.
#pragma once

#include <cstdint>
#include <string>

namespace laguz::fuzz {

/// [text] with a few random edits; parts may come from [donor]. The same arguments give the same
/// result on every machine.
std::string mutate(const std::string& text, const std::string& donor, std::uint64_t seed);

}  // namespace laguz::fuzz
