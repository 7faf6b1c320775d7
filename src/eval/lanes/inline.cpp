#include "eval/lanes/inline.hpp"

#include <algorithm>

#include "core/walk.hpp"

namespace laguz::eval::lanes {
namespace {

/// Statements that a plan may have.
constexpr std::size_t kMostStatements = 20000;

class Inliner {
 public:
  /// Constants of the program: stay calls, or not.
  enum class Constants : std::uint8_t { stay, are_inlined };
  Inliner(const core::Program& program, Constants constants)
      : program_(program), constants_(constants) {}

  void body(core::Body& body) {
    statements_ += body.stms.size();
    if (statements_ > kMostStatements) throw NoLaneForm{"its code is too large"};
    for (core::Stm& stm : body.stms) exp(stm.exp);
  }

 private:
  void exp(core::Exp& exp) {
    if (std::holds_alternative<core::Trace>(exp.node) ||
        std::holds_alternative<core::Diff>(exp.node))
      throw NoLaneForm{"it traces"};
    if (auto* call = std::get_if<core::Call>(&exp.node)) {
      const core::Function& callee = program_[call->function];
      if (callee.constant && constants_ == Constants::stay) return;
      if (callee.recursive || std::find(open_.begin(), open_.end(), call->function) != open_.end())
        throw NoLaneForm{"it calls a function that calls itself"};
      if (!callee.has_body()) throw NoLaneForm{"it reads a value whose past is forgotten"};
      // Ids are unique: a second copy of a body needs new ones.
      if (!names_) names_.emplace(program_.names.last());
      core::Lambda function = core::refresh(core::Lambda{callee.params, callee.body}, *names_);
      open_.push_back(call->function);
      body(function.body);
      open_.pop_back();
      exp.node =
          core::Custom{core::CustomMode::vjp, std::move(function), {}, std::move(call->args)};
      return;
    }
    if (auto* custom = std::get_if<core::Custom>(&exp.node)) {
      custom->rule = {};
      body(custom->function.body);
      return;
    }
    core::visit(
        exp, [](core::Atom&) {}, [this](core::Body& inner, core::Binders&) { body(inner); });
  }

  const core::Program& program_;
  const Constants constants_;
  std::optional<core::Names> names_;
  std::vector<core::FunId> open_;
  std::size_t statements_ = 0;
};

}  // namespace

core::Soac inline_calls(const core::Soac& soac, const core::Program& program) {
  core::Soac copy = soac;
  Inliner(program, Inliner::Constants::stay).body(copy.lambda.body);
  Inliner operators(program, Inliner::Constants::are_inlined);
  for (auto& reduce : copy.reduces) operators.body(reduce.op.body);
  return copy;
}

bool inline_calls(core::Lambda& op, const core::Program& program) {
  core::Lambda copy = op;
  try {
    Inliner(program, Inliner::Constants::are_inlined).body(copy.body);
  } catch (const NoLaneForm&) {
    return false;
  }
  op = std::move(copy);
  return true;
}

}  // namespace laguz::eval::lanes
