#include "core/cancellations.hpp"

#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "core/builder.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::core {
namespace {

constexpr std::string_view kCancels = "Cancels: ";

/// What is left of the greater operand, at least; two to the power of minus half of the digits.
Atom least_left(ScalarType type) {
  const double epsilon = type == ScalarType::f64   ? std::numeric_limits<double>::epsilon()
                         : type == ScalarType::f32 ? std::numeric_limits<float>::epsilon()
                                                   : 0x1p-10;
  const prims::Prim to = prims::get("cvt_" + std::string(support::name(type)), ScalarType::f64);
  return Atom::constant(prims::apply(to, std::vector{support::Scalar::f64(std::sqrt(epsilon))}));
}

class Checks {
 public:
  explicit Checks(Names& names) : names_(names) {}

  void in(Body& body) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    for (Stm& stm : stms) {
      if (auto* soac = std::get_if<Soac>(&stm.exp.node))
        in(soac->lambda.body);
      else
        visit(
            stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { in(inner); });
      body.stms.push_back(std::move(stm));
      check(body.stms);
    }
  }

 private:
  /// The last statement.
  void check(std::vector<Stm>& stms) {
    const Stm& stm = stms.back();
    const auto* app = std::get_if<PrimApp>(&stm.exp.node);
    if (app == nullptr || !support::is_float(app->prim.type)) return;
    const prims::Op op = prims::op_of(app->prim);
    if (op != prims::Op::add && op != prims::Op::sub) return;
    Builder b(names_);
    b.span = stm.span;
    b.inlined_at = stm.inlined_at;
    const Atom result = stm.binders[0].atom();
    const auto size = [&](const Atom& x) { return b.prim("abs", {x}); };
    const Atom greater = b.prim("max", {size(app->args[0]), size(app->args[1])});
    const Atom least = b.mul(greater, least_left(app->prim.type));
    std::vector<std::variant<std::string, Atom>> text{
        std::string(kCancels), app->args[0], std::string(op == prims::Op::add ? " + " : " - "),
        app->args[1],          " is ",       result};
    b.emit({Assert{b.prim("not", {b.prim("lt", {size(result), least})}), std::move(text)}}, {});
    Body written = b.finish({});
    std::move(written.stms.begin(), written.stms.end(), std::back_inserter(stms));
  }

  Names& names_;
};

}  // namespace

Cancellations::Cancellations(Program& program)
    : copies_(program,
              [&program](Body& body, const Function&) { Checks(program.names).in(body); }) {}

std::optional<std::string> Cancellations::found(const support::Diagnostic& error) {
  if (error.message.rfind(kCancels, 0) != 0) return std::nullopt;
  const std::size_t begin = kCancels.size();
  return error.message.substr(begin, error.message.find('\n') - begin);
}

}  // namespace laguz::core
