// Machine code of loops: every primitive, and random loops, against the tree walk; vcode that they
// are made of is well formed.
#include <catch2/catch.hpp>

#include "core/print.hpp"
#include "core/walk.hpp"
#include "eval_support.hpp"
#include "machine/code.hpp"
#include "prims/catalog.hpp"
#include "scalar_samples.hpp"
#include "seeds.hpp"
#include "vcode/lower.hpp"

using namespace laguz_test;
namespace vcode = laguz::vcode;
namespace machine = laguz::machine;
namespace prims = laguz::prims;

namespace {

/// One iteration that gives [prim] of its inputs.
vcode::Unit unit_of(prims::Prim prim) {
  vcode::Unit unit;
  const auto value = [&](ScalarType type) {
    unit.types.push_back(type);
    return static_cast<vcode::Value>(unit.types.size() - 1);
  };
  const prims::Row& row = prims::row_of(prim);
  vcode::Apply apply{prim, {}, 0, {}};
  for (int i = 0; i < row.arity; ++i) {
    const ScalarType type = prims::operand_type(prim, i);
    unit.inputs.push_back({0, value(type)});
    apply.args.push_back({unit.inputs.back().value, type, 0});
  }
  const ScalarType result = prims::result_type(prim);
  const vcode::Value state = value(result);
  apply.to = value(result);
  if (const auto guard = row.guard[static_cast<int>(prim.type)]; guard != prims::Guard::none) {
    unit.sites.emplace_back();
    unit.sites[0].kind = vcode::Site::Kind::guard;
    unit.sites[0].guard = guard;
    apply.site = 0;
  }
  unit.loop.states.push_back({state, {{}, result, 0}, {apply.to, result, 0}});
  unit.loop.form = vcode::Repeat::Upwards{value(ScalarType::i64), {{}, ScalarType::i64, 1}};
  unit.loop.body.push_back({std::move(apply)});
  return unit;
}

std::int64_t goes_on(std::uint64_t*) { return 0; }

}  // namespace

TEST_CASE("machine code of every primitive has the bits of its kernel", "[machine]") {
  const auto compiler = machine::Compiler::make();
  if (compiler == nullptr) return;  // built without
  std::mt19937_64 random(1);
  const std::span<const prims::Row> rows = prims::catalog();
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (int t = 0; t < laguz::support::kScalarTypes; ++t) {
      const auto type = static_cast<ScalarType>(t);
      if (!prims::contains(rows[r].types, type)) continue;
      const prims::Prim prim{static_cast<std::uint16_t>(r), type};
      const vcode::Unit unit = unit_of(prim);
      INFO(prims::full_name(prim));
      REQUIRE(vcode::verify(unit) == std::nullopt);
      const machine::Words words(unit);
      const auto code = compiler->compile(unit, words, true);
      REQUIRE(code != nullptr);
      for (int turn = 0; turn < 60; ++turn) {
        std::vector<Scalar> args;
        std::vector<std::uint64_t> all(words.size);
        all[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(&goes_on);
        all[machine::Words::kEnd] = 1;
        for (std::size_t i = 0; i < unit.inputs.size(); ++i) {
          args.push_back(sample(unit.types[unit.inputs[i].value], random));
          all[words.inputs + i] = args.back().bits;
        }
        const std::int64_t ended = code->run(all.data());
        REQUIRE((ended == machine::Code::kDone) == prims::guard_holds(prim, args));
        if (ended != machine::Code::kDone) continue;
        const Scalar found{prims::result_type(prim), all[words.states]};
        const Scalar expected = prims::apply(prim, args);
        if (!laguz_test::same(found, expected)) FAIL("other bits");
      }
    }
}

namespace {

/// Loops over numbers of several types and arrays of them that are overwritten, with branches,
/// loops and assertions inside.
class RandomLoop {
 public:
  explicit RandomLoop(unsigned seed) : random_(seed) {
    Function made;
    const Type matrix{ScalarType::f64, 2, false}, ints{ScalarType::i32, 1, false};
    made.params = {bind(kI64), bind(kF64), bind(kF32), bind(kI32), bind(matrix), bind(ints)};
    for (const Binder& param : made.params) known_.push_back(param.atom());
    Builder b(program.names);
    span(b);
    Atoms results = loop(b, 2);
    made.results = types_of(results);
    made.body = b.finish(std::move(results));
    function = program.add(std::move(made));
  }

  Program program;
  FunId function = 0;

  /// Its loops that are vcode, all well formed.
  int lowered() const { return lowered(program[function].body); }

 private:
  int lowered(const Body& body) const {
    int count = 0;
    const auto uses = laguz::core::all_uses(body);
    const auto uses_of = [&](VarId var) { return uses.count(var) != 0 ? uses.at(var) : 0; };
    for (const Stm& stm : body.stms)
      if (std::holds_alternative<Loop>(stm.exp.node)) {
        const auto made = vcode::lower(stm, uses_of);
        if (const auto* unit = std::get_if<vcode::Unit>(&made)) {
          ++count;
          INFO(vcode::print(*unit));
          REQUIRE(vcode::verify(*unit) == std::nullopt);
        }
      }
    return count;
  }

  Binder bind(Type type) { return program.names.bind(type); }
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  void span(Builder& b) { b.span = {&file_, ++place_, place_ + 1}; }

  Atom any(ScalarType type) {
    std::vector<Atom> all;
    for (const Atom& atom : known_)
      if (atom.type == Type{type, 0, false}) all.push_back(atom);
    if (all.empty() || roll(5) == 0) {
      if (type == ScalarType::f64) return f64(roll(9) - 3.5);
      if (type == ScalarType::f32) return f32(static_cast<float>(roll(9)) - 2.5F);
      return Atom::constant(Scalar::integer(type, roll(7) - 2));
    }
    return all[static_cast<std::size_t>(roll(static_cast<int>(all.size())))];
  }
  void note(const Atom& atom) { known_.push_back(atom); }

  Atom place(Builder& b) {
    const Atom at = any(ScalarType::i64);
    if (roll(8) == 0) return at;  // may be outside
    return b.prim(prims::get("mod", ScalarType::i64), {at, Atom::i64(3)});
  }

  ScalarType type() {
    constexpr ScalarType kTypes[] = {ScalarType::i64, ScalarType::f64, ScalarType::f32,
                                     ScalarType::i32};
    return kTypes[roll(4)];
  }
  Atom comparison(Builder& b, ScalarType type) {
    const char* const names[] = {"lt", "le", "eq", "ne", "gt", "ge"};
    return b.prim(names[roll(6)], {any(type), any(type)});
  }

  void statement(Builder& b, Atom& matrix, Atom& ints, int depth) {
    span(b);
    const ScalarType type = this->type();
    switch (roll(depth > 0 ? 11 : 9)) {
      case 0:
      case 1: {
        const char* const names[] = {"add", "sub", "mul", "min", "max"};
        return note(b.prim(names[roll(5)], {any(type), any(type)}));
      }
      case 2: {
        const Atom holds = comparison(b, this->type());
        return note(b.prim(prims::get("select", type), {holds, any(type), any(type)}));
      }
      case 3: {
        const bool whole = laguz::support::is_integer(type);
        if (whole) return note(b.prim("div", {any(type), any(type)}));  // may fail
        return note(b.prim(roll(2) == 0 ? "sqrt" : "tanh", {any(type)}));
      }
      case 4: return load(b, matrix);
      case 5: return note(b.index(ints, {place(b)}));
      case 6: {
        const Atom i = place(b), j = place(b);
        matrix = b.emit1({Update{matrix, {fixed(i), fixed(j)}, any(ScalarType::f64)}}, matrix.type);
        return;
      }
      case 7: {
        ints = b.emit1({Update{ints, {fixed(place(b))}, any(ScalarType::i32)}}, ints.type);
        return;
      }
      case 8: {
        if (roll(3) != 0) return note(b.shape(matrix, roll(2)));
        const Atom holds = roll(4) != 0 ? b.prim("lt", {any(ScalarType::i64), Atom::i64(40)})
                                        : comparison(b, this->type());
        const Atom told = any(type);
        b.emit({Assert{holds, {std::string("told "), told, std::string(".")}}}, {});
        return;
      }
      case 9: return branch(b, matrix, ints, depth - 1);
      default: {
        const Atoms made = loop(b, depth - 1, &matrix, &ints);
        matrix = made[2];
        ints = made[3];
        note(made[0]);
        note(made[1]);
      }
    }
  }
  /// An element, some of it by its row, or of what a loop has kept.
  void load(Builder& b, const Atom& matrix) {
    if (!kept_.empty() && roll(2) == 0) {
      const Atom& kept = kept_[static_cast<std::size_t>(roll(static_cast<int>(kept_.size())))];
      return note(b.index(kept, {place(b)}));
    }
    if (roll(2) == 0) return note(b.index(matrix, {place(b), place(b)}));
    const Atom seen = roll(2) == 0
                          ? matrix
                          : b.emit1({ArrayApp{ArrayOp::rearrange, {matrix}, {1, 0}}}, matrix.type);
    const Atom row = b.index(seen, {place(b)});
    note(b.index(row, {place(b)}));
  }
  static DimSlice fixed(const Atom& index) {
    DimSlice dim;
    dim.fixed = true;
    dim.index = index;
    return dim;
  }

  void branch(Builder& b, Atom& matrix, Atom& ints, int depth) {
    If choice;
    choice.condition = comparison(b, type());
    const std::size_t known = known_.size(), kept = kept_.size();
    for (Body* body : {&choice.then_body, &choice.else_body}) {
      Builder inside(program.names);
      Atom own = matrix, numbers = ints;
      for (int s = 0; s < 3; ++s) statement(inside, own, numbers, depth);
      const Atom result = any(ScalarType::f64);
      *body = inside.finish({result, own, numbers});
      known_.resize(known);
      kept_.resize(kept);
    }
    const Atoms made = b.emit({std::move(choice)}, {kF64, matrix.type, ints.type});
    note(made[0]);
    matrix = made[1];
    ints = made[2];
  }

  /// States: two numbers, the matrix, the integers.
  Atoms loop(Builder& b, int depth, const Atom* matrix = nullptr, const Atom* ints = nullptr) {
    Loop loop;
    loop.inits = {any(ScalarType::f64), any(ScalarType::i64), matrix ? *matrix : known_[4],
                  ints ? *ints : known_[5]};
    for (const Atom& init : loop.inits) loop.params.push_back(bind(init.type));
    const std::size_t known = known_.size(), kept = kept_.size();
    const Atom old_matrix = known_[4], old_ints = known_[5];
    known_[4] = known_[5] = Atom::i64(0);  // overwritten
    for (std::size_t k : {0U, 1U}) note(loop.params[k].atom());
    Builder inside(program.names);
    Atom own = loop.params[2].atom(), numbers = loop.params[3].atom();
    Atom next = loop.params[1].atom();
    const bool counts = roll(3) != 0;
    if (counts) {
      const Binder index = bind(kI64);
      loop.form = ForForm{index, Atom::i64(roll(6))};
      note(index.atom());
    } else {
      Builder condition(program.names);
      const Atom holds = condition.prim("lt", {next, Atom::i64(roll(30))});
      loop.form = WhileForm{condition.finish({holds})};
    }
    for (int s = 0; s < 6; ++s) statement(inside, own, numbers, depth);
    if (counts)
      next = any(ScalarType::i64);
    else
      next = inside.prim("add", {next, Atom::i64(1 + roll(3))});
    const Atom first = any(ScalarType::f64);
    loop.body = inside.finish({first, next, own, numbers});
    known_.resize(known);
    kept_.resize(kept);
    known_[4] = old_matrix, known_[5] = old_ints;
    std::vector<Type> types;
    for (const Binder& param : loop.params) types.push_back(param.type);
    for (const std::size_t k : {0U, 1U, 0U}) {
      if (roll(3) != 0) continue;
      loop.keep(k, false, roll(2) == 0);
      types.push_back(types[k].array_of());
    }
    const Atoms made = b.emit({std::move(loop)}, types);
    for (std::size_t r = 4; r < made.size(); ++r) kept_.push_back(made[r]);
    return made;
  }

  std::mt19937 random_;
  Atoms known_;
  Atoms kept_;  ///< vectors, by loops
  std::uint32_t place_ = 0;
  laguz::support::SourceFile file_{"random.fut", std::string(2000, 'x')};
};

struct Outcome {
  std::vector<Value> values;
  std::string error;
  std::uint32_t place = 0;
};

Outcome outcome(const RandomLoop& random, Tier tier, const std::vector<Value>& args) {
  Options options;
  options.tier = tier;
  Evaluator evaluator(random.program, options);
  try {
    return {evaluator.call(random.function, args), {}, 0};
  } catch (const UserError& error) {
    return {{}, error.diagnostic().message, error.diagnostic().span.lo};
  }
}

bool same_values(const Value& a, const Value& b) {
  if (const auto* scalar = std::get_if<Scalar>(&a))
    return laguz_test::same(*scalar, std::get<Scalar>(b));
  const Array x = std::get<Array>(a).dense(), y = std::get<Array>(b).dense();
  bool all = x.shape() == y.shape();
  if (x.type() == ScalarType::i64)
    for (std::int64_t i = 0; all && i < x.size(); ++i)
      all = x.data<std::int64_t>()[i] == y.data<std::int64_t>()[i];
  else if (x.type() == ScalarType::i32)
    for (std::int64_t i = 0; all && i < x.size(); ++i)
      all = x.data<std::int32_t>()[i] == y.data<std::int32_t>()[i];
  else
    for (std::int64_t i = 0; all && i < x.size(); ++i)
      all = laguz_test::same(Scalar::f64(x.data<double>()[i]), Scalar::f64(y.data<double>()[i]));
  return all;
}

}  // namespace

TEST_CASE("machine code of random loops has the bits, and the errors, of the tree walk",
          "[machine]") {
  int lowered = 0, failed = 0;
  const unsigned many = 2000;
  for (unsigned seed = 0; seed < many; seed += kSeedStep) {
    RandomLoop random(seed);
    INFO("seed " << seed);
    verify(random.program, random.function);
    lowered += random.lowered();
    const std::vector<double> xs{0.5, -1, 2, 3, 0.25, -0.75, 1, 1.5, -2};
    const std::vector<std::int32_t> is{3, -1, 4};
    const Array matrix = Array::copy_of(ScalarType::f64, {3, 3}, xs.data());
    for (const bool turned : {false, true}) {
      const std::vector<Value> args{Scalar::i64(2),
                                    Scalar::f64(0.7),
                                    Scalar::f32(1.25F),
                                    Scalar::integer(ScalarType::i32, 5),
                                    turned ? matrix.rearrange(std::array{1, 0}) : matrix,
                                    Array::copy_of(ScalarType::i32, {3}, is.data())};
      const Outcome walked = outcome(random, Tier::scalar, args);
      const Outcome run = outcome(random, Tier::machine, args);
      bool agree = walked.error == run.error && walked.values.size() == run.values.size() &&
                   walked.place == run.place;
      for (std::size_t i = 0; agree && i < run.values.size(); ++i)
        agree = same_values(walked.values[i], run.values[i]);
      failed += run.error.empty() ? 0 : 1;
      if (!agree)
        FAIL(walked.error << "\n" << run.error << "\n" << print(random.program, random.function));
    }
  }
  // There is something to compare: most are compiled, and some of them fail.
  CHECK(lowered * static_cast<int>(kSeedStep) > static_cast<int>(many) / 2);
  CHECK(failed > 10);
}
