// Kernels that move lanes without looking at them: one element of [size] bytes (1, 2, 4 or 8) per
// lane. They know nothing of scalar types; lane programs use them between the rows' kernels. Those
// that read what they write count it as moved (support::moved).
#pragma once

#include <cstdint>

#include "support/scalar_type.hpp"

namespace laguz::prims::lanes {

/// Whether a lane is alive, one byte each; null where a mask is expected: all are.
using Mask = const bool*;

/// out[l] = *value
void fill(int size, std::int64_t n, void* out, const void* value);
/// out[l] = in[l * stride]
void load(int size, std::int64_t n, void* out, const void* in, std::int64_t stride);
/// out[l * stride] = in[l]
void store(int size, std::int64_t n, void* out, std::int64_t stride, const void* in);
/// out[l] = base[at[l]]
void gather(int size, std::int64_t n, void* out, const void* base, const std::int64_t* at);
/// base[at[l]] = in[l] for the lanes alive, in order; with [uniform], in is one element.
void scatter(int size, std::int64_t n, void* base, const std::int64_t* at, const void* in,
             bool uniform, Mask mask);
/// out[l] = mask[l] ? a[l] : b[l]. Bit 0 of [uniform]: a is one element; bit 1: b is. out may be a
/// or b when that is not uniform. The mask is not null.
void select(int size, std::int64_t n, void* out, Mask mask, const void* a, const void* b,
            unsigned uniform);
/// A row of memory for each lane becomes a row of lanes for each of its elements:
/// out[i * out_stride + l] = in[l * in_stride + i] for l < lanes, i < count.
void rows_to_lanes(int size, std::int64_t lanes, std::int64_t count, void* out,
                   std::int64_t out_stride, const void* in, std::int64_t in_stride);
/// And back: out[l * out_stride + i] = in[i * in_stride + l] for l < lanes, i < count.
void lanes_to_rows(int size, std::int64_t lanes, std::int64_t count, void* out,
                   std::int64_t out_stride, const void* in, std::int64_t in_stride);
/// Lanes, or elements of a row, that these two are best given a multiple of: whole squares and
/// cache lines.
std::int64_t turned_at_a_time(int size);
enum class Use : std::uint8_t { read, written };
/// Asks for rows of in that `rows_to_lanes` will read, or `lanes_to_rows` will write: so many that
/// no machine sees them coming.
void prefetch(Use use, int size, std::int64_t rows, std::int64_t columns, const void* in,
              std::int64_t in_stride);
/// out[l] = start + l * step, wrapped to the integer type.
void affine(support::ScalarType type, std::int64_t n, void* out, std::int64_t start,
            std::int64_t step);
/// out[l] = start + at[l], wrapped to the integer type.
void affine_at(support::ScalarType type, std::int64_t n, void* out, std::int64_t start,
               const std::int64_t* at);
/// Copies the lanes alive to the front of out (room for n + 1); returns how many they are.
std::int64_t compact(int size, std::int64_t n, void* out, const void* in, Mask mask);

}  // namespace laguz::prims::lanes
