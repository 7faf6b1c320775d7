// The module `intrinsics`: what the prelude is made of. Scalar operations come from the table of
// primitives, the others from the module type in stdlib/intrinsics.fut, operators from here.
#include <array>

#include "check/infer/infer.hpp"
#include "check/state/state.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"
#include "syntax/parse.hpp"

namespace laguz::check {
namespace {

constexpr const char* kUnit = "/prelude/intrinsics.fut";
constexpr std::array<std::string_view, 22> kOperators = {
    "+",  "-",  "*",  "/",  "%", "**", "//", "%%", "&", "|",   "^",
    "<<", ">>", "==", "!=", "<", "<=", ">",  ">=", "!", "neg", "&&"};

Scheme scheme_of(prims::Prim prim) {
  TypePtr type = scalar_type(prims::result_type(prim));
  for (int i = prims::row_of(prim).arity; i-- > 0;)
    type = make_type(TypeArrow{{}, scalar_type(prims::operand_type(prim, i)), type, {}, false});
  Scheme scheme;
  scheme.type = type;
  return scheme;
}

}  // namespace

const Term* State::intrinsic_term(const std::string& name) {
  auto known = intrinsic_terms.find(name);
  if (known != intrinsic_terms.end()) return &known->second;
  const Making making(*this, *prelude);
  auto remember = [&](ValueBinding* value) {
    return &intrinsic_terms.emplace(name, Term{value}).first->second;
  };
  for (auto op : kOperators)
    if (op == name || name == "||") {
      ValueBinding* binding = value();
      binding->name = name;
      binding->kind = ValueBinding::Kind::overloaded;
      return remember(binding);
    }
  if (auto prim = prims::find_full(name)) {
    ValueBinding* binding = value();
    binding->name = name;
    binding->kind = ValueBinding::Kind::intrinsic;
    binding->scheme = scheme_of(*prim);
    return remember(binding);
  }
  Frame* stated = intrinsics_frame();
  const Term* found = stated->term(name, stated->size(), true);
  if (!found) return nullptr;
  ValueBinding* binding = value();
  *binding = *std::get<const ValueBinding*>(*found);
  binding->name = name;
  binding->kind = ValueBinding::Kind::intrinsic;
  return remember(binding);
}

const TypeBinding* State::intrinsic_type(const std::string& name) {
  auto scalar = scalar_types.find(name);
  if (scalar != scalar_types.end()) return scalar->second;
  Frame* stated = intrinsics_frame();
  return stated->type(name, stated->size(), true);
}

void State::intrinsic_names(NameKind kind, std::vector<std::string>& out) {
  Frame* stated = intrinsics_frame();
  if (kind == NameKind::term)
    for (const auto& row : stated->terms()) out.push_back(row.first);
  if (kind == NameKind::type)
    for (const auto& row : stated->types()) out.push_back(row.first);
}

/// The specs of stdlib/intrinsics.fut. They may mention each other's types only.
Frame* State::intrinsics_frame() {
  auto found = units.find(kUnit);
  LAGUZ_ASSERT(found != units.end(), "the prelude has its intrinsics");
  PreludeUnit& unit = found->second;
  if (unit.stage == PreludeUnit::Stage::ready) return unit.frame;
  LAGUZ_ASSERT(unit.stage == PreludeUnit::Stage::unread, "intrinsics do not use intrinsics");
  Loading loading(unit, kUnit);
  const Making making(*this, *prelude);
  unit.frame = frame();

  // `acc t` is the one type that only exists here.
  TypeBinding* acc = type();
  TypeArgument param;
  param.name = "arr";
  param.type = TypeParamRef{fresh_type(), "arr", ast::Liftedness::unlifted};
  acc->name = "acc";
  acc->params.push_back(param);
  acc->type = make_type(TypeAcc{make_type(param.type)});
  acc->lifted = ast::Liftedness::size_lifted;
  unit.frame->add_type("acc", acc, true);

  for (const auto& dec : program(syntax::parse_program(*unit.source)).decs) {
    const auto* stated = std::get_if<ast::ModTypeDec>(&dec->node);
    if (!stated) continue;
    const auto* specs = std::get_if<ast::ModTypeSpecs>(&stated->type->node);
    LAGUZ_ASSERT(specs, "intrinsics are stated in one module type");
    for (const auto& spec : specs->specs) {
      const auto* val = std::get_if<ast::ValSpec>(&spec->node);
      if (!val) {
        acc->doc = spec->doc;
        continue;
      }
      Infer infer(*this, env(unit.frame, root));
      auto* binding = const_cast<ValueBinding*>(infer.value_spec(*val, 0));
      binding->doc = spec->doc;
      unit.frame->add_term(val->name.name, Term{binding}, true);
    }
  }
  loading.ready();
  return unit.frame;
}

}  // namespace laguz::check
