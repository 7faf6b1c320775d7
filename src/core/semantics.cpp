#include "core/semantics.hpp"

#include <array>
#include <utility>

#include "prims/catalog.hpp"
#include "support/overloaded.hpp"

namespace laguz::core {
namespace {

using support::overloaded;

constexpr ArrayOpRow make_row(ArrayOp op) {
  using enum Memory;
  using enum Failure;
  using enum Elements;
  constexpr auto nothing = ElementCost::nothing, copy = ElementCost::copy, work = ElementCost::work;
  switch (op) {
    case ArrayOp::iota:
      return {"iota", 0, own, false, by_place, nothing, negative_count, Slope::all_but_first};
    case ArrayOp::replicate:
      return {"replicate", 1, shared, false, alike, copy, negative_count, Slope::second};
    case ArrayOp::concat:
      return {"concat", 0, own, false, computed, work, irregular_rows, Slope::all};
    case ArrayOp::rearrange:
      return {"rearrange", 0, view, false, moved, nothing, never, Slope::first};
    case ArrayOp::reshape:
      return {"reshape", 0, view, false, moved, nothing, unproven, Slope::first};
    case ArrayOp::reverse: return {"reverse", 0, view, true, moved, nothing, never, Slope::first};
    case ArrayOp::rotate: return {"rotate", 1, shared, true, moved, copy, never, Slope::second};
    case ArrayOp::gather: return {"gather", 0, own, false, computed, work, never, Slope::first};
    case ArrayOp::copy: return {"copy", 0, shared, true, same, work, never, Slope::first};
    case ArrayOp::shape: return {"shape", 0, own, false, computed, nothing, never, Slope::none};
    case ArrayOp::zeros: return {"zeros", 0, own, false, alike, copy, never, Slope::none};
    case ArrayOp::lin_rec: return {"lin_rec", 0, own, true, computed, work, never, Slope::all};
    case ArrayOp::order: return {"order", 0, own, true, computed, work, never, Slope::none};
    case ArrayOp::last_equal:
      return {"last_equal", 0, own, true, computed, work, never, Slope::none};
    case ArrayOp::flat_index:
      return {"flat_index", 0, view, false, computed, work, unproven, Slope::first};
    case ArrayOp::flat_update:
      return {"flat_update", 0, taken, true, computed, work, unproven, Slope::first_and_last};
  }
  return {};
}

constexpr auto kLast = ArrayOp::flat_update;

constexpr auto kRows = [] {
  std::array<ArrayOpRow, static_cast<std::size_t>(kLast) + 1> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = make_row(static_cast<ArrayOp>(i));
  return rows;
}();

/// What an expression does with its array operands.
struct Uses {
  Atoms written{};  ///< the i-th becomes result i
  Atoms handed{};   ///< handed on to be overwritten
  const Atom* viewed = nullptr;
  const Atom* like = nullptr;  ///< has the shape of the result
};

Uses uses_of(const Exp& exp) {
  return std::visit(overloaded{[](const Update& e) { return Uses{.written = {e.array}}; },
                               [](const Scatter& e) { return Uses{.written = e.dests}; },
                               [](const Hist& e) { return Uses{.written = e.dests}; },
                               [](const WithAcc& e) {
                                 Uses uses;
                                 bool grow = false;  // then results have other shapes
                                 for (const WithAcc::Acc& acc : e.accs) {
                                   grow = grow || acc.growth != WithAcc::Growth::none;
                                   uses.written.insert(uses.written.end(), acc.arrays.begin(),
                                                       acc.arrays.end());
                                 }
                                 if (grow) std::swap(uses.written, uses.handed);
                                 return uses;
                               },
                               [](const ArrayApp& e) {
                                 const ArrayOpRow& row = row_of(e.op);
                                 Uses uses;
                                 const Atom* array = &e.args[row.array];
                                 if (row.memory == Memory::taken) uses.written = {*array};
                                 if (row.memory == Memory::view) uses.viewed = array;
                                 if (row.keeps_shape) uses.like = array;
                                 return uses;
                               },
                               [](const Loop& e) { return Uses{.handed = e.inits}; },
                               [](const Stream& e) { return Uses{.handed = e.inits}; },
                               [](const Call& e) { return Uses{.handed = e.args}; },
                               [](const Index& e) { return Uses{.viewed = &e.array}; },
                               [](const Slice& e) { return Uses{.viewed = &e.array}; },
                               [](const Copy&) { return Uses{}; },
                               [](const PrimApp&) { return Uses{}; },
                               [](const If&) { return Uses{}; },
                               [](const Soac&) { return Uses{}; },
                               [](const ArrayLit&) { return Uses{}; },
                               [](const Assert&) { return Uses{}; },
                               [](const Diff&) { return Uses{}; },
                               [](const Custom&) { return Uses{}; },
                               [](const AccUpdate&) { return Uses{}; },
                               [](const Trace&) { return Uses{}; }},
                    exp.node);
}

}  // namespace

const ArrayOpRow& row_of(ArrayOp op) { return kRows[static_cast<std::size_t>(op)]; }

const ArrayApp* as_app(const Exp& exp, ArrayOp op) {
  const auto* app = std::get_if<ArrayApp>(&exp.node);
  return app != nullptr && app->op == op ? app : nullptr;
}

bool copies_elements(ArrayOp op) {
  const ArrayOpRow& row = row_of(op);
  return row.elements == Elements::moved
             ? row.memory != Memory::view
             : row.memory == Memory::own && row.cost == ElementCost::work;
}

bool is_written_down(ArrayOp op) {
  const Elements elements = row_of(op).elements;
  return elements == Elements::by_place || elements == Elements::alike;
}

bool succeeds_operand(ArrayOp op) {
  const ArrayOpRow& row = row_of(op);
  return row.elements == Elements::same || row.memory == Memory::taken;
}

bool may_fail(const ArrayApp& app) {
  const Atom& first = app.args[0];
  switch (row_of(app.op).failure) {
    case Failure::never: return false;
    case Failure::negative_count: return !first.is_constant() || first.scalar().as_i64() < 0;
    case Failure::irregular_rows: return first.type.rank > 1;
    case Failure::unproven: return true;
  }
  return true;
}

DimSlices part_read(const Index& index) {
  DimSlices dims;
  for (const Atom& number : index.indices) dims.push_back({true, number, {}, {}, {}});
  return dims;
}

bool is_same_part(const DimSlices& a, const DimSlices& b) {
  const std::size_t both = std::min(a.size(), b.size());
  const DimSlices& longer = a.size() > both ? a : b;
  const auto rest = longer.begin() + static_cast<std::ptrdiff_t>(both);
  return std::equal(longer.begin(), rest, (&longer == &a ? b : a).begin()) &&
         std::all_of(rest, longer.end(), [](const DimSlice& dim) { return dim.is_whole(); });
}

Atoms written(const Exp& exp) { return uses_of(exp).written; }

Atoms consumed(const Exp& exp) {
  Uses uses = uses_of(exp);
  Atoms arrays = std::move(uses.written);
  for (const Atom& atom : uses.handed)
    if (!atom.is_constant() && atom.type.rank > 0 && !atom.type.acc) arrays.push_back(atom);
  return arrays;
}

std::optional<Atom> same_shape(const Exp& exp, std::size_t result) {
  const Uses uses = uses_of(exp);
  if (result < uses.written.size()) return uses.written[result];
  if (const auto* scatter = std::get_if<Scatter>(&exp.node))
    return scatter->values[scatter->column(result)];
  return uses.like != nullptr ? std::optional(*uses.like) : std::nullopt;
}

namespace {

Atoms deciding(const std::vector<DimSlice>& dims) {
  Atoms all;
  for (const DimSlice& dim : dims) {
    if (dim.fixed) all.push_back(dim.index);
    for (const auto& part : {dim.start, dim.end, dim.stride})
      if (part) all.push_back(*part);
  }
  return all;
}

Atoms deciding(const ArrayApp& e) {
  const auto part = [&](std::size_t from, std::size_t to) {
    const auto begin = e.args.begin();
    return Atoms(begin + static_cast<std::ptrdiff_t>(from),
                 begin + static_cast<std::ptrdiff_t>(to));
  };
  switch (row_of(e.op).slope) {
    case Slope::none: return e.op == ArrayOp::shape ? Atoms{} : e.args;
    case Slope::first: return part(1, e.args.size());
    case Slope::second:
    case Slope::all_but_first: return part(0, 1);
    case Slope::first_and_last: return part(1, e.args.size() - 1);
    case Slope::all: return {};
  }
  return {};
}

}  // namespace

Atoms deciding(const Exp& exp) {
  return std::visit(support::overloaded{[](const If& e) { return Atoms{e.condition}; },
                                        [](const Loop& e) {
                                          const auto* form = std::get_if<ForForm>(&e.form);
                                          return form != nullptr ? Atoms{form->bound} : Atoms{};
                                        },
                                        [](const Soac& e) { return Atoms{e.width}; },
                                        [](const Stream& e) { return Atoms{e.width}; },
                                        [](const Hist& e) { return e.indices; },
                                        [](const Scatter& e) { return e.indices; },
                                        [](const Index& e) { return e.indices; },
                                        [](const Slice& e) { return deciding(e.dims); },
                                        [](const Update& e) { return deciding(e.dims); },
                                        [](const ArrayApp& e) { return deciding(e); },
                                        [](const AccUpdate& e) { return e.indices; },
                                        [](const PrimApp& e) {
                                          return prims::op_of(e.prim) == prims::Op::select
                                                     ? Atoms{e.args[0]}
                                                     : Atoms{};
                                        },
                                        [](const Copy&) { return Atoms{}; },
                                        [](const Call&) { return Atoms{}; },
                                        [](const ArrayLit&) { return Atoms{}; },
                                        [](const Assert&) { return Atoms{}; },
                                        [](const Diff&) { return Atoms{}; },
                                        [](const Custom&) { return Atoms{}; },
                                        [](const WithAcc&) { return Atoms{}; },
                                        [](const Trace&) { return Atoms{}; }},
                    exp.node);
}

const Atom* viewed(const Exp& exp) { return uses_of(exp).viewed; }

}  // namespace laguz::core
