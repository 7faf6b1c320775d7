// Recursive functions that take functions or accumulators.
#include <algorithm>

#include <fmt/format.h>

#include "lower/context.hpp"
#include "support/assert.hpp"
#include "support/diagnostic.hpp"

namespace laguz::lower {

namespace {

using Kind = Layout::Kind;

/// The same functions: then a recursive call may share the body. Accumulators are passed.
bool same_functions(const Value& a, const Value& b) {
  if (a.layout != b.layout) return false;
  if (!a.layout->is_static) return true;
  if (a.closure != b.closure || a.constructor != b.constructor) return false;
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same_functions);
}

[[noreturn]] void refuse(const typed::Def& def, std::string what) {
  throw support::UserError(support::Phase::type, def.span,
                           fmt::format("The recursive function \"{}\" {}", def.name, what));
}

/// The layouts of the accumulators in a result.
void result_accumulators(const typed::Def& def, const Layout* layout,
                         std::vector<const Layout*>& into) {
  if (!layout->is_static) return;
  if (layout->kind == Kind::acc) return into.push_back(layout);
  if (layout->kind == Kind::sum) refuse(def, "gives a sum type that holds an accumulator.");
  LAGUZ_ASSERT(layout->is_record(), "a recursive function that gives a function");
  for (const auto& field : layout->fields) result_accumulators(def, field.second, into);
}

}  // namespace

// Which of its accumulators a function gives back has to be known before its body has been lowered,
// which calls it. Most probably those of the result are the first of their kind among the
// arguments, in this order. Otherwise the body shows it, unless its branches disagree.
Value Lowering::call_recursive(const DefClosure& closure, const Values& args) {
  const typed::Def& def = *closure.def;
  Atoms flat;
  std::vector<Accumulator> given;
  for (const Value& arg : args) {
    lower::flatten(arg, flat);
    const std::size_t first = given.size();
    accumulators(arg, given);
    for (std::size_t i = first; i < given.size(); ++i) {
      const Atom& acc = given[i].atom;
      flat.push_back(acc);
      for (int dim = 0; dim < acc.type.rank; ++dim) flat.push_back(length(acc, dim));
    }
  }
  const auto result_of = [&](const Specialised& called) {
    const Atoms results = b_->emit({core::Call{called.function, flat}}, called.result->leaves);
    Atoms accs;
    for (const std::size_t i : called.accs) accs.push_back(given.at(i).atom);
    auto at = results.begin();
    auto acc = accs.cbegin();
    return unflatten(called.result, at, acc);
  };
  for (auto known = specialised_.rbegin(); known != specialised_.rend(); ++known)
    if (known->def == &def && std::equal(args.begin(), args.end(), known->args.begin(),
                                         known->args.end(), same_functions))
      return result_of(*known);

  count_copy(&def, def.name, def.params, args);
  const Copies::Inside inside(copies_);
  Frame* frame = new_frame(nullptr);
  bind_types(def.scheme, closure.types, frame);
  Specialised made{&def, args, program_.add({}), layout_of({def.result, frame}), {}};
  std::vector<const Layout*> wanted;
  result_accumulators(def, made.result, wanted);
  for (const Layout* layout : wanted) {
    std::size_t i = 0;
    while (i < given.size() && (given[i].layout != layout || made.gives_back(i))) ++i;
    if (i == given.size()) refuse(def, "gives an accumulator that is not one of its arguments.");
    made.accs.push_back(i);
  }

  std::vector<std::size_t> found;
  const Apart apart =
      lower_apart(made.function, def.name, def.span, args, [&](const Values& params) {
        specialised_.push_back(made);
        bind_params(def.params, params, sizes_of(def.scheme), frame,
                    [&] { bind_given_sizes(def.scheme, closure.sizes, frame); });
        Value value = exp(*def.body, frame);
        LAGUZ_ASSERT(value.layout == made.result, "a result of another type in " + def.name);
        specialised_.pop_back();
        std::vector<Accumulator> own;
        for (const Value& param : params) accumulators(param, own);
        for (const Accumulator& acc : accumulators(value)) {
          std::size_t i = 0;
          while (i < own.size() && !(own[i].atom == acc.atom)) ++i;
          found.push_back(i);
        }
        return value;
      });
  if (found != made.accs) refuse(def, "gives another accumulator than it takes.");
  program_[made.function].recursive = true;
  flat.insert(flat.end(), apart.captured.begin(), apart.captured.end());
  return result_of(made);
}

}  // namespace laguz::lower
