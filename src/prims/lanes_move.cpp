#include "prims/lanes_move.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "prims/kernel.hpp"
#include "support/assert.hpp"
#include "support/governor.hpp"
#include "support/word.hpp"

namespace laguz::prims::lanes {
namespace {

using std::int64_t;
using support::Word;

/// Calls f with a null pointer to the word of [size] bytes.
template <class F>
auto by_size(int size, F f) {
  switch (size) {
    case 1: return f(static_cast<Word<std::uint8_t>*>(nullptr));
    case 2: return f(static_cast<Word<std::uint16_t>*>(nullptr));
    case 4: return f(static_cast<Word<std::uint32_t>*>(nullptr));
    case 8: return f(static_cast<Word<std::uint64_t>*>(nullptr));
  }
  LAGUZ_ASSERT(false, "no scalar is this wide");
}

/// A square is turned at a time, in registers. Registers are made of parts in which elements are
/// interleaved by one instruction: [kParts] rows, far enough apart, are put side by side as they
/// are loaded, a part of each, and log2 of a part's elements rounds of interleaving turn that.
template <class T>
class Square {
#ifdef __AVX512F__
  static constexpr std::size_t kRegister = 64, kPart = 64;
#elif defined(__AVX2__)
  static constexpr std::size_t kRegister = 32, kPart = 16;
#else
  static constexpr std::size_t kRegister = 16, kPart = 16;
#endif
  static constexpr std::size_t kMostRows = 16;  ///< registers
  static constexpr std::size_t kBytes = std::min(kRegister, kMostRows * sizeof(T));
  static constexpr int kParts = static_cast<int>(kBytes / std::min(kPart, kBytes));
  static constexpr int kPerPart = static_cast<int>(kBytes / sizeof(T)) / kParts;

 public:
  static constexpr int kSide = kParts * kPerPart;

  static void turn(Word<T>* out, int64_t out_stride, const Word<T>* in, int64_t in_stride) {
    for (int c = 0; c < kSide; c += kPerPart)
      turn_columns(out + c * out_stride, out_stride, in + c, in_stride);
  }

 private:
  typedef T Row __attribute__((vector_size(kBytes)));
  typedef T Loose __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
  typedef T LoosePart
      __attribute__((vector_size(kPerPart * sizeof(T)), aligned(alignof(T)), may_alias));
  using Elements = std::make_integer_sequence<int, kSide>;

  static void turn_columns(Word<T>* out, int64_t out_stride, const Word<T>* in, int64_t in_stride) {
    Row a[kPerPart], b[kPerPart];
    for (int r = 0; r < kPerPart; ++r) load(a[r], in + r * in_stride, kPerPart * in_stride);
    for (int side = kPerPart; side > 1; side /= 2) {
      for (int r = 0; r < kPerPart / 2; ++r) {
        mix<0>(b[2 * r], a[r], a[r + kPerPart / 2], Elements{});
        mix<kPerPart / 2>(b[2 * r + 1], a[r], a[r + kPerPart / 2], Elements{});
      }
      std::copy(b, b + kPerPart, a);
    }
    for (int r = 0; r < kPerPart; ++r) *reinterpret_cast<Loose*>(out + r * out_stride) = a[r];
  }

  /// A part of each of the rows [apart].
  static void load(Row& row, const Word<T>* in, int64_t apart) {
    auto part = [&](int i) { return *reinterpret_cast<const LoosePart*>(in + i * apart); };
    static_assert(kParts <= 2);
    if constexpr (kParts == 1)
      row = part(0);
    else
      join(row, part(0), part(1), Elements{});
  }
  template <int... I>
  static void join(Row& row, LoosePart x, LoosePart y, std::integer_sequence<int, I...>) {
    row = __builtin_shufflevector(x, y, I...);
  }

  /// In each part, elements of x and y in turns, from [From] on. (By reference: a machine without
  /// registers as wide has no convention for passing such vectors.)
  template <int From, int... I>
  static void mix(Row& out, const Row& x, const Row& y, std::integer_sequence<int, I...>) {
    out = __builtin_shufflevector(
        x, y, (I / kPerPart * kPerPart + From + I % kPerPart / 2 + (I % 2 == 0 ? 0 : kSide))...);
  }
};

/// Whole squares, and whole cache lines of what they are read from or written to.
template <class T>
constexpr int64_t turned_together() {
  constexpr int64_t kLine = 64;
  return std::max<int64_t>(Square<T>::kSide, kLine / sizeof(T));
}

/// out[c * out_stride + r] = in[r * in_stride + c]
template <class T>
void turn(int64_t rows, int64_t columns, Word<T>* out, int64_t out_stride, const Word<T>* in,
          int64_t in_stride) {
  constexpr int64_t kSide = Square<T>::kSide;
  for (int64_t c0 = 0; c0 < columns; c0 += kSide) {
    const int64_t width = std::min(kSide, columns - c0);
    Word<T>* const to = out + c0 * out_stride;
    const Word<T>* const from = in + c0;
    int64_t r = 0;
    if (width == kSide)
      for (; r + kSide <= rows; r += kSide)
        Square<T>::turn(to + r, out_stride, from + r * in_stride, in_stride);
    for (int64_t c = 0; c < width; ++c)
      for (int64_t k = r; k < rows; ++k) to[c * out_stride + k].bits = from[k * in_stride + c].bits;
  }
}

/// Asks for the line that begins with [rows], and with those after it: too short for the machine to
/// see them coming, unless they are so short that they lie side by side.
template <bool Write, class T>
void expect(int64_t rows, int64_t stride, const Word<T>* first) {
  constexpr int64_t kSeen = 256;
  constexpr int kSecondLevel = 2;
  if (stride * static_cast<int64_t>(sizeof(T)) <= kSeen) return;
  for (int64_t r = 0; r < rows; ++r)
    __builtin_prefetch(first + r * stride, Write ? 1 : 0, kSecondLevel);
}

template <class T>
void set_all(Word<T>* out, int64_t n, Word<T> value) {
  for (int64_t l = 0; l < n; ++l) out[l].bits = value.bits;
}

template <class T>
void ramp(int64_t n, Word<T>* o, int64_t start, int64_t step) {
  // Unsigned: sums wrap as the integer type's do.
  const auto first = static_cast<T>(start);
  const auto by = static_cast<T>(step);
  if (by == 1) {
    for (int64_t l = 0; l < n; ++l) o[l].bits = static_cast<T>(first + static_cast<T>(l));
    return;
  }
  // A multiplication for each vector's first lane only: vectors of 64-bit integers are dear to
  // multiply.
  constexpr int64_t kTogether = 64 / sizeof(T);
  T ahead[kTogether];
  for (int64_t j = 0; j < kTogether; ++j) ahead[j] = static_cast<T>(static_cast<T>(j) * by);
  for (int64_t l = 0; l < n; l += kTogether) {
    const auto at = static_cast<T>(first + static_cast<T>(l) * by);
    if (l + kTogether <= n)
      for (int64_t j = 0; j < kTogether; ++j) o[l + j].bits = static_cast<T>(at + ahead[j]);
    else
      for (int64_t j = 0; l + j < n; ++j) o[l + j].bits = static_cast<T>(at + ahead[j]);
  }
}

template <class T>
void shifted(int64_t n, Word<T>* o, int64_t start, const int64_t* at) {
  for (int64_t l = 0; l < n; ++l)
    o[l].bits =
        static_cast<T>(static_cast<std::uint64_t>(start) + static_cast<std::uint64_t>(at[l]));
}

}  // namespace

void fill(int size, int64_t n, void* out, const void* value) {
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    set_all(static_cast<T*>(out), n, *static_cast<const T*>(value));
  });
}

void load(int size, int64_t n, void* out, const void* in, int64_t stride) {
  support::moved(n, size);
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* o = static_cast<T*>(out);
    const auto* i = static_cast<const T*>(in);
    if (stride == 1)
      std::memcpy(o, i, static_cast<std::size_t>(n) * sizeof(T));
    else if (stride == 0)
      set_all(o, n, *i);
    else
      for (int64_t l = 0; l < n; ++l) o[l].bits = i[l * stride].bits;
  });
}

void store(int size, int64_t n, void* out, int64_t stride, const void* in) {
  support::moved(n, size);
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* o = static_cast<T*>(out);
    const auto* i = static_cast<const T*>(in);
    if (stride == 1)
      std::memcpy(o, i, static_cast<std::size_t>(n) * sizeof(T));
    else
      for (int64_t l = 0; l < n; ++l) o[l * stride].bits = i[l].bits;
  });
}

void gather(int size, int64_t n, void* out, const void* base, const int64_t* at) {
  support::moved(n, size);
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* o = static_cast<T*>(out);
    const auto* b = static_cast<const T*>(base);
    for (int64_t l = 0; l < n; ++l) o[l].bits = b[at[l]].bits;
  });
}

void scatter(int size, int64_t n, void* base, const int64_t* at, const void* in, bool uniform,
             Mask mask) {
  support::moved(n, size);
  by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* b = static_cast<T*>(base);
    const auto* i = static_cast<const T*>(in);
    const int64_t step = uniform ? 0 : 1;
    if (mask == nullptr) {
      for (int64_t l = 0; l < n; ++l) b[at[l]].bits = i[l * step].bits;
    } else {
      for (int64_t l = 0; l < n; ++l)
        if (mask[l]) b[at[l]].bits = i[l * step].bits;
    }
  });
}

namespace {

constexpr std::size_t kChosen = 32;  ///< bytes that are chosen at a time
template <class T>
struct Chosen {
  typedef T Lanes __attribute__((vector_size(kChosen)));
  typedef T Loose __attribute__((vector_size(kChosen), aligned(alignof(T)), may_alias));
};

/// Lane l of a vector; of one number, everywhere.
template <class Cell>
struct All {
  using T = typename Cell::Bits;
  const Cell* lanes;
  T operator()(int64_t l) const { return lanes[l].bits; }
  typename Chosen<T>::Lanes some(int64_t l) const {
    return *reinterpret_cast<const typename Chosen<T>::Loose*>(lanes + l);
  }
};
template <class Cell>
struct One {
  using T = typename Cell::Bits;
  explicit One(const Cell* cell) : value(cell->bits) {}
  T value;
  T operator()(int64_t) const { return value; }
  typename Chosen<T>::Lanes some(int64_t) const { return typename Chosen<T>::Lanes{} + value; }
};

template <class Cell, class A, class B>
void choose(int64_t n, Cell* out, const std::uint8_t* mask, A a, B b) {
  using T = typename Cell::Bits;
  int64_t l = 0;
#if defined(__AVX2__) && !defined(__AVX512F__)
  // To spread bytes takes three instructions for four lanes; to put eight of them into each lane,
  // and keep the one that is the lane's, takes one.
  if constexpr (sizeof(T) == 8) {
    using Some = typename Chosen<T>::Lanes;
    using Loose = typename Chosen<T>::Loose;
    constexpr Some kFirst = {T{1}, T{1} << 8, T{1} << 16, T{1} << 24};
    constexpr Some kSecond = {T{1} << 32, T{1} << 40, T{1} << 48, T{1} << 56};
    for (; l + 8 <= n; l += 8) {
      T eight = 0;
      std::memcpy(&eight, mask + l, sizeof eight);
      const Some each = Some{} + eight;
      const Some first = (each & kFirst) == 0 ? b.some(l) : a.some(l);
      const Some second = (each & kSecond) == 0 ? b.some(l + 4) : a.some(l + 4);
      *reinterpret_cast<Loose*>(out + l) = first;
      *reinterpret_cast<Loose*>(out + l + 4) = second;
    }
  }
#endif
  // All bits of a lane's choice, so that the loop has no branch.
  LAGUZ_LANE_LOOP
  for (; l < n; ++l) {
    const auto chosen = static_cast<T>(-static_cast<T>(mask[l]));
    out[l].bits = static_cast<T>((a(l) & chosen) | (b(l) & static_cast<T>(~chosen)));
  }
}

}  // namespace

void select(int size, int64_t n, void* out, Mask mask, const void* a, const void* b,
            unsigned uniform) {
  support::moved(n, size);
  by_size(size, [=](auto* tag) {
    using Cell = std::remove_pointer_t<decltype(tag)>;
    auto* o = static_cast<Cell*>(out);
    const auto* x = static_cast<const Cell*>(a);
    const auto* y = static_cast<const Cell*>(b);
    const auto* m = reinterpret_cast<const std::uint8_t*>(mask);
    switch (uniform & 3u) {
      case 0: return choose(n, o, m, All<Cell>{x}, All<Cell>{y});
      case 1: return choose(n, o, m, One<Cell>{x}, All<Cell>{y});
      case 2: return choose(n, o, m, All<Cell>{x}, One<Cell>{y});
      default: return choose(n, o, m, One<Cell>{x}, One<Cell>{y});
    }
  });
}

namespace {

/// For as many lanes at a time as are turned together: f(word, first lane, how many, how many are
/// next), where [word] is a null pointer to their word.
template <class F>
void by_lanes_together(int size, int64_t lanes, F f) {
  by_size(size, [=](auto* word) {
    constexpr int64_t kTogether =
        turned_together<typename std::remove_pointer_t<decltype(word)>::Bits>();
    for (int64_t l = 0; l < lanes; l += kTogether) {
      const int64_t some = std::min(kTogether, lanes - l);
      f(word, l, some, std::min(kTogether, lanes - l - some));
    }
  });
}

}  // namespace

void rows_to_lanes(int size, int64_t lanes, int64_t count, void* out, int64_t out_stride,
                   const void* in, int64_t in_stride) {
  support::moved(lanes * count, size);
  by_lanes_together(size, lanes, [=](auto* word, int64_t l, int64_t some, int64_t next) {
    using T = std::remove_pointer_t<decltype(word)>;
    constexpr int64_t kTogether = turned_together<typename T::Bits>();
    auto* const to = static_cast<T*>(out) + l;
    const auto* const from = static_cast<const T*>(in) + l * in_stride;
    for (int64_t i = 0; i < count; i += kTogether) {
      expect<false>(next, in_stride, from + some * in_stride + i);
      turn(some, std::min(kTogether, count - i), to + i * out_stride, out_stride, from + i,
           in_stride);
    }
  });
}

void lanes_to_rows(int size, int64_t lanes, int64_t count, void* out, int64_t out_stride,
                   const void* in, int64_t in_stride) {
  support::moved(lanes * count, size);
  by_lanes_together(size, lanes, [=](auto* word, int64_t l, int64_t some, int64_t next) {
    using T = std::remove_pointer_t<decltype(word)>;
    constexpr int64_t kTogether = turned_together<typename T::Bits>();
    auto* const to = static_cast<T*>(out) + l * out_stride;
    const auto* const from = static_cast<const T*>(in) + l;
    for (int64_t i = 0; i < count; i += kTogether) {
      expect<true>(next, out_stride, to + some * out_stride + i);
      turn(std::min(kTogether, count - i), some, to + i, out_stride, from + i * in_stride,
           in_stride);
    }
  });
}

int64_t turned_at_a_time(int size) {
  return by_size(size, [](auto* tag) -> int64_t {
    return turned_together<typename std::remove_pointer_t<decltype(tag)>::Bits>();
  });
}

void prefetch(Use use, int size, int64_t rows, int64_t columns, const void* in, int64_t in_stride) {
  constexpr int kRead = 0, kWrite = 1, kSecondLevel = 2;
  constexpr int64_t kLine = 64;
  const auto* first = static_cast<const char*>(in);
  auto ask = [=](auto one) {
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t byte = 0; byte < columns * size; byte += kLine)
        one(first + r * in_stride * size + byte);
  };
  if (use == Use::read)
    ask([](const char* line) { __builtin_prefetch(line, kRead, kSecondLevel); });
  else
    ask([](const char* line) { __builtin_prefetch(line, kWrite, kSecondLevel); });
}

void affine(support::ScalarType type, int64_t n, void* out, int64_t start, int64_t step) {
  by_size(support::size_of(type),
          [=](auto* tag) { ramp(n, static_cast<decltype(tag)>(out), start, step); });
}

void affine_at(support::ScalarType type, int64_t n, void* out, int64_t start, const int64_t* at) {
  by_size(support::size_of(type),
          [=](auto* tag) { shifted(n, static_cast<decltype(tag)>(out), start, at); });
}

int64_t compact(int size, int64_t n, void* out, const void* in, Mask mask) {
  return by_size(size, [=](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    auto* o = static_cast<T*>(out);
    const auto* i = static_cast<const T*>(in);
    int64_t kept = 0;
    for (int64_t l = 0; l < n; ++l) {
      o[kept].bits = i[l].bits;
      kept += mask[l] ? 1 : 0;
    }
    support::moved(kept, size);
    return kept;
  });
}

}  // namespace laguz::prims::lanes
