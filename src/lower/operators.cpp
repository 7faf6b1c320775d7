// The overloaded operators, chosen by the types of their operands.
#include <string_view>

#include "lower/context.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"

namespace laguz::lower {

using Kind = Layout::Kind;

namespace {

struct Operator {
  std::string_view name;
  std::string_view binary;  ///< the primitive, or empty
  std::string_view unary;
};

constexpr Operator operators[] = {
    {"+", "add", ""},  {"-", "sub", "neg"}, {"*", "mul", ""},   {"/", "div", ""},
    {"%", "mod", ""},  {"**", "pow", ""},   {"//", "quot", ""}, {"%%", "rem", ""},
    {"&", "and", ""},  {"|", "or", ""},     {"^", "xor", ""},   {"<<", "shl", ""},
    {">>", "shr", ""}, {">>>", "lshr", ""}, {"<", "lt", ""},    {"<=", "le", ""},
    {">", "gt", ""},   {">=", "ge", ""},    {"&&", "and", ""},  {"||", "or", ""},
    {"!", "", "not"},  {"neg", "", "neg"},  {"not", "", "not"}, {"==", "eq", ""},
    {"!=", "ne", ""},
};

const Operator* find_operator(std::string_view name) {
  for (const Operator& op : operators)
    if (op.name == name) return &op;
  return nullptr;
}

}  // namespace

bool Lowering::is_operator(const std::string& name) const { return find_operator(name) != nullptr; }

std::size_t Lowering::operator_arity(const std::string& name, ScopedType type) {
  const Operator* op = find_operator(name);
  if (op->binary.empty()) return 1;
  if (op->unary.empty()) return 2;
  // `-` is told by its type.
  const ScopedType function = resolve(std::move(type));
  const auto* arrow = std::get_if<TypeArrow>(&function.type->node);
  LAGUZ_ASSERT(arrow, "an operator that is no function");
  return layout_of({arrow->to, function.frame})->kind == Kind::function ? 2 : 1;
}

Value Lowering::operation(const std::string& name, const Values& args) {
  if (name == "==" || name == "!=") {
    const Atom same = equal(args.at(0), args.at(1));
    return scalar_value(layouts_, name == "==" ? same : b_->prim("not", {same}));
  }
  const Operator* op = find_operator(name);
  if (args.size() == 1) return scalar_value(layouts_, b_->prim(op->unary, {args[0].atom()}));
  return scalar_value(layouts_, b_->prim(op->binary, {args.at(0).atom(), args.at(1).atom()}));
}

// ------------------------------------------------------------------------------------- equality

Atom Lowering::equal(const Value& a, const Value& b) {
  LAGUZ_ASSERT(a.layout == b.layout, "comparison of different types");
  const auto value_of = [&](const Atom& atom) { return scalar_value(layouts_, atom); };
  switch (a.layout->kind) {
    case Kind::scalar: return b_->prim("eq", {a.atom(), b.atom()});
    case Kind::record: {
      std::vector<Atom> all;
      for (std::size_t i = 0; i < a.parts.size(); ++i) all.push_back(equal(a.parts[i], b.parts[i]));
      return all_of(all);
    }
    case Kind::sum: {
      // Payloads count for the constructor that is there.
      Atom same = b_->prim("eq", {a.atom(), b.atom()});
      for (std::size_t c = 0; c < a.layout->constructors.size(); ++c) {
        const std::size_t n = a.layout->constructors[c].second.size();
        if (n == 0) continue;
        const Atom tag =
            Atom::constant(support::Scalar::integer(ScalarType::u8, static_cast<std::int64_t>(c)));
        const Atom relevant = b_->prim("and", {same, b_->prim("eq", {a.atom(), tag})});
        same = if_then_else(
                   relevant,
                   [&] {
                     std::vector<Atom> all;
                     for (std::size_t i = 0; i < n; ++i)
                       all.push_back(equal(payload(a, c, i), payload(b, c, i)));
                     return value_of(all_of(all));
                   },
                   [&] { return value_of(same); })
                   .atom();
      }
      return same;
    }
    case Kind::array: {
      std::vector<Atom> same_shape;
      for (std::size_t i = 0; i < a.atoms.size(); ++i)
        for (int dim = i == 0 ? 0 : 1; dim < a.atoms[i].type.rank; ++dim)
          same_shape.push_back(b_->prim("eq", {length(a.atoms[i], dim), length(b.atoms[i], dim)}));
      return if_then_else(
                 all_of(same_shape), [&] { return value_of(equal_elements(a, b)); },
                 [&] { return value_of(Atom::boolean(false)); })
          .atom();
    }
    case Kind::acc:
    case Kind::function: break;
  }
  LAGUZ_ASSERT(false, "comparison of functions");
}

// Arrays of equal shape.
Atom Lowering::equal_elements(const Value& a, const Value& b) {
  const Layout* element = a.layout->element;
  core::Soac e;
  e.width = length(a);
  e.arrays = a.atoms;
  e.arrays.insert(e.arrays.end(), b.atoms.begin(), b.atoms.end());
  std::vector<core::Type> types;
  for (const Atom& array : e.arrays) types.push_back(array.type.row());
  e.lambda = lambda(types, [&](const Atoms& params) {
    know_rows(params, e.arrays);
    const auto half = params.begin() + static_cast<std::ptrdiff_t>(a.atoms.size());
    return Atoms{equal(from_element(element, Atoms(params.begin(), half)),
                       from_element(element, Atoms(half, params.end())))};
  });
  const core::Type boolean{ScalarType::boolean, 0, false};
  core::Reduce all;
  all.op = lambda({boolean, boolean}, [&](const Atoms& xy) { return Atoms{b_->prim("and", xy)}; });
  all.neutral = {Atom::boolean(true)};
  all.commutative = true;
  e.reduces.push_back(std::move(all));
  return b_->emit1({std::move(e)}, boolean);
}

}  // namespace laguz::lower
