// Functions of numbers that call themselves, and others; and that hand on arrays, which they read,
// and tapes, which they append to.
#include <algorithm>

#include "core/walk.hpp"
#include "vcode/lowering.hpp"

namespace laguz::vcode {
namespace {

/// More are a program.
constexpr std::size_t kMostFunctions = 16;
/// More take longer to be handed over than to be computed with.
constexpr std::size_t kMostParams = 12;

bool gives_numbers(const core::Function& function) {
  return std::all_of(function.results.begin(), function.results.end(),
                     [](const core::Type& type) { return type.is_scalar(); });
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
  may_call(called);
  if (refused_) return *refused_;
  core::Atoms args;
  for (const core::Binder& param : called.params) {
    if (param.type.is_scalar()) {
      bind(param);
      unit_.inputs.push_back({param.id, *values_.at(param.id).value});
    } else if (param.type.acc) {
      const ArrayNumber tape = filled(param.type.elem);
      unit_.arrays[tape].var = param.id;
      tapes_[param.id] = tape;
    } else {
      name(param.id, whole(given(param, false)));
    }
    args.push_back(param.atom());
  }
  Invoke call{number_of(function), {}, {}};
  handed_[call.function] = handed(args);
  for (const Unit::Input& input : unit_.inputs) call.args.push_back(of(input.value));
  Repeat none;
  for (const core::Type& type : called.results) {
    call.to.push_back(value(type.elem));
    const Value state = value(type.elem);
    none.states.push_back({state, of(call.to.back()), of(state)});
  }
  none.form = Repeat::Upwards{value(ScalarType::i64), i64(0)};
  add(unit_.before, std::move(call));
  const std::size_t inputs = unit_.inputs.size(), own = unit_.arrays.size();
  for (std::size_t f = 0; f < called_.size() && !refused_; ++f)
    lower(program[called_[f]], static_cast<FunctionNumber>(f));
  if (unit_.arrays.size() != own || !wide_.empty()) refuse("it makes arrays");
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
  handed_.emplace_back();
  unit_.functions.emplace_back();
  return static_cast<FunctionNumber>(called_.size() - 1);
}

void Lowering::may_call(const core::Function& function) {
  if (function.constant || !function.has_body()) refuse("it asks for a constant");
  if (!gives_numbers(function)) refuse("a function gives arrays");
  if (function.params.size() > kMostParams) refuse("a function has many parameters");
}

void Lowering::lower(const core::Function& function, FunctionNumber number) {
  levels_ = levels_of(steps_of(function.body));
  inside([&] {
    Function made;
    enter(function, handed_[number]);
    for (const core::Binder& param : function.params)
      if (param.type.is_scalar()) made.params.push_back(bind(param));
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
  const Handed arrays = handed(call.args);
  if (refused_) return;
  Operands numbers;
  for (const core::Atom& arg : call.args)
    if (arg.type.is_scalar()) numbers.push_back(operand(arg));
  if (levels_ > 0 && levels_of(steps_of(called.body)) > 0) {
    const Operands results = written_out(called, arrays, numbers, code);
    for (std::size_t r = 0; r < results.size(); ++r) values_[stm.binders[r].id] = results[r];
    return;
  }
  const std::size_t known = called_.size();
  Invoke step{number_of(call.function), std::move(numbers), {}};
  if (refused_) return;
  if (step.function == known) handed_[known] = arrays;
  if (handed_[step.function] != arrays) return refuse("calls hand on other arrays");
  for (const core::Binder& binder : stm.binders) step.to.push_back(bind(binder));
  add(code, std::move(step));
}

Lowering::Handed Lowering::handed(const core::Atoms& args) {
  Handed all;
  for (const core::Atom& arg : args) {
    all.emplace_back();
    if (arg.type.is_scalar()) continue;
    const auto tape = tapes_.find(arg.var);
    if (tape != tapes_.end()) {
      all.back() = tape->second;
      continue;
    }
    const View array = view(arg);
    if (refused_) return {};
    if (!array.is_memory() || !is_whole(array)) refuse("calls hand on parts of arrays");
    all.back() = array.array;
  }
  return all;
}

void Lowering::enter(const core::Function& function, const Handed& arrays) {
  for (std::size_t k = 0; k < arrays.size() && !refused_; ++k) {
    const core::Binder& param = function.params[k];
    if (param.type.is_scalar()) continue;
    if (param.type.acc)
      tapes_[param.id] = *arrays[k];
    else
      name(param.id, whole(*arrays[k]));
  }
}

void Lowering::tape(const core::Stm& stm, const core::AccUpdate& update, Code& code) {
  const auto to = tapes_.find(update.acc.var);
  if (to == tapes_.end() || update.values.size() != 1 || update.indices.size() != 1 ||
      !update.values[0].type.is_scalar())
    return refuse("it adds to arrays");
  // (What is added behind the end, or to what has been added, is to be walked.)
  const Value count = value(ScalarType::i64);
  add(code, Count{to->second, count});
  const Operand is_end =
      compute("eq", ScalarType::i64, {of(count), operand(update.indices[0])}, code);
  add(code, Check{is_end, site(Site::Kind::check, stm)});
  add(code, Keep{to->second, operand(update.values[0])});
}

Operands Lowering::written_out(const core::Function& function, const Handed& arrays,
                               const Operands& args, Code& code) {
  // (Its variables may be those that it is written among.)
  const auto around = values_;
  const auto views = views_;
  const auto tapes = tapes_;
  const auto names = fresh_;
  enter(function, arrays);
  std::size_t next = 0;
  for (const core::Binder& param : function.params)
    if (param.type.is_scalar()) values_[param.id] = args[next++];
  --levels_;
  body(function.body, code);
  ++levels_;
  Operands results;
  if (!refused_) results = operands(function.body.results);
  values_ = around;
  views_ = views;
  tapes_ = tapes;
  fresh_ = names;
  return results;
}

}  // namespace laguz::vcode
