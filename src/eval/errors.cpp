#include "eval/errors.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/watch.hpp"
#include "eval/turns.hpp"
#include "support/governor.hpp"

namespace laguz::eval {

void Place::push_to(std::vector<support::Span>& stack) const {
  if (span) stack.push_back(span);
  for (const core::CallSite* at = inlined_at; at != nullptr; at = at->outer.get())
    if (at->span && !at->turn) stack.push_back(at->span);
}

namespace {

constexpr std::string_view kIn = "\nIn iteration ";

std::string turn_text(std::int64_t i, const char* what, support::Span span) {
  return fmt::format("{} of the {} at {}", i, what, support::locate(span));
}

/// Whether a loop within [site] is the way back through one, whose iterations have other numbers
/// than the loop's that the user has written.
bool goes_back(const char* what, const core::CallSite* site) {
  if (what != std::string_view("loop")) return false;
  while (site != nullptr && site->derived == core::Derived::value) site = site->outer.get();
  return site != nullptr && site->derived == core::Derived::cotangent;
}

/// The iterations around [place] that have been written out, the innermost first.
std::string written_out(const Place& place) {
  std::string text;
  for (const core::CallSite* at = place.inlined_at; at != nullptr; at = at->outer.get())
    if (at->turn && !goes_back(at->turn.what, at->outer.get()))
      text += (text.empty() ? "" : ", ") + turn_text(at->turn.number, at->turn.what, at->span);
  return text;
}

}  // namespace

std::string_view without_iterations(std::string_view message) {
  const auto last_line = message.rfind('\n');
  const bool told =
      last_line != std::string_view::npos && message.substr(last_line).starts_with(kIn);
  return told ? message.substr(0, last_line) : message;
}

void fail(std::string message, const Place& place) {
  support::UserError error(support::Phase::run, {}, std::move(message));
  put_in_place(error, place);
  throw error;
}

void put_in_place(support::UserError& error, const Place& place) {
  support::Diagnostic& diagnostic = error.diagnostic();
  if (diagnostic.span || !place) return;
  diagnostic.span = place.span;
  place.push_to(diagnostic.stack);
  // (Code that is watched for NaNs counts iterations itself.)
  const bool told = without_iterations(diagnostic.message).size() < diagnostic.message.size();
  if (told || core::is_watched(diagnostic)) return;
  if (const std::string turns = written_out(place); !turns.empty())
    diagnostic.message += fmt::format("{}{}.", kIn, turns);
}

void rethrow_in_place(const Place& place) {
  try {
    throw;
  } catch (support::UserError& error) {
    put_in_place(error, place);
    throw;
  } catch (const support::OutOfMemory& none) {
    support::UserError error = none.error();
    error.diagnostic().span = {};
    put_in_place(error, place);
    throw error;
  }
}

void rethrow_in_iteration(std::int64_t i, const char* what, const Place& place) {
  try {
    throw;
  } catch (support::UserError& error) {
    std::string& message = error.diagnostic().message;
    if (!place || core::is_watched(error.diagnostic()) || goes_back(what, place.inlined_at)) throw;
    const bool inside = without_iterations(message).size() < message.size();
    message = inside ? message.substr(0, message.size() - 1) + ", " : message + std::string(kIn);
    // What has been written out around this is known already, where it is around the error.
    const std::string around = written_out(place);
    const std::string told = around + ", ";
    if (!around.empty() && message.ends_with(told)) message.resize(message.size() - told.size());
    message += turn_text(i, what, place.span) + (around.empty() ? "." : ", " + around + ".");
    throw;
  }
}

std::string shape_text(const Shape& shape) {
  std::string text;
  for (const std::int64_t length : shape.span()) text += fmt::format("[{}]", length);
  return text;
}

void fail_index(const std::string& index, bool is_negative, const Shape& shape,
                const Place& place) {
  support::UserError error(
      support::Phase::run, {},
      fmt::format("Index [{}] out of bounds for array of shape {}.", index, shape_text(shape)));
  if (is_negative)
    error.diagnostic().hint =
        index.find(':') == std::string::npos
            ? "places count from 0; from the end it is xs[length xs - 1], or last xs."
            : "places count from 0; the last n are xs[length xs - n:], all others xs[:length xs - "
              "n].";
  put_in_place(error, place);
  throw error;
}

void fail_index(std::span<const std::int64_t> index, const Shape& shape, const Place& place) {
  std::string text;
  for (const std::int64_t i : index) {
    if (!text.empty()) text.append(", ");
    text.append(fmt::format("{}", i));
  }
  const bool is_negative =
      std::any_of(index.begin(), index.end(), [](std::int64_t i) { return i < 0; });
  fail_index(text, is_negative, shape, place);
}

void fail_index(std::span<const std::int64_t> index, const Shape& shape,
                const std::vector<core::Index::Step>& steps, Place place) {
  std::size_t from = 0;
  for (const core::Index::Step& step : steps) {
    for (std::size_t d = from; d < step.end; ++d)
      if (static_cast<std::uint64_t>(index[d]) >=
          static_cast<std::uint64_t>(shape[static_cast<int>(d)])) {
        place.span = step.span;
        fail_index(index.subspan(from, step.end - from), shape.drop(static_cast<int>(from)), place);
      }
    from = step.end;
  }
  fail_index(index.subspan(from), shape.drop(static_cast<int>(from)), place);
}

std::string guard_text(prims::Guard guard) {
  switch (guard) {
    case prims::Guard::none: break;
    case prims::Guard::nonzero_divisor: return "Cannot apply operator: division by zero.";
    case prims::Guard::nonnegative_exponent: return "Cannot apply operator: negative exponent.";
  }
  return {};
}

std::string range_text(std::int64_t n) { return fmt::format("Range 0..1..<{} is invalid.", n); }

std::string update_text(const Shape& place, const Shape& value) {
  return "Cannot update a slice of shape " + shape_text(place) + " with a value of shape " +
         shape_text(value) + ".";
}

std::string reshape_text(const Shape& from, const Shape& to) {
  return "Cannot reshape an array of shape " + shape_text(from) + " to shape " + shape_text(to) +
         ".";
}

std::string irregular_text(const Shape& first, const Shape& other) {
  const auto text = [](const Shape& shape) {
    return shape.rank == 0 ? std::string("a scalar") : "shape " + shape_text(shape);
  };
  return fmt::format("Cannot create an irregular array: an element of {} among elements of {}.",
                     text(other), text(first));
}

std::string width_text(std::int64_t expected, std::int64_t actual) {
  return fmt::format("Array of length {} where an array of length {} is expected.", actual,
                     expected);
}

}  // namespace laguz::eval
