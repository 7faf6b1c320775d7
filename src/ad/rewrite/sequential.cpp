#include "ad/rewrite/sequential.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/builder.hpp"
#include "core/key.hpp"
#include "core/walk.hpp"
#include "support/assert.hpp"

namespace laguz::ad::rewrite {
namespace {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Binders;
using core::Body;
using core::Builder;
using core::Stm;
using core::Type;
using core::VarId;

/// Variables that the operator of [acc] uses.
Binders free_of(const core::WithAcc::Acc& acc) {
  return acc.op ? core::free_variables(*acc.op) : Binders{};
}

class Sequential {
 public:
  Sequential(Functions& functions, core::Names& names,
             std::function<bool(const core::Lambda&)> is_one_by_one = {})
      : functions_(functions), names_(names), is_one_by_one_(std::move(is_one_by_one)) {}

  /// [body], with loops for maps.
  Body loops(Body body, const graph::Place& place) {
    extend(body, place, {});
    return body;
  }

  Body with_acc(core::WithAcc with, const graph::Place& place) {
    Builder out = at(place);
    for (const auto& acc : with.accs) {
      accs_[acc.acc.id] = {&acc, now_.size()};
      now_.insert(now_.end(), acc.arrays.begin(), acc.arrays.end());
    }
    const Atoms values = statements(out, with.body);
    Atoms results = now_;
    results.insert(results.end(), values.begin(), values.end());
    return out.finish(std::move(results));
  }

 private:
  struct Acc {
    const core::WithAcc::Acc* made = nullptr;
    std::size_t first = 0;  ///< of its arrays among [now_]
  };

  Builder at(const graph::Place& place) {
    Builder builder(names_);
    builder.span = place.span;
    builder.inlined_at = place.inlined_at;
    return builder;
  }

  std::vector<Type> types_now() const {
    std::vector<Type> types;
    for (const Atom& array : now_) types.push_back(array.type);
    return types;
  }

  /// Whether [exp] is to be written out, or something in it.
  bool writes(const core::Exp& exp) const {
    if (is_one_by_one_) return has_map(exp);
    const Binders free = core::free_variables(exp);
    return std::any_of(free.begin(), free.end(),
                       [this](const Binder& binder) { return accs_.count(binder.id) > 0; });
  }

  bool has_map(const core::Exp& exp) const {
    if (std::holds_alternative<core::Custom>(exp.node)) return false;
    if (const auto* e = std::get_if<core::Soac>(&exp.node)) return is_one_by_one_(e->lambda);
    bool found = false;
    const bool entered = std::holds_alternative<core::If>(exp.node) ||
                         std::holds_alternative<core::Loop>(exp.node) ||
                         std::holds_alternative<core::WithAcc>(exp.node);
    if (entered)
      core::visit(
          exp, [](const Atom&) {},
          [&](const Body& body, const Binders&) {
            for (const Stm& stm : body.stms) found = found || has_map(stm.exp);
          });
    return found;
  }

  static void append(Atoms& to, const Atoms& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  /// Writes [body] into [out]; its results there.
  Atoms statements(Builder& out, Body& body) {
    for (Stm& stm : body.stms) {
      if (writes(stm.exp)) {
        statement(out, stm);
      } else {
        out.append(std::move(stm));
      }
    }
    return body.results;
  }

  /// [body] on its own, of which [before] are the arrays; the arrays after it are further results.
  void extend(Body& body, const graph::Place& place, Atoms before) {
    Atoms around = std::exchange(now_, std::move(before));
    Builder inside = at(place);
    Atoms results = statements(inside, body);
    append(results, now_);
    body = inside.finish(std::move(results));
    now_ = std::move(around);
  }

  Atoms bound(Binders& binders, std::size_t from) {
    Atoms made;
    for (const Atom& array : now_) {
      const Binder binder = names_.bind(array.type);
      made.push_back(binder.atom());
      binders.insert(binders.begin() + static_cast<std::ptrdiff_t>(from++), binder);
    }
    return made;
  }

  void copy(Builder& out, const Binders& to, const Atoms& values) {
    for (std::size_t i = 0; i < to.size(); ++i)
      out.append({{to[i]}, {core::Copy{values[i]}}, out.span, out.inlined_at});
  }

  void statement(Builder& out, Stm& stm) {
    const graph::Place place(stm);
    out.span = stm.span;
    out.inlined_at = stm.inlined_at;
    if (auto* e = std::get_if<core::AccUpdate>(&stm.exp.node)) return update(out, *e, place);
    if (auto* e = std::get_if<core::If>(&stm.exp.node)) {
      extend(e->then_body, place, now_);
      extend(e->else_body, place, now_);
      now_ = bound(stm.binders, stm.binders.size());
      return out.append(std::move(stm));
    }
    if (auto* e = std::get_if<core::Loop>(&stm.exp.node)) {
      const std::size_t n = e->params.size();
      const Atoms params = bound(e->params, n);
      append(e->inits, now_);
      extend(e->body, place, params);
      now_ = bound(stm.binders, n);
      return out.append(std::move(stm));
    }
    if (auto* e = std::get_if<core::Soac>(&stm.exp.node)) {
      if (is_one_by_one_) return map_and_folds(out, *e, stm.binders);
      return soac(out, *e, stm.binders);
    }
    if (auto* e = std::get_if<core::Stream>(&stm.exp.node)) {
      Atoms args{e->width};
      append(args, e->inits);
      append(args, e->arrays);
      return copy(out, stm.binders, applied(out, e->lambda, args));
    }
    if (auto* e = std::get_if<core::Custom>(&stm.exp.node))
      return copy(out, stm.binders, applied(out, e->function, e->args));
    if (auto* e = std::get_if<core::WithAcc>(&stm.exp.node)) {
      extend(e->body, place, now_);
      now_ = bound(stm.binders, stm.binders.size());
      return out.append(std::move(stm));
    }
    const auto* made = std::get_if<core::Call>(&stm.exp.node);
    LAGUZ_ASSERT(made != nullptr, "an accumulator where none can be");
    call(out, *made, stm.binders);
  }

  /// The arrays go in where the accumulators would, and come out.
  void call(Builder& out, const core::Call& e, const Binders& results) {
    std::vector<const core::WithAcc::Acc*> accs;
    Atoms args, arrays;
    std::vector<Type> types;
    std::vector<std::size_t> where;  // among [now_]
    for (const Atom& arg : e.args) {
      const auto found = accs_.find(arg.var);
      accs.push_back(found != accs_.end() ? found->second.made : nullptr);
      if (accs.back() == nullptr) {
        args.push_back(arg);
        continue;
      }
      for (std::size_t c = 0; c < accs.back()->arrays.size(); ++c) {
        where.push_back(found->second.first + c);
        arrays.push_back(now_[where.back()]);
        types.push_back(arrays.back().type);
      }
      for (const Binder& free : free_of(*accs.back())) arrays.push_back(free.atom());
    }
    append(args, arrays);
    for (const Binder& result : results) types.push_back(result.type);
    const Atoms made =
        out.emit({core::Call{functions_.sequential_of(e.function, accs), std::move(args)}}, types);
    for (std::size_t i = 0; i < where.size(); ++i) now_[where[i]] = made[i];
    copy(out, results, Atoms(made.begin() + static_cast<std::ptrdiff_t>(where.size()), made.end()));
  }

  /// [lambda] written out, once.
  Atoms applied(Builder& out, const core::Lambda& lambda, const Atoms& args) {
    core::Substitution substitution;
    for (std::size_t i = 0; i < args.size(); ++i) substitution[lambda.params[i].id] = args[i];
    Body body = core::refresh(lambda.body, names_, std::move(substitution));
    return statements(out, body);
  }

  /// acc[indices] = op(acc[indices], values), if that is inside.
  void update(Builder& out, const core::AccUpdate& e, const graph::Place& place) {
    const Acc acc = accs_.at(e.acc.var);
    const std::size_t n = acc.made->arrays.size();
    const auto first = now_.begin() + static_cast<std::ptrdiff_t>(acc.first);
    const Atoms arrays(first, first + static_cast<std::ptrdiff_t>(n));
    core::If write;
    write.condition = Atom::boolean(true);
    for (std::size_t d = 0; d < e.indices.size(); ++d) {
      const Atom low = out.prim("le", {Atom::i64(0), e.indices[d]});
      const Atom high = out.prim("lt", {e.indices[d], out.shape(arrays[0], static_cast<int>(d))});
      const Atom inside = out.prim("and", {low, high});
      write.condition = d == 0 ? inside : out.prim("and", {write.condition, inside});
    }
    Builder then = at(place);
    Atoms operands;
    for (const Atom& array : arrays) operands.push_back(then.index(array, e.indices));
    append(operands, e.values);
    const Atoms next = combined(then, *acc.made, operands);
    std::vector<core::DimSlice> dims;
    for (const Atom& index : e.indices) {
      dims.emplace_back().fixed = true;
      dims.back().index = index;
    }
    Atoms after;
    std::vector<Type> types;
    for (std::size_t c = 0; c < n; ++c) {
      types.push_back(arrays[c].type);
      after.push_back(
          dims.empty() ? next[c] : then.emit1({core::Update{arrays[c], dims, next[c]}}, types[c]));
    }
    write.then_body = then.finish(std::move(after));
    write.else_body.results = arrays;
    const Atoms made = out.emit({std::move(write)}, types);
    std::copy(made.begin(), made.end(), now_.begin() + static_cast<std::ptrdiff_t>(acc.first));
  }

  Atoms combined(Builder& out, const core::WithAcc::Acc& acc, const Atoms& operands) {
    if (acc.op) return applied(out, *acc.op, operands);
    Atoms sums;
    const std::size_t n = operands.size() / 2;
    for (std::size_t c = 0; c < n; ++c) sums.push_back(sum(out, operands[c], operands[n + c]));
    return sums;
  }

  Atom sum(Builder& out, const Atom& a, const Atom& b) {
    if (a.type.rank == 0) return out.prim(prims::addition(a.type.elem), {a, b});
    core::Soac map;
    const Atoms dims = out.shape(a);
    map.width = dims[0];
    map.arrays = {a, b};
    Builder inside(names_);
    inside.span = out.span;
    inside.inlined_at = out.inlined_at;
    for (const Atom& array : map.arrays) map.lambda.params.push_back(names_.bind(array.type.row()));
    const Atom element = sum(inside, map.lambda.params[0].atom(), map.lambda.params[1].atom());
    map.lambda.body = inside.finish({element});
    map.row_shapes = {Atoms(dims.begin() + 1, dims.end())};
    return out.emit1({std::move(map)}, a.type);
  }

  /// The map of [e] as a loop, and its folds of what that gives as they are.
  void map_and_folds(Builder& out, core::Soac& e, const Binders& results) {
    core::Soac map;
    map.width = e.width;
    map.arrays = e.arrays;
    map.lambda = e.lambda;
    core::Soac folds;
    folds.width = e.width;
    folds.sequential = e.sequential;
    const auto rows_of = [&](const Atoms& neutral) {
      for (const Atom& one : neutral) map.row_shapes.push_back(out.shape(one));
    };
    for (const auto& reduce : e.reduces) rows_of(reduce.neutral);
    const std::size_t reduced = map.row_shapes.size();
    for (const auto& scan : e.scans) rows_of(scan.neutral);
    const std::size_t folded = map.row_shapes.size();
    map.row_shapes.insert(map.row_shapes.end(),
                          e.row_shapes.begin() + static_cast<std::ptrdiff_t>(folded - reduced),
                          e.row_shapes.end());
    folds.row_shapes.assign(e.row_shapes.begin(),
                            e.row_shapes.begin() + static_cast<std::ptrdiff_t>(folded - reduced));
    Binders columns;
    for (std::size_t r = 0; r < results.size(); ++r)
      columns.push_back(r < folded ? names_.bind(e.lambda.body.results[r].type.array_of())
                                   : results[r]);
    soac(out, map, columns);
    if (folded == 0) return;
    for (std::size_t r = 0; r < folded; ++r) {
      folds.arrays.push_back(columns[r].atom());
      folds.lambda.params.push_back(names_.bind(columns[r].type.row()));
      folds.lambda.body.results.push_back(folds.lambda.params.back().atom());
    }
    folds.reduces = std::move(e.reduces);
    folds.scans = std::move(e.scans);
    Binders given(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(folded));
    out.append({std::move(given), {std::move(folds)}, out.span, out.inlined_at});
  }

  /// A loop over the iterations of [e]. Folds are states; scanned and mapped results are arrays
  /// that are filled.
  void soac(Builder& out, core::Soac& e, const Binders& results) {
    core::Loop loop;
    const Binder i = names_.bind(core::kIndex, "i");
    loop.form = core::ForForm{i, e.width};
    std::vector<Type> types;
    auto state = [&](const Atom& init) {
      loop.params.push_back(names_.bind(init.type));
      loop.inits.push_back(init);
      types.push_back(init.type);
      return loop.params.back().atom();
    };
    std::size_t row = 0;
    auto filled = [&](Type element) {
      Atoms dims{e.width};
      append(dims, e.row_shapes[row++]);
      return state(out.array_op(core::ArrayOp::zeros, std::move(dims), element.array_of(),
                                {static_cast<std::int64_t>(element.elem)}));
    };
    Atoms folds, arrays;
    for (const auto& reduce : e.reduces)
      for (const Atom& neutral : reduce.neutral) folds.push_back(state(neutral));
    const std::size_t reduced = folds.size();
    for (const auto& scan : e.scans)
      for (const Atom& neutral : scan.neutral) folds.push_back(state(neutral));
    const std::size_t scanned = folds.size() - reduced;
    for (std::size_t r = reduced; r < results.size(); ++r)
      arrays.push_back(filled(results[r].type.row()));
    Atoms accs;
    for (const Atom& array : now_) accs.push_back(state(array));

    Builder inside(names_);
    inside.span = out.span;
    inside.inlined_at = out.inlined_at;
    Atoms around = std::exchange(now_, accs);
    Atoms elements;
    for (const Atom& array : e.arrays) elements.push_back(inside.index(array, {i.atom()}));
    const Atoms values = applied(inside, e.lambda, elements);
    Atoms next, rows;
    std::size_t column = 0;
    auto fold = [&](const core::Lambda& op, std::size_t width) {
      Atoms operands(folds.begin() + static_cast<std::ptrdiff_t>(column),
                     folds.begin() + static_cast<std::ptrdiff_t>(column + width));
      for (std::size_t c = 0; c < width; ++c) operands.push_back(values[column + c]);
      append(next, applied(inside, op, operands));
      column += width;
    };
    for (const auto& reduce : e.reduces) fold(reduce.op, reduce.neutral.size());
    for (const auto& scan : e.scans) fold(scan.op, scan.neutral.size());
    for (std::size_t s = 0; s < scanned; ++s) rows.push_back(next[reduced + s]);
    for (; column < values.size(); ++column) rows.push_back(values[column]);
    core::DimSlice here;
    here.fixed = true;
    here.index = i.atom();
    for (std::size_t a = 0; a < arrays.size(); ++a)
      next.push_back(inside.emit1({core::Update{arrays[a], {here}, rows[a]}}, arrays[a].type));
    append(next, now_);
    now_ = std::move(around);
    loop.body = inside.finish(std::move(next));
    const Atoms made = out.emit({std::move(loop)}, types);
    Atoms given(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(reduced));
    const auto filled_from = made.begin() + static_cast<std::ptrdiff_t>(folds.size());
    given.insert(given.end(), filled_from,
                 filled_from + static_cast<std::ptrdiff_t>(arrays.size()));
    copy(out, results, given);
    now_.assign(filled_from + static_cast<std::ptrdiff_t>(arrays.size()), made.end());
  }

  Functions& functions_;
  core::Names& names_;
  const std::function<bool(const core::Lambda&)> is_one_by_one_;  ///< instead of accumulators
  std::unordered_map<VarId, Acc> accs_;
  Atoms now_;  ///< the accumulators' arrays, at present
};

}  // namespace

Body sequential(Functions& functions, core::Names& names, const core::WithAcc& with,
                const graph::Place& place) {
  const core::Exp own = core::refresh(core::Exp{with}, names);
  return Sequential(functions, names).with_acc(std::get<core::WithAcc>(own.node), place);
}

Body one_by_one(Functions& functions, core::Names& names, Body body,
                const std::function<bool(const core::Lambda&)>& is_one_by_one) {
  return Sequential(functions, names, is_one_by_one).loops(std::move(body), {});
}

core::Function sequential(Functions& functions, core::Names& names, const core::Function& function,
                          const std::vector<const core::WithAcc::Acc*>& accs) {
  core::Function made;
  made.name = function.name + "'sequential";
  made.recursive = true;
  made.span = function.span;
  core::WithAcc with;
  core::Substitution substitution;
  Binders arrays;
  for (std::size_t i = 0; i < accs.size(); ++i) {
    const Binder param = names.bind(function.params[i].type);
    substitution[function.params[i].id] = param.atom();
    if (accs[i] == nullptr) {
      made.params.push_back(param);
      continue;
    }
    core::WithAcc::Acc& acc = with.accs.emplace_back(*accs[i]);
    acc.acc = param;
    for (Atom& array : acc.arrays) {
      arrays.push_back(names.bind(array.type));
      array = arrays.back().atom();
      made.results.push_back(array.type);
    }
    core::Substitution given;
    for (const Binder& free : free_of(acc)) {
      arrays.push_back(names.bind(free.type));
      given[free.id] = arrays.back().atom();
    }
    if (acc.op) acc.op = core::refresh(*acc.op, names, std::move(given));
  }
  made.params.insert(made.params.end(), arrays.begin(), arrays.end());
  made.results.insert(made.results.end(), function.results.begin(), function.results.end());
  with.body = core::refresh(function.body, names, std::move(substitution));
  made.body = Sequential(functions, names).with_acc(std::move(with), function.span);
  return made;
}

void append_identity(std::vector<std::uint64_t>& words, const core::WithAcc::Acc& acc,
                     const core::Program& program) {
  words.push_back(acc.arrays.size());
  for (const Atom& array : acc.arrays)
    words.push_back(256 * static_cast<std::uint64_t>(array.type.elem) + array.type.rank);
  if (acc.op) core::append_identity(words, *acc.op, program);
}

}  // namespace laguz::ad::rewrite
