#include "driver/testing/values.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string_view>

#include <fmt/format.h>
#include <zlib.h>

#include "engine/arguments.hpp"
#include "runtime/half.hpp"
#include "runtime/value_text.hpp"
#include "support/diagnostic.hpp"
#include "support/file_read.hpp"
#include "support/governor.hpp"

namespace laguz::driver::testing {
namespace {

using runtime::Array;
using runtime::Value;
using support::Scalar;
using support::ScalarType;

/// Elements in row-major order.
template <class F>
void for_each(const Value& value, F&& f) {
  if (const auto* scalar = std::get_if<Scalar>(&value)) return f(*scalar, {});
  const auto& array = std::get<Array>(value);
  std::vector<std::int64_t> index(static_cast<std::size_t>(array.rank()), 0);
  const std::int64_t n = array.size();
  for (std::int64_t i = 0; i < n; ++i) {
    f(array.get(index), index);
    for (int d = array.rank(); d-- > 0;) {
      if (++index[static_cast<std::size_t>(d)] < array.shape()[d]) break;
      index[static_cast<std::size_t>(d)] = 0;
    }
  }
}

std::optional<std::string> compare_one(const Value& expected, const Value& got, double tolerance) {
  if (engine::type_of(expected) != engine::type_of(got))
    return fmt::format("expected a value of type {}, got {}", engine::type_of(expected),
                       engine::type_of(got));
  double largest = 0;
  bool any = false;
  for_each(expected, [&](Scalar s, const std::vector<std::int64_t>&) {
    if (is_float(s.type) && std::isfinite(as_double(s))) {
      largest = any ? std::max(largest, as_double(s)) : as_double(s);
      any = true;
    }
  });
  const double allowed = std::max(tolerance, tolerance * largest);
  constexpr std::int64_t kShown = 5;
  std::int64_t count = 0;
  std::string first, list;
  for_each(expected, [&](Scalar want, const std::vector<std::int64_t>& index) {
    const Scalar have = index.empty() ? std::get<Scalar>(got) : std::get<Array>(got).get(index);
    bool same = want == have;
    if (!same && is_float(want.type)) {
      const double w = as_double(want), h = as_double(have);
      if (std::isnan(w) || std::isnan(h))
        same = std::isnan(w) && std::isnan(h);
      else if (std::isinf(w) || std::isinf(h))
        same = w == h;
      else
        same = std::abs(w - h) <= allowed;
    }
    if (same || ++count > kShown) return;
    std::string at;
    for (auto i : index) at += fmt::format("{}{}", at.empty() ? "[" : ", ", i);
    if (!at.empty()) at += "]";
    const std::string what =
        fmt::format("expected {}, got {}", runtime::print(want, runtime::Style::machine),
                    runtime::print(have, runtime::Style::machine));
    if (count == 1) first = what + (at.empty() ? "" : " at index " + at);
    list += fmt::format("\n  {}: {}", at, what);
  });
  if (count == 0) return {};
  if (count == 1) return first;
  if (count > kShown) list += fmt::format("\n  and {} more", count - kShown);
  return fmt::format("{} of {} elements differ:{}", count, std::get<Array>(expected).size(), list);
}

std::optional<ScalarType> scalar_type(const std::string& text) {
  for (int t = 0; t < support::kScalarTypes; ++t)
    if (text == name(static_cast<ScalarType>(t))) return static_cast<ScalarType>(t);
  return {};
}

Scalar random_scalar(ScalarType type, std::mt19937_64& random) {
  const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
  switch (type) {
    case ScalarType::f64: return Scalar::f64(unit);
    case ScalarType::f32: return Scalar::f32(static_cast<float>(unit));
    case ScalarType::f16: return {type, runtime::double_to_half(unit)};
    case ScalarType::boolean: return Scalar::boolean((random() & 1) != 0);
    case ScalarType::i8:
    case ScalarType::i16:
    case ScalarType::i32:
    case ScalarType::i64:
    case ScalarType::u8:
    case ScalarType::u16:
    case ScalarType::u32:
    case ScalarType::u64: break;
  }
  return Scalar::integer(type, static_cast<std::int64_t>(random()));
}

}  // namespace

double as_double(Scalar s) {
  switch (s.type) {
    case ScalarType::f16: return runtime::half_to_float(static_cast<std::uint16_t>(s.bits));
    case ScalarType::f32: return s.as_f32();
    case ScalarType::f64: return s.as_f64();
    case ScalarType::i8:
    case ScalarType::i16:
    case ScalarType::i32:
    case ScalarType::i64:
    case ScalarType::u8:
    case ScalarType::u16:
    case ScalarType::u32:
    case ScalarType::u64:
    case ScalarType::boolean: break;
  }
  return 0;
}

std::optional<std::string> compare(const std::vector<Value>& expected,
                                   const std::vector<Value>& got, double tolerance) {
  if (expected.size() != got.size())
    return fmt::format("expected {} value(s), got {}", expected.size(), got.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (auto difference = compare_one(expected[i], got[i], tolerance))
      return fmt::format("Value #{}: {}", i, *difference);
  return {};
}

std::vector<Value> generate(const std::string& types) {
  std::vector<Value> values;
  std::mt19937_64 random(1);
  std::size_t at = 0;
  auto blank = [&] {
    return at < types.size() && std::isspace(static_cast<unsigned char>(types[at]));
  };
  for (;;) {
    while (blank()) ++at;
    if (at >= types.size()) return values;
    std::string item;
    while (at < types.size() && !blank()) item += types[at++];
    std::vector<std::int64_t> dims;
    std::size_t from = 0;
    while (from < item.size() && item[from] == '[') {
      const std::size_t close = item.find(']', from);
      if (close == std::string::npos) break;
      std::string digits = item.substr(from + 1, close - from - 1);
      if (auto suffix = digits.find("i64"); suffix != std::string::npos) digits.resize(suffix);
      try {
        dims.push_back(std::stoll(digits));
      } catch (const std::exception&) {
        throw support::UserError(support::Phase::usage, {},
                                 fmt::format("random input: bad size in {}.", item));
      }
      from = close + 1;
    }
    const auto type = scalar_type(item.substr(from));
    if (!type) {
      for (auto& value : runtime::read_values(item)) values.push_back(std::move(value));
      continue;
    }
    if (dims.empty()) {
      values.emplace_back(random_scalar(*type, random));
      continue;
    }
    Array array = Array::uninitialised(*type, runtime::Shape(dims));
    std::vector<std::int64_t> index(dims.size(), 0);
    for (std::int64_t i = 0, n = array.size(); i < n; ++i) {
      array.set(index, random_scalar(*type, random));
      for (std::size_t d = dims.size(); d-- > 0;) {
        if (++index[d] < dims[d]) break;
        index[d] = 0;
      }
    }
    values.emplace_back(std::move(array));
  }
}

namespace {

/// The session that tests has memory for so many bytes.
std::size_t most_data() {
  support::Governor* governor = support::this_thread.governor;
  return governor == nullptr ? SIZE_MAX : governor->account().limit();
}

/// What a stream of gzip's was made from.
std::string unpacked(const std::string& path, const std::string& packed) {
  z_stream stream{};
  constexpr int kGzip = 16 + MAX_WBITS;
  if (inflateInit2(&stream, kGzip) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  std::string out;
  Bytef buffer[1 << 16];
  std::string_view rest = packed;
  int status = Z_OK;
  while (status == Z_OK || (status == Z_STREAM_END && !rest.empty())) {
    // Files of gzip's may follow each other.
    if (status == Z_STREAM_END) (void)inflateReset(&stream);
    const auto piece = static_cast<uInt>(std::min<std::size_t>(rest.size(), 1u << 30));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data()));
    stream.avail_in = piece;
    stream.next_out = buffer;
    stream.avail_out = sizeof buffer;
    status = inflate(&stream, Z_NO_FLUSH);
    rest.remove_prefix(piece - stream.avail_in);
    out.append(reinterpret_cast<const char*>(buffer), sizeof buffer - stream.avail_out);
    if (out.size() > most_data())
      throw support::UserError(support::Phase::usage, {},
                               fmt::format("{}: too much data for --max-memory.", path));
  }
  if (status != Z_STREAM_END)
    throw support::UserError(support::Phase::usage, {}, fmt::format("{}: damaged data.", path));
  return out;
}

}  // namespace

std::string read_data(const std::string& path) {
  std::string text = support::read_file(
      path, {.most = most_data(), .regular = true, .hint = "--max-memory allows more."});
  const bool packed = path.ends_with(".gz") && text.starts_with("\x1f\x8b");
  return packed ? unpacked(path, text) : text;
}

}  // namespace laguz::driver::testing
