#include "check/types/size_parts.hpp"

#include <type_traits>

#include "check/types/size_exp.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {

using support::overloaded;
using typed::Exp;
using typed::ExpPtr;

namespace {

/// [T], const if [E] is.
template <class E, class T>
using Like = std::conditional_t<std::is_const_v<E>, const T, T>;

/// What [exp] points to, to be read; or to be changed, and then it is a copy that nobody else has.
const Exp& opened(const ExpPtr& exp) { return *exp; }
Exp& opened(ExpPtr& exp) { return *(exp = std::make_shared<Exp>(*exp)); }

template <class Dims, class Visit>
void each_bound(Dims& dims, Visit&& visit) {
  for (auto& dim : dims)
    for (auto* bound : {&dim.start, &dim.end, &dim.stride})
      if (*bound) visit(*bound);
}

/// Goes from the end of a path, as in `(.a[i])`, to its beginning.
template <class E, class Visit>
void each_step(E& last, Visit&& visit) {
  E* at = &last;
  while (true) {
    visit(*at);
    if (auto* project = std::get_if<typed::Project>(&at->node))
      at = &opened(project->record);
    else if (auto* index = std::get_if<typed::Index>(&at->node))
      at = &opened(index->array);
    else
      return;
  }
}

/// Visits the places where the operands of [exp] are, but for those in types.
template <class E, class Visit>
bool each_place(E& exp, Visit&& visit) {
  const auto all = [&](auto& list) {
    for (auto& e : list) visit(e);
    return true;
  };
  return std::visit(overloaded{
                        [](Like<E, typed::Number>&) { return true; },
                        [](Like<E, typed::Bool>&) { return true; },
                        [](Like<E, typed::Bytes>&) { return true; },
                        [](Like<E, typed::Var>&) { return true; },
                        [](Like<E, typed::Intrinsic>&) { return true; },
                        [](Like<E, typed::Hole>&) { return true; },
                        [&](Like<E, typed::Record>& x) {
                          for (auto& field : x.fields) visit(field.second);
                          return true;
                        },
                        [&](Like<E, typed::Project>& x) {
                          visit(x.record);
                          return true;
                        },
                        [&](Like<E, typed::Array>& x) { return all(x.elements); },
                        [&](Like<E, typed::Index>& x) {
                          visit(x.array);
                          each_bound(x.dims, visit);
                          return true;
                        },
                        [&](Like<E, typed::Update>& x) {
                          visit(x.base);
                          for (auto& step : x.path)
                            if (auto* dims = std::get_if<std::vector<typed::DimIndex>>(&step.step))
                              each_bound(*dims, visit);
                          visit(x.value);
                          return true;
                        },
                        [&](Like<E, typed::Constr>& x) { return all(x.args); },
                        [&](Like<E, typed::Apply>& x) {
                          visit(x.function);
                          return all(x.args);
                        },
                        [&](Like<E, typed::If>& x) {
                          visit(x.condition);
                          visit(x.then_branch);
                          visit(x.else_branch);
                          return true;
                        },
                        [&](Like<E, typed::Coerce>& x) {
                          visit(x.inner);
                          return true;
                        },
                        [&](Like<E, typed::Range>& x) {
                          visit(x.start);
                          if (x.second) visit(x.second);
                          visit(x.end);
                          return true;
                        },
                        [&](Like<E, typed::Lambda>& x) {
                          if (!x.section) return false;
                          each_step(opened(x.body), [&](auto& step) {
                            if (auto* index = std::get_if<typed::Index>(&step.node))
                              each_bound(index->dims, visit);
                          });
                          return true;
                        },
                        [&](Like<E, typed::Let>& x) {
                          if (!x.section) return false;
                          visit(x.value);
                          auto& lambda = std::get<typed::Lambda>(opened(x.body).node);
                          visit(std::get<typed::Apply>(opened(lambda.body).node).function);
                          return true;
                        },
                        [](Like<E, typed::LetFun>&) { return false; },
                        [](Like<E, typed::Match>&) { return false; },
                        [](Like<E, typed::Loop>&) { return false; },
                        [](Like<E, typed::Assert>&) { return false; },
                        [](Like<E, typed::Attributed>&) { return false; },
                    },
                    exp.node);
}

/// Goes through the sizes of a coercion's type, always in the same order.
class CoercedSizes final : public TypeRewriter {
 public:
  explicit CoercedSizes(support::FunctionRef<SizePtr(const SizePtr&)> visit) : visit_(visit) {}

 private:
  SizePtr size(const SizePtr& size) override { return visit_(size); }
  support::FunctionRef<SizePtr(const SizePtr&)> visit_;
};

}  // namespace

bool each_operand(const Exp& exp, support::FunctionRef<void(const ExpPtr&)> visit) {
  if (!each_place(exp, visit)) return false;
  if (!std::holds_alternative<typed::Coerce>(exp.node)) return true;
  auto see = [&](const SizePtr& size) {
    visit(exp_of_size(size));
    return size;
  };
  CoercedSizes{see}(exp.type);
  return true;
}

std::optional<Operands> operands_of(const Exp& exp) {
  Operands out;
  if (!each_operand(exp, [&](const ExpPtr& operand) { out.push_back(operand); }))
    return std::nullopt;
  return out;
}

ExpPtr with_operands(const Exp& exp, const Operands& operands) {
  auto out = std::make_shared<Exp>(exp);
  std::size_t at = 0;
  each_place(*out, [&](ExpPtr& place) { place = operands[at++]; });
  if (!std::holds_alternative<typed::Coerce>(exp.node)) return out;
  auto next = [&](const SizePtr&) { return size_of_operand(operands[at++]); };
  out->type = CoercedSizes{next}(exp.type);
  return out;
}

namespace {

bool same_bounds(const std::vector<typed::DimIndex>& a, const std::vector<typed::DimIndex>& b) {
  auto same = [](const typed::DimIndex& x, const typed::DimIndex& y) {
    return x.slice == y.slice && !x.start == !y.start && !x.end == !y.end && !x.stride == !y.stride;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool same_step(const typed::UpdateStep& a, const typed::UpdateStep& b) {
  const auto* field = std::get_if<std::string>(&a.step);
  const auto* other = std::get_if<std::string>(&b.step);
  if (field && other) return *field == *other;
  return !field && !other &&
         same_bounds(std::get<std::vector<typed::DimIndex>>(a.step),
                     std::get<std::vector<typed::DimIndex>>(b.step));
}

std::vector<const Exp*> steps_of(const typed::Lambda& section) {
  std::vector<const Exp*> steps;
  each_step(opened(section.body), [&](const Exp& step) { steps.push_back(&step); });
  steps.pop_back();
  return steps;
}

/// For each kind of expression, whether two of it have the same form.
struct SameForm {
  const Exp& other;

  bool operator()(const typed::Number& a) const {
    const auto& b = std::get<typed::Number>(other.node);
    return a.is_float == b.is_float && a.integer == b.integer && a.real == b.real;
  }
  bool operator()(const typed::Bool& a) const {
    return a.value == std::get<typed::Bool>(other.node).value;
  }
  bool operator()(const typed::Bytes& a) const {
    return a.bytes == std::get<typed::Bytes>(other.node).bytes;
  }
  bool operator()(const typed::Var& a) const { return a.id == std::get<typed::Var>(other.node).id; }
  bool operator()(const typed::Intrinsic& a) const {
    return a.name == std::get<typed::Intrinsic>(other.node).name;
  }
  bool operator()(const typed::Record& a) const {
    const auto& b = std::get<typed::Record>(other.node);
    return std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                      [](const auto& x, const auto& y) { return x.first == y.first; });
  }
  bool operator()(const typed::Project& a) const {
    return a.field == std::get<typed::Project>(other.node).field;
  }
  bool operator()(const typed::Index& a) const {
    return same_bounds(a.dims, std::get<typed::Index>(other.node).dims);
  }
  bool operator()(const typed::Update& a) const {
    const auto& b = std::get<typed::Update>(other.node);
    return std::equal(a.path.begin(), a.path.end(), b.path.begin(), b.path.end(), same_step);
  }
  bool operator()(const typed::Constr& a) const {
    return a.name == std::get<typed::Constr>(other.node).name;
  }
  bool operator()(const typed::Range& a) const {
    const auto& b = std::get<typed::Range>(other.node);
    return a.kind == b.kind && !a.second == !b.second;
  }
  bool operator()(const typed::Lambda& a) const {
    const auto& b = std::get<typed::Lambda>(other.node);
    if (!a.section || !b.section) return false;
    const auto steps = steps_of(a), others = steps_of(b);
    return std::equal(steps.begin(), steps.end(), others.begin(), others.end(),
                      [](const Exp* x, const Exp* y) { return same_form(*x, *y); });
  }
  bool operator()(const typed::Array&) const { return true; }
  bool operator()(const typed::Apply&) const { return true; }
  bool operator()(const typed::If&) const { return true; }
  bool operator()(const typed::Coerce&) const { return true; }
  bool operator()(const typed::Hole&) const { return true; }
  bool operator()(const typed::Let& a) const {
    return a.section && std::get<typed::Let>(other.node).section;
  }
  bool operator()(const typed::LetFun&) const { return false; }
  bool operator()(const typed::Match&) const { return false; }
  bool operator()(const typed::Loop&) const { return false; }
  bool operator()(const typed::Assert&) const { return false; }
  bool operator()(const typed::Attributed&) const { return false; }
};

}  // namespace

bool same_form(const Exp& a, const Exp& b) {
  return a.node.index() == b.node.index() && std::visit(SameForm{b}, a.node);
}

void map_types(Exp& exp, support::FunctionRef<TypePtr(const TypePtr&)> map) {
  auto pattern = [&](typed::PatPtr& pat) {
    pat = std::make_shared<typed::Pat>(*pat);
    pat->type = map(pat->type);
  };
  exp.type = map(exp.type);
  if (auto* let = std::get_if<typed::Let>(&exp.node)) {
    pattern(let->pattern);
    Exp& function = *let->body;
    function.type = map(function.type);
    auto& lambda = std::get<typed::Lambda>(function.node);
    pattern(lambda.params.front());
    lambda.body->type = map(lambda.body->type);
    for (auto& arg : std::get<typed::Apply>(lambda.body->node).args) {
      Exp& own = opened(arg);
      own.type = map(own.type);
    }
  } else if (auto* lambda = std::get_if<typed::Lambda>(&exp.node)) {
    pattern(lambda->params.front());
    each_step(*lambda->body, [&](Exp& step) { step.type = map(step.type); });
  }
}

ExpPtr strip(ExpPtr exp) {
  while (true) {
    if (const auto* attributed = std::get_if<typed::Attributed>(&exp->node)) {
      exp = attributed->inner;
    } else if (const auto* checked = std::get_if<typed::Assert>(&exp->node)) {
      exp = checked->body;
    } else {
      return exp;
    }
  }
}

bool has_binding(const Exp& exp) {
  if (const auto* attributed = std::get_if<typed::Attributed>(&exp.node))
    return has_binding(*attributed->inner);
  if (const auto* checked = std::get_if<typed::Assert>(&exp.node))
    return has_binding(*checked->body);
  bool found = false;
  const bool plain =
      each_operand(exp, [&](const ExpPtr& operand) { found = found || has_binding(*operand); });
  return found || !plain;
}

SizePtr size_of(const ExpPtr& exp) {
  auto size = std::make_shared<Size>();
  size->node = SizeOf{exp};
  return size;
}

SizePtr size_of_operand(const ExpPtr& exp) {
  if (const auto* hole = placeholder(*exp)) return hole->sizes.front();
  if (const auto* number = std::get_if<typed::Number>(&exp->node)) {
    const auto* scalar = std::get_if<TypeScalar>(&resolve(exp->type)->node);
    if (scalar && scalar->scalar == ScalarType::i64)
      return size_const(static_cast<std::int64_t>(number->integer));
  }
  if (const auto* var = std::get_if<typed::Var>(&exp->node)) return size_var(var->id, var->name);
  return size_of(exp);
}

const typed::Var* placeholder(const Exp& exp) {
  const auto* var = std::get_if<typed::Var>(&exp.node);
  return var && var->id == 0 && var->sizes.size() == 1 ? var : nullptr;
}

}  // namespace laguz::check
