#include "driver/data/npy.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "driver/data/refuse.hpp"

namespace laguz::driver::data {
namespace {

using runtime::Array;
using runtime::Shape;
using support::ScalarType;

constexpr std::string_view kMagic = "\x93NUMPY";

struct Kind {
  ScalarType type;
  std::string_view name;  ///< as NumPy writes it, behind the order of bytes
};
constexpr Kind kKinds[] = {
    {ScalarType::i8, "i1"},  {ScalarType::i16, "i2"}, {ScalarType::i32, "i4"},
    {ScalarType::i64, "i8"}, {ScalarType::u8, "u1"},  {ScalarType::u16, "u2"},
    {ScalarType::u32, "u4"}, {ScalarType::u64, "u8"}, {ScalarType::f16, "f2"},
    {ScalarType::f32, "f4"}, {ScalarType::f64, "f8"}, {ScalarType::boolean, "b1"},
};

/// What stands behind [key] in the header.
std::string_view behind(std::string_view header, std::string_view key) {
  const auto at = header.find(key);
  if (at == std::string_view::npos) return {};
  const auto colon = header.find(':', at);
  return colon == std::string_view::npos ? std::string_view() : header.substr(colon + 1);
}

std::optional<std::vector<std::int64_t>> shape_in(std::string_view text) {
  const auto open = text.find('('), close = text.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos) return std::nullopt;
  std::vector<std::int64_t> dims;
  const char* at = text.data() + open + 1;
  const char* const end = text.data() + close;
  while (at != end) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    std::int64_t n = 0;
    const auto [next, error] = std::from_chars(at, end, n);
    if (error != std::errc() || n < 0) return std::nullopt;
    dims.push_back(n);
    at = next;
  }
  return dims;
}

void reverse_bytes(std::byte* elements, std::int64_t count, int size) {
  for (std::int64_t i = 0; i < count; ++i)
    std::reverse(elements + i * size, elements + (i + 1) * size);
}

support::Scalar scalar_of(ScalarType type, const std::byte* bytes) {
  Array one = Array::copy_of(type, Shape{1}, bytes);
  constexpr std::int64_t kFirst = 0;
  return one.get({&kFirst, 1});
}

}  // namespace

runtime::Value read_npy(const std::string& name, std::string_view bytes) {
  constexpr std::size_t kShort = 10, kLong = 12;
  if (bytes.size() < kLong || bytes.substr(0, kMagic.size()) != kMagic)
    refuse(name, "it is no .npy file.");
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const bool is_long = byte(6) > 1;
  std::size_t length = byte(8) | static_cast<std::size_t>(byte(9)) << 8;
  if (is_long)
    length |= static_cast<std::size_t>(byte(10)) << 16 | static_cast<std::size_t>(byte(11)) << 24;
  const std::size_t begin = is_long ? kLong : kShort;
  if (bytes.size() - begin < length) refuse(name, "its header has no end.");
  const std::string_view header = bytes.substr(begin, length);
  const std::string_view written = behind(header, "'descr'");
  const auto quote = written.find('\'');
  const std::string_view type_name =
      quote == std::string_view::npos
          ? std::string_view()
          : written.substr(quote + 1, written.find('\'', quote + 1) - quote - 1);
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& one) {
    return type_name.size() == 3 && type_name.substr(1) == one.name;
  });
  const bool structured = written.substr(0, written.find_first_not_of(" :") + 1).ends_with('[');
  if (structured)
    refuse(name, "its elements are records.",
           "x['field'] in Python is an array of one of their fields.");
  constexpr std::string_view kOrders = "<>|=";
  if (type_name.size() > 2 && kOrders.find(type_name[0]) != std::string_view::npos &&
      type_name[1] == 'c')
    refuse(name, "its elements are complex numbers.",
           "x.real and x.imag in Python are arrays of floats.");
  if (kind == std::end(kKinds))
    refuse(name, fmt::format("its elements are of NumPy's type {}, which is no type of numbers "
                             "that Laguz has.",
                             type_name));
  const auto dims = shape_in(behind(header, "'shape'"));
  if (!dims) refuse(name, "its header has no shape.");
  if (dims->size() > static_cast<std::size_t>(runtime::kMaxRank))
    refuse(name, fmt::format("it has {} dimensions.", dims->size()));
  const bool by_columns = behind(header, "'fortran_order'").find("True") == 1;
  std::vector<std::int64_t> stored = *dims;
  if (by_columns) std::reverse(stored.begin(), stored.end());
  const int size = support::size_of(kind->type);
  const std::string_view data = bytes.substr(begin + length);
  // (Dimensions are a stranger's: their product may be no number.)
  std::uint64_t count = 1;
  bool fits = true;
  for (const std::int64_t n : stored)
    fits = fits && !__builtin_mul_overflow(count, static_cast<std::uint64_t>(n), &count);
  if (!fits || count > data.size() / static_cast<std::size_t>(size))
    refuse(name, "it ends before its last element.");
  std::vector<std::byte> elements(count * static_cast<std::size_t>(size));
  std::memcpy(elements.data(), data.data(), elements.size());
  const bool is_big = type_name[0] == '>';
  if (is_big == (std::endian::native == std::endian::little))
    reverse_bytes(elements.data(), static_cast<std::int64_t>(count), size);
  if (kind->type == ScalarType::boolean)
    for (std::byte& one : elements) one = std::byte{one != std::byte{0}};
  if (stored.empty()) return scalar_of(kind->type, elements.data());
  Array array =
      Array::copy_of(kind->type, Shape{std::span<const std::int64_t>(stored)}, elements.data());
  if (!by_columns) return array;
  std::vector<int> turned;
  for (int d = array.rank() - 1; d >= 0; --d) turned.push_back(d);
  return array.rearrange(turned).dense();
}

std::string npy_of(const runtime::Value& value) {
  const auto* scalar = std::get_if<support::Scalar>(&value);
  const ScalarType type = scalar != nullptr ? scalar->type : std::get<Array>(value).type();
  const Array dense =
      scalar != nullptr ? Array::filled(Shape{1}, *scalar).dense() : std::get<Array>(value).dense();
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                 [&](const Kind& one) { return one.type == type; });
  std::string shape;
  if (scalar == nullptr)
    for (const std::int64_t n : dense.shape().span()) shape += fmt::format("{},", n);
  const int size = support::size_of(type);
  std::string header = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}",
                                   size == 1 ? '|' : '<', kind->name, shape);
  // With the bytes before it, and a new line at its end, it is of this many bytes, or twice, ...
  constexpr std::size_t kWhole = 64, kBefore = 10;
  header.append(kWhole - 1 - (kBefore + header.size()) % kWhole, ' ');
  header += '\n';
  std::string bytes(kMagic);
  bytes += '\x01';
  bytes += '\0';
  bytes += static_cast<char>(header.size() & 0xFF);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  const auto count = static_cast<std::size_t>(dense.size()) * static_cast<std::size_t>(size);
  if (count > 0) bytes.append(reinterpret_cast<const char*>(dense.raw()), count);
  return bytes;
}

}  // namespace laguz::driver::data
