// The other side of programs/loops.fut: the same loops in plain C++, built with -O3 -march=native.
#pragma once

#include <cstdint>
#include <vector>

namespace laguz::bench {

double recurrence(std::int64_t n);
std::uint32_t generator(std::int64_t n);
std::int32_t fibonacci(std::int32_t n);
double quadrature(double within);
void sieve(std::int64_t n, std::vector<char>& prime);
std::int64_t edit(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b,
                  std::vector<std::int64_t>& table);
void counts(const std::vector<std::int64_t>& is, std::vector<std::int64_t>& bins);
void insertion_sort(std::vector<double>& xs);

}  // namespace laguz::bench
