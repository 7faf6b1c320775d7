// Every partial derivative in the table against finite differences, to second order.
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "prims/catalog.hpp"
#include "runtime/half.hpp"
#include "runtime/value_text.hpp"

namespace laguz::prims {
namespace {

using support::kScalarTypes;

Scalar of_double(ScalarType type, double x) {
  if (type == ScalarType::f16) return Scalar::f16(runtime::double_to_half(x));
  if (type == ScalarType::f32) return Scalar::f32(static_cast<float>(x));
  if (type == ScalarType::f64) return Scalar::f64(x);
  if (type == ScalarType::boolean) return Scalar::boolean(x != 0);
  return Scalar::integer(type, static_cast<std::int64_t>(x));
}

double to_double(Scalar x) {
  if (x.type == ScalarType::f16) return runtime::half_to_float(x.as_f16());
  if (x.type == ScalarType::f32) return x.as_f32();
  if (x.type == ScalarType::f64) return x.as_f64();
  return static_cast<double>(x.as_i64());
}

/// Evaluates what is emitted at once, and remembers it to differentiate it again.
class Tape final : public Emitter {
 public:
  TermId apply(Prim prim, std::span<const TermId> args) override {
    REQUIRE(static_cast<int>(args.size()) == row_of(prim).arity);
    std::vector<Scalar> values;
    for (std::size_t k = 0; k < args.size(); ++k) {
      values.push_back(value(args[k]));
      REQUIRE(values[k].type == operand_type(prim, static_cast<int>(k)));
    }
    REQUIRE(guard_holds(prim, values));
    nodes_.push_back({prim, {args.begin(), args.end()}, prims::apply(prim, values)});
    REQUIRE(nodes_.back().value.type == result_type(prim));
    return nodes_.size() - 1;
  }
  TermId constant(Scalar x) override {
    nodes_.push_back({std::nullopt, {}, x});
    return nodes_.size() - 1;
  }
  ScalarType type_of(TermId term) const override { return value(term).type; }
  Scalar value(TermId term) const { return nodes_[term].value; }

  /// ∂result/∂args[operand] of the node [result].
  TermId partial(TermId result, std::size_t operand) {
    const Node node = nodes_[result];
    const Row& row = row_of(*node.prim);
    const TermId p = row.partials[operand]({*this, node.args, result, node.prim->type});
    REQUIRE(type_of(p) == type_of(node.args[operand]));
    return p;
  }

  /// The derivative of [of] by the leaf [by], forwards over the tape; 0 is none.
  double derivative(TermId of, TermId by) {
    std::vector<std::optional<double>> tangents(std::max(of, by) + 1);
    tangents[by] = 1.0;
    for (TermId i = by + 1; i <= of; ++i) {
      if (!nodes_[i].prim) continue;
      const Row& row = row_of(*nodes_[i].prim);
      const auto args = nodes_[i].args;
      for (std::size_t k = 0; k < args.size(); ++k) {
        if (!tangents[args[k]] || !support::is_float(type_of(args[k]))) continue;
        if (row.diff == Diff::convert) tangents[i] = tangents[args[k]];
        if (row.diff != Diff::partials) continue;
        const double p = to_double(value(partial(i, k)));
        tangents[i] = tangents[i].value_or(0) + p * *tangents[args[k]];
      }
    }
    return tangents[of].value_or(0);
  }

 private:
  struct Node {
    std::optional<Prim> prim;  ///< nothing for a leaf
    std::vector<TermId> args;
    Scalar value;
  };
  std::vector<Node> nodes_;
};

using Point = std::vector<double>;

/// prim at [point] on a fresh tape: leaves are 0, 1, ..., the result follows them.
TermId evaluate(Tape& tape, Prim prim, const Point& point) {
  std::vector<TermId> leaves;
  for (std::size_t k = 0; k < point.size(); ++k)
    leaves.push_back(tape.constant(of_double(operand_type(prim, static_cast<int>(k)), point[k])));
  return tape.apply(prim, leaves);
}

double value_at(Prim prim, const Point& point) {
  Tape tape;
  return to_double(tape.value(evaluate(tape, prim, point)));
}

double partial_at(Prim prim, const Point& point, std::size_t operand) {
  Tape tape;
  const TermId result = evaluate(tape, prim, point);
  return to_double(tape.value(tape.partial(result, operand)));
}

/// ∂²/∂operand∂by by differentiating the emitted partial.
double second_at(Prim prim, const Point& point, std::size_t operand, std::size_t by) {
  Tape tape;
  const TermId result = evaluate(tape, prim, point);
  return tape.derivative(tape.partial(result, operand), by);
}

/// The derivative of f at x by a central difference of fourth order; NaN where two step lengths
/// disagree, as at a jump.
template <class F>
double difference(const F& f, double x) {
  auto stencil = [&](double h) {
    return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
  };
  const double a = stencil(1e-3);
  const double b = stencil(5e-4);
  return std::fabs(a - b) <= 1e-6 * (1 + std::fabs(b)) ? b : NAN;
}

Point shifted(Point point, std::size_t k, double x) {
  point[k] = x;
  return point;
}

/// Points in general position; a function is checked at those in its domain.
std::vector<Point> points_for(Prim prim) {
  const std::vector<double> reals = {-2.37, -1.43, -0.71, -0.29, 0.23,
                                     0.61,  0.87,  1.47,  1.93,  2.81};
  std::vector<Point> points = {{}};
  for (int k = 0; k < row_of(prim).arity; ++k) {
    std::vector<Point> longer;
    const bool real = support::is_float(operand_type(prim, k));
    const bool boolean = operand_type(prim, k) == ScalarType::boolean;
    const std::vector<double> choices = boolean ? std::vector<double>{0, 1}
                                        : real  ? reals
                                                : std::vector<double>{0, 1, 3};
    for (const auto& point : points)
      for (double x : choices) {
        // Three operands: not every triple.
        if (k == 2 && real && (longer.size() + static_cast<std::size_t>(x * 100)) % 3 == 0)
          continue;
        longer.push_back(point);
        // No two operands are equal: there min and max have a kink.
        longer.back().push_back(real ? x + 0.07 * k : x);
      }
    points = std::move(longer);
  }
  return points;
}

std::string show(const Point& point) {
  std::string text;
  for (double x : point) text += std::to_string(x) + " ";
  return text;
}

template <class F>
void for_each_float_row(const F& f) {
  for (std::size_t i = 0; i < catalog().size(); ++i)
    if ((catalog()[i].types & floats) == floats) f(static_cast<std::uint16_t>(i));
}

std::string partial_of(std::string_view name, const std::vector<const char*>& args, std::size_t k) {
  Tape tape;
  std::vector<TermId> leaves;
  for (const char* text : args)
    leaves.push_back(tape.constant(std::get<Scalar>(runtime::read_values(text).at(0))));
  const auto prim = find_full(name);
  REQUIRE(prim);
  const TermId result = tape.apply(*prim, leaves);
  return runtime::print(tape.value(tape.partial(result, k)), runtime::Style::human);
}

}  // namespace

TEST_CASE("every partial derivative is the limit of differences", "[gradients]") {
  for_each_float_row([](std::uint16_t row) {
    const Prim prim{row, ScalarType::f64};
    const bool partials = row_of(prim).diff == Diff::partials;
    if (!partials && row_of(prim).diff != Diff::zero) return;
    if (!support::is_float(result_type(prim))) return;
    for (std::size_t k = 0; k < row_of(prim).operands.size(); ++k) {
      if (!support::is_float(operand_type(prim, static_cast<int>(k)))) continue;
      int checked = 0;
      for (const auto& point : points_for(prim)) {
        const double expected =
            difference([&](double x) { return value_at(prim, shifted(point, k, x)); }, point[k]);
        if (!std::isfinite(expected)) continue;
        ++checked;
        INFO(row_of(prim).name << " by operand " << k << " at " << show(point));
        const double got = partials ? partial_at(prim, point, k) : 0.0;
        CHECK(std::fabs(got - expected) <= 1e-7 * (1 + std::fabs(expected)));
      }
      INFO(row_of(prim).name);
      CHECK(checked >= 3);
    }
  });
}

TEST_CASE("partial derivatives can be differentiated again", "[gradients]") {
  for_each_float_row([](std::uint16_t row) {
    const Prim prim{row, ScalarType::f64};
    if (row_of(prim).diff != Diff::partials) return;
    const std::size_t arity = row_of(prim).operands.size();
    for (std::size_t k = 0; k < arity; ++k)
      for (std::size_t by = 0; by < arity; ++by) {
        if (!support::is_float(operand_type(prim, static_cast<int>(k))) ||
            !support::is_float(operand_type(prim, static_cast<int>(by))))
          continue;
        int checked = 0;
        for (const auto& point : points_for(prim)) {
          const double expected = difference(
              [&](double x) { return partial_at(prim, shifted(point, by, x), k); }, point[by]);
          if (!std::isfinite(expected)) continue;
          ++checked;
          INFO(row_of(prim).name << " by operands " << k << ", " << by << " at " << show(point));
          const double got = second_at(prim, point, k, by);
          CHECK(std::fabs(got - expected) <= 1e-7 * (1 + std::fabs(expected)));
        }
        INFO(row_of(prim).name);
        CHECK(checked >= 3);
      }
  });
}

TEST_CASE("narrow floats have the same derivatives, as far as their digits go", "[gradients]") {
  for (auto [type, tolerance] :
       {std::pair(ScalarType::f32, 2e-5), std::pair(ScalarType::f16, 0.1)}) {
    for_each_float_row([type = type, tolerance = tolerance](std::uint16_t row) {
      const Prim wide{row, ScalarType::f64};
      const Prim prim{row, type};
      if (row_of(prim).diff != Diff::partials) return;
      const std::size_t arity = row_of(prim).operands.size();
      for (Point point : points_for(prim)) {
        for (std::size_t k = 0; k < arity; ++k)
          point[k] = to_double(of_double(operand_type(prim, static_cast<int>(k)), point[k]));
        for (std::size_t k = 0; k < arity; ++k) {
          if (!support::is_float(operand_type(prim, static_cast<int>(k)))) continue;
          const double expected = partial_at(wide, point, k);
          if (!std::isfinite(expected) || std::fabs(expected) > 1e3) continue;
          INFO(full_name(prim) << " by operand " << k << " at " << show(point));
          CHECK(std::fabs(partial_at(prim, point, k) - expected) <=
                tolerance * (1 + std::fabs(expected)));
        }
      }
    });
  }
}

TEST_CASE("partials have their operands' types at every type", "[gradients]") {
  // The tape checks types and guards of everything that is emitted.
  for (std::size_t i = 0; i < catalog().size(); ++i)
    for (int t = 0; t < kScalarTypes; ++t) {
      const Prim prim{static_cast<std::uint16_t>(i), static_cast<ScalarType>(t)};
      const Row& row = row_of(prim);
      if (!contains(row.types, prim.type) || row.diff != Diff::partials) continue;
      INFO(full_name(prim));
      for (double x : {0.0, 1.0, 5.0})
        for (double y : {1.0, 3.0, 7.0}) {
          Point point = {x, y, 2.0};
          point.resize(static_cast<std::size_t>(row.arity));
          for (std::size_t k = 0; k < point.size(); ++k) partial_at(prim, point, k);
        }
    }
}

TEST_CASE("derivatives at the corners follow the conventions", "[gradients]") {
  CHECK(partial_of("abs_f64", {"0.0"}, 0) == "0.0");
  CHECK(partial_of("sqrt_f64", {"0.0"}, 0) == "f64.inf");
  CHECK(partial_of("min_f64", {"1.0", "1.0"}, 0) == "1.0");
  CHECK(partial_of("min_f64", {"1.0", "1.0"}, 1) == "0.0");
  CHECK(partial_of("max_i32", {"4", "4"}, 0) == "1");
  CHECK(partial_of("max_i32", {"4", "5"}, 1) == "1");
  CHECK(partial_of("max_f64", {"f64.nan", "1.0"}, 0) == "0.0");
  CHECK(partial_of("max_f64", {"f64.nan", "1.0"}, 1) == "1.0");
  CHECK(partial_of("min_f64", {"1.0", "f64.nan"}, 0) == "1.0");
  CHECK(partial_of("pow_f64", {"0.0", "0.5"}, 0) == "0.0");
  CHECK(partial_of("pow_f64", {"0.0", "1.0"}, 0) == "1.0");
  CHECK(partial_of("pow_f64", {"0.0", "2.0"}, 0) == "0.0");
  CHECK(partial_of("pow_f64", {"0.0", "2.0"}, 1) == "0.0");
  CHECK(partial_of("pow_f64", {"-2.0", "2.0"}, 0) == "-4.0");
  CHECK(partial_of("pow_f64", {"-2.0", "2.0"}, 1) == "0.0");
  CHECK(partial_of("hypot_f64", {"0.0", "0.0"}, 0) == "0.0");
  CHECK(partial_of("hypot_f64", {"3.0", "4.0"}, 1) == "0.8");
  CHECK(partial_of("copysign_f64", {"-3.0", "-1.0"}, 0) == "1.0");
  CHECK(partial_of("copysign_f64", {"3.0", "-1.0"}, 0) == "-1.0");
  CHECK(partial_of("lerp_f64", {"1.0", "3.0", "2.0"}, 2) == "0.0");
  CHECK(partial_of("mod_f64", {"7.5", "2.0"}, 1) == "-3.0");
  CHECK(partial_of("mod_f64", {"-7.5", "2.0"}, 1) == "4.0");
  CHECK(partial_of("ldexp_f64", {"1.5", "3"}, 0) == "8.0");
  CHECK(partial_of("select_f64", {"true", "1.0", "2.0"}, 1) == "1.0");
  CHECK(partial_of("select_f64", {"true", "1.0", "2.0"}, 2) == "0.0");
  CHECK(partial_of("atan2_f64", {"1.0", "2.0"}, 0) == "0.4");
  CHECK(partial_of("atan2_f64", {"1.0", "2.0"}, 1) == "-0.2");

  const auto pow = get("pow", ScalarType::f64);
  CHECK(second_at(pow, {0, 2}, 0, 0) == 2);
  CHECK(second_at(pow, {0, 3}, 0, 0) == 0);
  CHECK(std::isfinite(second_at(pow, {0, 0.5}, 0, 0)));
  CHECK(std::isfinite(second_at(pow, {0, 1}, 0, 0)));
  CHECK(std::isfinite(second_at(pow, {0, 2}, 1, 1)));
  CHECK(std::isfinite(second_at(pow, {0, 2}, 1, 0)));
  CHECK(std::isfinite(second_at(get("hypot", ScalarType::f64), {0, 0}, 0, 1)));
}

TEST_CASE("integers are a ring, booleans or and and", "[gradients]") {
  CHECK(partial_of("add_u8", {"1u8", "2u8"}, 0) == "1");
  CHECK(partial_of("sub_u8", {"1u8", "2u8"}, 1) == "255");
  CHECK(partial_of("mul_i32", {"3", "5"}, 0) == "5");
  CHECK(partial_of("div_i32", {"7", "2"}, 0) == "0");
  CHECK(partial_of("div_i32", {"7", "1"}, 0) == "1");
  CHECK(partial_of("div_i32", {"7", "2"}, 1) == "-1");
  CHECK(partial_of("quot_i64", {"9i64", "4294967296i64"}, 1) == "0");
  CHECK(partial_of("mod_i32", {"7", "2"}, 0) == "1");
  CHECK(partial_of("mod_i32", {"7", "2"}, 1) == "-3");
  CHECK(partial_of("rem_i32", {"-7", "2"}, 1) == "3");
  CHECK(partial_of("pow_i32", {"3", "4"}, 0) == "108");
  CHECK(partial_of("pow_i32", {"3", "0"}, 0) == "0");
  CHECK(partial_of("pow_u8", {"3u8", "0u8"}, 0) == "0");
  CHECK(partial_of("pow_i32", {"3", "4"}, 1) == "0");
  CHECK(partial_of("neg_u8", {"3u8"}, 0) == "255");
  CHECK(partial_of("abs_i32", {"-3"}, 0) == "-1");
  CHECK(partial_of("shl_i32", {"3", "2"}, 0) == "4");
  CHECK(partial_of("shr_i32", {"3", "0"}, 0) == "1");
  CHECK(partial_of("shr_i32", {"3", "1"}, 0) == "0");
  CHECK(partial_of("not_i32", {"3"}, 0) == "-1");
  CHECK(partial_of("not_bool", {"true"}, 0) == "true");
  CHECK(partial_of("and_bool", {"true", "false"}, 0) == "false");
  CHECK(partial_of("and_bool", {"true", "false"}, 1) == "true");
  CHECK(partial_of("or_bool", {"true", "false"}, 0) == "true");
  CHECK(partial_of("or_bool", {"true", "false"}, 1) == "true");
  CHECK(partial_of("and_i32", {"3", "5"}, 0) == "0");
  CHECK(partial_of("mad_hi_i32", {"3", "5", "7"}, 2) == "1");
}

}  // namespace laguz::prims
