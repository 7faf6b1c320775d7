// Each row of the table of derivative rules against finite differences.
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>
#include <variant>

#include "ad/rules.hpp"
#include "core/walk.hpp"
#include "driver/session.hpp"
#include "eval_support.hpp"

using namespace laguz_test;
using laguz::ad::Rule;
using laguz::driver::Session;

namespace {

/// Jacobians by forward mode, by reverse mode, and by differences of the fourth order.
constexpr const char* kJacobians = R"(
def jacobians [m] (f: [4]f64 -> [m]f64) (x: [4]f64) : [3][4][m]f64 =
  let basis (n: i64) (i: i64) : [n]f64 = tabulate n (\j -> f64.bool (i == j))
  let h = 2e-4
  let at (j: i64) (d: f64) : [m]f64 = f (tabulate 4 (\i -> if i == j then x[i] + d else x[i]))
  let differences (j: i64) =
    map4 (\a b c d -> (8 * (a - b) - (c - d)) / (12 * h))
         (at j h) (at j (-h)) (at j (2 * h)) (at j (-2 * h))
  in [ tabulate 4 (\i -> jvp f x (basis 4 i))
     , transpose (tabulate m (\i -> vjp f x (basis m i)))
     , tabulate 4 differences ]
)";

/// The kinds of expression in a function and in those that it calls.
class Kinds {
 public:
  explicit Kinds(const Program& program) : program_(program) {}

  void add(FunId function) {
    if (seen_.insert(function).second) add(program_[function].body);
  }
  bool has(std::size_t kind) const { return kinds_.count(kind) > 0; }

 private:
  void add(const Body& body) {
    for (const Stm& stm : body.stms) {
      kinds_.insert(stm.exp.node.index());
      if (const auto* call = std::get_if<Call>(&stm.exp.node)) add(call->function);
      visit(
          stm.exp, [](const Atom&) {}, [&](const Body& inner, const Binders&) { add(inner); });
    }
  }

  const Program& program_;
  std::unordered_set<FunId> seen_;
  std::unordered_set<std::size_t> kinds_;
};

}  // namespace

TEST_CASE("rules of derivatives agree with differences", "[ad][rules]") {
  for (const Rule& rule : laguz::ad::rules()) {
    if (rule.check.empty()) continue;
    CAPTURE(rule.kind);
    Session session({});
    const auto scope =
        session.check(session.add_source("check", std::string(rule.check) + kJacobians));
    Kinds kinds(session.program());
    kinds.add(session.lower(session.find(scope, "check")).function);
    // Copies come from passes, and none is left when a function is differentiated.
    if (rule.alternative != Exp{Copy{}}.node.index()) CHECK(kinds.has(rule.alternative));
    for (const char* point : {"[0.7, 1.3, 0.4, 2.1]", "[1.9, 0.6, 1.1, 0.8]"}) {
      CAPTURE(point);
      const auto def = session.expression(scope, "test", std::string("jacobians check ") + point);
      const Array all = std::get<Array>(session.call(session.prepare(*def), {})[0]).dense();
      const double* const values = all.data<double>();
      const std::int64_t size = all.size() / 3;
      REQUIRE(size > 0);
      for (std::int64_t i = 0; i < size; ++i) {
        CAPTURE(i);
        const double forward = values[i], reverse = values[size + i], truth = values[2 * size + i];
        const double error = 1e-6 * std::max(1.0, std::abs(truth));
        CHECK(std::abs(forward - truth) <= error);
        CHECK(std::abs(reverse - truth) <= error);
      }
    }
  }
}

TEST_CASE("only what gives no values has a rule without a check", "[ad][rules]") {
  for (const Rule& rule : laguz::ad::rules()) {
    const bool gives_none = rule.alternative == Exp{Assert{}}.node.index() ||
                            rule.alternative == Exp{Trace{}}.node.index() ||
                            rule.alternative == Exp{Diff{}}.node.index();
    CAPTURE(rule.kind);
    CHECK(rule.check.empty() == gives_none);
  }
}
