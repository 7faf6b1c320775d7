#include "eval/errors.hpp"

#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "core/watch.hpp"
#include "eval/turns.hpp"
#include "support/governor.hpp"

namespace laguz::eval {

void Place::push_to(std::vector<support::Span>& stack) const {
  if (span) stack.push_back(span);
  for (const core::CallSite* at = inlined_at; at != nullptr; at = at->outer.get())
    if (at->span) stack.push_back(at->span);
}

namespace {

/// Is it of an index that is written as a negative number?
bool is_from_end(const support::Diagnostic& error) {
  if (!error.message.starts_with("Index [-")) return false;
  const std::string_view text = std::string_view(error.span.file->text())
                                    .substr(error.span.lo, error.span.hi - error.span.lo);
  const auto at = text.rfind("[-");
  return at != std::string_view::npos && at + 2 < text.size() &&
         std::isdigit(static_cast<unsigned char>(text[at + 2])) != 0;
}

}  // namespace

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
  if (is_from_end(diagnostic))
    diagnostic.hint = "places count from 0; from the end it is xs[length xs - 1], or last xs.";
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
  constexpr std::string_view kIn = "\nIn iteration ";
  try {
    throw;
  } catch (support::UserError& error) {
    std::string& message = error.diagnostic().message;
    // (Code that is watched for NaNs counts iterations itself.)
    if (!place || core::is_watched(error.diagnostic())) throw;
    const std::string turn =
        fmt::format("{} of the {} at {}.", i, what, support::locate(place.span));
    const auto last_line = message.rfind('\n');
    const bool inside =
        last_line != std::string::npos && message.compare(last_line, kIn.size(), kIn) == 0;
    if (inside)
      message.replace(message.size() - 1, 1, ", " + turn);
    else
      message += std::string(kIn) + turn;
    throw;
  }
}

std::string shape_text(const Shape& shape) {
  std::string text;
  for (const std::int64_t length : shape.span()) text += fmt::format("[{}]", length);
  return text;
}

std::string index_text(const std::string& index, const Shape& shape) {
  return fmt::format("Index [{}] out of bounds for array of shape {}.", index, shape_text(shape));
}

std::string index_text(std::span<const std::int64_t> index, const Shape& shape) {
  std::string text;
  for (const std::int64_t i : index) {
    if (!text.empty()) text.append(", ");
    text.append(fmt::format("{}", i));
  }
  return index_text(text, shape);
}

void fail_index(std::span<const std::int64_t> index, const Shape& shape,
                const std::vector<core::Index::Step>& steps, Place place) {
  std::size_t from = 0;
  for (const core::Index::Step& step : steps) {
    for (std::size_t d = from; d < step.end; ++d)
      if (static_cast<std::uint64_t>(index[d]) >=
          static_cast<std::uint64_t>(shape[static_cast<int>(d)])) {
        place.span = step.span;
        fail(index_text(index.subspan(from, step.end - from), shape.drop(static_cast<int>(from))),
             place);
      }
    from = step.end;
  }
  fail(index_text(index.subspan(from), shape.drop(static_cast<int>(from))), place);
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
