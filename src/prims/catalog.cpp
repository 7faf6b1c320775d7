#include "prims/catalog.hpp"

#include <unordered_map>

#include <fmt/format.h>

#include "prims/table.hpp"
#include "support/assert.hpp"

namespace laguz::prims {
namespace {

struct Catalog {
  std::vector<Row> rows;
  std::unordered_map<std::string_view, std::uint16_t> by_name;
  std::unordered_map<std::string, Prim> by_full_name;

  Catalog();
  void check(const Row& row) const;
};

Catalog::Catalog() {
  Table table(rows);
  add_arithmetic(table);
  add_comparisons(table);
  add_bits(table);
  add_math(table);
  add_special(table);
  add_conversions(table);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    check(row);
    const bool fresh = by_name.emplace(row.name, static_cast<std::uint16_t>(i)).second;
    LAGUZ_ASSERT(fresh, fmt::format("two rows are called {}", row.name));
    for (int t = 0; t < support::kScalarTypes; ++t) {
      const auto type = static_cast<ScalarType>(t);
      if (contains(row.types, type))
        by_full_name.emplace(fmt::format("{}_{}", row.name, support::name(type)),
                             Prim{static_cast<std::uint16_t>(i), type});
    }
  }
}

void Catalog::check(const Row& row) const {
  LAGUZ_ASSERT(static_cast<int>(row.operands.size()) == row.arity,
               fmt::format("primitive {} has no types for its operands", row.name));
  for (int t = 0; t < support::kScalarTypes; ++t) {
    const bool complete = row.scalar[t] && row.lanes[t] && row.boxed[t];
    LAGUZ_ASSERT(complete == contains(row.types, static_cast<ScalarType>(t)),
                 fmt::format("primitive {} lacks a kernel", row.name));
  }
  LAGUZ_ASSERT(
      row.diff != Diff::partials || static_cast<int>(row.partials.size()) == row.arity,
      fmt::format("primitive {} lacks a partial derivative, or the word nondiff", row.name));
}

const Catalog& the_catalog() {
  static const Catalog catalog;
  return catalog;
}

}  // namespace

std::span<const Row> catalog() { return the_catalog().rows; }

std::optional<Prim> find(std::string_view name, ScalarType type) {
  const auto& c = the_catalog();
  auto it = c.by_name.find(name);
  if (it == c.by_name.end() || !contains(c.rows[it->second].types, type)) return std::nullopt;
  return Prim{it->second, type};
}

Prim get(std::string_view name, ScalarType type) {
  auto prim = find(name, type);
  LAGUZ_ASSERT(prim, fmt::format("there is no primitive {} at {}", name, support::name(type)));
  return *prim;
}

Prim addition(ScalarType type) { return get(type == ScalarType::boolean ? "or" : "add", type); }
Prim multiplication(ScalarType type) {
  return get(type == ScalarType::boolean ? "and" : "mul", type);
}

namespace {

constexpr std::uint64_t kHalfOne = 0x3c00;

/// 0 or 1, or of integers and booleans all bits, at [type].
Scalar whole(ScalarType type, std::int64_t number) {
  if (type == ScalarType::f64) return Scalar::f64(static_cast<double>(number));
  if (type == ScalarType::f32) return Scalar::f32(static_cast<float>(number));
  if (type == ScalarType::f16) return {type, number == 0 ? 0 : kHalfOne};
  if (type == ScalarType::boolean) return Scalar::boolean(number != 0);
  return Scalar::integer(type, number);
}

}  // namespace

std::optional<Scalar> identity_of(Prim prim) {
  std::optional<Scalar> identity;
  switch (row_of(prim).identity) {
    case Identity::none: break;
    case Identity::zero: identity = whole(prim.type, 0); break;
    case Identity::minus_zero:
      identity = whole(prim.type, 0);
      if (support::is_float(prim.type))
        identity->bits = std::uint64_t{1} << (8 * support::size_of(prim.type) - 1);
      break;
    case Identity::one: identity = whole(prim.type, 1); break;
    case Identity::ones: identity = whole(prim.type, -1); break;
  }
  return identity;
}

namespace {

constexpr std::string_view kStep = "_step";

}  // namespace

Prim step_of(Prim conversion) {
  return get(std::string(row_of(conversion).name) + std::string(kStep), conversion.type);
}

bool is_step(Prim prim) { return row_of(prim).name.ends_with(kStep); }

Prim conversion_of(Prim step) {
  std::string_view name = row_of(step).name;
  name.remove_suffix(kStep.size());
  return get(name, step.type);
}

Passage passage_of(Prim prim, int operand) {
  const ScalarType result = result_type(prim);
  if (!support::is_float(operand_type(prim, operand))) return Passage::none;
  if (result == ScalarType::boolean) return Passage::comparison;
  if (!support::is_float(result)) return Passage::integer;
  if (!has_no_partial(prim, operand, {})) return Passage::none;
  return row_of(prim).diff == Diff::partials ? Passage::comparison : Passage::rounding;
}

namespace {

/// Computes what can be computed of a formula.
class Known final : public Emitter {
 public:
  TermId term(ScalarType type, std::optional<Scalar> value) {
    terms_.push_back({type, value});
    return terms_.size() - 1;
  }
  std::optional<Scalar> value_of(TermId id) const { return terms_[id].value; }

  TermId apply(Prim prim, std::span<const TermId> args) override {
    std::vector<Scalar> values;
    for (const TermId id : args)
      if (const auto& value = terms_[id].value) values.push_back(*value);
    const bool is_known = values.size() == args.size() && guard_holds(prim, values);
    return term(result_type(prim),
                is_known ? std::optional(prims::apply(prim, values)) : std::optional<Scalar>());
  }
  TermId constant(Scalar value) override { return term(value.type, value); }
  ScalarType type_of(TermId id) const override { return terms_[id].type; }

 private:
  struct Of {
    ScalarType type;
    std::optional<Scalar> value;
  };
  std::vector<Of> terms_;
};

}  // namespace

bool has_no_partial(Prim prim, int operand, std::span<const std::optional<Scalar>> known) {
  const Row& row = row_of(prim);
  if (row.diff != Diff::partials) return row.diff == Diff::zero || row.diff == Diff::nondiff;
  Known terms;
  std::vector<TermId> args;
  for (int k = 0; k < row.arity; ++k) {
    const auto at = static_cast<std::size_t>(k);
    args.push_back(terms.term(operand_type(prim, k), at < known.size() ? known[at] : std::nullopt));
  }
  const Operands operands{terms, args, terms.term(result_type(prim), {}), prim.type};
  const auto partial = terms.value_of(row.partials[static_cast<std::size_t>(operand)](operands));
  return partial && partial->bits == 0;
}

ScalarType result_type(Prim prim) { return row_of(prim).result.at(prim.type); }

ScalarType operand_type(Prim prim, int operand) {
  return row_of(prim).operands[static_cast<std::size_t>(operand)].at(prim.type);
}

std::string full_name(Prim prim) {
  return fmt::format("{}_{}", row_of(prim).name, support::name(prim.type));
}

std::optional<Prim> find_full(std::string_view full_name) {
  const auto& names = the_catalog().by_full_name;
  auto it = names.find(std::string(full_name));
  if (it == names.end()) return std::nullopt;
  return it->second;
}

Scalar apply(Prim prim, std::span<const Scalar> args) {
  return row_of(prim).boxed[static_cast<int>(prim.type)](args.data());
}

bool guard_holds(Prim prim, std::span<const Scalar> args) {
  switch (row_of(prim).guard[static_cast<int>(prim.type)]) {
    case Guard::none: return true;
    case Guard::nonzero_divisor: return args[1].bits != 0;
    case Guard::nonnegative_exponent:
      return !support::is_signed(args[1].type) || args[1].as_i64() >= 0;
  }
  return true;
}

}  // namespace laguz::prims
