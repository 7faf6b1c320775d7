// Loops.
#include "lower/context.hpp"
#include "lower/scopes.hpp"
#include "support/assert.hpp"

namespace laguz::lower {

bool Lowering::has_constant_trips(const typed::Loop& loop, const Atom& bound, Frame* frame) {
  if (std::holds_alternative<typed::WhileForm>(*loop.form)) return false;
  if (bound.is_constant()) return true;
  const auto* over = std::get_if<typed::ForInForm>(loop.form.get());
  if (over == nullptr) return false;
  const ScopedType type = resolve({over->array->type, frame});
  const auto* array = std::get_if<TypeArray>(&type.type->node);
  const auto known = array != nullptr ? size(array->size, type.frame) : std::nullopt;
  return known && known->is_constant();
}

namespace {

void name_parts(core::Names& names, const std::string& path, const Value& value) {
  if (value.layout->is_record()) {
    for (const auto& [field, layout] : value.layout->fields)
      name_parts(names, path + "." + field, value.part(field));
  } else {
    for (const Atom& atom : value.atoms)
      if (!atom.is_constant()) names.name(atom.var, path);
  }
}

/// What a variable of [pattern] stands for has its name, and those of fields: "state.velocity".
void name_parts(core::Names& names, const typed::Pat& pattern, const Value& value) {
  if (const auto* var = std::get_if<typed::PatVar>(&pattern.node))
    return name_parts(names, var->name, value);
  if (const auto* record = std::get_if<typed::PatRecord>(&pattern.node))
    for (const auto& [field, part] : record->fields) name_parts(names, *part, value.part(field));
}

}  // namespace

Value Lowering::loop(const typed::Loop& loop, Frame* frame) {
  const Hints hints = take_hints();
  const Value init = exp(*loop.init, frame);

  core::Loop e;
  e.inits = lower::flatten(init);
  e.hints.stripmine = hints.stripmine;

  std::optional<Value> over;
  core::ForForm form;
  if (const auto* for_form = std::get_if<typed::ForForm>(loop.form.get())) {
    form.bound = scalar(*for_form->bound, frame);
  } else if (const auto* for_in = std::get_if<typed::ForInForm>(loop.form.get())) {
    over = exp(*for_in->array, frame);
    form.bound = length(*over);
  }

  if (hints.unroll && !has_constant_trips(loop, form.bound, frame))
    warn(hints.unroll, "#[unroll] on a loop whose number of iterations is not known.");

  const core::VarId first = names().last() + 1;
  const auto* simple_param = std::get_if<typed::PatVar>(&loop.param->node);
  for (const Atom& atom : e.inits)
    e.params.push_back(simple_param && e.inits.size() == 1
                           ? names().bind(atom.type, simple_param->name)
                           : names().bind(atom.type));
  Atoms params;
  for (const Binder& param : e.params) params.push_back(param.atom());
  const Value state = rebuild(init, params);
  const auto bind_state = [&] {
    bind_sizes(loop.sizes, *loop.param, state, frame);
    bind(*loop.param, state, frame);
    name_parts(names(), *loop.param, state);
  };
  const auto body_of = [&](FunctionRef<void()> bind_index) {
    BodyScope body(*this);
    bind_state();
    bind_index();
    const Value next = exp(*loop.body, frame);
    LAGUZ_ASSERT(next.layout == init.layout, "a loop that changes its state's type");
    expect_same_accumulators(init, next);
    return body.finish(lower::flatten(next));
  };

  if (const auto* while_form = std::get_if<typed::WhileForm>(loop.form.get())) {
    core::WhileForm condition;
    {
      BodyScope body(*this);
      bind_state();
      const Atom goes_on = scalar(*while_form->condition, frame);
      condition.condition = body.finish({goes_on});
    }
    e.form = std::move(condition);
    e.body = body_of([] {});
  } else {
    form.index = names().bind(form.bound.type);
    known_.learn_natural(form.index.atom());
    e.body = body_of([&] {
      if (!over) {
        const auto& for_form = std::get<typed::ForForm>(*loop.form);
        frame->values[for_form.index] = scalar_value(layouts_, form.index.atom());
        return;
      }
      const auto& for_in = std::get<typed::ForInForm>(*loop.form);
      const Value item = element(*over, {form.index.atom()});
      bind_unknown_sizes({for_in.pattern->type, frame}, item, frame);
      bind(*for_in.pattern, item, frame);
    });
    e.form = form;
  }
  known_.retire(first, names().last());
  std::vector<core::Type> types;
  for (const Atom& atom : e.inits) types.push_back(atom.type);
  return rebuild(init, b_->emit({std::move(e)}, types));
}

}  // namespace laguz::lower
