#include "eval/evaluator.hpp"

#include <new>

#include "eval/compiler.hpp"
#include "eval/machine.hpp"
#include "support/assert.hpp"
#include "support/deep_stack.hpp"

namespace laguz::eval {

// ---- Machine

Code& Machine::code(core::FunId function) {
  auto& code = codes_[function];
  if (!code) {
    code = Compiler(*this, program[function]).run();
    if (MachineCall::may_be(program[function]))
      code->numbers = std::make_unique<MachineCall>(function);
  }
  return *code;
}

void Machine::keep(const std::unordered_set<core::FunId>& kept) {
  const auto gone = [&](const auto& row) { return kept.count(row.first) == 0; };
  std::erase_if(constants_, gone);
  std::erase_if(codes_, gone);
}

std::vector<Value> Machine::call(core::FunId function, std::vector<Value> args) {
  Code& code = this->code(function);
  LAGUZ_ASSERT(args.size() == code.params.size(), "as many arguments as parameters");
  Activation activation(*this, code, {});
  Frame& frame = activation.frame();
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (code.params[i].is_array) {
      frame.array(code.params[i].array.slot) = std::move(std::get<Array>(args[i]));
    } else {
      frame.put_bits(code.params[i].scalar.slot, std::get<Scalar>(args[i]).bits);
    }
  }
  args.clear();
  try {
    if (!code.run(frame)) throw Stopped();
  } catch (const Stopped&) {
    std::rethrow_exception(run_.reason);
  }
  std::vector<Value> results;
  for (const ValueArg& result : code.results)
    results.emplace_back(result.is_array ? Scalar{} : result.scalar.scalar(frame));
  for (std::size_t i = 0; i < results.size(); ++i)
    if (code.results[i].is_array) results[i] = code.results[i].array.take(frame);
  if (run_.stopped) std::rethrow_exception(run_.reason);  // in what the results are computed from
  return results;
}

const std::vector<Value>* Machine::find(core::FunId constant) const {
  const auto found = constants_.find(constant);
  return found != constants_.end() ? &found->second : program[constant].known.get();
}

const std::vector<Value>* Machine::constant(core::FunId function, const Place& place) {
  if (const auto* known = find(function)) return known;
  LAGUZ_ASSERT(program[function].has_body(), "a constant that has been forgotten");
  try {
    std::vector<Value> values = call(function, {});
    return &(constants_[function] = std::move(values));
  } catch (...) {
    note_call(place);
    throw;
  }
}

machine::Compiler* Machine::compiler() {
  if (!compiler_) compiler_ = machine::Compiler::make();
  return compiler_->get();
}

void Machine::stop() noexcept {
  if (run_.stopped) return;
  run_.stopped = true;
  run_.reason = std::current_exception();
}

void Machine::begin(std::uintptr_t stack_floor) {
  run_.stack_floor = stack_floor;
  ++run_number_;
  if (options.max_depth > 0) run_.max_depth = options.max_depth;
}

void Machine::note_call(const Place& place) noexcept {
  constexpr std::size_t kDeepestTrail = 100;
  if (run_.trail.size() >= kDeepestTrail) return;
  try {
    place.push_to(run_.trail);
  } catch (...) {
    run_.trail.clear();  // an error is on its way already
  }
}

void Machine::too_deep(const Place& place) {
  support::Diagnostic diagnostic;
  diagnostic.phase = support::Phase::run;
  diagnostic.message = "Stack overflow: " + std::to_string(run_.depth) + " calls are nested.";
  diagnostic.hint = "does the recursion come to an end?";
  support::UserError error(std::move(diagnostic));
  put_in_place(error, place);
  throw error;
}

// ---- Evaluator

struct Evaluator::Impl {
  Machine machine;
};

Evaluator::Evaluator(const core::Program& program, Options options)
    : impl_(new Impl{{program, std::move(options)}}) {}

Evaluator::~Evaluator() = default;

const std::vector<Value>* Evaluator::find(core::FunId constant) const {
  return impl_->machine.find(constant);
}

void Evaluator::put(core::FunId constant, std::vector<Value> values) {
  impl_->machine.put(constant, std::move(values));
}

void Evaluator::forget(core::FunId constant) { impl_->machine.forget(constant); }

void Evaluator::settle(core::FunId constant) { impl_->machine.settle(constant); }

void Evaluator::keep(const std::unordered_set<core::FunId>& kept) { impl_->machine.keep(kept); }

Options& Evaluator::options() { return impl_->machine.options; }

std::vector<Value> Evaluator::call(core::FunId function, std::vector<Value> args) {
  std::vector<Value> results;
  const Machine::Run run(impl_->machine);
  try {
    // Programs may recurse as deeply as the stack bears.
    support::on_deep_stack([&] {
      impl_->machine.begin(support::deep_stack_floor());
      Machine& machine = impl_->machine;
      results = machine.program[function].constant ? *machine.constant(function, {})
                                                   : machine.call(function, std::move(args));
    });
  } catch (support::UserError& error) {
    auto& stack = error.diagnostic().stack;
    for (const support::Span call : impl_->machine.take_trail()) stack.push_back(call);
    throw;
  } catch (const support::OutOfMemory& none) {
    throw none.error();
  } catch (const std::bad_alloc&) {
    throw support::UserError(support::Phase::run, {}, "Out of memory.");
  }
  return results;
}

}  // namespace laguz::eval
