// The checker's door: files and prompt lines in, typed definitions out.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/breakpoints.hpp"
#include "check/own_names.hpp"
#include "check/state/remarks.hpp"
#include "check/state/requests.hpp"
#include "check/types/typed.hpp"
#include "support/diagnostic.hpp"
#include "support/source.hpp"

namespace laguz::check {

/// Names in scope: what a file or the prompt has defined so far. Immutable and shared; what is
/// neither in a scope that somebody has nor used by what is in one, goes (store.hpp).
class Scope;
using ScopePtr = std::shared_ptr<const Scope>;
/// A definition; it lives as long as this points to it.
using DefPtr = std::shared_ptr<const typed::Def>;
/// A text whose spans are to stay valid as long as what has been made of it; null: the caller sees
/// to it.
using SourcePtr = std::shared_ptr<const support::SourceFile>;

/// One per session. The prelude's files are parsed and checked only when a name of theirs is first
/// used, so that starting costs nothing.
class Checker {
 public:
  explicit Checker(FileReader reader);
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  /// The scope in which only the prelude is open.
  ScopePtr prelude();
  /// Checks a file (and what it imports) and gives the scope after it. Throws UserError.
  ScopePtr check_file(const support::SourceFile& source,
                      std::vector<support::Diagnostic>* warnings);
  /// Checks declarations typed at the prompt, in [scope].
  ScopePtr check_declarations(const ScopePtr& scope, const ast::Prog& program,
                              SourcePtr source = nullptr);
  /// Checks an expression; the Def has no parameters and a fresh id.
  DefPtr check_expression(const ScopePtr& scope, const ast::ExpPtr& exp, SourcePtr source = nullptr,
                          std::vector<support::Diagnostic>* warnings = nullptr);
  /// Text of a module expression's type, for `:mtype`.
  std::string module_type(const ScopePtr& scope, const ast::ModExpPtr& module);

  using Constants = std::vector<const typed::Def*>;
  /// Those that the last input of [scope] has declared, in its modules too, in the order of the
  /// text: what its names have stood for, `local` ones and those that it has hidden itself among
  /// them, but not what a module type hides. (Some may be functions, or have type or size
  /// parameters.)
  Constants constants(const ScopePtr& scope) const;
  /// What names have stood for in [before] that stand for others in [after], the next scope, and
  /// what has been declared with it: where that is constants only, which are not settled yet.
  /// Each of those is all that one input has declared.
  std::vector<Constants> hidden(const ScopePtr& before, const ScopePtr& after) const;
  /// From now on they have these [values], and do not use what they were computed from.
  void settle(const Constants& constants, std::vector<runtime::Known> values);
  /// Keeps a definition, and all that it needs, alive.
  std::shared_ptr<const void> owner(ValId id) const;
  /// Lets go of what an input that failed had made.
  void tidy();
  /// The definitions that are no more, since the last time.
  std::list<ValId> take_gone();

  /// The definition behind an id, wherever it was made.
  const typed::Def& def(ValId id) const;
  /// The same; null for what is no definition.
  const typed::Def* find_def(ValId id) const;
  /// The constant that has [size] as a size that no name stands for; null if none has.
  const typed::Def* size_owner(ValId size) const;

  /// Entry points of the file last checked: `entry` declarations, and `main`.
  std::vector<const typed::Def*> entries(const ScopePtr& scope) const;
  /// Any value by (qualified) name: `run -e` takes those too.
  const typed::Def* lookup(const ScopePtr& scope, std::string_view name) const;

  /// For completion and `:doc`: all value, module and type names that start with [prefix]; behind
  /// a dot, those of the module or the fields of the value before it.
  std::vector<std::string> names(const ScopePtr& scope, std::string_view prefix) const;
  /// The constructors of types that files and inputs have given, or their values have.
  std::vector<std::string> constructors(const ScopePtr& scope) const;
  /// What is to be said of the last declarations at the prompt.
  const Remarks& remarks() const;
  /// Puts these aside, for those of other inputs.
  Remarks exchange_remarks(Remarks other);
  /// What files and inputs have given names to.
  OwnNames own_names(const ScopePtr& scope) const;
  std::optional<std::string> doc(const ScopePtr& scope, std::string_view name) const;

  /// The definitions with parameters that are none of the prelude's.
  std::vector<const typed::Def*> functions() const;
  /// Makes a breakpoint of [place], which is in [def]. What has been consumed is not to be said
  /// there.
  void stop_at(const typed::Def& def, const BreakPlace& place);

  ValId fresh_value();

  const Requests& requests() const;

  /// The next ids. A checker that starts after another's gives out none of the other's.
  struct Ids {
    ValId value;
    TypeId type;
    std::uint32_t meta;
  };
  Ids ids() const;
  void start_after(Ids ids);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace laguz::check
