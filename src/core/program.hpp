// A set of core functions, and the counter that every id of a session comes from.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir.hpp"

namespace laguz::core {

/// Fresh ids, and the names that the user gave to some of them. A session has one; ids only grow.
class Names {
 public:
  VarId fresh() { return ++last_; }
  VarId fresh(std::string_view hint);
  Binder bind(Type type) { return {fresh(), type}; }
  Binder bind(Type type, std::string_view hint) { return {fresh(hint), type}; }
  /// Remembers the name that the user gave to [id], unless it has one.
  void name(VarId id, std::string_view hint);
  /// The user's name of [id], or empty.
  std::string_view hint(VarId id) const;
  VarId last() const { return last_; }

 private:
  VarId last_ = 0;
  std::unordered_map<VarId, std::string> hints_;
};

/// Functions by id; ids only grow. References stay valid.
struct Program {
  Names names;
  std::deque<Function> functions;
  std::vector<bool> optimised;  ///< by FunId: `optimise` has been here

  FunId add(Function function) {
    functions.push_back(std::move(function));
    return static_cast<FunId>(functions.size() - 1);
  }
  Function& operator[](FunId id) { return functions[id]; }
  const Function& operator[](FunId id) const { return functions[id]; }
};

}  // namespace laguz::core
