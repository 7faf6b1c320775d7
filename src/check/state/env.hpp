// What names denote: values, modules, types and module types, in scopes that only grow.
//
// A Frame is the list of a module's (or file's) declarations in order; an Env is a view of a frame
// up to some declaration, within an outer Env. So the scope that a definition was made in stays
// what it was, whatever is declared later, and taking one costs nothing. A Store owns all of these;
// they refer to each other by plain pointers (store.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "check/types/typed.hpp"
#include "check/types/types.hpp"
#include "syntax/ast.hpp"

namespace laguz::check {

struct State;
class Store;
struct Env;
struct Module;

/// What an identifier denotes as an expression.
struct ValueBinding {
  ValId id = 0;
  std::string name;  ///< for Var and Intrinsic nodes; qualified for definitions
  Scheme scheme;     ///< as seen here
  /// Sizes of a constant's type that are known only from its value: fresh in each use.
  std::vector<std::pair<ValId, std::string>> existentials;
  enum class Kind : std::uint8_t {
    local,       ///< parameters, let-bound names, sizes: SizeVar may name them
    definition,  ///< a Def (or a value of a functor's parameter, which has none)
    intrinsic,   ///< typed::Intrinsic with a type from the scheme
    overloaded,  ///< an operator: its type is made anew for each use
  } kind = Kind::local;
  /// Set when the name is seen through a module type that states a less general type than the
  /// definition's: how the definition's scheme is instantiated, in terms of [scheme]'s parameters.
  bool viewed = false;
  bool spoilt = false;  ///< its definition is wrong: see Spoilt
  std::vector<TypePtr> inner_types;
  std::vector<SizePtr> inner_sizes;
  /// What derivatives in its definition are by, as types that [scheme]'s parameters are part of.
  std::vector<TypePtr> points{};
  ast::Doc doc;
  support::Span span;
};

struct TypeArgument {
  bool is_size = false;
  ValId size = 0;     ///< is_size
  TypeParamRef type;  ///< otherwise
  std::string name;
};

/// What a name denotes as a type: a type with parameters.
struct TypeBinding {
  std::string name;
  std::vector<TypeArgument> params;
  std::vector<std::pair<ValId, std::string>> existentials;  ///< fresh wherever the type is written
  TypePtr type;
  ast::Liftedness lifted = ast::Liftedness::unlifted;
  bool abstract = false;  ///< [type] is this very abstract type applied to its parameters
  /// A declaration says what it is, and not what stands in for an abstract type.
  bool stated = false;
  bool spoilt = false;
  ast::Doc doc;
  support::Span span;
};

struct ModuleTypeBinding {
  std::string name;
  const Env* env = nullptr;
  ast::ModTypeExpPtr exp;
  bool spoilt = false;
  ast::Doc doc;
  support::Span span;
};

/// Values and modules share a name space.
using Term = std::variant<const ValueBinding*, const Module*>;

/// Thrown, in place of an error, by what uses a declaration that is wrong itself, which has been
/// said: never one mistake's errors for another's. Only while errors are gathered (State::attempt).
struct Spoilt {};

/// The declarations of one module, in order. Nothing is ever removed.
class Frame {
 public:
  explicit Frame(const Store& store) : owner(&store) {}

  const Store* owner;
  const support::SourceFile* file = nullptr;  ///< the main file, if this is its frame
  /// Some names are missing, for what would have brought them in is wrong.
  bool incomplete = false;

  /// How many declarations there are; an Env's limit.
  std::uint32_t size() const { return next_; }
  void add_term(const std::string& name, Term term, bool exported);
  void add_type(const std::string& name, const TypeBinding* type, bool exported);
  void add_module_type(const std::string& name, const ModuleTypeBinding* type, bool exported);
  /// Everything that [other] exports.
  void open(const Frame& other, bool exported);

  const Term* term(const std::string& name, std::uint32_t limit, bool exported) const;
  const TypeBinding* type(const std::string& name, std::uint32_t limit, bool exported) const;
  const ModuleTypeBinding* module_type(const std::string& name, std::uint32_t limit,
                                       bool exported) const;

  template <class T>
  struct Entry {
    std::uint32_t at;
    bool exported;
    T value;
  };
  template <class T>
  using Table = std::unordered_map<std::string, std::vector<Entry<T>>>;
  const Table<Term>& terms() const { return terms_; }
  const Table<const TypeBinding*>& types() const { return types_; }
  const Table<const ModuleTypeBinding*>& module_types() const { return module_types_; }

 private:
  std::uint32_t next_ = 0;
  Table<Term> terms_;
  Table<const TypeBinding*> types_;
  Table<const ModuleTypeBinding*> module_types_;
};

/// A scope. The outermost one has no frame: it is the prelude, read as names are asked for.
struct Env {
  State* state = nullptr;
  const Frame* frame = nullptr;
  std::uint32_t limit = 0;
  const Env* parent = nullptr;

  const Term* term(const std::string& name) const;
  const TypeBinding* type(const std::string& name) const;
  const ModuleTypeBinding* module_type(const std::string& name) const;
};

/// A structure, or a functor. A functor's body is elaborated anew for each argument.
struct Module {
  std::string name;
  const Frame* frame = nullptr;  ///< a structure's; null for a functor, and before it is made
  /// What a structure of the library is to be: it is made when it is looked into (State::whole).
  struct Waiting {
    const Env* env;
    ast::ModExpPtr exp;
    std::string prefix;
    Store* store;
  };
  std::optional<Waiting> waiting{};
  bool intrinsics = false;  ///< the module `intrinsics`: names are made on demand

  const Env* env = nullptr;  ///< of what follows
  std::optional<std::string> param;
  ast::ModTypeExpPtr param_type;
  ast::ModTypeExpPtr result_type;  ///< may be null when there is a body
  ast::ModExpPtr body;             ///< null for a functor known by its type only
  /// A functor seen through a module type: what is really applied.
  const Module* inner = nullptr;
  bool opaque_result = true;
  bool spoilt = false;

  ast::Doc doc;
  support::Span span;

  bool is_functor() const { return frame == nullptr && !intrinsics && !waiting; }
  const Term* term(State& state, const std::string& member) const;
  const TypeBinding* type(State& state, const std::string& member) const;
};

/// All names of [env], from the inside out: terms, types or module types.
enum class NameKind : std::uint8_t { term, type, module_type };
std::vector<std::string> names_in(const Env& env, NameKind kind);
/// May a name that is not found be one of those that an incomplete frame lacks?
bool is_incomplete(const Env& env);
bool is_incomplete(const Module& module);
std::vector<std::string> names_in(State& state, const Module& module, NameKind kind);

}  // namespace laguz::check
