#include "lower/copies.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "support/deep_stack.hpp"
#include "support/diagnostic.hpp"

namespace laguz::lower {
namespace {

using support::Diagnostic;
using support::Phase;
using support::Span;
using support::UserError;

// A copy takes about 5 KB when copies are nested, and 4 us.
constexpr std::size_t kMost = std::size_t{1} << 16;
constexpr std::size_t kMostOfPrelude = std::size_t{1} << 18;
constexpr std::size_t kMostPerSite = 32;
/// An exception passes 100,000 nested copies in a second.
constexpr std::size_t kDeepest = std::size_t{1} << 12;
constexpr std::size_t kShown = 4;
constexpr const char* kHint =
    "a function without functions among its arguments and results is lowered once, however often "
    "it is called.";

}  // namespace

void Copies::add_site(Span site) {
  sites_.insert((reinterpret_cast<std::uintptr_t>(site.file) << 32) ^
                (std::uint64_t{site.lo} << 20) ^ site.hi);
}

void Copies::count(const void* what, Span site, support::FunctionRef<Function()> describe) {
  Counted& counted = counts_[what];
  if (counted.copies++ == 0) counted.function = describe();
  add_site(site);
  if (depth_ >= kDeepest)
    throw UserError(
        Diagnostic{.phase = Phase::type,
                   .span = site,
                   .message = fmt::format("Functions that take or give functions are "
                                          "inlined, and that puts more than {} "
                                          "copies of functions into one another here: {}.",
                                          kDeepest, most_frequent()),
                   .hint = kHint});
  if (++copies_ <= kMost + kMostPerSite * sites_.size()) return;
  throw UserError(Diagnostic{.phase = Phase::type,
                             .span = site,
                             .message = fmt::format("Functions that take or give functions are "
                                                    "inlined, and that makes more than {} copies "
                                                    "of functions here: {}.",
                                                    copies_ - 1, most_frequent()),
                             .hint = kHint});
}

void Copies::count_prelude(Span site) {
  add_site(site);
  if (++of_prelude_ <= kMostOfPrelude + kMostPerSite * sites_.size()) return;
  throw UserError(Diagnostic{
      .phase = Phase::type,
      .span = site,
      .message = fmt::format("This program is too large once the functions that take functions are "
                             "inlined: there are more than {} calls of those of the prelude.",
                             of_prelude_ - 1),
      .hint = kHint});
}

void Copies::refuse_depth(Span site) const {
  if (copies_ <= kShown) support::refuse_depth("An expression here", site);
  throw UserError(Diagnostic{.phase = Phase::type,
                             .span = site,
                             .message = fmt::format("Functions that take or give functions are "
                                                    "inlined, here one inside the other more "
                                                    "deeply than the stack bears: {}.",
                                                    most_frequent()),
                             .hint = kHint});
}

std::string Copies::most_frequent() const {
  std::vector<const Counted*> counted;
  for (const auto& [what, one] : counts_) counted.push_back(&one);
  std::sort(counted.begin(), counted.end(), [](const Counted* a, const Counted* b) {
    return std::pair(b->copies, a->function.name) < std::pair(a->copies, b->function.name);
  });
  std::string out;
  for (std::size_t i = 0; i < counted.size() && i < kShown; ++i) {
    const Function& function = counted[i]->function;
    if (i > 0) out += ", ";
    out += fmt::format("{} ({} times{}{})", function.name, counted[i]->copies,
                       function.why.empty() ? "" : ": ", function.why);
  }
  if (counted.size() > kShown) out += fmt::format(", and {} more", counted.size() - kShown);
  return out;
}

}  // namespace laguz::lower
