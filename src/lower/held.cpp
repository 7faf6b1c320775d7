#include "lower/held.hpp"

#include <algorithm>

#include "check/types/size_exp.hpp"
#include "lower/context.hpp"
#include "support/assert.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"

namespace laguz::lower {

using support::overloaded;

// Only the parameter's number is in it.
TypePtr open_type(std::size_t which) {
  TypeAbstract type;
  type.id = static_cast<TypeId>(which);
  return check::make_type(std::move(type));
}

std::optional<std::size_t> parameter_of(const TypePtr& type) {
  const auto* abstract = std::get_if<TypeAbstract>(&check::resolve(type)->node);
  return abstract && !abstract->representation ? std::optional<std::size_t>(abstract->id)
                                               : std::nullopt;
}

// -------------------------------------------------------------------------------------- copies

std::optional<Value> Transplant::value(const Value& value) {
  support::expect_stack("a value that holds functions");
  Value copy;
  copy.layout = value.layout;
  copy.constructor = value.constructor;
  for (const Atom& atom : value.atoms) {
    const auto other = atom_(atom);
    if (!other) return std::nullopt;
    copy.atoms.push_back(*other);
  }
  Values parts;
  for (const Value& part : value.parts) {
    auto other = this->value(part);
    if (!other) return std::nullopt;
    parts.push_back(*std::move(other));
  }
  copy.parts = std::move(parts);
  if (instance_ != nullptr && copy.layout->is_open) return instance_->data(copy);
  if (value.closure == nullptr) return copy;
  auto function = closure(value.closure);
  if (!function) return std::nullopt;
  copy.closure = *std::move(function);
  return copy;
}

std::optional<ClosurePtr> Transplant::closure(const ClosurePtr& closure) {
  if (const auto known = closures_.find(closure.get()); known != closures_.end())
    return known->second;
  function_();
  using Node = std::optional<Closure>;
  Node node = std::visit(
      overloaded{
          [&](const LambdaClosure& c) -> Node {
            return {{LambdaClosure{c.lambda, frame(c.frame)}}};
          },
          [&](const LocalClosure& c) -> Node {
            return {{LocalClosure{c.function, frame(c.frame), types(c.types), sizes(c.sizes)}}};
          },
          [&](const DefClosure& c) -> Node {
            return {{DefClosure{c.def, types(c.types), sizes(c.sizes)}}};
          },
          [&](const IntrinsicClosure& c) -> Node {
            return {{IntrinsicClosure{c.intrinsic, type(c.type)}}};
          },
          [&](const PartialClosure& c) -> Node {
            auto function = this->closure(c.function);
            if (!function) return std::nullopt;
            PartialClosure copy{*std::move(function), {}};
            for (const Value& arg : c.args) {
              auto other = value(arg);
              if (!other) return std::nullopt;
              copy.args.push_back(*std::move(other));
            }
            return {{std::move(copy)}};
          },
          [&](const HoleClosure& c) -> Node {
            return {{HoleClosure{type(c.type), c.span}}};
          },
      },
      closure->node);
  if (!node) return std::nullopt;
  return closures_[closure.get()] = std::make_shared<const Closure>(*std::move(node));
}

ScopedType Transplant::type(const ScopedType& type) {
  if (instance_ != nullptr)
    if (const auto parameter = parameter_of(type.type)) return instance_->types.at(*parameter);
  return {type.type, frame(type.frame)};
}

std::vector<ScopedType> Transplant::types(const std::vector<ScopedType>& types) {
  std::vector<ScopedType> copies;
  for (const ScopedType& one : types) copies.push_back(type(one));
  return copies;
}

std::vector<ScopedSize> Transplant::sizes(const std::vector<ScopedSize>& sizes) {
  std::vector<ScopedSize> copies;
  for (const ScopedSize& one : sizes) copies.push_back({one.size, frame(one.frame)});
  return copies;
}

Frame* Transplant::frame(const Frame* frame) {
  if (frame == nullptr) return nullptr;
  if (const auto known = frames_.find(frame); known != frames_.end()) return known->second;
  Frame* copy = &into_.emplace_back();
  frames_[frame] = copy;
  copy->parent = this->frame(frame->parent);
  for (const auto& [id, type] : frame->types) copy->types[id] = this->type(type);
  for (const auto& [id, value] : frame->values)
    if (keeps_(frame, id, value))
      if (auto other = this->value(value)) copy->values[id] = *std::move(other);
  return copy;
}

// --------------------------------------------------------------------------------- what is used

namespace {

/// Variables in an expression, bound there or not.
class Variables {
 public:
  explicit Variables(support::FunctionRef<void(ValId)> found) : found_(found) {}

  void in(const typed::ExpPtr& exp) {
    if (exp != nullptr) in(*exp);
  }
  void in(const Exp& start) {
    support::expect_stack("an expression", start.span);
    // (A chain of bindings is as long as the program likes.)
    const Exp* e = &start;
    while (e != nullptr) {
      if (const auto* let = std::get_if<typed::Let>(&e->node)) {
        in(let->value);
        e = let->body.get();
      } else if (const auto* fun = std::get_if<typed::LetFun>(&e->node)) {
        in(fun->value);
        e = fun->body.get();
      } else if (const auto* check = std::get_if<typed::Assert>(&e->node)) {
        in(check->condition);
        e = check->body.get();
      } else {
        in_simple(*e);
        return;
      }
    }
  }

 private:
  void in_all(const std::vector<typed::ExpPtr>& exps) {
    for (const auto& exp : exps) in(exp);
  }
  void in_dims(const std::vector<typed::DimIndex>& dims) {
    for (const auto& dim : dims) in_all({dim.start, dim.end, dim.stride});
  }
  void in_simple(const Exp& e) {
    std::visit(overloaded{
                   [](const typed::Number&) {},
                   [](const typed::Bool&) {},
                   [](const typed::Bytes&) {},
                   [](const typed::Intrinsic&) {},
                   [](const typed::Hole&) {},
                   [](const typed::Let&) {},
                   [](const typed::LetFun&) {},
                   [](const typed::Assert&) {},
                   [&](const typed::Var& x) { found_(x.id); },
                   [&](const typed::Record& x) {
                     for (const auto& field : x.fields) in(field.second);
                   },
                   [&](const typed::Project& x) { in(x.record); },
                   [&](const typed::Array& x) { in_all(x.elements); },
                   [&](const typed::Index& x) {
                     in(x.array);
                     in_dims(x.dims);
                   },
                   [&](const typed::Update& x) {
                     in_all({x.base, x.value});
                     for (const auto& step : x.path)
                       if (const auto* dims = std::get_if<0>(&step.step)) in_dims(*dims);
                   },
                   [&](const typed::Constr& x) { in_all(x.args); },
                   [&](const typed::Apply& x) {
                     in(x.function);
                     in_all(x.args);
                   },
                   [&](const typed::Lambda& x) { in(x.body); },
                   [&](const typed::If& x) {
                     in_all({x.condition, x.then_branch, x.else_branch});
                   },
                   [&](const typed::Match& x) {
                     in(x.scrutinee);
                     for (const auto& one : x.cases) in(one.body);
                   },
                   [&](const typed::Loop& x) {
                     in_all({x.init, x.body});
                     std::visit(overloaded{
                                    [&](const typed::ForForm& form) { in(form.bound); },
                                    [&](const typed::ForInForm& form) { in(form.array); },
                                    [&](const typed::WhileForm& form) { in(form.condition); },
                                },
                                *x.form);
                   },
                   [&](const typed::Coerce& x) { in(x.inner); },
                   [&](const typed::Range& x) {
                     in_all({x.start, x.second, x.end});
                   },
                   [&](const typed::Attributed& x) { in(x.inner); },
               },
               e.node);
  }

  support::FunctionRef<void(ValId)> found_;
};

class Around {
 public:
  std::set<std::pair<const Frame*, ValId>> names;

  void value(const Value& value) {
    support::expect_stack("a value that holds functions");
    for (const Value& part : value.parts) this->value(part);
    if (value.closure == nullptr || !closures_.insert(value.closure.get()).second) return;
    std::visit(overloaded{
                   [&](const LambdaClosure& c) { body(*c.lambda->body, c.frame); },
                   [&](const LocalClosure& c) { body(*c.function->value, c.frame); },
                   [&](const PartialClosure& c) {
                     Value function;
                     function.closure = c.function;
                     this->value(function);
                     for (const Value& arg : c.args) this->value(arg);
                   },
                   [](const DefClosure&) {},
                   [](const IntrinsicClosure&) {},
                   [](const HoleClosure&) {},
               },
               value.closure->node);
  }

 private:
  void body(const Exp& exp, const Frame* frame) {
    std::vector<ValId> ids;
    Variables([&](ValId id) { ids.push_back(id); }).in(exp);
    for (const ValId id : ids)
      for (const Frame* at = frame; at != nullptr; at = at->parent) {
        const auto found = at->values.find(id);
        if (found == at->values.end()) continue;
        if (names.insert({at, id}).second) value(found->second);
        break;
      }
  }

  std::set<const Closure*> closures_;
};

}  // namespace

std::set<std::pair<const Frame*, ValId>> names_around_functions(const Value& value) {
  Around around;
  around.value(value);
  return std::move(around.names);
}

// ------------------------------------------------------------------------------ its constants

// What the value is made of, in scope at the end of the constant's body; [results] gets its data as
// a view has them, and then what its functions refer to. Each of its own data is a part that is no
// other, written numbers and what its functions refer to, too, for derivatives are by parts: they
// are those of `\x -> p with d = x`. (There are none by what is no float.)
std::shared_ptr<const Held> Lowering::hold(const typed::Def& def, Frame* scope, const Value& value,
                                           std::map<core::VarId, std::size_t> sizes,
                                           Atoms& results) {
  auto held = std::make_shared<Held>();
  held->sizes = std::move(sizes);
  const auto is_size = [&](const Atom& atom) {
    return !atom.is_constant() && held->sizes.count(atom.var) > 0;
  };
  const auto add = [&](core::VarId variable, const Atom& atom) {
    results.push_back(atom);
    held->data.push_back({{variable, atom.type}});
  };
  Atoms parts;
  std::map<core::VarId, Atom> data, known;
  for (const Atom& atom : flatten(value)) {
    parts.push_back(names().bind(atom.type).atom());
    data.emplace(parts.back().var, atom);
    if (!atom.is_constant() && !support::is_float(atom.type.elem))
      known.emplace(atom.var, parts.back());
  }
  const Value own = rebuild(value, parts);
  Atoms viewed;
  flatten_for_view({def.result, scope}, own, viewed);
  for (const Atom& atom : viewed) {
    const auto part = atom.is_constant() ? data.end() : data.find(atom.var);
    if (part == data.end())
      add({}, atom);
    else
      add(part->first, part->second);
  }
  const auto keep = [&](const Atom& atom) -> std::optional<Atom> {
    if (atom.is_constant() || is_size(atom) || data.count(atom.var) > 0) return atom;
    if (!known_.is_live(atom)) return std::nullopt;
    const auto [found, fresh] = known.emplace(atom.var, atom);
    if (fresh) add(atom.var, atom);
    return found->second;
  };
  const auto names = names_around_functions(value);
  const std::set<ValId> own_sizes = sizes_of(def.scheme);
  // (What types around the functions may say of sizes is kept, too.)
  const auto keeps = [&](const Frame* frame, ValId id, const Value& one) {
    const Atoms atoms = flatten(one);
    const bool kept = names.count({frame, id}) > 0 ||
                      (one.layout->is_scalar() && one.layout->scalar == ScalarType::i64);
    if (kept && own_sizes.count(id) == 0 && std::any_of(atoms.begin(), atoms.end(), is_size))
      held->needs_sizes = true;
    return kept;
  };
  auto copy = Transplant(keep, keeps, held->frames).value(own);
  LAGUZ_ASSERT(copy, "a value that is out of scope");
  held->value = *std::move(copy);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Atom atom = results[i];
    if (held->data[i].variable.id == 0) continue;
    held->data[i].is_natural = !support::is_float(atom.type.elem) && known_.is_natural(atom);
    for (int dim = 0; dim < atom.type.rank; ++dim)
      if (const auto known = known_.length(atom, dim))
        if (const auto length = keep(*known)) held->data[i].lengths.emplace_back(dim, *length);
  }
  return held;
}

// No value of what a parameter stands for is known where it is lowered, so what is of its type is
// empty, or in a constructor that has not been chosen: of that the shape says all.
void Lowering::instantiate(const Layout* layout, Atoms::const_iterator& at, Atoms& outer,
                           const std::vector<ScopedType>& types, Atoms& into) {
  switch (layout->kind) {
    case Layout::Kind::scalar: into.push_back(*at++); return;
    case Layout::Kind::record: {
      for (const auto& field : layout->fields) instantiate(field.second, at, outer, types, into);
      if (!layout->parameter) return;
      const ScopedType& type = types.at(*layout->parameter);
      const Layout* own = layout_of(type);
      const std::vector<Lengths> inner = lengths_of(type, own);
      for (std::size_t i = 0; i < own->leaves.size(); ++i) {
        Atoms lengths = outer;
        for (const auto& length : inner[i]) lengths.push_back(length.value_or(Atom::i64(0)));
        const ScalarType elem = own->leaves[i].elem;
        into.push_back(lengths.empty() ? Atom::constant({elem, 0}) : zeros(lengths, elem));
      }
      return;
    }
    case Layout::Kind::sum:
      into.push_back(*at++);
      for (const auto& constructor : layout->constructors)
        for (const Layout* payload : constructor.second)
          instantiate(payload, at, outer, types, into);
      return;
    case Layout::Kind::array: {
      const std::size_t before = into.size();
      const Atom first = *at;
      outer.push_back(length(first, static_cast<int>(outer.size())));
      // (What only says how many units there are is not needed where they are something.)
      if (layout->is_ghost()) ++at;
      instantiate(layout->element, at, outer, types, into);
      if (layout->is_ghost() && into.size() == before) into.push_back(first);
      outer.pop_back();
      return;
    }
    case Layout::Kind::acc:
    case Layout::Kind::function: break;
  }
  LAGUZ_ASSERT(false, "data that are not flat");
}

std::optional<Value> Lowering::instantiate(const Value& value,
                                           const std::vector<ScopedType>& types) {
  std::vector<const Layout*> of;
  for (const ScopedType& type : types) of.push_back(layout_of(type));
  if (value.layout->parameter) return blank(types.at(*value.layout->parameter));
  Value instance = value;
  instance.layout = layouts_.instance(value.layout, of);
  if (value.layout->is_record() || value.layout->is_static) return instance;
  // Which constructor it is, of those that hold functions, is known when it is lowered only.
  if (instance.layout->is_static) return std::nullopt;
  instance.atoms.clear();
  Atoms outer;
  auto at = value.atoms.begin();
  instantiate(value.layout, at, outer, types, instance.atoms);
  return instance;
}

bool Lowering::has_instance(const Held& held, const std::vector<ScopedType>& types) {
  if (std::none_of(types.begin(), types.end(),
                   [&](const ScopedType& type) { return layout_of(type)->is_static; }))
    return true;
  bool has = true;
  const Transplant::Instance instance{types, [&](const Value& value) {
                                        auto data = instantiate(value, types);
                                        has = has && data.has_value();
                                        return data;
                                      }};
  std::deque<Frame> frames;
  (void)Transplant([](const Atom& atom) { return atom; },
                   [](const Frame*, ValId, const Value&) { return true; }, frames, [] {}, &instance)
      .value(held.value);
  return has;
}

std::optional<Value> Lowering::call_held(const DefClosure& closure, const Instance& constant) {
  const typed::Def& def = *closure.def;
  const Held& held = *constant.held;
  std::map<core::VarId, Atom> given;
  for (const auto& [variable, i] : held.sizes) {
    const auto size = i < closure.sizes.size()
                          ? this->size(closure.sizes[i].size, closure.sizes[i].frame)
                          : std::nullopt;
    if (size)
      given.emplace(variable, *size);
    else if (held.needs_sizes)
      return std::nullopt;
  }
  std::vector<core::Type> types;
  for (const Held::Datum& datum : held.data) types.push_back(datum.variable.type);
  Atoms results;
  if (!types.empty()) results = b_->emit({core::Call{constant.function, {}}}, types);
  for (std::size_t i = 0; i < results.size(); ++i)
    if (held.data[i].variable.id != 0) given.emplace(held.data[i].variable.id, results[i]);
  const auto now = [&](const Atom& atom) -> std::optional<Atom> {
    if (atom.is_constant()) return atom;
    const auto found = given.find(atom.var);
    LAGUZ_ASSERT(found != given.end() || held.sizes.count(atom.var) > 0, "data that are not held");
    return found != given.end() ? std::optional(found->second) : std::nullopt;
  };
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (held.data[i].is_natural) known_.learn_natural(results[i]);
    for (const auto& [dim, length] : held.data[i].lengths)
      if (const auto known = now(length)) known_.learn_length(results[i], dim, *known);
  }
  const auto all = [](const Frame*, ValId, const Value&) { return true; };
  const auto count = [&] {
    copies_.count(&def, b_->span, [&] { return Copies::Function{def.name, "it holds functions"}; });
  };
  const Transplant::Instance instance{
      closure.types, [&](const Value& value) { return instantiate(value, closure.types); }};
  // (Whoever asks for lengths alone says no types.)
  return Transplant(now, all, frames_, count, closure.types.empty() ? nullptr : &instance)
      .value(held.value);
}

}  // namespace laguz::lower
