// What a profile comes to, by lines of the text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/fusion_figures.hpp"
#include "eval/profile.hpp"

namespace laguz::engine {

struct ProfileOptions {
  bool core = false;   ///< rows are statements of core, and not lines
  double seconds = 1;  ///< to look at it, if a run does not take longer
};

/// How Soacs of a row ran, those of the program's text or of its derivatives.
struct ProfileForm : eval::Profile::Form {
  bool derived = false;
  auto operator<=>(const ProfileForm&) const = default;
};

/// A line, or a statement of core.
struct ProfileRow {
  std::string place;  ///< file:line; empty: of the prelude, or nowhere
  std::string text;   ///< the line without spaces around it, or the statement
  core::Derived derived = core::Derived::value;  ///< of a statement
  std::uint64_t samples = 0;                     ///< there
  std::uint64_t inside = 0;                      ///< there, and in what is inside of it
  std::uint64_t derived_samples = 0;             ///< those in code of its derivatives
  double times = 0;                              ///< in a run
  double bytes = 0;                              ///< of arrays made in a run
  double moved = 0;                              ///< bytes that are copied as they are in a run
  /// What each of its loops keeps of its iterations, in the order of core.
  std::vector<eval::Profile::Kept> kept{};
  /// Of its Soacs: how they ran.
  std::map<ProfileForm, eval::Profile::Runs> forms{};
  std::string lanes_of{};  ///< if it has none: the place of the Soac in whose lanes most of it runs
  FusionFigures fusion{};  ///< of its Soacs
  std::map<ApartFrom, int> apart{};  ///< how many of them are
};

/// A place of the text in a place of the text, and so on, outermost first.
struct ProfileStack {
  std::vector<std::string> frames;
  std::uint64_t samples = 0;
};

struct ProfileTable {
  double plain = 0;    ///< microseconds of a run that nobody looks at
  double watched = 0;  ///< and of one that is looked at
  int runs = 0;        ///< that were looked at
  std::uint64_t samples = 0;
  std::vector<ProfileRow> rows;      ///< most samples first
  std::vector<ProfileStack> stacks;  ///< with samples
  std::string lanes_of{};  ///< if it has none: the place of the Soac in whose lanes most of it runs
  FusionFigures fusion{};  ///< of all rows
};

/// Runs [entry] at [args] without and with a profile, on a copy of the code. It shows no traces.
ProfileTable profile(Engine& engine, const EntryPoint& entry,
                     const std::vector<runtime::Value>& args, const ProfileOptions& options);

}  // namespace laguz::engine
