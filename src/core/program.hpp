// A set of core functions, and the counter that every id of a session comes from.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ir.hpp"
#include "support/ids.hpp"

namespace laguz::core {

/// Fresh ids, and the names that the user gave to some of them. A session has one; ids only grow.
class Names {
 public:
  /// No id is as large as this: who numbers things that are not variables may begin here.
  static constexpr VarId kEnd = VarId{1} << 31;

  Names() = default;
  /// Ids go on after [last], as if all up to it had been given out.
  explicit Names(VarId last) : next_(last + 1) {}

  /// Throws UserError when all ids have been given out.
  VarId fresh() { return support::take_id(next_, kEnd); }
  VarId fresh(std::string_view hint);
  Binder bind(Type type) { return {fresh(), type}; }
  Binder bind(Type type, std::string_view hint) { return {fresh(hint), type}; }
  /// Remembers the name that the user gave to [id], unless it has one.
  void name(VarId id, std::string_view hint);
  /// The user's name of [id], or empty.
  std::string_view hint(VarId id) const;
  VarId last() const { return next_ - 1; }
  /// Forgets all names but those of [ids].
  void keep(const std::unordered_set<VarId>& ids);

 private:
  VarId next_ = 1;
  std::unordered_map<VarId, std::string> hints_;
};

/// Functions by id. Ids only grow, and are never given again. References stay valid as long as the
/// function is there.
class Program {
 public:
  Names names;
  std::unordered_set<FunId> optimised;  ///< `optimise` has been here

  /// Throws UserError when all ids have been given out.
  FunId add(Function function) {
    const FunId id = support::take_id(next_);
    functions_.emplace(id, std::move(function));
    return id;
  }
  Function& operator[](FunId id) { return functions_.at(id); }
  const Function& operator[](FunId id) const { return functions_.at(id); }
  bool has(FunId id) const { return functions_.count(id) > 0; }
  std::size_t size() const { return functions_.size(); }
  /// Forgets all functions but those of [ids].
  void keep(const std::unordered_set<FunId>& ids);

 private:
  FunId next_ = 0;
  std::unordered_map<FunId, Function> functions_;
};

/// The results of the constant [function] are [values]: it needs no code, and calls nothing.
void make_known(Function& function, runtime::Known values);
/// The functions that [body] calls, at any depth, as often as it does.
std::vector<FunId> callees_of(const Body& body);
/// Visits the variables that [function] binds.
void each_binder(const Function& function, const std::function<void(const Binder&)>& visit);

}  // namespace laguz::core
