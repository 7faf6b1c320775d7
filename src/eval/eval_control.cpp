// Branches, calls, assertions and traces.
#include <algorithm>
#include <array>
#include <span>

#include "eval/compiler.hpp"
#include "eval/turns.hpp"
#include "runtime/value_text.hpp"
#include "support/overloaded.hpp"

namespace laguz::eval {
namespace {

/// A branch for one scalar: part of an expression.
template <class T>
class Choice final : public ExprOf<Choice<T>, T> {
 public:
  struct Branch {
    Block block;
    Arg<T> result;
    std::vector<Slot> drops;
  };
  Choice(Arg<bool> condition, Branch then_branch, Branch else_branch)
      : condition_(std::move(condition)),
        then_(std::move(then_branch)),
        else_(std::move(else_branch)) {}
  T value(Frame& frame) {
    Branch& branch = condition_.get(frame) ? then_ : else_;
    if (!branch.block.empty() && !branch.block.run_through(frame)) return T{};
    const T result = branch.result.get(frame);
    for (const Slot slot : branch.drops) frame.array(slot).release();
    return result;
  }

 private:
  Arg<bool> condition_;
  Branch then_, else_;
};

class IfNode final : public Node {
 public:
  IfNode(Arg<bool> condition, Block then_block, Block else_block)
      : condition_(std::move(condition)),
        then_(std::move(then_block)),
        else_(std::move(else_block)) {}
  void exec(Frame& frame) override {
    const bool condition = condition_.get(frame);
    // Whoever runs this asks next whether the run has been stopped.
    if (!frame.stopped()) (void)(condition ? then_ : else_).run_through(frame);
  }

 private:
  Arg<bool> condition_;
  Block then_, else_;
};

class Sequence final : public Node {
 public:
  explicit Sequence(Block block) : block_(std::move(block)) {}
  void exec(Frame& frame) override { (void)block_.run_through(frame); }

 private:
  Block block_;
};

class Caller {
 public:
  Caller(core::FunId function, bool recursive, std::vector<ValueArg> args)
      : function_(function), recursive_(recursive), args_(std::move(args)) {}

  /// Calls take(callee's frame, results) when the callee has run, or take(results) when that was
  /// machine code. An error goes no further than this: it stops the machine.
  template <class Take>
  void call(Frame& frame, const Place& place, const Take& take) {
    Machine& machine = frame.machine();
    if (machine.stopped()) return;
    bool inside = false;
    try {
      inside = recursive_ && Recursing::is_asked() ? tell(frame, place, inside, take)
                                                   : run(frame, place, inside, take);
    } catch (...) {
      machine.stop();
    }
    if (inside) machine.note_call(place);
  }

 private:
  /// (Apart, for the sake of the stack that calls inside of it need.)
  template <class Take>
  [[gnu::noinline]] bool tell(Frame& frame, const Place& place, bool& inside, const Take& take) {
    const Recursing told(place, frame.machine().depth(), frame.machine().calls());
    return run(frame, place, inside, take);
  }

  /// [inside] is set while the callee runs. Gives whether it was stopped there.
  template <class Take>
  bool run(Frame& frame, const Place& place, bool& inside, const Take& take) {
    Machine& machine = frame.machine();
    if (code_ == nullptr) code_ = &machine.code(function_);
    support::spend(20);
    if (code_->numbers && code_->numbers->is_ready(machine))
      return compute(frame, place, inside, take);
    Activation activation(machine, *code_, place);
    Frame& callee = activation.frame();
    for (std::size_t i = 0; i < args_.size(); ++i)
      if (!args_[i].is_array)
        callee.put_bits(code_->params[i].scalar.slot, args_[i].scalar.bits(frame));
    for (std::size_t i = 0; i < args_.size(); ++i)
      if (args_[i].is_array) callee.array(code_->params[i].array.slot) = args_[i].array.take(frame);
    return walk(callee, inside, take);
  }
  template <class Take>
  bool walk(Frame& callee, bool& inside, const Take& take) {
    inside = true;
    if (!code_->run(callee)) return true;
    take(callee, code_->results);
    return callee.machine().stopped();
  }

  /// The same in machine code, as far as that goes.
  template <class Take>
  [[gnu::noinline]] bool compute(Frame& frame, const Place& place, bool& inside, const Take& take) {
    Machine& machine = frame.machine();
    MachineCall::Args args;
    for (std::size_t i = 0; i < args_.size(); ++i)
      if (!args_[i].is_array) args.bits[i] = args_[i].scalar.bits(frame);
    for (std::size_t i = 0; i < args_.size(); ++i)
      if (args_[i].is_array) {
        args.arrays.resize(args_.size());
        args.arrays[i] = args_[i].array.take(frame);
      }
    if (machine.stopped()) return false;
    MachineCall::Room words;
    if (const std::uint64_t* results = code_->numbers->run(machine, args, words)) {
      Spot::here(machine.options.profile).note("machine code", 1);
      take(results);
      return false;
    }
    Activation activation(machine, *code_, place);
    Frame& callee = activation.frame();
    for (std::size_t i = 0; i < args_.size(); ++i)
      if (args_[i].is_array)
        callee.array(code_->params[i].array.slot) = std::move(args.arrays[i]);
      else
        callee.put_bits(code_->params[i].scalar.slot, args.bits[i]);
    return walk(callee, inside, take);
  }

  core::FunId function_;
  bool recursive_;
  Code* code_ = nullptr;
  std::vector<ValueArg> args_;
};

class CallNode final : public Node {
 public:
  CallNode(Caller caller, std::vector<Slot> to) : caller_(std::move(caller)), to_(std::move(to)) {}
  void exec(Frame& frame) override {
    const auto walked = [&](Frame& callee, const std::vector<ValueArg>& results) {
      for (std::size_t i = 0; i < results.size(); ++i)
        if (!results[i].is_array) frame.put_bits(to_[i], results[i].scalar.bits(callee));
      for (std::size_t i = 0; i < results.size(); ++i)
        if (results[i].is_array) frame.array(to_[i]) = results[i].array.take(callee);
    };
    const auto computed = [&](const std::uint64_t* results) {
      for (std::size_t i = 0; i < to_.size(); ++i) frame.put_bits(to_[i], results[i]);
    };
    caller_.call(frame, place, support::overloaded{walked, computed});
  }

 private:
  Caller caller_;
  std::vector<Slot> to_;
};

template <class T>
class CallExpr final : public ExprOf<CallExpr<T>, T> {
 public:
  explicit CallExpr(Caller caller) : caller_(std::move(caller)) {}
  T value(Frame& frame) {
    std::uint64_t bits = 0;
    const auto walked = [&](Frame& callee, const std::vector<ValueArg>& results) {
      bits = results[0].scalar.bits(callee);
    };
    const auto computed = [&](const std::uint64_t* results) { bits = results[0]; };
    caller_.call(frame, this->place, support::overloaded{walked, computed});
    return from_bits<T>(bits);
  }

 private:
  Caller caller_;
};

/// A constant of the program, evaluated when first needed.
class ConstantNode final : public Node {
 public:
  ConstantNode(core::FunId function, std::vector<Slot> to)
      : function_(function), to_(std::move(to)) {}
  void exec(Frame& frame) override {
    const std::vector<Value>* values = frame.machine().constant(function_, place);
    for (std::size_t i = 0; i < to_.size(); ++i) {
      if (const auto* scalar = std::get_if<Scalar>(&(*values)[i])) {
        frame.put_bits(to_[i], scalar->bits);
      } else {
        frame.array(to_[i]) = std::get<Array>((*values)[i]);
      }
    }
  }

 private:
  core::FunId function_;
  std::vector<Slot> to_;
};

class AssertNode final : public Node {
 public:
  using Part = std::variant<std::string, ValueArg>;
  AssertNode(Arg<bool> condition, std::vector<Part> message)
      : condition_(std::move(condition)), message_(std::move(message)) {}
  void exec(Frame& frame) override {
    if (!condition_.get(frame)) failed(frame);
  }

 private:
  [[noreturn]] void failed(Frame& frame) const {
    std::string text;
    for (const Part& part : message_) {
      if (const auto* words = std::get_if<std::string>(&part)) {
        text += *words;
        continue;
      }
      const auto& arg = std::get<ValueArg>(part);
      text += arg.is_array ? runtime::print(Value(arg.array.peek(frame)), runtime::Style::human)
                           : runtime::print(arg.scalar.scalar(frame), runtime::Style::human);
    }
    fail(text, place);
  }

  Arg<bool> condition_;
  std::vector<Part> message_;
};

class TraceNode final : public Node {
 public:
  TraceNode(const core::Trace& trace, std::vector<ValueArg> values)
      : trace_(&trace), values_(std::move(values)) {}
  void exec(Frame& frame) override {
    // Those that statistics are made of come by the million (core/statistics.hpp).
    std::array<Value, kFew> few;
    std::vector<Value> many(values_.size() > kFew ? values_.size() : 0);
    const std::span<Value> all =
        many.empty() ? std::span<Value>(few).first(values_.size()) : std::span<Value>(many);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const ValueArg& arg = values_[i];
      if (arg.is_array)
        all[i] = arg.array.peek(frame);
      else
        all[i] = arg.scalar.scalar(frame);
    }
    const auto& on_trace = frame.machine().options.on_trace;
    if (!on_trace) return;
    if (!trace_->is_break) return on_trace(*trace_, all, {&place.span, 1});
    std::vector<support::Span> calls;
    place.push_to(calls);
    const OnTrace stop = on_trace;  // options may change meanwhile
    stop(*trace_, all, calls);
  }

 private:
  static constexpr std::size_t kFew = 4;

  const core::Trace* trace_;
  std::vector<ValueArg> values_;
};

}  // namespace

void Compiler::compile(const core::If& exp) {
  const bool single =
      exp.then_body.results.size() == 1 &&
      (exp.then_body.results[0].type.is_scalar() || exp.then_body.results[0].type.acc);
  begin(!single);
  Operand condition = fetch(exp.condition);
  const std::vector<VarId> dying = hand_over();
  CompiledBody then_body = body(exp.then_body, {}, dying);
  CompiledBody else_body = body(exp.else_body, {}, dying);
  if (!single) {
    const std::vector<Slot> to = bind(current_->stm->binders);
    assign(then_body, to);
    assign(else_body, to);
    emit(std::make_unique<IfNode>(typed<bool>(std::move(condition)), std::move(then_body.block),
                                  std::move(else_body.block)));
    return;
  }
  Operand result;
  result.type = slot_type(binder().type);
  join(result, condition);
  for (const core::Body* branch : {&exp.then_body, &exp.else_body})
    for (const core::Binder& var : usage_.free(*branch))
      if (var.type.rank == 0 || var.type.acc) result.reads.push_back(slot_of(var.id));
  for (CompiledBody* branch : {&then_body, &else_body}) {
    join(result, branch->results[0].scalar);
    if (branch->block.empty() && branch->drops.empty()) continue;
    result.ordered = true;
    result.fails = true;
  }
  result.node = with_type(result.type, [&](auto tag) -> ScalarPtr {
    using T = typename decltype(tag)::type;
    const auto branch = [](CompiledBody& from) {
      return typename Choice<T>::Branch{std::move(from.block),
                                        typed<T>(std::move(from.results[0].scalar)),
                                        std::move(from.drops)};
    };
    return std::make_unique<Choice<T>>(typed<bool>(std::move(condition)), branch(then_body),
                                       branch(else_body));
  });
  result.node->place = place();
  define(binder(), std::move(result));
}

void Compiler::compile(const core::Call& exp) {
  const core::Function& callee = machine_.program[exp.function];
  const core::Binders& binders = current_->stm->binders;
  if (callee.constant) {
    begin(true);
    emit(std::make_unique<ConstantNode>(exp.function, bind(binders)));
    return;
  }
  layout_.calls = true;
  const bool single = binders.size() == 1 && binders[0].type.is_scalar();
  begin(!single);
  Operand result;
  result.ordered = true;
  result.fails = true;
  std::vector<ValueArg> args;
  for (const core::Atom& atom : exp.args) {
    ValueArg arg;
    arg.is_array = atom.type.rank > 0 && !atom.type.acc;
    if (arg.is_array) {
      arg.array = array(atom);
    } else {
      Operand operand = fetch(atom);
      join(result, operand);
      arg.scalar = untyped(std::move(operand));
    }
    args.push_back(std::move(arg));
  }
  Caller caller(exp.function, callee.recursive, std::move(args));
  if (!single) {
    emit(std::make_unique<CallNode>(std::move(caller), bind(binders)));
    return;
  }
  result.type = binders[0].type.elem;
  result.node = with_type(result.type, [&](auto tag) -> ScalarPtr {
    return std::make_unique<CallExpr<typename decltype(tag)::type>>(std::move(caller));
  });
  result.node->place = place();
  define(binder(), std::move(result));
}

void Compiler::compile(const core::Custom& exp) {
  begin(true);
  Block block;
  std::vector<BodyResult> args = as_results(exp.args);
  assign(block, std::move(args), bind(exp.function.params));
  CompiledBody function = body(exp.function.body, exp.function.params, hand_over());
  assign(function, bind(current_->stm->binders));
  block.add(std::make_unique<Sequence>(std::move(function.block)));
  emit(std::make_unique<Sequence>(std::move(block)));
}

void Compiler::compile(const core::Assert& exp) {
  begin(true);
  auto condition = typed<bool>(fetch(exp.condition));
  std::vector<AssertNode::Part> message;
  for (const auto& part : exp.message) {
    if (const auto* words = std::get_if<std::string>(&part)) {
      message.emplace_back(*words);
      continue;
    }
    const auto& atom = std::get<core::Atom>(part);
    ValueArg arg;
    arg.is_array = atom.type.rank > 0;
    if (arg.is_array) {
      arg.array = look(atom);
    } else {
      arg.scalar = lazy(atom);
    }
    message.emplace_back(std::move(arg));
  }
  emit(std::make_unique<AssertNode>(std::move(condition), std::move(message)));
}

void Compiler::compile(const core::Trace& exp) {
  begin(true);
  emit(std::make_unique<TraceNode>(exp, values(exp.values, false)));
}

}  // namespace laguz::eval
