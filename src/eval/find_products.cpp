// Recognising products of matrices: a walk through a nest that knows what each variable stands for.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/reduce_shape.hpp"
#include "core/walk.hpp"
#include "eval/product_views.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval {
namespace {

using core::Atom;
using core::VarId;

class Finder {
 public:
  explicit Finder(const Iotas& around) : around_(around) {}

  std::optional<ProductNest> run(const core::Exp& exp) {
    std::vector<SumOfProducts> results;
    if (const auto* soac = std::get_if<core::Soac>(&exp.node)) {
      if (!in(*soac, results)) return {};
      for (const Atom& acc : outside_) {
        auto sum = accumulated(acc, acc);
        if (!sum) return {};
        sum->added->outside = true;
        results.push_back(std::move(*sum));
      }
    } else if (const auto* loop = std::get_if<core::Loop>(&exp.node)) {
      SumOfProducts sum;
      if (!in(*loop, sum) || !outside_.empty()) return {};
      results.push_back(std::move(sum));
    } else if (const auto* with = std::get_if<core::WithAcc>(&exp.node)) {
      if (!in(*with, results) || !outside_.empty()) return {};
    } else {
      return {};
    }
    for (SumOfProducts& result : results) {
      if (result.dims.empty() || !is_outside(result.init)) return {};
      nest_.sums.push_back(std::move(result));
    }
    if (nest_.sums.empty()) return {};
    return std::move(nest_);
  }

 private:
  // ---- What variables stand for

  bool is_outside(const Atom& atom) const { return inside_.count(atom.var) == 0; }
  void bind(const core::Binder& binder) { inside_.insert(binder.id); }

  std::optional<View> view_of(const Atom& atom) const {
    if (const auto found = views_.find(atom.var); found != views_.end()) return found->second;
    if (atom.is_constant() || !is_outside(atom) || atom.type.acc || atom.type.rank == 0) return {};
    View view{{atom, std::vector<Element::Axis>(atom.type.rank)}, {}};
    for (std::size_t axis = 0; axis < atom.type.rank; ++axis) view.open.push_back(axis);
    return view;
  }

  std::optional<Element> element_of(const Atom& atom) const {
    const auto view = view_of(atom);
    if (!view || !view->open.empty()) return {};
    return view->element;
  }

  int dimension(const Atom& width) {
    nest_.widths.push_back(width);
    return static_cast<int>(nest_.widths.size()) - 1;
  }

  // ---- Statements

  /// Views, and products of elements.
  bool statement(const core::Stm& stm) {
    for (const core::Binder& binder : stm.binders) bind(binder);
    if (const auto* prim = std::get_if<core::PrimApp>(&stm.exp.node))
      return in(stm.binders[0], *prim);
    if (const auto* index = std::get_if<core::Index>(&stm.exp.node)) {
      auto view = view_of(index->array);
      if (!view) return false;
      for (const Atom& at : index->indices)
        if (!fix(*view, 0, at)) return false;
      views_[stm.binders[0].id] = std::move(*view);
      return true;
    }
    if (const auto* slice = std::get_if<core::Slice>(&stm.exp.node)) {
      auto view = view_of(slice->array);
      if (!view) return false;
      std::size_t open = 0;
      for (const core::DimSlice& dim : slice->dims) {
        if (dim.fixed) {
          if (!fix(*view, open, dim.index)) return false;
        } else if (!take_part(*view, open++, dim)) {
          return false;
        }
      }
      views_[stm.binders[0].id] = std::move(*view);
      return true;
    }
    if (const auto* app = std::get_if<core::ArrayApp>(&stm.exp.node))
      return in(stm.binders[0], *app);
    if (const auto* loop = std::get_if<core::Loop>(&stm.exp.node)) {
      SumOfProducts sum;
      if (stm.binders.size() != 1 || !in(*loop, sum)) return false;
      sums_[stm.binders[0].id] = std::move(sum);
      return true;
    }
    if (const auto* update = std::get_if<core::AccUpdate>(&stm.exp.node)) return in(*update);
    std::vector<SumOfProducts> results;
    if (const auto* with = std::get_if<core::WithAcc>(&stm.exp.node)) {
      if (!in(*with, results)) return false;
    } else if (const auto* soac = std::get_if<core::Soac>(&stm.exp.node)) {
      if (soac->reduces.empty()) return in_map(*soac, stm.binders);
      if (!in(*soac, results)) return false;
    } else {
      return false;
    }
    for (std::size_t i = 0; i < results.size(); ++i)
      sums_[stm.binders[i].id] = std::move(results[i]);
    return true;
  }

  bool in(const core::Binder& binder, const core::PrimApp& prim) {
    if (prim.prim.type == ScalarType::i64) return in_number(binder, prim);
    if (prim.prim.type != ScalarType::f32 && prim.prim.type != ScalarType::f64) return false;
    const prims::Op op = prims::op_of(prim.prim);
    if (op == prims::Op::mul) {
      const auto left = element_of(prim.args[0]), right = element_of(prim.args[1]);
      if (!left || !right) return false;
      products_[binder.id] = {*left, *right, {}};
      return true;
    }
    if (op != prims::Op::add) return false;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto products = products_.find(prim.args[side].var);
      const auto state = states_.find(prim.args[1 - side].var);
      if (products == products_.end() || state == states_.end()) continue;
      additions_[binder.id] = {state->second.first, state->second.second, products->second};
      return true;
    }
    return false;
  }

  /// The number of an iteration, and what is the same in all.
  bool in_number(const core::Binder& binder, const core::PrimApp& prim) {
    if (prims::op_of(prim.prim) != prims::Op::add) return false;
    for (const std::size_t side : {0U, 1U}) {
      const auto number = numbers_.find(prim.args[side].var);
      const Atom& by = prim.args[1 - side];
      if (number == numbers_.end() || number->second.start || !is_outside(by)) continue;
      numbers_[binder.id] = {number->second.dim, {}, by};
      return true;
    }
    return false;
  }

  bool in(const core::Binder& binder, const core::ArrayApp& app) {
    if (app.op == core::ArrayOp::iota) {
      if (!counts_up(app)) return false;
      iotas_[binder.id] = app.args[0];
      return true;
    }
    if (app.op == core::ArrayOp::zeros) {
      uniforms_[binder.id] = {Atom::constant({binder.type.elem, 0}), app.args};
      return true;
    }
    if (app.op == core::ArrayOp::replicate) {
      Uniform uniform{app.args[1], {app.args[0]}};
      if (const auto row = uniforms_.find(app.args[1].var); row != uniforms_.end()) {
        uniform.value = row->second.value;
        uniform.lengths.insert(uniform.lengths.end(), row->second.lengths.begin(),
                               row->second.lengths.end());
      }
      if (!uniform.value.type.is_scalar()) return false;
      uniforms_[binder.id] = std::move(uniform);
      return true;
    }
    if (app.op != core::ArrayOp::rearrange) return false;
    const auto view = view_of(app.args[0]);
    if (!view) return false;
    View turned = *view;
    for (std::size_t i = 0; i < app.attrs.size(); ++i)
      turned.open[i] = view->open[static_cast<std::size_t>(app.attrs[i])];
    views_[binder.id] = std::move(turned);
    return true;
  }

  /// The [open]th open axis of [view] is at [index].
  bool fix(View& view, std::size_t open, const Atom& index) {
    if (open >= view.open.size()) return false;
    const std::size_t number_of_axis = view.open[open];
    Element::Axis& axis = view.element.axes[number_of_axis];
    if (const auto number = numbers_.find(index.var); number != numbers_.end()) {
      axis.dim = number->second.dim;
      // The bounds check of each iteration: the axis may be longer than the dimension.
      if (number->second.start && axis.is_part()) return false;
      if (number->second.start) axis.start = number->second.start;
    } else if (index.is_constant() || is_outside(index)) {
      axis.index = index;
    } else {
      return false;
    }
    nest_.places.push_back({view.element.array, number_of_axis, axis});
    view.open.erase(view.open.begin() + static_cast<std::ptrdiff_t>(open));
    return true;
  }

  /// Of the [open]th open axis of [view], what [dim] takes.
  bool take_part(View& view, std::size_t open, const core::DimSlice& dim) {
    if (dim.stride || open >= view.open.size()) return false;
    if (!dim.start && !dim.end) return true;
    for (const auto& bound : {dim.start, dim.end})
      if (bound && !is_outside(*bound)) return false;
    const std::size_t number_of_axis = view.open[open];
    Element::Axis& axis = view.element.axes[number_of_axis];
    if (axis.is_part()) return false;
    axis.start = dim.start, axis.end = dim.end;
    nest_.places.push_back({view.element.array, number_of_axis, axis, ProductNest::Asks::part});
    return true;
  }

  // ---- Bodies

  bool body(const core::Body& body) {
    return std::all_of(body.stms.begin(), body.stms.end(),
                       [this](const core::Stm& stm) { return statement(stm); });
  }
  bool body(const core::Body& inner, int dim) {
    dims_.push_back(dim);
    const bool fine = body(inner);
    dims_.pop_back();
    return fine;
  }

  /// The parameters of a Soac whose iterations are dimension [dim].
  bool enter(const core::Soac& soac, int dim) {
    for (std::size_t i = 0; i < soac.arrays.size(); ++i) {
      const Atom& array = soac.arrays[i];
      const core::Binder& param = soac.lambda.params[i];
      bind(param);
      if (const auto iota = iotas_.find(array.var); iota != iotas_.end()) {
        nest_.equal.emplace_back(iota->second, soac.width);
        numbers_[param.id] = {dim, {}};
        continue;
      }
      if (const auto iota = around_.find(array.var);
          iota != around_.end() && iota->second == soac.width) {
        numbers_[param.id] = {dim, {}};
        continue;
      }
      if (const auto state = states_.find(array.var); state != states_.end()) {
        auto inner = state->second;
        inner.second.push_back(dim);
        states_[param.id] = std::move(inner);
        continue;
      }
      auto view = view_of(array);
      if (!view || view->open.empty()) return false;
      const std::size_t axis = view->open[0];
      view->element.axes[axis].dim = dim;
      nest_.places.push_back(
          {view->element.array, axis, view->element.axes[axis], ProductNest::Asks::whole});
      view->open.erase(view->open.begin());
      views_[param.id] = std::move(*view);
    }
    return true;
  }

  /// A map: its results go along one dimension more than the lambda's.
  bool in_map(const core::Soac& soac, const core::Binders& binders) {
    if (!soac.scans.empty() || !is_outside(soac.width)) return false;
    const int dim = dimension(soac.width);
    if (!enter(soac, dim) || !body(soac.lambda.body, dim)) return false;
    for (std::size_t i = 0; i < binders.size(); ++i) {
      const VarId result = soac.lambda.body.results[i].var;
      const VarId id = binders[i].id;
      const auto outermost = [dim](std::vector<int>& dims) { dims.insert(dims.begin(), dim); };
      if (const auto products = products_.find(result); products != products_.end()) {
        outermost((products_[id] = Products(products->second)).dims);
      } else if (const auto addition = additions_.find(result); addition != additions_.end()) {
        outermost((additions_[id] = Addition(addition->second)).products.dims);
      } else if (const auto sums = sums_.find(result); sums != sums_.end()) {
        outermost((sums_[id] = SumOfProducts(sums->second)).dims);
      } else {
        return false;
      }
    }
    return true;
  }

  /// A Soac whose results are sums of products.
  bool in(const core::Soac& soac, std::vector<SumOfProducts>& results) {
    if (soac.reduces.empty()) {
      core::Binders names;
      for (const Atom& result : soac.lambda.body.results)
        names.push_back({kLocal - static_cast<VarId>(names.size()), result.type});
      if (!in_map(soac, names)) return false;
      for (const core::Binder& name : names) {
        const auto sums = sums_.find(name.id);
        if (sums == sums_.end()) return false;
        results.push_back(std::move(sums->second));
      }
      return true;
    }
    if (soac.reduces.size() != 1 || soac.lambda.body.results.size() != 1 || !soac.scans.empty() ||
        !is_outside(soac.width))
      return false;
    const core::Reduce& reduce = soac.reduces[0];
    const int dim = dimension(soac.width);
    if (!enter(soac, dim) || !body(soac.lambda.body, dim)) return false;
    const auto found = products_.find(soac.lambda.body.results[0].var);
    if (found == products_.end()) return false;
    const Products& products = found->second;
    SumKind kind = SumKind::builtin;
    if (products.dims.empty()) {
      const auto prim = commutative_builtin(reduce.op);
      if (!prim || prims::op_of(*prim) != prims::Op::add) return false;
    } else {
      if (!adds(reduce.op, products.dims)) return false;
      kind = SumKind::general;
    }
    results.push_back(sum(kind, products, products.dims, {dim}, reduce.neutral[0]));
    return true;
  }

  SumOfProducts sum(SumKind kind, const Products& products, std::vector<int> dims,
                    std::vector<int> terms, Atom init) {
    if (const auto uniform = uniforms_.find(init.var); uniform != uniforms_.end()) {
      const core::Atoms& lengths = uniform->second.lengths;
      for (std::size_t d = 0; d < lengths.size(); ++d)
        nest_.equal.emplace_back(lengths[d], nest_.widths[static_cast<std::size_t>(dims[d])]);
      init = uniform->second.value;
    }
    return {std::move(dims), {}, std::move(terms), products.left, products.right, kind, init};
  }

  /// Whether [op] is the elementwise addition of arrays along [dims].
  bool adds(const core::Lambda& op, const std::vector<int>& dims) {
    const core::Lambda* lambda = &op;
    for (const int dim : dims) {
      if (lambda->params.size() != 2 || lambda->body.stms.size() != 1) return false;
      const core::Stm& stm = lambda->body.stms[0];
      const auto* soac = std::get_if<core::Soac>(&stm.exp.node);
      if (soac == nullptr || !soac->reduces.empty() || !soac->scans.empty() ||
          soac->arrays.size() != 2 || stm.binders.size() != 1 || lambda->body.results.size() != 1 ||
          lambda->body.results[0].var != stm.binders[0].id || !is_outside(soac->width))
        return false;
      for (std::size_t i = 0; i < 2; ++i)
        if (soac->arrays[i].var != lambda->params[i].id) return false;
      nest_.equal.emplace_back(soac->width, nest_.widths[static_cast<std::size_t>(dim)]);
      lambda = &soac->lambda;
    }
    const auto prim = commutative_builtin(*lambda);
    return prim && prims::op_of(*prim) == prims::Op::add;
  }

  /// A loop that adds products to its only state.
  bool in(const core::Loop& loop, SumOfProducts& result) {
    const auto* form = std::get_if<core::ForForm>(&loop.form);
    if (form == nullptr || loop.params.size() != 1 || !loop.history.empty() || loop.counted ||
        !is_outside(form->bound) || form->bound.type != core::kIndex)
      return false;
    const core::Binder& state = loop.params[0];
    const int dim = dimension(form->bound);
    bind(state);
    bind(form->index);
    states_[state.id] = {state.id, {}};
    numbers_[form->index.id] = {dim, {}};
    if (!body(loop.body, dim)) return false;
    const auto found = additions_.find(loop.body.results[0].var);
    if (found == additions_.end()) return false;
    const Addition& addition = found->second;
    // Element by element, in place.
    if (addition.state != state.id || addition.state_dims != addition.products.dims ||
        addition.products.dims.size() != state.type.rank)
      return false;
    result = sum(SumKind::linear, addition.products, addition.products.dims, {dim}, loop.inits[0]);
    return true;
  }

  // ---- Accumulators

  bool in(const core::AccUpdate& update) {
    const auto products = products_.find(update.values[0].var);
    if (products == products_.end() || update.values.size() != 1) return false;
    if (targets_.count(update.acc.var) == 0) {
      targets_[update.acc.var] = {};
      outside_.push_back(update.acc);
    }
    Target& target = targets_.at(update.acc.var);
    target.site = update.site;
    for (const Atom& index : update.indices) {
      const auto number = numbers_.find(index.var);
      if (number != numbers_.end()) {
        target.dims.push_back(number->second.dim);
        target.starts.push_back(number->second.start);
      } else if (index.is_constant() || is_outside(index)) {
        target.fixed.push_back(dimension(Atom::i64(1)));
        target.dims.push_back(target.fixed.back());
        target.starts.push_back(index);
      } else {
        return false;
      }
    }
    target.products = products->second;
    target.around = dims_;
    const std::vector<int>& own = target.products.dims;
    target.dims.insert(target.dims.end(), own.begin(), own.end());
    target.starts.resize(target.dims.size());
    target.around.insert(target.around.end(), own.begin(), own.end());
    return ++target.updates == 1;
  }

  /// What is added to [acc], in one place of the text: to other elements along some dimensions, and
  /// to the same along others.
  std::optional<SumOfProducts> accumulated(const Atom& acc, const Atom& init) {
    const Target& target = targets_.at(acc.var);
    if (target.updates != 1) return {};
    std::vector<int> left(target.around.begin() + static_cast<std::ptrdiff_t>(target.depth),
                          target.around.end());
    for (const int dim : target.dims) {
      if (std::find(target.fixed.begin(), target.fixed.end(), dim) != target.fixed.end()) continue;
      const auto at = std::find(left.begin(), left.end(), dim);
      if (at == left.end()) return {};
      left.erase(at);
    }
    if (left.empty()) return {};
    const bool anywhere = std::any_of(target.starts.begin(), target.starts.end(),
                                      [](const auto& start) { return start.has_value(); });
    SumOfProducts result = anywhere
                               ? SumOfProducts{target.dims,
                                               target.starts,
                                               std::move(left),
                                               target.products.left,
                                               target.products.right,
                                               SumKind::linear,
                                               init}
                               : sum(SumKind::linear, target.products, target.dims, left, init);
    result.added = {{acc.var, acc.type}, target.site, target.around[target.depth]};
    return result;
  }

  bool in(const core::WithAcc& with, std::vector<SumOfProducts>& results) {
    for (const core::WithAcc::Acc& acc : with.accs) {
      if (acc.op || acc.arrays.size() != 1) return false;
      inside_.insert(acc.acc.id);
      targets_[acc.acc.id].depth = dims_.size();
    }
    const auto soacs = std::count_if(
        with.body.stms.begin(), with.body.stms.end(),
        [](const core::Stm& stm) { return std::holds_alternative<core::Soac>(stm.exp.node); });
    if (soacs != 1 || !body(with.body)) return false;  // one, for sums are parted by Soacs
    for (const core::WithAcc::Acc& acc : with.accs) {
      auto sum = accumulated(acc.acc.atom(), acc.arrays[0]);
      if (!sum || sum->dims.size() != acc.arrays[0].type.rank) return false;
      if (!acc.apart || !dims_.empty()) sum->added.reset();
      results.push_back(std::move(*sum));
    }
    for (const Atom& result : with.body.results) {
      const auto found = sums_.find(result.var);
      if (found == sums_.end()) return false;
      results.push_back(found->second);
    }
    return true;
  }

  static constexpr VarId kLocal = ~VarId{0};  ///< and below: no variables

  const Iotas& around_;
  ProductNest nest_;
  std::unordered_set<VarId> inside_;
  std::unordered_map<VarId, View> views_;
  Iotas iotas_;
  std::unordered_map<VarId, Element::Axis> numbers_;  ///< of iterations: as places
  std::unordered_map<VarId, Products> products_;
  std::unordered_map<VarId, Addition> additions_;
  std::unordered_map<VarId, std::pair<VarId, std::vector<int>>> states_;  ///< and their elements
  std::unordered_map<VarId, SumOfProducts> sums_;
  std::unordered_map<VarId, Uniform> uniforms_;
  std::unordered_map<VarId, Target> targets_;  ///< by accumulator
  core::Atoms outside_;                        ///< those that are made outside
  std::vector<int> dims_;                      ///< that are being gone along, outermost first
};

}  // namespace

std::optional<ProductNest> find_products(const core::Exp& exp, const Iotas& around) {
  return Finder(around).run(exp);
}

}  // namespace laguz::eval
