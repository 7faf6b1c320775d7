#include "runtime/strided_copy.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "support/governor.hpp"
#include "support/word.hpp"

namespace laguz::runtime {
namespace {

using support::Word;

/// Drops dimensions of length 1 and joins neighbours that are one progression on both sides.
/// False when there is nothing to copy.
bool normalise(StridedCopy& c) {
  int rank = 0;
  // Before lengths are multiplied: beside a 0 they may be of any size.
  if (std::find(c.dims.begin(), c.dims.begin() + c.rank, 0) != c.dims.begin() + c.rank)
    return false;
  for (int i = 0; i < c.rank; ++i) {
    if (c.dims[i] == 1) continue;
    const bool joins = rank > 0 && c.to_strides[rank - 1] == c.to_strides[i] * c.dims[i] &&
                       c.from_strides[rank - 1] == c.from_strides[i] * c.dims[i];
    const int at = joins ? rank - 1 : rank++;
    c.dims[at] = joins ? c.dims[at] * c.dims[i] : c.dims[i];
    c.to_strides[at] = c.to_strides[i];
    c.from_strides[at] = c.from_strides[i];
  }
  if (rank == 0) {
    c.dims[0] = 1;
    c.to_strides[0] = c.from_strides[0] = 1;
    rank = 1;
  }
  c.rank = rank;
  return true;
}

template <class T>
void copy_row(Word<T>* to, std::int64_t to_stride, const Word<T>* from, std::int64_t from_stride,
              std::int64_t n) {
  if (to_stride == 1 && from_stride == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(n) * sizeof(T));
  } else if (to_stride == 1 && from_stride == 0) {
    const T value = from->bits;
    for (std::int64_t i = 0; i < n; ++i) to[i].bits = value;
  } else if (to_stride == 1 && from_stride == -1) {
    for (std::int64_t i = 0; i < n; ++i) to[i].bits = from[-i].bits;
  } else {
    for (std::int64_t i = 0; i < n; ++i) to[i * to_stride].bits = from[i * from_stride].bits;
  }
}

/// A transposition: the source is contiguous along [outer], the destination along the last
/// dimension. Square blocks, so that each cache line is fetched once.
template <class T>
void copy_plane(Word<T>* to, std::int64_t to_outer, const Word<T>* from, std::int64_t from_inner,
                std::int64_t outer, std::int64_t inner) {
  constexpr std::int64_t kBlock = 64 / sizeof(T) * 2;
  for (std::int64_t i0 = 0; i0 < outer; i0 += kBlock) {
    const std::int64_t i1 = std::min(outer, i0 + kBlock);
    for (std::int64_t j0 = 0; j0 < inner; j0 += kBlock) {
      const std::int64_t j1 = std::min(inner, j0 + kBlock);
      for (std::int64_t i = i0; i < i1; ++i)
        for (std::int64_t j = j0; j < j1; ++j)
          to[i * to_outer + j].bits = from[j * from_inner + i].bits;
    }
  }
}

/// Calls body(to, from) with the offsets of every index of the first [rank] dimensions.
template <class Body>
void for_each_outer(const StridedCopy& c, int rank, std::int64_t to, std::int64_t from,
                    const Body& body, int dim = 0) {
  if (dim == rank) {
    body(to, from);
    return;
  }
  for (std::int64_t i = 0; i < c.dims[dim]; ++i)
    for_each_outer(c, rank, to + i * c.to_strides[dim], from + i * c.from_strides[dim], body,
                   dim + 1);
}

template <class T>
void copy_typed(StridedCopy c, Word<T>* to, const Word<T>* from) {
  const int last = c.rank - 1;
  if (c.rank >= 2 && c.to_strides[last] == 1 && c.from_strides[last] != 1 &&
      c.from_strides[last] != 0) {
    // Walk the dimension along which the source is contiguous next to the last one.
    for (int d = 0; d < last; ++d) {
      if (c.from_strides[d] != 1) continue;
      for (auto* list : {&c.dims, &c.to_strides, &c.from_strides})
        std::rotate(list->begin() + d, list->begin() + d + 1, list->begin() + last);
      const int outer = last - 1;
      for_each_outer(c, outer, 0, 0, [&](std::int64_t a, std::int64_t b) {
        copy_plane(to + a, c.to_strides[outer], from + b, c.from_strides[last], c.dims[outer],
                   c.dims[last]);
      });
      return;
    }
  }
  for_each_outer(c, last, 0, 0, [&](std::int64_t a, std::int64_t b) {
    copy_row(to + a, c.to_strides[last], from + b, c.from_strides[last], c.dims[last]);
  });
}

template <class T>
void fill_row(Word<T>* to, std::int64_t to_stride, std::int64_t first, std::int64_t by,
              std::int64_t n) {
  // Small integers would be multiplied as int, which may overflow.
  using Wide = std::conditional_t<sizeof(T) < 4, std::uint32_t, T>;
  const auto start = static_cast<Wide>(first);
  const auto step = static_cast<Wide>(by);
  for (std::int64_t i = 0; i < n; ++i)
    to[i * to_stride].bits = static_cast<T>(start + static_cast<Wide>(i) * step);
}

template <class T>
void fill_typed(const StridedCopy& c, Word<T>* to, std::int64_t base) {
  const int last = c.rank - 1;
  for_each_outer(c, last, 0, base, [&](std::int64_t a, std::int64_t first) {
    fill_row(to + a, c.to_strides[last], first, c.from_strides[last], c.dims[last]);
  });
}

/// Calls f with a null pointer to the word of [size] bytes.
template <class F>
void with_unsigned(int size, const F& f) {
  switch (size) {
    case 1: f(static_cast<Word<std::uint8_t>*>(nullptr)); break;
    case 2: f(static_cast<Word<std::uint16_t>*>(nullptr)); break;
    case 4: f(static_cast<Word<std::uint32_t>*>(nullptr)); break;
    case 8: f(static_cast<Word<std::uint64_t>*>(nullptr)); break;
    default: break;
  }
}

/// Elements between two looks at the governor.
constexpr std::int64_t kPiece = std::int64_t{1} << 18;

/// The dimension to halve so that parts are compact in the source and the destination.
int longest(const StridedCopy& copy) {
  const auto end = copy.dims.begin() + copy.rank;
  return static_cast<int>(std::max_element(copy.dims.begin(), end) - copy.dims.begin());
}

/// The dimension to halve so that parts are compact in the destination.
int outermost(const StridedCopy& copy) {
  const auto stride = [&](int dim) {
    return copy.dims[dim] > 1 ? std::abs(copy.to_strides[dim]) : 0;
  };
  int found = 0;
  for (int i = 1; i < copy.rank; ++i)
    if (stride(i) > stride(found)) found = i;
  return found;
}

/// Calls work(part, elements to skip in the destination, and in the source) for parts of a
/// normalised copy, halves along the dimension that [choose] gives for as long as they are large.
template <class Choose, class Work>
void in_pieces(const StridedCopy& whole, const Choose& choose, const Work& work,
               std::int64_t to = 0, std::int64_t from = 0) {
  std::int64_t elements = 1;
  for (int i = 0; i < whole.rank; ++i) elements *= whole.dims[i];
  if (elements <= kPiece) {
    work(whole, to, from);
    // A part that lies scattered over memory that nobody has touched yet takes up to 20 ms for the
    // pages; a short one does not.
    if (elements > kPiece / 4)
      support::poll();
    else
      support::spend(elements / 2);
    return;
  }
  const int at = choose(whole);
  StridedCopy half = whole;
  const std::int64_t first = whole.dims[at] / 2;
  half.dims[at] = first;
  in_pieces(half, choose, work, to, from);
  half.dims[at] = whole.dims[at] - first;
  in_pieces(half, choose, work, to + first * whole.to_strides[at],
            from + first * whole.from_strides[at]);
}

}  // namespace

void copy_strided(StridedCopy copy, std::byte* to, const std::byte* from) {
  if (!normalise(copy)) return;
  std::int64_t elements = 1;
  for (int i = 0; i < copy.rank; ++i) elements *= copy.dims[i];
  support::moved(elements, copy.element_size);
  with_unsigned(copy.element_size, [&](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    in_pieces(copy, longest, [&](const StridedCopy& part, std::int64_t a, std::int64_t b) {
      copy_typed(part, reinterpret_cast<T*>(to) + a, reinterpret_cast<const T*>(from) + b);
    });
  });
}

void fill_affine(StridedCopy copy, std::byte* to, std::int64_t base) {
  if (!normalise(copy)) return;
  with_unsigned(copy.element_size, [&](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    in_pieces(copy, outermost, [&](const StridedCopy& part, std::int64_t a, std::int64_t skipped) {
      fill_typed(part, reinterpret_cast<T*>(to) + a, base + skipped);
    });
  });
}

void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes) {
  support::moved(bytes);
  for (std::size_t at = 0; at < bytes; at += kPiece) {
    const std::size_t part = std::min<std::size_t>(kPiece, bytes - at);
    std::memcpy(to + at, from + at, part);
    support::spend(static_cast<std::int64_t>(part / 8));
  }
}

void zero_bytes(std::byte* to, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += kPiece) {
    const std::size_t part = std::min<std::size_t>(kPiece, bytes - at);
    std::memset(to + at, 0, part);
    support::spend(static_cast<std::int64_t>(part / 8));
  }
}

}  // namespace laguz::runtime
