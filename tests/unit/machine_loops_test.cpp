// Machine code of random loops against the tree walk; vcode that it is made of is well formed.
#include <catch2/catch.hpp>

#include "core/print.hpp"
#include "core/walk.hpp"
#include "eval_support.hpp"
#include "prims/catalog.hpp"
#include "scalar_samples.hpp"
#include "seeds.hpp"
#include "tests/unit/without_iterations.hpp"
#include "vcode/lower.hpp"

using namespace laguz_test;
namespace vcode = laguz::vcode;
namespace prims = laguz::prims;

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
    if (roll(2) == 0) {
      // Another one reads what that has kept, by elements, rows and ranges.
      known_[4] = results[2], known_[5] = results[3];
      Atoms more = loop(b, 1);
      results.erase(results.begin() + 2, results.begin() + 4);
      results.insert(results.end(), more.begin(), more.end());
    }
    made.results = types_of(results);
    made.body = b.finish(std::move(results));
    function = program.add(std::move(made));
  }

  Program program;
  FunId function = 0;

  /// Of its loops, those that are vcode, all well formed; and those of them that keep rows.
  struct Lowered {
    int loops = 0, rows = 0;
  };
  Lowered lowered() const { return lowered(program[function].body); }

 private:
  Lowered lowered(const Body& body) const {
    Lowered count;
    const auto uses = laguz::core::all_uses(body);
    const auto uses_of = [&](VarId var) { return uses.count(var) != 0 ? uses.at(var) : 0; };
    for (const Stm& stm : body.stms)
      if (std::holds_alternative<Loop>(stm.exp.node)) {
        const auto made = vcode::lower(stm, uses_of);
        if (const auto* unit = std::get_if<vcode::Unit>(&made)) {
          ++count.loops;
          for (const auto& kept : unit->kept) count.rows += kept.row.empty() ? 0 : 1;
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
      Atom kept = kept_[static_cast<std::size_t>(roll(static_cast<int>(kept_.size())))];
      while (kept.type.rank > 1) kept = b.index(kept, {place(b)});
      if (roll(3) == 0) kept = part(b, kept);
      return note(b.index(kept, {place(b)}));
    }
    if (roll(2) == 0) return note(b.index(matrix, {place(b), place(b)}));
    const Atom seen = roll(2) == 0
                          ? matrix
                          : b.emit1({ArrayApp{ArrayOp::rearrange, {matrix}, {1, 0}}}, matrix.type);
    const Atom row = b.index(seen, {place(b)});
    note(b.index(row, {place(b)}));
  }
  /// A range of [vector], or a row of it as a matrix.
  Atom part(Builder& b, const Atom& vector) {
    if (roll(2) == 0) {
      DimSlice range;
      range.start = roll(3) == 0 ? any(ScalarType::i64) : Atom::i64(roll(3));
      range.end = roll(3) == 0 ? any(ScalarType::i64) : b.shape(vector, 0);
      return b.emit1({Slice{vector, {range}}}, vector.type);
    }
    const Atom size = roll(4) == 0 ? any(ScalarType::i64) : b.shape(vector, 0);
    const Atoms lengths = roll(2) == 0 ? Atoms{size, Atom::i64(1)} : Atoms{Atom::i64(1), size};
    const Atom rows =
        b.array_op(ArrayOp::reshape, {vector, lengths[0], lengths[1]}, vector.type.array_of());
    return b.index(rows, {Atom::i64(roll(2))});
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

  /// What a loop gives for the one around it to keep.
  struct Given {
    Atom all;
    Atoms lengths;  ///< none if they are not always the same
  };

  /// Of a loop in [b], perhaps in a branch.
  std::vector<Given> given_by_loop(Builder& b, Atom& matrix, Atom& ints, int depth) {
    std::vector<Given> all;
    if (roll(2) == 0) {
      const Atoms made = loop(b, depth, &matrix, &ints, &all);
      matrix = made[2];
      ints = made[3];
      return all;
    }
    If choice;
    choice.condition = comparison(b, type());
    const std::size_t known = known_.size(), kept = kept_.size();
    Builder yes(program.names), no(program.names);
    const Atoms made = loop(yes, depth, &matrix, &ints, &all);
    Atoms results{made[2], made[3]}, others{matrix, ints};
    std::vector<Type> types{matrix.type, ints.type};
    for (Given& one : all) {
      results.push_back(one.all);
      types.push_back(one.all.type);
      if (one.all.type.rank == 1 && one.lengths.empty()) {
        const Atom element = any(one.all.type.elem);
        others.push_back(
            no.array_op(ArrayOp::replicate, {Atom::i64(roll(3)), element}, one.all.type));
      } else {
        others.push_back(zeros(no, one));
      }
    }
    known_.resize(known);
    kept_.resize(kept);
    choice.then_body = yes.finish(results);
    choice.else_body = no.finish(others);
    const Atoms after = b.emit({std::move(choice)}, types);
    matrix = after[0];
    ints = after[1];
    for (std::size_t k = 0; k < all.size(); ++k) all[k].all = after[k + 2];
    return all;
  }
  static Atom zeros(Builder& b, const Given& like) {
    const Type type = like.all.type;
    Atoms lengths = like.lengths;
    lengths.resize(type.rank, Atom::i64(0));
    return b.array_op(ArrayOp::zeros, lengths, type, {static_cast<std::int64_t>(type.elem)});
  }

  /// States: two numbers, the matrix, the integers. What it keeps goes to [given], if that is
  /// there.
  Atoms loop(Builder& b, int depth, const Atom* matrix = nullptr, const Atom* ints = nullptr,
             std::vector<Given>* given = nullptr) {
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
    std::vector<Given> inner;
    if (depth > 0 && (matrix == nullptr || given != nullptr) && roll(2) == 0)
      inner = given_by_loop(inside, own, numbers, depth - 1);
    if (counts)
      next = any(ScalarType::i64);
    else
      next = inside.prim("add", {next, Atom::i64(1 + roll(3))});
    const Atom first = any(ScalarType::f64);
    Atoms nexts{first, next, own, numbers};
    for (const Given& one : inner) {
      nexts.push_back(one.all);
      loop.params.push_back(bind(one.all.type));
      loop.inits.push_back(zeros(b, one));
    }
    loop.body = inside.finish(std::move(nexts));
    known_.resize(known);
    kept_.resize(kept);
    known_[4] = old_matrix, known_[5] = old_ints;
    std::vector<Type> types;
    for (const Binder& param : loop.params) types.push_back(param.type);
    std::vector<Given> all;  // what is kept
    const Atoms trips = counts ? Atoms{std::get<ForForm>(loop.form).bound} : Atoms{};
    for (const std::size_t k : {0U, 1U, 0U}) {
      if (roll(given != nullptr && k == 0 ? 2 : 3) != 0) continue;
      loop.keep(k, false, roll(2) == 0);
      all.push_back({{}, trips});
      types.push_back(types[k].array_of());
    }
    for (std::size_t k = 0; k < inner.size(); ++k) {
      const Given& one = inner[k];
      const bool flat = one.lengths.empty() || roll(2) == 0;
      loop.keep(4 + k, flat, true);
      all.emplace_back();
      if (!flat && counts) {
        all.back().lengths = trips;
        all.back().lengths.insert(all.back().lengths.end(), one.lengths.begin(), one.lengths.end());
      }
      types.push_back(flat ? Type{one.all.type.elem, 1, false} : one.all.type.array_of());
    }
    Atoms made = b.emit({std::move(loop)}, types);
    made.erase(made.begin() + 4, made.begin() + 4 + static_cast<std::ptrdiff_t>(inner.size()));
    for (std::size_t r = 0; r < all.size(); ++r) {
      all[r].all = made[4 + r];
      if (given == nullptr) kept_.push_back(made[4 + r]);
    }
    if (given != nullptr) *given = std::move(all);
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
    return {{},
            laguz::test::without_iterations(error.diagnostic().message),
            error.diagnostic().span.lo};
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
  int lowered = 0, rows = 0, failed = 0;
  const unsigned many = 2000;
  for (unsigned seed = 0; seed < many; seed += kSeedStep) {
    RandomLoop random(seed);
    INFO("seed " << seed);
    verify(random.program, random.function);
    lowered += random.lowered().loops;
    rows += random.lowered().rows;
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
  CHECK(rows * static_cast<int>(kSeedStep) > static_cast<int>(many) / 20);
  CHECK(failed > 10);
}
