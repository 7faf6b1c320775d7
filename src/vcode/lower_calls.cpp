// Functions of numbers that call themselves, and others.
#include <algorithm>

#include "core/walk.hpp"
#include "vcode/lowering.hpp"

namespace laguz::vcode {
namespace {

/// More are a program.
constexpr std::size_t kMostFunctions = 16;
/// More take longer to be handed over than to be computed with.
constexpr std::size_t kMostParams = 12;

bool is_of_numbers(const core::Function& function) {
  const auto is_number = [](const core::Type& type) { return type.is_scalar(); };
  return std::all_of(function.params.begin(), function.params.end(),
                     [&](const core::Binder& param) { return is_number(param.type); }) &&
         std::all_of(function.results.begin(), function.results.end(), is_number);
}

/// Statements, and those of them that are calls.
struct Steps {
  int all = 0, calls = 0;
};
/// No more steps than that are written out, in one function.
constexpr int kMostInOne = 64;

Steps steps_of(const core::Body& body) {
  Steps size;
  for (const core::Stm& stm : body.stms) {
    ++size.all;
    if (std::holds_alternative<core::Call>(stm.exp.node)) ++size.calls;
    const bool branches = std::holds_alternative<core::If>(stm.exp.node);
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const core::Body& inner, const core::Binders&) {
          const Steps more = steps_of(inner);
          size = {size.all + more.all + (branches ? 0 : kMostInOne), size.calls + more.calls};
        });
  }
  return size;
}

/// How many calls in one another of a function like that may be written out in it.
int levels_of(const Steps& size) {
  int levels = 0;
  for (int written = size.all, last = size.all; size.calls > 0; ++levels) {
    last *= size.calls;
    written += last;
    if (written > kMostInOne) break;
  }
  return levels;
}

}  // namespace

std::variant<Unit, WhyNot> Lowering::run(const core::Program& program, core::FunId function) {
  program_ = &program;
  known_.emplace_back();
  const core::Function& called = program[function];
  Invoke call{number_of(function), {}, {}};
  Repeat none;
  if (!refused_) {
    for (const core::Binder& param : called.params) {
      const Value given = value(param.type.elem);
      unit_.inputs.push_back({param.id, given});
      call.args.push_back(of(given));
    }
    for (const core::Type& type : called.results) {
      call.to.push_back(value(type.elem));
      const Value state = value(type.elem);
      none.states.push_back({state, of(call.to.back()), of(state)});
    }
    none.form = Repeat::Upwards{value(ScalarType::i64), i64(0)};
    add(unit_.before, std::move(call));
  }
  const std::size_t inputs = unit_.inputs.size();
  for (std::size_t f = 0; f < called_.size() && !refused_; ++f)
    lower(program[called_[f]], static_cast<FunctionNumber>(f));
  if (!unit_.arrays.empty() || !wide_.empty()) refuse("it makes arrays");
  if (unit_.inputs.size() != inputs) refuse("it asks for what is outside");
  if (refused_) return *refused_;
  unit_.loop = std::move(none);
  return std::move(unit_);
}

FunctionNumber Lowering::number_of(core::FunId function) {
  const auto known = std::find(called_.begin(), called_.end(), function);
  if (known != called_.end()) return static_cast<FunctionNumber>(known - called_.begin());
  may_call((*program_)[function]);
  if (called_.size() == kMostFunctions) refuse("it calls many functions");
  called_.push_back(function);
  unit_.functions.emplace_back();
  return static_cast<FunctionNumber>(called_.size() - 1);
}

void Lowering::may_call(const core::Function& function) {
  if (function.constant || !function.has_body()) refuse("it asks for a constant");
  if (!is_of_numbers(function)) refuse("a function takes or gives arrays");
  if (function.params.size() > kMostParams) refuse("a function has many parameters");
}

void Lowering::lower(const core::Function& function, FunctionNumber number) {
  levels_ = levels_of(steps_of(function.body));
  inside([&] {
    Function made;
    for (const core::Binder& param : function.params) made.params.push_back(bind(param));
    body(function.body, made.body);
    if (!refused_) made.results = operands(function.body.results);
    unit_.functions[number] = std::move(made);
  });
}

void Lowering::call(const core::Stm& stm, const core::Call& call, Code& code) {
  // (What fails in a function that a loop calls would have to be told of with all calls around.)
  if (program_ == nullptr) return refuse("it calls a function");
  const core::Function& called = (*program_)[call.function];
  may_call(called);
  if (refused_) return;
  if (levels_ > 0 && levels_of(steps_of(called.body)) > 0) {
    const Operands results = written_out(called, operands(call.args), code);
    for (std::size_t r = 0; r < results.size(); ++r) values_[stm.binders[r].id] = results[r];
    return;
  }
  Invoke step{number_of(call.function), operands(call.args), {}};
  if (refused_) return;
  for (const core::Binder& binder : stm.binders) step.to.push_back(bind(binder));
  add(code, std::move(step));
}

Operands Lowering::written_out(const core::Function& function, const Operands& args, Code& code) {
  // (Its variables may be those that it is written among.)
  const auto around = values_;
  for (std::size_t k = 0; k < args.size(); ++k) values_[function.params[k].id] = args[k];
  --levels_;
  body(function.body, code);
  ++levels_;
  Operands results;
  if (!refused_) results = operands(function.body.results);
  values_ = around;
  return results;
}

}  // namespace laguz::vcode
