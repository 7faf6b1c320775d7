// From typed definitions to core: monomorphic, first-order, flat.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "check/checker.hpp"
#include "core/program.hpp"

namespace laguz::lower {

/// How an entry point is called from outside.
struct EntryPoint {
  std::string name;
  core::FunId function = 0;
  const check::typed::Def* definition = nullptr;  ///< lives as long as the owner
  std::vector<core::View> params;                 ///< one per source parameter, in order
  std::vector<std::string> param_types;           ///< as written
  core::View result;
  std::string result_type;
  std::shared_ptr<const void> owner;  ///< what the function needs lives as long as this; or null
};

/// Is it in a text of the prelude's?
bool in_prelude(support::Span span);

struct Options {
  /// What takes the place of expressions with `#[param(name)]`.
  std::map<std::string, std::int64_t> params;
  /// Whether somebody may stop at `#[break]`: else it is nothing.
  bool breaks = false;
};

/// Lowers on demand and remembers every instance: the same definition at the same types is
/// lowered once, until it is forgotten.
class Lowerer {
 public:
  Lowerer(const check::Checker& checker, core::Program& program, Options options = {});
  ~Lowerer();
  Lowerer(const Lowerer&) = delete;
  Lowerer& operator=(const Lowerer&) = delete;

  /// Throws UserError when it cannot be called from outside (polymorphic, takes functions).
  EntryPoint entry(const check::typed::Def& def);
  /// Is the constant [def] one value, whatever its type and size parameters stand for?
  bool is_one_value(const check::typed::Def& def);
  /// What attributes (`#[unroll]`, `#[warn(safety_checks)]`) have had to say since the last time.
  std::vector<support::Diagnostic> take_warnings();

  /// All that it remembers.
  std::vector<core::FunId> functions() const;
  /// What the definition [def] has been lowered to.
  std::vector<core::FunId> functions(check::ValId def) const;
  /// Functions that are the same, of this one and of [other], which has the same definitions: some
  /// of those whose definitions are not polymorphic.
  std::vector<std::pair<core::FunId, core::FunId>> common_with(const Lowerer& other) const;
  /// Breakpoints have been set, or are no more. (They tell the names of their callers, too, if
  /// there is somebody who may stop: functions that lead to one are lowered where they are called.)
  void forget_stops();
  /// Forgets the definition [def], and tells what functions it has been lowered to.
  std::vector<core::FunId> forget(check::ValId def);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace laguz::lower
