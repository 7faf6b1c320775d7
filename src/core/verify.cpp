#include "core/verify.hpp"

#include <fmt/format.h>

#include "core/print.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"

namespace laguz::core {
namespace {

constexpr Type kBool{ScalarType::boolean, 0, false};

std::vector<Type> joined(std::vector<Type> a, const std::vector<Type>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<Type> stacked(std::vector<Type> types, bool really) {
  if (really)
    for (Type& type : types) type = type.array_of();
  return types;
}

std::string text(const std::vector<Type>& types) {
  std::string all;
  for (const Type& type : types) all += (all.empty() ? "" : ", ") + print(type);
  return "(" + all + ")";
}

class Verifier {
 public:
  Verifier(const Program& program, const Function& function)
      : program_(program), function_(function) {}

  void run() {
    if (function_.known != nullptr && !function_.has_body()) return;
    bind(function_.params);
    body(function_.body);
    same("results", function_.results, types_of(function_.body.results));
  }

  void operator()(const Copy&) {}
  void operator()(const PrimApp& e) {
    check(e.prim.row < prims::catalog().size(), "unknown primitive");
    const prims::Row& row = prims::row_of(e.prim);
    check(prims::contains(row.types, e.prim.type), "primitive is not at this type");
    check(e.args.size() == static_cast<std::size_t>(row.arity), "wrong number of operands");
    for (int i = 0; i < row.arity; ++i)
      same("operand", e.args[i].type, {prims::operand_type(e.prim, i), 0, false});
  }
  void operator()(const If& e) {
    same("condition", e.condition.type, kBool);
    same("branches", types_of(e.then_body.results), types_of(e.else_body.results));
  }
  void operator()(const Loop& e) {
    same("initial values", types_of(e.inits), types_of(e.params));
    same("next parameters", types_of(e.body.results), types_of(e.params));
    if (const auto* form = std::get_if<ForForm>(&e.form)) {
      check(form->bound.type.is_scalar() && support::is_integer(form->bound.type.elem),
            "bound is not an integer");
      same("index", form->index.type, form->bound.type);
    } else {
      same("condition", types_of(std::get<WhileForm>(e.form).condition.results), {kBool});
    }
    for (const std::uint32_t kept : e.history)
      check(kept < e.params.size() && !e.params[kept].type.acc, "no such parameter in history");
    check(e.flat.size() <= e.history.size(), "more flat entries than history");
    check(e.after.size() <= e.history.size(), "more entries of ends than history");
  }
  void operator()(const Call& e) {
    check(program_.has(e.function), "unknown function");
    same("arguments", types_of(e.args), types_of(program_[e.function].params));
  }
  void operator()(const Soac& e) {
    same("width", e.width.type, kIndex);
    elements(e.arrays, types_of(e.lambda.params));
    const std::vector<Type> results = types_of(e.lambda.body.results);
    std::size_t at = 0;
    const auto reduction = [&](const Lambda& op, const Atoms& neutral) {
      operation(op, neutral);
      check(at + neutral.size() <= results.size(), "too few results of the lambda");
      for (const Atom& element : neutral) same("reduced value", results[at++], element.type);
    };
    for (const Reduce& reduce : e.reduces) reduction(reduce.op, reduce.neutral);
    const std::size_t reduced = at;
    for (const Scan& scan : e.scans) reduction(scan.op, scan.neutral);
    row_shapes(e.row_shapes,
               {results.begin() + static_cast<std::ptrdiff_t>(reduced), results.end()});
  }
  void operator()(const Hist& e) {
    same("width", e.width.type, kIndex);
    places(e.dests, e.indices, e.values);
    check(e.neutral.size() == e.dests.size(), "wrong number of neutral elements");
    operation(e.op, e.neutral);
    elements(e.values, types_of(e.neutral));
  }
  void operator()(const Scatter& e) {
    same("width", e.width.type, kIndex);
    places(e.dests, e.indices, e.values);
  }
  void operator()(const Stream& e) {
    same("width", e.width.type, kIndex);
    for (const Atom& array : e.arrays) check(is_array(array.type), "operand is not an array");
    same("parameters", types_of(e.lambda.params),
         joined(joined({kIndex}, types_of(e.inits)), types_of(e.arrays)));
    const std::vector<Type> results = types_of(e.lambda.body.results);
    check(results.size() >= e.inits.size(), "too few results of the lambda");
    const auto chunks = results.begin() + static_cast<std::ptrdiff_t>(e.inits.size());
    same("accumulators", {results.begin(), chunks}, types_of(e.inits));
    std::vector<Type> rows;
    for (auto type = chunks; type != results.end(); ++type) {
      check(is_array(*type), "result is not an array");
      rows.push_back(type->row());
    }
    row_shapes(e.row_shapes, rows);
  }
  void operator()(const Index& e) {
    indices(e.indices);
    check(is_array(e.array.type) && e.indices.size() <= e.array.type.rank, "too many indices");
  }
  void operator()(const Slice& e) { sliced(e.array.type, e.dims); }
  void operator()(const Update& e) { same("value", e.value.type, sliced(e.array.type, e.dims)); }
  void operator()(const ArrayLit& e) {
    for (const Atom& element : e.elements) same("element", element.type, e.row);
    indices(e.row_shape);
    check(e.row_shape.size() == e.row.rank, "wrong rank of the row's shape");
  }
  void operator()(const ArrayApp& e);
  void operator()(const Assert& e) { same("condition", e.condition.type, kBool); }
  void operator()(const Diff& e) {
    const std::vector<Type> params = types_of(e.function.params);
    const std::vector<Type> results = types_of(e.function.body.results);
    same("primals", types_of(e.primals), params);
    const bool reverse = e.mode == DiffMode::vjp || e.mode == DiffMode::mjp;
    same("seeds", types_of(e.seeds), stacked(reverse ? results : params, is_stacked(e.mode)));
  }
  void operator()(const Custom& e) {
    const std::vector<Type> params = types_of(e.function.params);
    const std::vector<Type> results = types_of(e.function.body.results);
    same("arguments", types_of(e.args), params);
    const bool reverse = e.mode == CustomMode::vjp;
    same("the rule's parameters", types_of(e.rule.params),
         reverse ? joined(results, results) : joined(params, params));
    same("the rule's results", types_of(e.rule.body.results), reverse ? params : results);
  }
  void operator()(const WithAcc& e) {
    for (const WithAcc::Acc& acc : e.accs) {
      check(acc.acc.type.acc, "an accumulator has not an accumulator's type");
      check(!acc.arrays.empty(), "an accumulator of no array");
      check(!acc.apart || (acc.arrays.size() == 1 && !acc.op),
            "sums are apart that are not those of one array");
      std::vector<Type> rows;
      for (const Atom& array : acc.arrays) {
        check(!array.type.acc && array.type.rank >= acc.index_rank, "too few dimensions");
        rows.push_back(
            {array.type.elem, static_cast<std::uint8_t>(array.type.rank - acc.index_rank), false});
      }
      if (!acc.op) continue;
      same("neutral element", types_of(acc.neutral), rows);
      operation(*acc.op, acc.neutral);
    }
  }
  void operator()(const AccUpdate& e) {
    check(e.acc.type.acc, "not an accumulator");
    indices(e.indices);
  }
  void operator()(const Trace&) {}

 private:
  void body(const Body& inner) {
    const std::size_t outside = scope_.size();
    const Stm* around = stm_;
    for (const Stm& stm : inner.stms) {
      stm_ = &stm;
      exp(stm.exp);
      same("binders", types_of(stm.binders), result_types(stm.exp, program_));
      bind(stm.binders);
    }
    stm_ = around;
    for (const Atom& result : inner.results) use(result);
    leave(outside);
  }

  void exp(const Exp& e) {
    // Bodies first: their results' types are then known to be those of their binders.
    visit(
        e, [this](const Atom& atom) { use(atom); },
        [this](const Body& inner, const Binders& params) {
          const std::size_t outside = scope_.size();
          bind(params);
          body(inner);
          leave(outside);
        });
    std::visit(*this, e.node);
  }

  void bind(const Binders& binders) {
    for (const Binder& binder : binders) {
      check(binder.id != 0 && binder.id <= program_.names.last(), "id not from the session");
      const bool again = !ever_.insert(binder.id).second;
      // The parameters of a while loop are seen twice: with the condition and with the body.
      check(!again || (stm_ && is_while_param(binder.id)),
            fmt::format("variable {} bound twice", binder.id));
      visible_[binder.id] = binder.type;
      scope_.push_back(binder.id);
    }
  }
  bool is_while_param(VarId id) const {
    const auto* loop = std::get_if<Loop>(&stm_->exp.node);
    if (!loop || !std::holds_alternative<WhileForm>(loop->form)) return false;
    for (const Binder& param : loop->params)
      if (param.id == id) return true;
    return false;
  }
  void leave(std::size_t outside) {
    for (; scope_.size() > outside; scope_.pop_back()) visible_.erase(scope_.back());
  }
  void use(const Atom& atom) {
    if (atom.is_constant()) return check(atom.type.is_scalar(), "a constant that is not a scalar");
    const auto bound = visible_.find(atom.var);
    check(bound != visible_.end(), fmt::format("variable {} is not in scope", atom.var));
    same("variable", atom.type, bound->second);
  }

  static bool is_array(Type type) { return type.rank > 0 && !type.acc; }
  void indices(const Atoms& atoms) {
    for (const Atom& atom : atoms) same("index or length", atom.type, kIndex);
  }
  // [arrays] hold elements of [types].
  void elements(const Atoms& arrays, const std::vector<Type>& types) {
    check(arrays.size() == types.size(), "wrong number of arrays");
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      check(is_array(arrays[i].type), "operand is not an array");
      same("element", arrays[i].type.row(), types[i]);
    }
  }
  void operation(const Lambda& op, const Atoms& neutral) {
    const std::vector<Type> types = types_of(neutral);
    same("the operator's parameters", types_of(op.params), joined(types, types));
    same("the operator's results", types_of(op.body.results), types);
  }
  void row_shapes(const std::vector<Atoms>& shapes, const std::vector<Type>& rows) {
    check(shapes.size() == rows.size(), "wrong number of row shapes");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      check(shapes[i].size() == rows[i].rank, "wrong rank of a row's shape");
      indices(shapes[i]);
    }
  }
  void places(const Atoms& dests, const Atoms& index_arrays, const Atoms& values) {
    check(!index_arrays.empty() && index_arrays.size() <= 3, "one to three index arrays");
    for (const Atom& index : index_arrays) same("indices", index.type, kIndex.array_of());
    check(dests.size() == values.size(), "wrong number of values");
    const auto inner = static_cast<int>(index_arrays.size()) - 1;
    for (std::size_t i = 0; i < dests.size(); ++i) {
      check(is_array(dests[i].type) && dests[i].type.rank > inner, "too few dimensions");
      same("destination", dests[i].type, values[i].type.array_of(inner));
    }
  }
  Type sliced(Type array, const std::vector<DimSlice>& dims) {
    check(is_array(array) && dims.size() <= array.rank, "too many dimensions");
    Type type = array;
    for (const DimSlice& dim : dims) {
      if (dim.fixed) {
        --type.rank;
        indices({dim.index});
        continue;
      }
      for (const auto& part : {dim.start, dim.end, dim.stride})
        if (part) indices({*part});
    }
    return type;
  }

  void same(const char* what, Type actual, Type expected) {
    if (actual == expected) return;
    fail(fmt::format("{}: {} where {} is due", what, print(actual), print(expected)));
  }
  void same(const char* what, const std::vector<Type>& actual, const std::vector<Type>& expected) {
    if (actual == expected) return;
    fail(fmt::format("{}: {} where {} is due", what, text(actual), text(expected)));
  }
  template <class Message>
  void check(bool holds, const Message& message) {
    if (!holds) fail(message);
  }
  [[noreturn]] void fail(const std::string& what) {
    throw support::InternalError(fmt::format("core of {} is not well formed: {}{}", function_.name,
                                             what,
                                             stm_ ? " in\n" + print(*stm_, program_.names) : ""));
  }

  const Program& program_;
  const Function& function_;
  const Stm* stm_ = nullptr;
  std::unordered_set<VarId> ever_;
  std::unordered_map<VarId, Type> visible_;
  std::vector<VarId> scope_;
};

void Verifier::operator()(const ArrayApp& e) {
  const auto arity = [&](std::size_t least, std::size_t most) {
    check(e.args.size() >= least && e.args.size() <= most, "wrong number of operands");
  };
  const auto array = [&](std::size_t i) { check(is_array(e.args[i].type), "operand is no array"); };
  const auto lengths = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) indices({e.args[i]});
  };
  const std::size_t n = e.args.size();
  constexpr std::size_t any = SIZE_MAX;
  switch (e.op) {
    case ArrayOp::iota:
      arity(3, 3);
      lengths(0, 1);
      check(e.args[1].type.is_scalar() && support::is_integer(e.args[1].type.elem),
            "start is not an integer");
      return same("step", e.args[2].type, e.args[1].type);
    case ArrayOp::replicate: arity(2, 2); return lengths(0, 1);
    case ArrayOp::concat:
      arity(1, any);
      array(0);
      for (const Atom& arg : e.args) same("operand", arg.type, e.args[0].type);
      return;
    case ArrayOp::rearrange: {
      arity(1, 1);
      check(e.attrs.size() == e.args[0].type.rank, "not a permutation");
      std::vector<bool> seen(e.attrs.size());
      for (const std::int64_t dim : e.attrs) {
        const bool valid = dim >= 0 && dim < static_cast<std::int64_t>(seen.size()) && !seen[dim];
        check(valid, "not a permutation");
        seen[dim] = true;
      }
      return;
    }
    case ArrayOp::reshape:
      arity(2, any);
      array(0);
      return lengths(1, n);
    case ArrayOp::reverse:
    case ArrayOp::copy: arity(1, 1); return array(0);
    case ArrayOp::rotate:
      arity(2, 2);
      lengths(0, 1);
      return array(1);
    case ArrayOp::gather:
      arity(2, 2);
      array(0);
      array(1);
      return same("indices", e.args[1].type, kIndex.array_of(e.args[1].type.rank));
    case ArrayOp::shape:
      arity(1, 1);
      array(0);
      return check(e.attrs.size() == 1 && e.attrs[0] >= 0 && e.attrs[0] < e.args[0].type.rank,
                   "no such dimension");
    case ArrayOp::zeros:
      arity(0, any);
      check(e.attrs.size() == 1 && e.attrs[0] >= 0 && e.attrs[0] < support::kScalarTypes,
            "no such scalar type");
      return lengths(0, n);
    case ArrayOp::lin_rec:
      arity(2, 2);
      array(0);
      return same("operand", e.args[1].type, e.args[0].type);
    case ArrayOp::order:
    case ArrayOp::last_equal:
      arity(2, 2);
      same("keys", e.args[0].type, kIndex.array_of());
      return lengths(1, 2);
    case ArrayOp::flat_index:
      arity(4, any);
      check(n % 2 == 0, "wrong number of operands");
      same("operand", e.args[0].type, Type{e.args[0].type.elem, 1, false});
      return lengths(1, n);
    case ArrayOp::flat_update:
      arity(4, any);
      same("operand", e.args[0].type, Type{e.args[0].type.elem, 1, false});
      lengths(1, n - 1);
      return same("value", e.args[n - 1].type,
                  Type{e.args[0].type.elem, static_cast<std::uint8_t>(n - 3), false});
  }
}

}  // namespace

void verify(const Program& program, FunId function) { Verifier(program, program[function]).run(); }

}  // namespace laguz::core
