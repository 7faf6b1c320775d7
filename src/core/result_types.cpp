// What type each kind of expression gives.
#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"

namespace laguz::core {
namespace {

Type type_of(const ArrayApp& e) {
  const auto rank_of = [](std::size_t rank) { return static_cast<std::uint8_t>(rank); };
  switch (e.op) {
    case ArrayOp::iota: return {e.args.at(1).type.elem, 1, false};
    case ArrayOp::replicate: return e.args.at(1).type.array_of();
    case ArrayOp::reshape: return {e.args.at(0).type.elem, rank_of(e.args.size() - 1), false};
    case ArrayOp::rotate: return e.args.at(1).type;
    case ArrayOp::gather: return e.args.at(0).type.row().array_of(e.args.at(1).type.rank);
    case ArrayOp::shape: return {ScalarType::i64, 0, false};
    case ArrayOp::zeros:
      return {static_cast<ScalarType>(e.attrs.at(0)), rank_of(e.args.size()), false};
    case ArrayOp::flat_index:
      return {e.args.at(0).type.elem, rank_of((e.args.size() - 2) / 2), false};
    case ArrayOp::concat:
    case ArrayOp::rearrange:
    case ArrayOp::reverse:
    case ArrayOp::copy:
    case ArrayOp::lin_rec:
    case ArrayOp::order:
    case ArrayOp::last_equal:
    case ArrayOp::flat_update: return e.args.at(0).type;
  }
  LAGUZ_ASSERT(false, "unknown array operation");
}

struct ResultTypes {
  using Types = std::vector<Type>;
  const Program& program;

  Types operator()(const Copy& e) const { return {e.atom.type}; }
  Types operator()(const PrimApp& e) const { return {{prims::result_type(e.prim), 0, false}}; }
  Types operator()(const If& e) const { return types_of(e.then_body.results); }
  Types operator()(const Loop& e) const {
    Types types;
    for (const Binder& param : e.params) types.push_back(param.type);
    for (std::size_t h = 0; h < e.history.size(); ++h) {
      const Type state = e.params.at(e.history[h]).type;
      types.push_back(e.is_flat(h) ? Type{state.elem, 1, false} : state.array_of());
    }
    if (e.counted) types.push_back({ScalarType::i64, 0, false});
    return types;
  }
  Types operator()(const Call& e) const { return program[e.function].results; }
  Types operator()(const Soac& e) const {
    Types types = types_of(e.lambda.body.results);
    for (std::size_t i = ends_of(e).reduced; i < types.size(); ++i) types[i] = types[i].array_of();
    return types;
  }
  Types operator()(const Hist& e) const { return types_of(e.dests); }
  Types operator()(const Scatter& e) const {
    Types types = types_of(e.dests);
    if (e.exchanges())
      for (const Atom& value : e.values) types.push_back(value.type);
    return types;
  }
  Types operator()(const Stream& e) const { return types_of(e.lambda.body.results); }
  Types operator()(const Index& e) const {
    const auto rank = static_cast<std::uint8_t>(e.array.type.rank - e.indices.size());
    return {{e.array.type.elem, rank, false}};
  }
  Types operator()(const Slice& e) const {
    Type type = e.array.type;
    for (const DimSlice& dim : e.dims)
      if (dim.fixed) --type.rank;
    return {type};
  }
  Types operator()(const Update& e) const { return {e.array.type}; }
  Types operator()(const ArrayLit& e) const { return {e.row.array_of()}; }
  Types operator()(const ArrayApp& e) const { return {type_of(e)}; }
  Types operator()(const Assert&) const { return {}; }
  Types operator()(const Diff& e) const {
    Types types = types_of(e.function.body.results);
    const bool reverse = e.mode == DiffMode::vjp || e.mode == DiffMode::mjp;
    for (const Type& type : reverse ? types_of(e.primals) : Types(types))
      types.push_back(is_stacked(e.mode) ? type.array_of() : type);
    return types;
  }
  Types operator()(const Custom& e) const { return types_of(e.function.body.results); }
  Types operator()(const WithAcc& e) const {
    Types types;
    for (const WithAcc::Acc& acc : e.accs)
      for (const Atom& array : acc.arrays) types.push_back(array.type);
    for (const Atom& result : e.body.results) types.push_back(result.type);
    return types;
  }
  Types operator()(const AccUpdate&) const { return {}; }
  Types operator()(const Trace&) const { return {}; }
};

}  // namespace

std::vector<Type> result_types(const Exp& exp, const Program& program) {
  return std::visit(ResultTypes{program}, exp.node);
}

}  // namespace laguz::core
