// Functions that refer to variables around them, lowered as core functions of their own.
#include <algorithm>
#include <iterator>

#include "core/walk.hpp"
#include "lower/context.hpp"
#include "lower/scopes.hpp"
#include "support/assert.hpp"

namespace laguz::lower {

namespace {

/// A local function is inlined so often; after that its body is shared.
constexpr int kInlinedUses = 3;

void append_to_calls(core::Body& body, core::FunId function, const Atoms& atoms) {
  for (core::Stm& stm : body.stms) {
    if (auto* call = std::get_if<core::Call>(&stm.exp.node); call && call->function == function)
      call->args.insert(call->args.end(), atoms.begin(), atoms.end());
    core::visit(
        stm.exp, [](Atom&) {},
        [&](core::Body& inner, Binders&) { append_to_calls(inner, function, atoms); });
  }
}

}  // namespace

// The body is lowered in the place that calls it, with the variables of that place free; these then
// become parameters.
Lowering::Apart Lowering::lower_apart(core::FunId id, const std::string& name, Span span,
                                      const Values& args,
                                      FunctionRef<Value(const Values& params)> body) {
  Apart apart{id, {}, nullptr, {}};
  core::Lambda lambda;
  {
    BodyScope scope(*this);
    b_->span = span;
    b_->inlined_at = nullptr;
    Values params;
    for (const Value& arg : args) {
      Atoms atoms;
      for (const Atom& atom : lower::flatten(arg)) {
        lambda.params.push_back(names().bind(atom.type));
        atoms.push_back(lambda.params.back().atom());
      }
      Atoms accs;
      for (const Accumulator& acc : accumulators(arg)) {
        lambda.params.push_back(names().bind(acc.atom.type));
        accs.push_back(lambda.params.back().atom());
        for (int dim = 0; dim < acc.atom.type.rank; ++dim) {
          lambda.params.push_back(names().bind({ScalarType::i64, 0, false}));
          known_.learn_length(accs.back(), dim, lambda.params.back().atom());
        }
      }
      auto acc = accs.cbegin();
      params.push_back(with_accumulators(rebuild(arg, atoms), acc));
      apart.params.push_back(arg.layout);
    }
    const Value value = body(params);
    apart.result = value.layout;
    lambda.body = scope.finish(lower::flatten(value));
  }
  for (const Binder& free : core::free_variables(lambda)) apart.captured.push_back(free.atom());
  append_to_calls(lambda.body, id, apart.captured);
  Binders added;
  core::Substitution inside;
  for (const Atom& atom : apart.captured) {
    added.push_back(names().bind(atom.type));
    inside[atom.var] = added.back().atom();
  }
  core::Lambda closed = core::refresh(lambda, names(), inside);
  closed.params.insert(closed.params.end(), added.begin(), added.end());
  core::Function& function = program_[id];
  function.name = name;
  function.params = std::move(closed.params);
  function.body = std::move(closed.body);
  for (const Atom& atom : function.body.results) function.results.push_back(atom.type);
  function.span = span;
  return apart;
}

namespace {
/// What distinguishes [value] before it has data.
void add_statics(const Value& value, std::vector<std::uintptr_t>& key) {
  if (!value.layout->is_static) return;
  key.push_back(reinterpret_cast<std::uintptr_t>(value.layout));
  key.push_back(reinterpret_cast<std::uintptr_t>(value.closure.get()));
  key.push_back(value.constructor);
  for (const Atom& atom : value.atoms) key.push_back(atom.var);
  for (const Value& part : value.parts) add_statics(part, key);
}
}  // namespace

// Functions that call each other several times would double the program with each of them, were
// they always inlined.
Value Lowering::apply_or_call(UseKey what, const std::string& name, Span span, const Values& args,
                              FunctionRef<Value(const Values& params)> body) {
  for (const Value& arg : args) add_statics(arg, what);
  Use& use = uses_[std::move(what)];
  if (use.count == 0)
    std::copy_if(args.begin(), args.end(), std::back_inserter(use.keep),
                 [](const Value& arg) { return arg.layout->is_static; });
  for (const Value& arg : args) use.refused = use.refused || !accumulators(arg).empty();
  // Inside a specialised function, calls of it are still to be completed where they stand.
  if (use.refused || ++use.count <= kInlinedUses || !specialised_.empty()) {
    const CallScope call(*this);
    return body(args);
  }
  const auto fits = [&](const Apart& apart) {
    for (std::size_t i = 0; i < args.size(); ++i)
      if (apart.params[i] != args[i].layout) return false;
    return std::all_of(apart.captured.begin(), apart.captured.end(),
                       [&](const Atom& atom) { return known_.is_live(atom); });
  };
  if (!use.apart || !fits(*use.apart)) {
    Apart apart = lower_apart(program_.add({}), name, span, args, body);
    const bool captures_acc = std::any_of(apart.captured.begin(), apart.captured.end(),
                                          [](const Atom& atom) { return atom.type.acc; });
    if (captures_acc || apart.result->is_static) {
      use.refused = true;
      const CallScope call(*this);
      return body(args);
    }
    use.apart = std::move(apart);
  }
  const Apart& apart = *use.apart;
  Atoms flat;
  for (const Value& arg : args) lower::flatten(arg, flat);
  flat.insert(flat.end(), apart.captured.begin(), apart.captured.end());
  return unflatten(apart.result,
                   b_->emit({core::Call{apart.function, std::move(flat)}}, apart.result->leaves));
}

}  // namespace laguz::lower
