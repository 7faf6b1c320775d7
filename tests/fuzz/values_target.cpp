// What `laguz run` reads from its standard input: any bytes are values or are refused with a
// diagnostic, and values survive being printed and read again, as text and in the binary format.
#include <algorithm>
#include <cstring>
#include <span>
#include <stdexcept>
#include <variant>

#include "engine/arguments.hpp"
#include "runtime/half.hpp"
#include "runtime/value_binary.hpp"
#include "runtime/value_text.hpp"
#include "support/diagnostic.hpp"
#include "support/governor.hpp"
#include "target.hpp"

namespace laguz::fuzz {
namespace {

using runtime::Array;
using runtime::Overflow;
using runtime::Style;
using runtime::Value;
using support::Scalar;
using support::ScalarType;
using support::UserError;

/// Memory for each byte of a text: "1," may be eight bytes, in a vector that has just grown, and
/// copied from there; a value has a head.
constexpr std::size_t kMostPerByte = 256, kMostAtLeast = 1 << 16;

void expect(bool good, const char* what, const std::string& about) {
  if (!good) throw std::logic_error(std::string(what) + ":\n" + about.substr(0, 1000));
}

bool is_nan(const Scalar& x) {
  if (x.type == ScalarType::f64) return x.as_f64() != x.as_f64();
  if (x.type == ScalarType::f32) return x.as_f32() != x.as_f32();
  if (x.type != ScalarType::f16) return false;
  const float wide = runtime::half_to_float(x.as_f16());
  return wide != wide;
}

enum class Compare : std::uint8_t { bits, text };  ///< text does not tell one NaN from another

bool same(const Scalar& x, const Scalar& y, Compare how) {
  if (x.type != y.type) return false;
  if (how == Compare::text && is_nan(x)) return is_nan(y);
  return x.bits == y.bits;
}

bool same(const Array& x, const Array& y, Compare how) {
  if (x.type() != y.type() || !(x.shape() == y.shape())) return false;
  if (x.size() == 0) return true;
  const Array flat_x = x.reshape({x.size()}), flat_y = y.reshape({y.size()});
  for (std::int64_t i = 0; i < x.size(); ++i)
    if (!same(flat_x.get({&i, 1}), flat_y.get({&i, 1}), how)) return false;
  return true;
}

bool same(const Value& x, const Value& y, Compare how) {
  if (x.index() != y.index()) return false;
  if (const auto* scalar = std::get_if<Scalar>(&x)) return same(*scalar, std::get<Scalar>(y), how);
  return same(std::get<Array>(x), std::get<Array>(y), how);
}

/// The values of [text], which has been printed from [values], are [values].
void read_again(const std::string& text, const std::vector<Value>& values, Compare how) {
  const auto read = runtime::try_read_values(text);
  if (const auto* error = std::get_if<runtime::ReadError>(&read))
    expect(false, error->message.c_str(), text);
  const auto& again = std::get<0>(read);
  expect(again.size() == values.size(), "another number of values after printing", text);
  for (std::size_t i = 0; i < values.size(); ++i)
    expect(same(values[i], again[i], how), "another value after printing", text);
}

void round_trips(const std::vector<Value>& values) {
  std::string text, binary, mixed;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string printed = runtime::print(values[i], Style::machine) + "\n";
    const std::string bytes = runtime::to_binary(values[i]);
    text += printed;
    binary += bytes;
    mixed += i % 2 == 0 ? printed : bytes;
    std::size_t offset = 0;
    expect(same(values[i], runtime::read_binary(bytes, offset), Compare::bits),
           "another value in the binary format", printed);
    expect(offset == bytes.size(), "the binary format was not read to its end", printed);
    // Which shows every row, though there is nothing in them.
    if (const auto* array = std::get_if<Array>(&values[i]); !array || array->size() > 0)
      (void)runtime::print(values[i], Style::human);
  }
  read_again(text, values, Compare::text);
  read_again(binary, values, Compare::bits);
  read_again(mixed, values, Compare::text);
}

/// An entry point whose parameters are of the types of [values], but for the one at [other], which
/// is an f64.
lower::EntryPoint entry_for(std::span<const Value> values, std::size_t other) {
  lower::EntryPoint entry;
  entry.name = "main";
  for (std::size_t i = 0; i < values.size(); ++i) {
    core::View view;
    view.leaf = {ScalarType::f64, 0, false};
    if (const auto* scalar = std::get_if<Scalar>(&values[i]); scalar != nullptr && i != other)
      view.leaf.elem = scalar->type;
    if (const auto* array = std::get_if<Array>(&values[i]); array != nullptr && i != other)
      view.leaf = {array->type(), static_cast<std::uint8_t>(array->rank()), false};
    entry.params.push_back(view);
    entry.param_types.push_back(engine::type_of(values[i]));
  }
  return entry;
}

/// An entry point takes values of its parameters' types, and no others.
void as_arguments(const std::vector<Value>& values, const std::string& text) {
  const auto source = [&] { return text; };
  const auto taken =
      engine::match_arguments(entry_for(values, values.size()), engine::copies(values), source);
  expect(taken.size() == values.size(), "another number of arguments", text);
  for (std::size_t i = 0; i < values.size(); ++i)
    expect(same(values[i], taken[i], Compare::bits), "another argument", text);
  if (values.empty()) return;
  const std::span<const Value> fewer(values.data(), values.size() - 1);
  bool refused = false;
  try {
    (void)engine::match_arguments(entry_for(fewer, fewer.size()), values, source);
  } catch (const UserError& error) {
    refused = !support::render(error, nullptr).empty();
  }
  expect(refused, "too many arguments are taken", text);
  const auto* last = std::get_if<Scalar>(&values.back());
  const bool fits = last != nullptr && last->type == ScalarType::f64;
  try {
    (void)engine::match_arguments(entry_for(values, values.size() - 1), values, source);
    refused = false;
  } catch (const UserError& error) {
    refused = !support::render(error, nullptr).empty();
  }
  expect(refused != fits, "an argument of another type", text);
}

/// A claim to be large is not believed.
std::vector<Value> read_in_little_memory(const std::string& text) {
  support::Governor governor;
  governor.account().set_limit(kMostAtLeast + kMostPerByte * text.size());
  const support::Task task(governor);
  try {
    return runtime::read_values(text);
  } catch (const support::OutOfMemory&) {
    throw std::logic_error("more memory than the text explains:\n" + text.substr(0, 1000));
  }
}

}  // namespace

void try_input(const std::string&, const std::string& text) {
  const auto wrapped = runtime::try_read_values(text, Overflow::wraps);
  if (const auto* error = std::get_if<runtime::ReadError>(&wrapped))
    expect(error->offset <= text.size(), "an error behind the end", error->message);
  const std::size_t known = runtime::untyped_numbers(text).size();
  if (const auto* values = std::get_if<0>(&wrapped))
    expect(known == values->size(), "another number of types than of values", text);
  try {
    const std::vector<Value> values = read_in_little_memory(text);
    expect(std::holds_alternative<std::vector<Value>>(wrapped), "wrapping around is refused", text);
    round_trips(values);
    as_arguments(values, text);
  } catch (const UserError& error) {
    expect(support::render(error, nullptr).size() < 1000, "a long message",
           error.what());
  }
}

std::string_view input_extension() { return ".in"; }

}  // namespace laguz::fuzz
