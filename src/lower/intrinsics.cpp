// The table of intrinsics.
#include "lower/context.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"

namespace laguz::lower {

struct Lowering::IntrinsicRow {
  using Apply = Value (*)(Lowering& lowering, const Values& args, const IntrinsicClosure& closure);
  std::string_view name;
  std::size_t arity;
  Apply apply;
};

const Lowering::IntrinsicRow* Lowering::find_intrinsic(std::string_view name) {
  using L = Lowering;
  using C = IntrinsicClosure;
  static constexpr IntrinsicRow rows[] = {
      {"map", 2, [](L& l, const Values& a, const C& c) { return l.map(a, l.result_type(c.type, a)); }},
      {"reduce", 3, [](L& l, const Values& a, const C&) { return l.reduce(a, false); }},
      {"reduce_comm", 3, [](L& l, const Values& a, const C&) { return l.reduce(a, true); }},
      {"scan", 3, [](L& l, const Values& a, const C&) { return l.scan(a); }},
      {"zip", 2, [](L& l, const Values& a, const C&) { return l.zip(a[0], a[1]); }},
      {"unzip", 1, [](L& l, const Values& a, const C&) { return l.unzip(a[0]); }},
      {"iota", 1, [](L& l, const Values& a, const C&) { return l.iota(a[0].atom()); }},
      {"replicate", 2,
       [](L& l, const Values& a, const C&) { return l.replicate(a[0].atom(), a[1]); }},
      {"rep", 1,
       [](L& l, const Values& a, const C& c) {
         const ScopedType type = l.resolve(l.result_type(c.type, a));
         const auto* array = std::get_if<TypeArray>(&type.type->node);
         LAGUZ_ASSERT(array, "rep gives an array");
         return l.replicate(l.size(array->size, type.frame).value_or(Atom::i64(0)), a[0]);
       }},
      {"concat", 2, [](L& l, const Values& a, const C&) { return l.concat(a[0], a[1]); }},
      {"reverse", 1, [](L& l, const Values& a, const C&) { return l.reverse(a[0]); }},
      {"rotate", 2, [](L& l, const Values& a, const C&) { return l.rotate(a[0].atom(), a[1]); }},
      {"transpose", 1, [](L& l, const Values& a, const C&) { return l.transpose(a[0]); }},
      {"flatten", 1, [](L& l, const Values& a, const C&) { return l.flatten_array(a[0]); }},
      {"unflatten", 1,
       [](L& l, const Values& a, const C& c) {
         return l.unflatten_array(a[0], l.result_type(c.type, a));
       }},
      {"copy", 1, [](L& l, const Values& a, const C&) { return l.copy(a[0]); }},
      {"manifest", 1, [](L& l, const Values& a, const C&) { return l.copy(a[0], {1}); }},
      {"length", 1,
       [](L& l, const Values& a, const C&) { return scalar_value(l.layouts_, l.length(a[0])); }},
      {"gather", 2, [](L& l, const Values& a, const C&) { return l.gather(a[0], a[1]); }},
      {"scatter", 3, [](L& l, const Values& a, const C&) { return l.scatter(a); }},
      {"scatter_2d", 3, [](L& l, const Values& a, const C&) { return l.scatter(a); }},
      {"scatter_3d", 3, [](L& l, const Values& a, const C&) { return l.scatter(a); }},
      {"hist_1d", 6, [](L& l, const Values& a, const C&) { return l.hist(a); }},
      {"hist_2d", 6, [](L& l, const Values& a, const C&) { return l.hist(a); }},
      {"hist_3d", 6, [](L& l, const Values& a, const C&) { return l.hist(a); }},
      {"stream_seq", 3,
       [](L& l, const Values& a, const C& c) {
         return l.stream_seq(a, l.result_type(c.type, a));
       }},
      {"flatmap", 2,
       [](L& l, const Values& a, const C& c) { return l.flatmap(a, l.result_type(c.type, a)); }},
      {"jvp2", 3,
       [](L& l, const Values& a, const C&) { return l.differentiate(core::DiffMode::jvp, a); }},
      {"vjp2", 3,
       [](L& l, const Values& a, const C&) { return l.differentiate(core::DiffMode::vjp, a); }},
      {"jmp2", 3,
       [](L& l, const Values& a, const C&) { return l.differentiate(core::DiffMode::jmp, a); }},
      {"mjp2", 3,
       [](L& l, const Values& a, const C&) { return l.differentiate(core::DiffMode::mjp, a); }},
      {"dependences", 3,
       [](L& l, const Values& a, const C&) {
         return l.differentiate(core::DiffMode::pattern, a);
       }},
      {"with_vjp", 3,
       [](L& l, const Values& a, const C&) { return l.with_rule(core::CustomMode::vjp, a); }},
      {"with_jvp", 3,
       [](L& l, const Values& a, const C&) { return l.with_rule(core::CustomMode::jvp, a); }},
      {"stop_gradient", 1, [](L& l, const Values& a, const C&) { return l.stop_gradient(a[0]); }},
      {"zeros_like", 1, [](L& l, const Values& a, const C&) { return l.zeros_like(a[0]); }},
      {"ravel", 1,
       [](L& l, const Values& a, const C& c) { return l.ravel(a[0], l.result_type(c.type, a)); }},
      {"variables", 1,
       [](L& l, const Values& a, const C& c) {
         return l.variables(a[0], l.result_type(c.type, a));
       }},
      {"unravel", 2, [](L& l, const Values& a, const C&) { return l.unravel(a[0], a[1]); }},
      {"scatter_stream", 3, [](L& l, const Values& a, const C&) { return l.scatter_stream(a); }},
      {"hist_stream", 5, [](L& l, const Values& a, const C&) { return l.hist_stream(a); }},
      {"acc_write", 3, [](L& l, const Values& a, const C&) { return l.acc_write(a); }},
      {"flat_index_2d", 6, [](L& l, const Values& a, const C&) { return l.flat_index(a); }},
      {"flat_index_3d", 8, [](L& l, const Values& a, const C&) { return l.flat_index(a); }},
      {"flat_index_4d", 10, [](L& l, const Values& a, const C&) { return l.flat_index(a); }},
      {"flat_update_2d", 5, [](L& l, const Values& a, const C&) { return l.flat_update(a); }},
      {"flat_update_3d", 6, [](L& l, const Values& a, const C&) { return l.flat_update(a); }},
      {"flat_update_4d", 7, [](L& l, const Values& a, const C&) { return l.flat_update(a); }},
      {"trace", 1,
       [](L& l, const Values& a, const C& c) {
         l.trace(a[0], l.result_type(c.type, a), "trace");
         return a[0];
       }},
      {"opaque", 1, [](L&, const Values& a, const C&) { return a[0]; }},
  };
  for (const IntrinsicRow& row : rows)
    if (row.name == name) return &row;
  return nullptr;
}

std::size_t Lowering::intrinsic_arity(const typed::Intrinsic& intrinsic, ScopedType type) {
  if (is_operator(intrinsic.name)) return operator_arity(intrinsic.name, std::move(type));
  if (const IntrinsicRow* row = find_intrinsic(intrinsic.name)) return row->arity;
  const auto prim = prims::find_full(intrinsic.name);
  LAGUZ_ASSERT(prim, "unknown intrinsic " + intrinsic.name);
  return static_cast<std::size_t>(prims::row_of(*prim).arity);
}

Value Lowering::intrinsic(const IntrinsicClosure& closure, const Values& args) {
  const std::string& name = closure.intrinsic->name;
  if (is_operator(name)) return operation(name, args);
  if (const IntrinsicRow* row = find_intrinsic(name)) return row->apply(*this, args, closure);
  Atoms atoms;
  for (const Value& arg : args) atoms.push_back(arg.atom());
  return scalar_value(layouts_, b_->prim(*prims::find_full(name), atoms));
}

ScopedType Lowering::result_type(ScopedType function, const Values& args) {
  ScopedType type = resolve(std::move(function));
  for (const Value& arg : args) {
    const auto* arrow = std::get_if<TypeArrow>(&type.type->node);
    LAGUZ_ASSERT(arrow, "too many arguments");
    Frame* frame = type.frame;
    if (arrow->param && arg.layout->is_scalar()) {
      frame = new_frame(frame);
      frame->values[*arrow->param] = arg;
    }
    type = resolve({arrow->to, frame});
  }
  return type;
}

}  // namespace laguz::lower
