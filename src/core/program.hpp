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
/// Any thread may take ids; names are one thread's.
class Names {
 public:
  /// No id is as large as this: who numbers things that are not variables may begin here.
  static constexpr VarId kEnd = VarId{1} << 31;

  Names() : Names(VarId{0}) {}
  /// Ids go on after [last], as if all up to it had been given out.
  explicit Names(VarId last) : ids_(last + 1, kEnd) {}

  /// Throws UserError when all ids have been given out.
  VarId fresh() { return ids_.take(); }
  VarId fresh(std::string_view hint);
  Binder bind(Type type) { return {fresh(), type}; }
  Binder bind(Type type, std::string_view hint) { return {fresh(hint), type}; }
  /// Remembers the name that the user gave to [id], unless it has one.
  void name(VarId id, std::string_view hint);
  /// The user's name of [id], or empty.
  std::string_view hint(VarId id) const;
  VarId last() const { return ids_.next() - 1; }
  /// Forgets all names but those of [ids].
  void keep(const std::unordered_set<VarId>& ids);
  /// Forgets all names, and gives back their memory.
  void clear() { hints_ = {}; }

 private:
  support::Ids<VarId> ids_;
  std::unordered_map<VarId, std::string> hints_;
};

/// Functions by id. Ids only grow, and are never given again. References stay valid as long as the
/// function is there.
class Program {
 public:
  Program() : Program(FunId{0}) {}
  /// The ids of its functions begin with [first].
  explicit Program(FunId first) : ids_(first) {}

  Names names;
  std::unordered_set<FunId> optimised;  ///< `optimise` has been here

  /// Throws UserError when all ids have been given out.
  FunId add(Function function) {
    const FunId id = ids_.take();
    functions_.emplace(id, std::move(function));
    return id;
  }
  Function& operator[](FunId id) { return functions_.at(id); }
  const Function& operator[](FunId id) const { return functions_.at(id); }
  bool has(FunId id) const { return functions_.count(id) > 0; }
  std::size_t size() const { return functions_.size(); }
  /// Forgets all functions but those of [ids].
  void keep(const std::unordered_set<FunId>& ids);
  /// Forgets all functions and names, and gives back their memory.
  void clear();

 private:
  support::Ids<FunId> ids_;
  std::unordered_map<FunId, Function> functions_;
};

/// The results of the constant [function] are [values]: it needs no code, and calls nothing.
void make_known(Function& function, runtime::Known values);
/// The functions that [body] calls, at any depth, as often as it does.
std::vector<FunId> callees_of(const Body& body);
/// Visits the variables that [function] binds.
void each_binder(const Function& function, const std::function<void(const Binder&)>& visit);

}  // namespace laguz::core
