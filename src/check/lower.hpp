// From typed definitions to core: monomorphic, first-order, flat.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/checker.hpp"
#include "core/program.hpp"

namespace laguz::check {

/// How an entry point is called from outside.
struct EntryPoint {
  std::string name;
  core::FunId function = 0;
  std::vector<core::View> params;        ///< one per source parameter, in order
  std::vector<std::string> param_types;  ///< as written
  core::View result;
  std::string result_type;
};

/// Lowers on demand and remembers every instance: the same definition at the same types is
/// lowered once in a session.
class Lowerer {
 public:
  Lowerer(const Checker& checker, core::Program& program);
  ~Lowerer();
  Lowerer(const Lowerer&) = delete;
  Lowerer& operator=(const Lowerer&) = delete;

  /// Throws UserError when it cannot be called from outside (polymorphic, takes functions).
  EntryPoint entry(const typed::Def& def);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace laguz::check
