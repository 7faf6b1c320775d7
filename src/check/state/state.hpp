// All that a Checker remembers: definitions, scopes, the prelude as far as it has been needed.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "check/state/env.hpp"
#include "check/state/remarks.hpp"
#include "check/state/requests.hpp"
#include "check/state/store.hpp"
#include "support/diagnostic.hpp"
#include "support/function_ref.hpp"
#include "support/ids.hpp"

namespace laguz::check {

/// A file of the prelude: parsed and checked when a name of it is first asked for. Or one of the
/// library, which becomes a module when a program imports it.
struct PreludeUnit {
  std::string_view text;
  std::unique_ptr<support::SourceFile> source;  ///< once it has been read
  enum class Stage : std::uint8_t { unread, loading, ready } stage = Stage::unread;
  Frame* frame = nullptr;
};

/// While it lives, [unit] is being loaded. If that fails, for time, memory or patience ran out,
/// whoever needs the unit next tries again.
class Loading {
 public:
  Loading(PreludeUnit& unit, const std::string& path) : unit_(unit) {
    // (Spans of the last attempt may point into the text.)
    if (unit.source == nullptr)
      unit.source = std::make_unique<support::SourceFile>(path, std::string(unit.text));
    unit.stage = PreludeUnit::Stage::loading;
  }
  ~Loading() {
    if (unit_.stage == PreludeUnit::Stage::loading) unit_.stage = PreludeUnit::Stage::unread;
  }
  Loading(const Loading&) = delete;
  Loading& operator=(const Loading&) = delete;
  void ready() { unit_.stage = PreludeUnit::Stage::ready; }

 private:
  PreludeUnit& unit_;
};

/// A definition whose type is known from what is written, and whose body is checked on demand.
struct LazyDef {
  const Env* env;
  ast::DecPtr dec;
  std::string prefix;
  Store* store;
};

/// A definition, and whose it is.
struct OwnedDef {
  typed::Def* def;
  Store* store;
};

/// The module of a file.
struct Imported {
  const Module* module;
  std::shared_ptr<Store> store;
};

/// Sets [place] while it lives.
template <class T>
class Restore {
 public:
  Restore(T& place, T value) : place_(place), before_(std::move(place)) {
    place_ = std::move(value);
  }
  ~Restore() { place_ = std::move(before_); }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;

 private:
  T& place_;
  T before_;
};

/// Thrown when there are more errors than anybody would read.
struct TooManyErrors {};

/// What tells files apart: one file has one key, by whatever route it is reached.
std::string import_key(const std::string& path);

struct State {
  explicit State(FileReader file_reader);
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { *home = nullptr; }

  // Makers: what they give belongs to the store of the input under way.
  Frame* frame() { return &store->frames.emplace_back(*store); }
  const Env* env(const Frame* frame, const Env* parent) {
    return &store->envs.emplace_back(Env{this, frame, frame->size(), parent});
  }
  ValueBinding* value() { return &store->values.emplace_back(); }
  TypeBinding* type() { return &store->types.emplace_back(); }
  Module* module() { return &store->modules.emplace_back(); }
  ModuleTypeBinding* module_type() { return &store->module_types.emplace_back(); }
  const ast::Prog& program(ast::Prog parsed) {
    return store->programs.emplace_back(std::move(parsed));
  }
  // Ids, fresh; these throw UserError when all have been given out.
  ValId fresh_value() { return value_ids.take(); }
  TypeId fresh_type() { return type_ids.take(); }
  std::uint32_t fresh_meta() { return meta_ids.take(); }

  /// The definition behind [id], its body checked.
  const typed::Def& def(ValId id);
  /// The same; null when there is none.
  const typed::Def* find_def(ValId id);
  typed::Def& add_def(std::unique_ptr<typed::Def> def);
  /// Whoever asks for [id] first has its body checked.
  void add_lazy(ValId id, const Env* env, const ast::DecPtr& dec, const std::string& prefix);
  /// [size] is one that the constant [owner] has, and that no name stands for.
  void own_size(ValId size, ValId owner);
  std::unordered_map<ValId, ValId> size_owners;  ///< all of those

  // Lives (store.cpp).
  std::shared_ptr<Store> new_store(std::shared_ptr<const support::SourceFile> source = nullptr) {
    return unfinished.emplace_back(std::make_shared<Store>(home, std::move(source)));
  }
  /// A name of [frame] has been found: what is under way uses it.
  void reached(const Frame& frame);
  /// The same, and what it stands for has [type]: what is under way uses those too who have
  /// computed sizes in it, for one that is settled does not.
  void reached(const Frame& frame, const TypePtr& type);
  /// What is under way will look up names in its scope once more, at any time.
  void keep_scope();
  /// Forgets what [gone] has defined.
  void forget(Store& gone);
  /// The definitions of [store], which are constants all of them, have those [values]: lets go of
  /// all that these were computed from, and once no scope shows them of the sizes in their types.
  void settle(Store& store, std::vector<runtime::Known> values);

  // The prelude (prelude.cpp).
  const Term* prelude_term(const std::string& name);
  const TypeBinding* prelude_type(const std::string& name);
  const ModuleTypeBinding* prelude_module_type(const std::string& name);
  void prelude_names(NameKind kind, std::vector<std::string>& out);
  /// Is [env] inside the prelude, where bodies may wait?
  bool in_prelude(support::Span span) const;

  // The module `intrinsics` (intrinsics.cpp).
  const Term* intrinsic_term(const std::string& name);
  const TypeBinding* intrinsic_type(const std::string& name);
  void intrinsic_names(NameKind kind, std::vector<std::string>& out);
  Frame* intrinsics_frame();  ///< what stdlib/intrinsics.fut states

  // Imports (imports.cpp).
  /// The module of the file [path], written in the file of [span]; else that of the library.
  const Module* import(const std::string& path, support::Span span);
  bool in_library(support::Span span) const;
  /// [module], made if it waits for that.
  const Module& whole(const Module& module);
  /// Says which file of the library has [name], and under which name; "" if none has.
  std::string library_hint(const Env& env, const std::string& name);

  /// Nothing is warned of twice: bodies may be checked again, as those of functors are.
  void warn(support::Span span, std::string message);
  void take_back_warnings(std::size_t from);
  /// Counts declarations that are made by applying functors and by matching module types, of which
  /// a short text can make too many. Throws UserError then.
  void elaborate(std::size_t declarations, support::Span span);
  /// Frame::open, which copies names: modules that open one another would have quadratically many.
  /// Throws UserError when there are too many.
  void open(Frame& into, const Frame& module, bool exported, support::Span span);
  /// What can be seen from the text alone: names without use, and what attributes ask for.
  void read_for_warnings(const std::vector<ast::DecPtr>& decs);
  Requests requests;

  // Several errors in one run (failures.cpp).
  /// Runs [action]. While errors are gathered one of its is noted, and false given; else thrown.
  bool attempt(support::FunctionRef<void()> action);
  void note(support::Diagnostic error);
  /// Runs [action], and throws all errors that it was noted to have, in the order of the text.
  void gather(support::FunctionRef<void()> action);
  /// The errors gathered so far; null: the first one is thrown.
  std::vector<support::Diagnostic>* errors = nullptr;

  std::shared_ptr<State*> home = std::make_shared<State*>(this);
  std::shared_ptr<Store> prelude = std::make_shared<Store>(home, nullptr);  ///< and the intrinsics
  Store* store = prelude.get();  ///< of the input under way
  /// Stores of an input that failed: to take them down takes a third of the time it took to make
  /// them, which whoever waits for the message need not wait for (Checker::tidy).
  std::vector<std::shared_ptr<Store>> unfinished;
  const Scope* scope = nullptr;  ///< in which it is checked; null: the prelude's
  std::list<ValId> gone;  ///< definitions that are no more, and of which nobody has been told

  FileReader reader;
  const Env* root;
  std::vector<support::Diagnostic>* warnings = nullptr;
  std::set<std::tuple<const support::SourceFile*, std::uint32_t, std::string>> warned;
  support::Ids<ValId> value_ids{1};
  support::Ids<TypeId> type_ids{1};
  support::Ids<std::uint32_t> meta_ids{1};

  std::unordered_map<ValId, OwnedDef> defs;
  std::unordered_map<ValId, LazyDef> lazy;

  std::map<std::string, PreludeUnit> units;  ///< by path
  /// Which unit defines a name, found by reading the texts' left margins once.
  std::unordered_map<std::string, std::string> unit_of_term, unit_of_type, unit_of_module_type;
  std::unordered_map<std::string, const TypeBinding*> scalar_types;
  std::unordered_map<std::string, Term> intrinsic_terms;
  const Module* intrinsics_module = nullptr;
  Term intrinsics_term;
  std::map<std::string, Imported> imported;  ///< by key
  /// Files being read, the main file first, to refuse cycles: keys, and paths as errors show them.
  std::vector<std::pair<std::string, std::string>> importing;
  /// Is what is being elaborated the text as it stands? (Not an application of a functor: those
  /// have been checked where they were declared.)
  bool checking_functors = true;
  bool in_main_file = false;  ///< and not, say, at the prompt
  bool at_prompt = false;
  Remarks remarks;             ///< of the last declarations at the prompt
  std::size_t elaborated = 0;  ///< since the last file or input
  std::size_t opened = 0;      ///< names, since then

 private:
  const Module* module_of(const support::SourceFile& source, const std::string& key,
                          const std::string& file);
  const support::SourceFile* library_file(const std::string& path);
  PreludeUnit* load_unit(const std::unordered_map<std::string, std::string>& index,
                         const std::string& name);
  void index_prelude();
};

/// While it lives, what is made belongs to [store], and is checked in [scope].
class Making {
 public:
  Making(State& state, Store& store, const Scope* scope = nullptr)
      : store_(state.store, &store), scope_(state.scope, scope) {}

 private:
  Restore<Store*> store_;
  Restore<const Scope*> scope_;
};

}  // namespace laguz::check
