#include "runtime/value_binary.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace laguz::runtime {
namespace {

constexpr char kVersion = 2;

std::string type_code(ScalarType type) { return fmt::format("{:>4}", support::name(type)); }

}  // namespace

void binary_to(Text& out, const Value& value) {
  static_assert(std::endian::native == std::endian::little);
  const auto* scalar = std::get_if<Scalar>(&value);
  const ScalarType type = scalar ? scalar->type : std::get<Array>(value).type();
  const int rank = scalar ? 0 : std::get<Array>(value).rank();
  const char header[] = {'b', kVersion, static_cast<char>(rank)};
  out += std::string_view(header, sizeof header);
  out += type_code(type);
  const auto put = [&](const void* bytes, std::size_t n) {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    const auto* at = static_cast<const char*>(bytes);
    for (; n > 0; at += std::min(n, kMost), n -= std::min(n, kMost))
      out += std::string_view(at, std::min(n, kMost));
  };
  if (scalar) return put(&scalar->bits, static_cast<std::size_t>(support::size_of(type)));
  const Array dense = std::get<Array>(value).dense();
  for (auto d : dense.shape().span()) put(&d, sizeof d);
  put(dense.raw(), static_cast<std::size_t>(dense.size() * support::size_of(type)));
}

std::string to_binary(const Value& value) {
  return text_of([&](Text& out) { binary_to(out, value); });
}

Value read_binary(std::string_view data, std::size_t& offset) {
  auto take = [&](std::size_t n, const char* what) {
    if (data.size() - offset < n)
      throw ReadError{data.size(), fmt::format("the data ends in the middle of {}", what)};
    auto part = data.substr(offset, n);
    offset += n;
    return part;
  };
  auto header = take(7, "the header of a binary value");
  if (header[1] != kVersion)
    throw ReadError{offset - 6,
                    fmt::format("expected version {} of the binary format, found {}", int{kVersion},
                                int{static_cast<unsigned char>(header[1])})};
  const int rank = static_cast<unsigned char>(header[2]);
  if (rank > kMaxRank)
    throw ReadError{offset - 5,
                    fmt::format("an array has {} dimensions, more than {}", rank, kMaxRank)};
  auto code = header.substr(3);
  while (!code.empty() && code.front() == ' ') code.remove_prefix(1);
  auto type = support::scalar_type_named(code);
  if (!type)
    throw ReadError{offset - 4, fmt::format("'{}' is not a type of the binary format", code)};
  Shape shape;
  shape.rank = rank;
  std::uint64_t bytes = static_cast<std::uint64_t>(support::size_of(*type));
  bool overflow = false;
  for (int i = 0; i < rank; ++i) {
    std::memcpy(&shape.dims[i], take(8, "the dimensions").data(), 8);
    if (shape[i] < 0) throw ReadError{offset - 8, "a dimension is negative"};
    overflow =
        __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(shape[i]), &bytes) || overflow;
  }
  bool empty = false;
  for (auto d : shape.span()) empty = empty || d == 0;
  if (empty)
    bytes = 0;
  else if (overflow)
    bytes = std::numeric_limits<std::uint64_t>::max();
  auto elements = take(bytes, "the elements");
  auto normalise = [&](std::byte* p, std::size_t n) {
    if (*type != ScalarType::boolean) return;
    for (std::size_t i = 0; i < n; ++i) p[i] = std::byte{p[i] != std::byte{0}};
  };
  if (rank == 0) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, elements.data(), elements.size());
    normalise(reinterpret_cast<std::byte*>(&bits), 1);
    if (support::is_integer(*type)) return Scalar::integer(*type, static_cast<std::int64_t>(bits));
    return Scalar{*type, bits};
  }
  Array array = Array::copy_of(*type, shape, elements.data());
  normalise(array.mutable_raw(), elements.size());
  return array;
}

}  // namespace laguz::runtime
