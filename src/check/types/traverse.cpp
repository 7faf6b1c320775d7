// Traversals of types that visit each shared part once.
#include <algorithm>
#include <unordered_set>

#include "check/types/size_exp.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {

using support::overloaded;

namespace {

/// Remembers what has been seen once a type turns out to be large; small ones need no table.
class Seen {
 public:
  bool again(const Type* type) {
    constexpr std::size_t kSmall = 48;
    if (++visits_ < kSmall) return false;
    return !types_.insert(type).second;
  }

 private:
  std::size_t visits_ = 0;
  std::unordered_set<const Type*> types_;
};

/// Where a walk is: see Type::depth.
struct Level {
  std::size_t depth = 0, arity = 0;

  Level inside() const { return {depth + 1, 0}; }
  Level after() const { return {depth, arity + 1}; }
};

/// [f] gets the part, whether it is a function's, and the level that it is at.
template <class F>
void children(const Type& type, Level at, F&& f) {
  refuse_deep_types(at.depth + type.depth, at.arity + type.arity);

  std::visit(overloaded{
                 [](const TypeMeta&) {},
                 [](const TypeScalar&) {},
                 [&](const TypeArray& x) { f(x.element, false, at.inside()); },
                 [&](const TypeRecord& x) {
                   for (const auto& field : x.fields) f(field.second, false, at.inside());
                 },
                 [&](const TypeSum& x) {
                   for (const auto& row : x.constructors)
                     for (const auto& t : row.second) f(t, false, at.inside());
                 },
                 [&](const TypeArrow& x) {
                   f(x.from, true, at.inside());
                   f(x.to, true, at.after());
                 },
                 [](const TypeParamRef&) {},
                 [&](const TypeAbstract& x) {
                   for (const auto& t : *x.type_args) f(t, false, at.inside());
                 },
                 [&](const TypeAcc& x) { f(x.array, false, at.inside()); },
             },
             type.node);
}

struct SizeWalk {
  support::FunctionRef<void(const SizePtr&, bool)> visit;
  Seen outside{}, inside{};

  void operator()(const TypePtr& written, bool within, Level at = {}) {
    TypePtr type = resolve(written);
    if (type->plain || std::holds_alternative<TypeMeta>(type->node) ||
        (within ? inside : outside).again(type.get()))
      return;
    if (const auto* array = std::get_if<TypeArray>(&type->node)) visit(array->size, within);
    if (const auto* abstract = std::get_if<TypeAbstract>(&type->node))
      for (const auto& size : *abstract->size_args) visit(size, within);
    children(*type, at, [&](const TypePtr& t, bool arrow, Level level) {
      (*this)(t, within || arrow, level);
    });
  }
};

struct PartWalk {
  support::FunctionRef<void(const TypePtr&)> visit;
  Seen seen{};

  void operator()(const TypePtr& written, Level at = {}) {
    TypePtr type = resolve(written);
    if (type->plain || seen.again(type.get())) return;
    visit(type);
    children(*type, at, [&](const TypePtr& t, bool, Level level) { (*this)(t, level); });
  }
};

}  // namespace

void each_size(const TypePtr& type, support::FunctionRef<void(const SizePtr&, bool)> visit) {
  SizeWalk{visit}(type, false);
}

void each_part(const TypePtr& type, support::FunctionRef<void(const TypePtr&)> visit) {
  PartWalk{visit}(type);
}

bool mentions(const TypePtr& type, ValId id) {
  bool found = false;
  each_size(type, [&](const SizePtr& size, bool) {
    each_id(size, [&](ValId used) { found = found || used == id; });
  });
  return found;
}

bool is_constructive(const TypePtr& type, ValId id) {
  struct Walk {
    ValId id;
    Seen seen{};
    bool operator()(const TypePtr& written) {
      TypePtr type = resolve(written);
      // What an abstract type does with its arguments is not known.
      const auto* abstract = std::get_if<TypeAbstract>(&type->node);
      if (abstract)
        return std::any_of(abstract->size_args->begin(), abstract->size_args->end(),
                           [&](const SizePtr& size) { return is_it(size); });
      if (std::holds_alternative<TypeArrow>(type->node) || seen.again(type.get())) return false;
      const auto* array = std::get_if<TypeArray>(&type->node);
      bool found = array && is_it(array->size);
      children(*type, {}, [&](const TypePtr& t, bool, Level) { found = found || (*this)(t); });
      return found;
    }
    bool is_it(const SizePtr& size) const {
      const auto* var = std::get_if<SizeVar>(&resolve(size)->node);
      return var && var->id == id;
    }
  };
  return Walk{id}(type);
}

std::string size_name(const TypePtr& type, ValId id) {
  std::string name;
  each_size(type, [&](const SizePtr& written, bool) {
    SizePtr size = resolve(written);
    if (const auto* var = std::get_if<SizeVar>(&size->node); var && var->id == id) name = var->name;
    if (std::holds_alternative<SizeOf>(size->node) && name.empty())
      each_name(size, [&](ValId used, const std::string& text) {
        if (used == id) name = text;
      });
  });
  return name;
}

}  // namespace laguz::check
