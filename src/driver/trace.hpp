// `#[trace]` and `#[break]`: what they show, and where.
#pragma once

#include <iosfwd>
#include <utility>

#include "engine/engine.hpp"

namespace laguz::driver {

/// Prints each traced value to [out], as `file:l:c-c: value` or `tag: value`. Further lines of a
/// value are [aligned] below its first. Breaks show a line only when [breaks] is set.
std::function<void(const core::Trace&, std::span<const runtime::Value>, support::Span)> trace_to(
    std::ostream& out, bool aligned, bool breaks);

/// As long as it is there, nothing is traced.
class Untraced {
 public:
  explicit Untraced(eval::Options& options)
      : options_(options), traced_(std::exchange(options.on_trace, {})) {}
  ~Untraced() { options_.on_trace = std::move(traced_); }
  Untraced(const Untraced&) = delete;
  Untraced& operator=(const Untraced&) = delete;

 private:
  eval::Options& options_;
  decltype(eval::Options::on_trace) traced_;
};

}  // namespace laguz::driver
