// Elements of buffers by their size alone, whatever their type.
#pragma once

#include <type_traits>

namespace laguz::support {

/// An unsigned integer that may be read and written where an element of any type of its size lies.
/// (Through a plain std::uint64_t*, a compiler may take it that no double is touched.)
template <class T>
struct __attribute__((may_alias)) Word {
  static_assert(std::is_unsigned_v<T>);
  using Bits = T;
  T bits;
};

}  // namespace laguz::support
