// Keys of expressions: what differs in one field has another key, whatever its kind.
#include <catch2/catch.hpp>

#include <functional>
#include <set>

#include "core/key.hpp"
#include "core/program.hpp"
#include "prims/catalog.hpp"

using namespace laguz::core;

namespace {

constexpr Type kI64{ScalarType::i64, 0, false};
constexpr Type kF64{ScalarType::f64, 0, false};
constexpr Type kVector{ScalarType::f64, 1, false};

struct Fixture {
  Program program;
  Names& names = program.names;
  Atom x = names.bind(kF64).atom(), y = names.bind(kF64).atom();
  Atom n = names.bind(kI64).atom(), m = names.bind(kI64).atom();
  Atom xs = names.bind(kVector).atom(), ys = names.bind(kVector).atom();
  Atom is = names.bind(kI64.array_of()).atom(), js = names.bind(kI64.array_of()).atom();
  std::set<std::size_t> kinds;  ///< that have been looked at

  /// [a] combined with [b] by a primitive.
  static Exp prim(const char* name, const Atom& a, const Atom& b) {
    return {PrimApp{laguz::prims::get(name, a.type.elem), {a, b}}};
  }
  Body body(Exp exp, Type type = kF64) {
    const Binder result = names.bind(type);
    return {{{{result}, std::move(exp), {}}}, {result.atom()}};
  }
  /// \a b -> a op b
  Lambda op(const char* name) {
    const Binder a = names.bind(kF64), b = names.bind(kF64);
    return {{a, b}, body(prim(name, a.atom(), b.atom()))};
  }
  Lambda identity(std::vector<Type> types = {kF64}) {
    Lambda made;
    for (const Type type : types) {
      made.params.push_back(names.bind(type));
      made.body.results.push_back(made.params.back().atom());
    }
    return made;
  }
  /// The expression inside of another one.
  Exp inside(Exp exp) {
    return {If{Atom::boolean(true), {{{{names.bind(kF64)}, std::move(exp), {}}}, {}}, {}}};
  }

  /// All have keys, which are different.
  void apart(const std::vector<Exp>& all) {
    std::vector<Key> keys;
    for (const Exp& exp : all) {
      kinds.insert(exp.node.index());
      const auto key = key_of(exp, program);
      REQUIRE(key);
      CHECK(*key == *key_of(Exp(exp), program));
      for (std::size_t i = 0; i < keys.size(); ++i) {
        INFO("kind " << exp.node.index() << ", expressions " << i << " and " << keys.size());
        CHECK_FALSE(keys[i] == *key);
      }
      keys.push_back(*key);
    }
  }
  /// The same inside of other expressions; alone they have none.
  void apart_inside(const std::vector<Exp>& all) {
    std::vector<Exp> wrapped;
    for (const Exp& exp : all) {
      kinds.insert(exp.node.index());
      CHECK_FALSE(key_of(exp, program));
      wrapped.push_back(inside(exp));
    }
    apart(wrapped);
  }
  void without_key(const Exp& exp) {
    kinds.insert(exp.node.index());
    CHECK_FALSE(key_of(exp, program));
    CHECK_FALSE(key_of(inside(exp), program));
  }

  /// [base], and copies of it with one change each.
  template <class T>
  static std::vector<Exp> variants(const T& base, std::vector<std::function<void(T&)>> changes) {
    std::vector<Exp> all{{base}};
    for (const auto& change : changes) {
      T other = base;
      change(other);
      all.push_back({std::move(other)});
    }
    return all;
  }
};

DimSlice fixed(const Atom& index) {
  DimSlice dim;
  dim.fixed = true;
  dim.index = index;
  return dim;
}
DimSlice range(std::optional<Atom> start, std::optional<Atom> end, std::optional<Atom> stride) {
  DimSlice dim;
  dim.start = start;
  dim.end = end;
  dim.stride = stride;
  return dim;
}

}  // namespace

TEST_CASE_METHOD(Fixture, "expressions that differ in one field have different keys", "[key]") {
  apart({{Copy{x}},
         {Copy{y}},
         {Copy{Atom::i64(1)}},
         {Copy{Atom::i64(2)}},
         {Copy{Atom::constant({ScalarType::u64, 1})}}});
  apart({prim("add", x, y), prim("add", y, x), prim("sub", x, y), prim("add", n, m)});

  const Binder c = names.bind({ScalarType::boolean, 0, false});
  apart(variants<If>(
      {c.atom(), body({Copy{x}}), body({Copy{y}})},
      {[](If& e) { e.condition = Atom::boolean(true); },
       [&](If& e) { e.then_body = body({Copy{y}}); }, [&](If& e) { e.else_body.results[0] = x; },
       [&](If& e) {
         e.then_body.results.push_back(x);
         e.else_body.results.push_back(y);
       }}));

  const Binder state = names.bind(kVector), other = names.bind(kVector);
  const Loop loop{{state, other},
                  {xs, ys},
                  ForForm{names.bind(kI64), n},
                  {{}, {state.atom(), other.atom()}},
                  {},
                  {0, 1},
                  false};
  apart(variants<Loop>(
      loop,
      {[&](Loop& e) { e.inits[0] = ys; }, [&](Loop& e) { std::get<ForForm>(e.form).bound = m; },
       [&](Loop& e) {
         e.form = WhileForm{{{}, {Atom::boolean(true)}}};
       },
       [&](Loop& e) {
         e.form = WhileForm{{{}, {Atom::boolean(false)}}};
       },
       [](Loop& e) { std::swap(e.body.results[0], e.body.results[1]); },
       [](Loop& e) { e.hints.stripmine = 2; }, [](Loop& e) { e.history = {0}; },
       [](Loop& e) {
         e.history = {1, 0};
       },
       [](Loop& e) { e.counted = true; }, [](Loop& e) { e.flat = {1}; },
       [](Loop& e) {
         e.flat = {0, 1};
       }}));

  Function constant, called;
  constant.constant = true;
  const FunId pi = program.add(constant), tau = program.add(constant), f = program.add(called);
  apart({{Call{pi, {}}}, {Call{tau, {}}}});
  CHECK_FALSE(key_of({Call{f, {x}}}, program));

  const Soac soac{n,    {xs, ys}, identity({kF64, kF64}), {{op("add"), {x}}}, {{op("mul"), {y}}},
                  {{}}, false};
  apart(variants<Soac>(
      soac,
      {[&](Soac& e) { e.width = m; }, [&](Soac& e) { e.arrays[1] = xs; },
       [](Soac& e) { std::swap(e.lambda.body.results[0], e.lambda.body.results[1]); },
       [&](Soac& e) { e.reduces[0].op = op("mul"); }, [&](Soac& e) { e.reduces[0].neutral[0] = y; },
       [](Soac& e) { e.reduces[0].commutative = true; },
       [&](Soac& e) { e.scans[0].op = op("add"); }, [&](Soac& e) { e.scans[0].neutral[0] = x; },
       [](Soac& e) { e.scans.clear(); }, [](Soac& e) { e.reduces.clear(); },
       [&](Soac& e) {
         e.scans.push_back({op("mul"), {y}});
       },
       [&](Soac& e) { e.row_shapes[0].push_back(n); }, [&](Soac& e) { e.row_shapes.push_back({}); },
       [](Soac& e) { e.sequential = true; }}));

  apart(variants<Hist>(
      {n, {xs}, op("add"), {x}, {is}, {ys}},
      {[&](Hist& e) { e.width = m; }, [&](Hist& e) { e.dests[0] = ys; },
       [&](Hist& e) { e.op = op("mul"); }, [&](Hist& e) { e.neutral[0] = y; },
       [&](Hist& e) { e.indices[0] = js; }, [&](Hist& e) { e.indices.push_back(js); },
       [&](Hist& e) { e.values[0] = xs; }}));
  apart(variants<Scatter>(
      {n, {xs}, {is}, {ys}},
      {[&](Scatter& e) { e.width = m; }, [&](Scatter& e) { e.dests[0] = ys; },
       [&](Scatter& e) { e.indices[0] = js; }, [&](Scatter& e) { e.indices.push_back(js); },
       [&](Scatter& e) { e.values[0] = xs; }}));

  apart(variants<Index>({xs, {n}},
                        {[&](Index& e) { e.array = ys; }, [&](Index& e) { e.indices[0] = m; },
                         [&](Index& e) { e.indices.push_back(m); }}));
  const std::vector<std::vector<DimSlice>> slices = {
      {fixed(n)},
      {fixed(m)},
      {range(n, {}, {})},
      {range({}, n, {})},
      {range({}, {}, n)},
      {range({}, {}, {})},
      {range({}, {}, {}), range({}, {}, {})},
      {range(n, m, {})},
  };
  std::vector<Exp> views{{Slice{ys, slices[0]}}},
      updates{{Update{ys, slices[0], xs}}, {Update{xs, slices[0], xs}}};
  for (const auto& dims : slices) {
    views.push_back({Slice{xs, dims}});
    updates.push_back({Update{xs, dims, ys}});
  }
  apart(views);
  apart_inside(updates);

  apart(variants<ArrayLit>(
      {{x, y}, kF64, {}},
      {[](ArrayLit& e) { e.elements.pop_back(); }, [&](ArrayLit& e) { e.elements[0] = y; },
       [](ArrayLit& e) { e.row.elem = ScalarType::i64; }, [](ArrayLit& e) { e.row.rank = 1; },
       [&](ArrayLit& e) { e.row_shape = {n}; }, [](ArrayLit& e) { e.elements.clear(); }}));
  apart(variants<ArrayApp>(
      {ArrayOp::rearrange, {xs}, {0, 1}},
      {[](ArrayApp& e) { e.op = ArrayOp::reverse; }, [&](ArrayApp& e) { e.args[0] = ys; },
       [&](ArrayApp& e) { e.args.push_back(ys); },
       [](ArrayApp& e) {
         e.attrs = {1, 0};
       },
       [](ArrayApp& e) { e.attrs = {0}; }}));
  apart_inside({{ArrayApp{ArrayOp::copy, {xs}, {}}}, {ArrayApp{ArrayOp::copy, {ys}, {}}}});
  apart_inside(variants<Assert>(
      {c.atom(), {std::string("index "), n, std::string(" is negative")}},
      {[](Assert& e) { e.condition = Atom::boolean(false); },
       [](Assert& e) { e.message[0] = std::string("Index "); },
       [](Assert& e) { e.message[2] = std::string(" is positive"); },
       [&](Assert& e) { e.message[1] = m; }, [&](Assert& e) { e.message[1] = std::string("n"); },
       [&](Assert& e) { e.message[0] = n; }, [](Assert& e) { e.message.pop_back(); }}));

  without_key({Stream{n, {xs}, identity({kI64, kF64, kVector}), {x}, {{}}, 0}});
  without_key({Diff{DiffMode::vjp, identity(), {x}, {y}}});
  without_key({Custom{CustomMode::vjp, identity(), op("mul"), {x}}});
  without_key({WithAcc{{{names.bind({ScalarType::f64, 1, true}), {xs}, {}, {}, 1}}, {}}});
  without_key({AccUpdate{names.bind({ScalarType::f64, 1, true}).atom(), {n}, {x}}});
  without_key({Trace{false, "x", {x}, nullptr}});
  CHECK(kinds.size() == std::variant_size_v<decltype(Exp::node)>);
}
