// Sizes as expressions: what they mention, and replacing it.
#include <algorithm>
#include <unordered_map>

#include <boost/container/flat_set.hpp>

#include "check/types/size_exp.hpp"
#include "check/types/size_parts.hpp"
#include "support/assert.hpp"

namespace laguz::check {

using typed::Exp;
using typed::ExpPtr;

namespace {

/// [exp] without placeholders; null when one is still unknown.
ExpPtr settled(const ExpPtr& exp, bool& changed) {
  if (const auto* hole = placeholder(*exp)) {
    SizePtr size = resolve(hole->sizes.front());
    changed = true;
    settle(size);
    return std::holds_alternative<SizeMeta>(size->node) ? nullptr : exp_of_size(size);
  }
  auto operands = operands_of(*exp);
  LAGUZ_ASSERT(operands, "a size expression is plain");
  bool inner = false;
  for (auto& operand : *operands) {
    operand = settled(operand, inner);
    if (!operand) return nullptr;
  }
  changed = changed || inner;
  return inner ? with_operands(*exp, *operands) : exp;
}

}  // namespace

void settle(const SizePtr& size) {
  auto* of = std::get_if<SizeOf>(&size->node);
  if (!of || of->settled) return;
  bool changed = false;
  ExpPtr exp = settled(of->exp, changed);
  if (!exp) {
    size->node = SizeMeta{};
    return;
  }
  if (const auto* number = std::get_if<typed::Number>(&exp->node); number && changed) {
    size->node = SizeConst{static_cast<std::int64_t>(number->integer)};
    return;
  }
  summarise(size);
  of->exp = std::move(exp);
  of->settled = true;
}

namespace {

struct Summing {
  SizeSummary& out;
  boost::container::small_flat_set<ValId, 8> seen{};

  void name(ValId id, const std::string& text) {
    if (seen.insert(id).second) out.names.emplace_back(id, text);
  }
  bool operator()(const Exp& exp);
};

/// False when something in [exp] is unknown.
bool Summing::operator()(const Exp& exp) {
  if (const auto* hole = placeholder(exp)) {
    SizePtr size = resolve(hole->sizes.front());
    if (std::holds_alternative<SizeMeta>(size->node)) return false;
    summarise(size);
    const auto* of = std::get_if<SizeOf>(&size->node);
    if (of && !of->summary) return false;
    out.nodes += of ? of->summary->nodes : 1;
    each_name(size, [&](ValId id, const std::string& text) { name(id, text); });
    return true;
  }
  ++out.nodes;
  if (const auto* var = std::get_if<typed::Var>(&exp.node)) name(var->id, var->name);
  bool known = true;
  each_operand(exp, [&](const ExpPtr& operand) { known = known && (*this)(*operand); });
  return known;
}

}  // namespace

void summarise(const SizePtr& written) {
  SizePtr size = resolve(written);
  auto* of = std::get_if<SizeOf>(&size->node);
  if (!of || of->summary) return;
  auto summary = std::make_shared<SizeSummary>();
  if (Summing{*summary}(*of->exp)) of->summary = std::move(summary);
}

namespace {

using TestUnknown = support::FunctionRef<bool(const SizePtr&)>;

bool any_unknown_in(const Exp& exp, TestUnknown test) {
  if (const auto* hole = placeholder(exp)) return any_unknown(hole->sizes.front(), test);
  bool found = false;
  each_operand(exp, [&](const ExpPtr& e) { found = found || any_unknown_in(*e, test); });
  return found;
}

void names_of(const Exp& exp, support::FunctionRef<void(ValId, const std::string&)> visit) {
  if (const auto* hole = placeholder(exp)) return each_name(hole->sizes.front(), visit);
  if (const auto* var = std::get_if<typed::Var>(&exp.node)) visit(var->id, var->name);
  each_operand(exp, [&](const ExpPtr& operand) { names_of(*operand, visit); });
}

void count_down(const SizeOf& of, std::size_t& left);

/// Counts the nodes of an expression down from [left].
void count_down(const Exp& exp, std::size_t& left) {
  if (left == 0) return;
  --left;
  if (const auto* hole = placeholder(exp)) {
    SizePtr size = resolve(hole->sizes.front());
    if (const auto* of = std::get_if<SizeOf>(&size->node)) count_down(*of, left);
    return;
  }
  each_operand(exp, [&](const ExpPtr& operand) { count_down(*operand, left); });
}

void count_down(const SizeOf& of, std::size_t& left) {
  if (of.summary)
    left -= std::min(left, of.summary->nodes);
  else
    count_down(*of.exp, left);
}

}  // namespace

namespace {

/// How many sizes are in one another, each in the type of a variable that another is made of. (Many
/// are when each array has been made as long as the one before, which nothing else may keep.)
class Generations {
 public:
  explicit Generations(std::size_t most) : left_(most) {}

  std::size_t of(const SizePtr& written) {
    const SizePtr size = resolve(written);
    const auto* compound = std::get_if<SizeOf>(&size->node);
    if (!compound || left_ == 0) return 0;
    if (const auto known = known_.find(size.get()); known != known_.end()) return known->second;
    --left_;
    const std::size_t inside = in(*compound->exp);
    ++left_;
    return known_[size.get()] = inside + 1;
  }

 private:
  std::size_t in(const Exp& exp) {
    std::size_t most = 0;
    if (std::holds_alternative<typed::Var>(exp.node))
      each_size(exp.type, [&](const SizePtr& size, bool) { most = std::max(most, of(size)); });
    each_operand(exp, [&](const ExpPtr& operand) { most = std::max(most, in(*operand)); });
    return most;
  }

  std::size_t left_;
  std::unordered_map<const Size*, std::size_t> known_;
};

}  // namespace

bool is_unwieldy(const SizePtr& written) {
  constexpr std::size_t kMost = 100, kMostGenerations = 50;
  SizePtr size = resolve(written);
  const auto* of = std::get_if<SizeOf>(&size->node);
  if (!of) return false;
  std::size_t left = kMost;
  count_down(*of, left);
  return left == 0 || Generations(kMostGenerations).of(size) == kMostGenerations;
}

bool any_unknown(const SizePtr& written, TestUnknown test) {
  SizePtr size = resolve(written);
  if (std::holds_alternative<SizeMeta>(size->node)) return test(size);
  const auto* of = std::get_if<SizeOf>(&size->node);
  return of && !of->summary && any_unknown_in(*of->exp, test);
}

bool occurs(const Size* meta, const SizePtr& size) {
  return any_unknown(size, [&](const SizePtr& unknown) { return unknown.get() == meta; });
}

void each_name(const SizePtr& written,
               support::FunctionRef<void(ValId, const std::string&)> visit) {
  SizePtr size = resolve(written);
  if (const auto* var = std::get_if<SizeVar>(&size->node)) visit(var->id, var->name);
  const auto* of = std::get_if<SizeOf>(&size->node);
  if (of && of->summary)
    for (const auto& [id, name] : of->summary->names) visit(id, name);
  else if (of)
    names_of(*of->exp, visit);
}

void each_id(const SizePtr& size, support::FunctionRef<void(ValId)> visit) {
  each_name(size, [&](ValId id, const std::string&) { visit(id); });
}

// ------------------------------------------------------------------------------- substitution

SizePtr Subst::size(const SizePtr& written) {
  if (sizes.empty() && types.empty()) return written;
  SizePtr size = resolve(written);
  if (const auto* var = std::get_if<SizeVar>(&size->node)) {
    auto found = sizes.find(var->id);
    return found == sizes.end() ? size : found->second;
  }
  if (const auto* of = std::get_if<SizeOf>(&size->node)) {
    ExpPtr exp = (*this)(of->exp);
    if (exp == of->exp) return size;
    if (const auto* hole = placeholder(*exp)) return hole->sizes.front();
    if (const auto* number = std::get_if<typed::Number>(&exp->node))
      return size_const(static_cast<std::int64_t>(number->integer));
    return size_of(exp);
  }
  return size;
}

ExpPtr Subst::instance(const ExpPtr& exp, const std::vector<TypePtr>& types_in,
                       const std::vector<SizePtr>& sizes_in) {
  std::vector<TypePtr> new_types;
  std::vector<SizePtr> new_sizes;
  for (const auto& t : types_in) new_types.push_back((*this)(t));
  for (const auto& s : sizes_in) new_sizes.push_back((*this)(s));
  if (new_types == types_in && new_sizes == sizes_in) return exp;
  auto out = std::make_shared<Exp>(*exp);
  if (auto* var = std::get_if<typed::Var>(&out->node)) {
    var->types = std::move(new_types);
    var->sizes = std::move(new_sizes);
  } else if (auto* builtin = std::get_if<typed::Intrinsic>(&out->node)) {
    builtin->types = std::move(new_types);
    builtin->sizes = std::move(new_sizes);
  }
  out->type = (*this)(out->type);
  return out;
}

ExpPtr Subst::operator()(const ExpPtr& exp) {
  if (const auto* var = std::get_if<typed::Var>(&exp->node)) {
    if (var->id != 0) {
      auto found = sizes.find(var->id);
      if (found != sizes.end()) return exp_of_size(found->second);
    }
    return instance(exp, var->types, var->sizes);
  }
  if (const auto* builtin = std::get_if<typed::Intrinsic>(&exp->node))
    return instance(exp, builtin->types, builtin->sizes);
  auto operands = operands_of(*exp);
  if (!operands) return exp;
  bool changed = false;
  for (auto& operand : *operands) {
    ExpPtr replaced = (*this)(operand);
    changed = changed || replaced != operand;
    operand = std::move(replaced);
  }
  TypePtr type = (*this)(exp->type);
  if (!changed && type == exp->type) return exp;
  ExpPtr out = with_operands(*exp, *operands);
  if (std::holds_alternative<typed::Coerce>(exp->node))
    out->type = std::move(type);  // (Its sizes have been operands, too.)
  else
    map_types(*out, [&](const TypePtr& inner) { return (*this)(inner); });
  return out;
}

TypePtr Subst::operator()(const TypePtr& type) {
  return empty() ? type : TypeRewriter::operator()(type);
}

TypePtr Subst::param(const TypePtr& type, const TypeParamRef& param) {
  auto found = types.find(param.id);
  if (found == types.end()) return type;
  return found->second;
}

}  // namespace laguz::check
