// Consumption: what has been given away, to a parameter `*t` or by an update in place, may not be
// used again, nor may anything that shares its memory.
//
// A pass over typed definitions. It knows of each variable in scope what it aliases, and whether it
// may be consumed: a parameter only if its type says `*`, a variable from outside a function or a
// loop not at all. Loops find out themselves which of their parameters they consume.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "check/consumption/aliases.hpp"
#include "check/state/state.hpp"
#include "check/types/typed.hpp"

namespace laguz::check::consumption {

class Consumption {
 public:
  /// With [report] false nothing is refused: only the marks are wanted, of an instance of what has
  /// been checked before.
  Consumption(State& state, bool report) : state_(state), report_(report) {}

  /// Checks a definition. Gives its [result] type; unless that was [declared], with the marks that
  /// the definition deserves: `*` on what aliases no argument that stays in use.
  TypePtr definition(const std::vector<typed::PatPtr>& params, const typed::Exp& body,
                     const TypePtr& result, bool declared, support::Span span);

 private:
  struct Variable {
    AliasedPtr value;
    bool consumable;
    int level;
    const Scheme* scheme = nullptr;  ///< of a local function
  };
  using Consumed = std::vector<std::pair<ValId, support::Span>>;
  struct Function {
    TypePtr result;
    AliasSet closure;
  };
  enum class Kind : std::uint8_t { definition, local, lambda };

  // Expressions (consumption.cpp).
  AliasedPtr exp(const typed::Exp& exp);
  AliasedPtr lets(const typed::Exp& first);
  AliasedPtr record(const typed::Record& exp, const TypePtr& type);
  AliasedPtr constructor(const typed::Constr& exp, const TypePtr& type);
  AliasedPtr update(const typed::Update& exp, support::Span span);
  AliasedPtr branches(const TypePtr& type, const std::vector<AliasedPtr>& values,
                      const std::vector<Consumed>& consumed);
  AliasedPtr observe(const typed::Var& var, const typed::Exp& exp);
  void operands(const typed::Exp& exp);

  // Variables.
  void bind(ValId id, const std::string& name, Variable variable);
  void unbind(const std::vector<ValId>& ids);
  /// Binds the variables of a let's or a case's pattern.
  void bind_pattern(const typed::Pat& pat, const AliasedPtr& value, std::vector<ValId>& bound);
  enum class Diet : std::uint8_t { as_written, all, none };
  /// Binds the variables of a parameter; those that may be consumed whole are added to
  /// [consumable].
  void bind_param(const typed::Pat& pat, Diet diet, bool marked, std::vector<ValId>& bound,
                  std::unordered_set<ValId>& consumable);
  void refuse(support::Span span, std::string message, std::string hint = {},
              std::string anchor = {}) const;
  AliasSet itself(ValId id) { return aliasing_.sets.of(id, true); }
  bool is_gone(ValId id) const { return gone_.count(id) != 0; }

  // What has been consumed.
  void check_unused(support::Span span, const AliasSet& set);
  void consume(support::Span span, const AliasSet& set);
  void consume(ValId var, support::Span span);
  void consume(const Consumed& rows);
  Consumed consumed_since(std::size_t mark);
  std::string describe(ValId id) const;
  /// Its name as it stands, or a description of a result.
  std::string name_of(ValId id) const;

  // Calls and functions (calls.cpp), loops (loops.cpp).
  AliasedPtr apply(const typed::Apply& exp, const typed::Exp& whole);
  /// [arrow] is what the function is for this argument, if that is known.
  AliasedPtr argument(const std::vector<std::pair<const typed::Exp*, AliasedPtr>>& others,
                      const TypeArrow* arrow, const typed::Exp& exp, const std::string& called);
  /// May functions in [exp] stand for those in the type that is [expected]? Else refuses it.
  void check_diets(std::string_view what, const TypePtr& expected, const typed::Exp& exp) const;
  void check_sizes(const typed::Pat& param);
  AliasedPtr result(const TypePtr& type, const AliasSet& set);
  Function function(const std::vector<typed::PatPtr>& params, const typed::Exp& body,
                    const TypePtr& type, bool declared, support::Span span, Kind kind);
  AliasedPtr lambda(const typed::Lambda& exp, const TypePtr& type, support::Span span);
  void check_result(const std::vector<typed::PatPtr>& params,
                    const std::unordered_set<ValId>& consumable, const TypePtr& type,
                    const AliasedPtr& value, support::Span span);
  TypePtr infer_marks(const TypePtr& type, const AliasedPtr& value,
                      const std::unordered_set<ValId>& consumable);
  AliasedPtr loop(const typed::Loop& exp, const typed::Exp& whole);
  void check_next(const typed::Pat& pat, const AliasedPtr& value, support::Span span,
                  std::unordered_set<ValId>& consumes, AliasSet& consumed, AliasSet& observed);
  void consume_initial(const typed::Pat& pat, const AliasedPtr& value,
                       const std::unordered_set<ValId>& consumes, support::Span span);
  void consume_marked(const TypePtr& type, const AliasedPtr& value, support::Span span);
  AliasedPtr unconsumed(const TypePtr& type, const AliasedPtr& initial, const AliasSet& self);
  AliasedPtr loop_value(const typed::Pat& pat, const AliasedPtr& initial, const AliasSet& self,
                        const std::unordered_set<ValId>& consumes);
  AliasSet closure_since(std::size_t mark);

  State& state_;
  bool report_;
  Aliasing aliasing_;
  std::unordered_map<ValId, Variable> variables_;
  std::unordered_set<ValId> gone_;  ///< out of scope, or names for results
  /// A variable, or what an application or a loop gives.
  struct Named {
    std::string name;  ///< of the variable or the function, if that has one
    enum class Kind { variable, application, loop } kind = Kind::variable;
    support::Span span{};  ///< of the application or loop
  };
  std::unordered_map<ValId, Named> names_;
  std::unordered_map<ValId, support::Span> consumed_;
  std::vector<ValId> consumed_log_;
  std::vector<ValId> used_;  ///< local variables, as they were met
  int level_ = 0;            ///< functions and loops around
};

}  // namespace laguz::check::consumption
