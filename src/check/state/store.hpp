// How long what the checker makes lives: as long as something reaches it.
//
// The unit is an input: a file, or what is typed at the prompt. What its check makes belongs to its
// Store, which uses the stores of the names that it has looked up; a Scope uses the stores of the
// names that can be seen in it. An input only uses older ones, so that counting references will do.
#pragma once

#include <list>
#include <memory>
#include <vector>

#include "check/state/env.hpp"
#include "support/source.hpp"

namespace laguz::check {

class Scope;
using ScopePtr = std::shared_ptr<const Scope>;

/// Something that others use, and that uses others. However long a chain of them is, it goes
/// without recursion, and without taking memory.
class Node : public std::enable_shared_from_this<Node> {
 public:
  Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node();

  /// [other] lives as long as this does.
  void use(const Node& other);
  using Uses = std::list<std::shared_ptr<const Node>>;
  /// Needs [others] only.
  void use_only(Uses others) const;

 private:
  mutable Uses uses_;
};

/// What the check of one input has made. Its parts refer to each other, and to those of stores that
/// it uses, by plain pointers. With it go its definitions.
class Store final : public Node {
 public:
  /// [home] holds null once the state is gone. [source], if any, lives as long as the store.
  Store(std::shared_ptr<State*> home, support::SourcePtr source);
  ~Store() override;

  std::list<Frame> frames;
  std::list<Env> envs;
  std::list<ValueBinding> values;
  std::list<TypeBinding> types;
  std::list<Module> modules;
  std::list<ModuleTypeBinding> module_types;
  std::list<ast::Prog> programs;  ///< what has been parsed
  std::vector<std::unique_ptr<typed::Def>> defs;
  std::list<ValId> ids;      ///< of definitions, those too that nobody has needed yet
  std::vector<ValId> sizes;  ///< those of its constants that no name stands for
  std::vector<support::SourcePtr> sources;  ///< an input's text, and those that its types are from

  bool settled = false;           ///< see State::settle
  mutable std::size_t shown = 0;  ///< scopes that show its names

  /// Is it that of a prompt's input which declared constants and nothing else, but for modules of
  /// them?
  bool has_constants_only() const;
  /// One scope less shows its names.
  void hide() const;

 private:
  std::shared_ptr<State*> home_;
};

/// Names in scope; the outermost scope is the prelude. It uses the scope around it, and the store
/// of its frame.
class Scope final : public Node {
 public:
  /// The prelude.
  explicit Scope(const Env& root) : env(root) {}
  /// All that [frame] declares, within [around].
  Scope(const Frame& frame, const Scope& around);
  ~Scope() override;

  const Env env;
  const Scope* const parent = nullptr;  ///< null for the prelude
};

/// The scope in which the names of [frame] hide those of [scope]. Frames that are wholly hidden do
/// not belong to it. Costs what it takes to look for each of the frame's names in each of those.
ScopePtr scope_over(const ScopePtr& scope, const Frame& frame);

}  // namespace laguz::check
