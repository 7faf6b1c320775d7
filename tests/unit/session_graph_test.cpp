// The graph of a session, of functions made by hand.
#include <catch2/catch.hpp>

#include "graph/session_graph.hpp"
#include "tests/unit/core_support.hpp"

using namespace laguz_core_test;
using laguz::graph::Between;
using laguz::graph::SessionGraph;

namespace {

using Ids = std::vector<FunId>;

struct Session : Written {
  SessionGraph graph{program, [this](FunId f) -> const Function& { return program[f]; }};

  /// A constant, or else a function, which calls [callees]; without any it is what is written.
  FunId add(const Ids& callees, bool constant = true) {
    return program.add(calling(callees, constant));
  }
  Function calling(const Ids& callees, bool constant) {
    Function made;
    made.constant = constant;
    made.results = {kF64};
    Builder builder(names);
    Atom sum = f64(1);
    for (const FunId callee : callees)
      sum = builder.prim("add", {sum, builder.emit({Call{callee, {}}}, {kF64})[0]});
    made.body = builder.finish({sum});
    return made;
  }
  Body reading(const Ids& callees) { return calling(callees, false).body; }
};

}  // namespace

TEST_CASE("a value was computed from those that its code reads, in functions too", "[session]") {
  Session session;
  const FunId w = session.add({}), b = session.add({}), other = session.add({});
  const FunId even = session.add({}, false);
  const FunId odd = session.add({b, even}, false);
  session.program[even] = session.calling({odd}, false);  // they call each other
  const FunId y = session.add({even, w});
  const FunId z = session.add({y, w, y});
  const SessionGraph& graph = session.graph;
  CHECK(graph.is_node(z));
  CHECK_FALSE(graph.is_node(even));
  CHECK(graph.is_leaf(w));
  CHECK_FALSE(graph.is_leaf(y));
  CHECK(graph.nodes_before(session.program[z].body) == Ids{b, w, y});
  CHECK(graph.past_of(z) == std::set<FunId>{w, b, even, odd, y, z});
  CHECK(graph.past_of(other) == std::set<FunId>{other});

  // What only the value of is known has no past.
  make_known(session.program[y], std::make_shared<const std::vector<laguz::runtime::Value>>(
                                     1, laguz::runtime::Value(Scalar::f64(3))));
  CHECK(graph.is_leaf(y));
  CHECK(graph.nodes_before(session.program[z].body) == Ids{y, w});
  CHECK(graph.past_of(z) == std::set<FunId>{w, y, z});
}

TEST_CASE("equal values are nodes of their own", "[session]") {
  Session session;
  const FunId w = session.add({}), one = session.add({w}), other = session.add({w});
  CHECK(session.graph.nodes_before(session.reading({other, one})) == Ids{w, other, one});
}

TEST_CASE("nodes have ids of their own, and keep them", "[session]") {
  Session session;
  const FunId w = session.add({}), y = session.add({w});
  const auto of_w = session.graph.id_of(w, 0), of_y = session.graph.id_of(y, 1);
  CHECK(of_w != of_y);
  CHECK(session.graph.id_of(y, 0) != of_y);
  CHECK(session.graph.id_of(w, 0) == of_w);
  CHECK(session.names.fresh() > of_y);
  session.graph.keep({y});
  CHECK(session.graph.id_of(y, 1) == of_y);
  CHECK(session.graph.id_of(w, 0) > of_y);  // what is forgotten has left its id behind
}

TEST_CASE("between values and what is computed from them", "[session]") {
  Session session;
  const FunId w = session.add({}), b = session.add({});
  const FunId f = session.add({w, b}, false);
  const FunId apart = session.add({b});
  // The one that is older reads the younger one, as in a file.
  const FunId late = session.add({}), early = session.add({f});
  session.program[late] = session.calling({early, w}, true);
  Between between(session.graph, session.reading({late, apart}), {w});
  CHECK(between.nodes() == Ids{early, late});
  CHECK(between.reached() == Ids{w, b, apart, late, early});
  CHECK(between.read_by(late) == Ids{w, early});
  CHECK(between.read_by(f) == Ids{w});
  CHECK(between.depends(f));
  CHECK_FALSE(between.depends(apart));

  // What is given reads nothing.
  Between shorter(session.graph, session.reading({late}), {w, early});
  CHECK(shorter.nodes() == Ids{late});
  CHECK(shorter.reached() == Ids{w, late, early});

  Between none(session.graph, session.reading({apart}), {w});
  CHECK(none.nodes().empty());
  CHECK(none.reached() == Ids{b, apart});
}

TEST_CASE("a derivative of values remembers what it was written from", "[session]") {
  Session session;
  const FunId w = session.add({}), y = session.add({w}), gradient = session.add({});
  session.graph.written_from(gradient, {w, y});
  session.graph.detach(w);
  CHECK(session.graph.past_of(gradient) == std::set<FunId>{w, y, gradient});
  CHECK(session.graph.is_detached(w));
  session.program.keep({gradient, y, w});
  session.graph.keep({gradient, y, w});
  CHECK(session.graph.past_of(gradient) == std::set<FunId>{w, y, gradient});
  session.program.keep({gradient});
  session.graph.keep({gradient});
  CHECK(session.graph.past_of(gradient) == std::set<FunId>{gradient});
  CHECK_FALSE(session.graph.is_detached(w));
}

TEST_CASE("a long past takes no stack", "[session]") {
  constexpr std::size_t kMany = 100'000;
  Session session;
  FunId last = session.add({});
  const FunId first = last;
  for (std::size_t i = 1; i < kMany; ++i) last = session.add({last});
  const Body body = session.reading({last});
  CHECK(session.graph.nodes_before(body).size() == kMany);
  CHECK(session.graph.past_of(last).size() == kMany);
  CHECK(Between(session.graph, body, {first}).nodes().size() == kMany - 1);
}
