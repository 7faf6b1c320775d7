// Dead code by demand: from the results and from what could fail, backwards to what they need.
// Works on single results, parameters and operands, so a Soac loses the columns nobody looks at.
#include <algorithm>
#include <unordered_map>

#include "core/passes.hpp"
#include "core/var_numbers.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"

namespace laguz::core {
namespace {

// A statement's number: as they stand, those of its bodies behind it.
using Number = std::uint32_t;
constexpr Number kNone = 0xffffffffu;

// Where a variable is bound: result [index] of [stm], or a parameter of one of its bodies.
struct Place {
  enum class Kind : std::uint8_t {
    result,
    loop_param,
    soac_param,
    operand,  ///< a parameter of a Soac's operator: what result [index] is made of
    stream_param,
    acc,
    other,  ///< a loop's index: needs nothing more than the statement
  } kind;
  bool live = false;
  Number stm;
  std::uint32_t index;
};

class Demand {
 public:
  Demand(const Body& body, const VarSet& safe) : safe_(safe) {
    collect(body, kNone);
    need(body.results);
    for (const Number root : roots_) need_stm(root);
    while (!queue_.empty()) {
      const Place place = queue_.back();
      queue_.pop_back();
      follow(place);
    }
  }

  /// [var] is bound inside.
  bool is_live(VarId var) const { return places_[places_of_.of(var) - 1].live; }
  bool is_stm_live(Number stm) const { return stms_[stm].live; }
  /// The number behind those of its bodies.
  Number behind(Number stm) const { return stms_[stm].behind; }

 private:
  using Kind = Place::Kind;

  void place(const Binders& binders, Kind kind, Number stm, std::size_t from = 0) {
    for (std::size_t i = 0; i < binders.size(); ++i) {
      Number& at = places_of_[binders[i].id];
      if (at != 0) continue;
      places_.push_back({kind, false, stm, static_cast<std::uint32_t>(from + i)});
      at = static_cast<Number>(places_.size());
    }
  }

  void place_operands(const Soac& soac, Number stm) {
    std::size_t at = 0;
    const auto of = [&](const Lambda& op) {
      const std::size_t arity = op.params.size() / 2;
      for (std::size_t i = 0; i < op.params.size(); ++i)
        place({op.params[i]}, Kind::operand, stm, at + i % arity);
      at += arity;
    };
    for (const Reduce& reduce : soac.reduces) of(reduce.op);
    for (const Scan& scan : soac.scans) of(scan.op);
  }

  void collect(const Body& body, Number parent) {
    for (const Stm& stm : body.stms) {
      const auto number = static_cast<Number>(stms_.size());
      stms_.push_back({&stm, parent});
      place(stm.binders, Kind::result, number);
      if (const auto* loop = std::get_if<Loop>(&stm.exp.node)) {
        place(loop->params, Kind::loop_param, number);
      } else if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) {
        place(soac->lambda.params, Kind::soac_param, number);
        place_operands(*soac, number);
      } else if (const auto* stream = std::get_if<Stream>(&stm.exp.node)) {
        place(stream->lambda.params, Kind::stream_param, number);
      } else if (const auto* with = std::get_if<WithAcc>(&stm.exp.node)) {
        for (std::size_t i = 0; i < with->accs.size(); ++i)
          place({with->accs[i].acc}, Kind::acc, number, i);
      }
      visit(
          stm.exp, [](const Atom&) {},
          [&](const Body& inner, const Binders& params) {
            place(params, Kind::other, number);
            collect(inner, number);
          });
      stms_[number].behind = static_cast<Number>(stms_.size());
      if (const auto* update = std::get_if<AccUpdate>(&stm.exp.node)) {
        updates_[update->acc.var].push_back(number);
        const Number acc = places_of_.of(update->acc.var);
        if (acc != 0 && places_[acc - 1].kind == Kind::acc) continue;
      }
      const bool safe = !stm.binders.empty() && safe_.count(stm.binders[0].id);
      if (!safe && (has_own_effect(stm.exp) || checks_widths(stm.exp))) roots_.push_back(number);
    }
  }

  bool checks_widths(const Exp& exp) const {
    const auto* soac = std::get_if<Soac>(&exp.node);
    if (!soac) return false;
    for (const Binder& param : soac->lambda.params)
      if (!safe_.count(param.id)) return true;
    return false;
  }

  void need(const Atom& atom) {
    if (atom.is_constant()) return;
    const Number found = places_of_.of(atom.var);
    if (found == 0 || places_[found - 1].live) return;
    places_[found - 1].live = true;
    queue_.push_back(places_[found - 1]);
  }
  void need(const Binder& binder) { need(binder.atom()); }
  template <class Some>
  void need(const std::vector<Some>& all) {
    for (const Some& one : all) need(one);
  }

  // What the statement needs whichever of its results are wanted.
  void need_stm(Number number) {
    for (; number != kNone && !stms_[number].live; number = stms_[number].parent) {
      stms_[number].live = true;
      const Stm* stm = stms_[number].stm;
      const auto* node = &stm->exp.node;
      if (const auto* choice = std::get_if<If>(node)) {
        need(choice->condition);
      } else if (const auto* loop = std::get_if<Loop>(node)) {
        if (const auto* form = std::get_if<ForForm>(&loop->form))
          need(form->bound);
        else
          need(std::get<WhileForm>(loop->form).condition.results);
      } else if (const auto* soac = std::get_if<Soac>(node)) {
        need(soac->width);
        for (const Binder& param : soac->lambda.params)
          if (!safe_.count(param.id)) need(param);
      } else if (const auto* scatter = std::get_if<Scatter>(node)) {
        need(scatter->width);
        need(scatter->indices);
      } else if (const auto* stream = std::get_if<Stream>(node)) {
        need(stream->width);
      } else if (!std::holds_alternative<WithAcc>(*node)) {
        visit(
            stm->exp, [this](const Atom& atom) { need(atom); },
            [this](const Body& inner, const Binders&) { need(inner.results); });
      }
    }
  }

  void follow(const Place& place) {
    need_stm(place.stm);
    const Stm& stm = *stms_[place.stm].stm;
    const auto* node = &stm.exp.node;
    const std::size_t i = place.index;
    switch (place.kind) {
      case Kind::result: return follow_result(stm, i);
      case Kind::loop_param: {
        const auto& loop = std::get<Loop>(*node);
        need(loop.inits[i]);
        return need(loop.body.results[i]);
      }
      case Kind::soac_param: return need(std::get<Soac>(*node).arrays[i]);
      case Kind::operand: return need(stm.binders[i]);
      case Kind::stream_param: {
        const auto& stream = std::get<Stream>(*node);
        if (i == 0) return;
        if (i > stream.inits.size()) return need(stream.arrays[i - 1 - stream.inits.size()]);
        need(stream.inits[i - 1]);
        return need(stream.lambda.body.results[i - 1]);
      }
      case Kind::acc: {
        const WithAcc::Acc& acc = std::get<WithAcc>(*node).accs[i];
        need(acc.arrays);
        need(acc.neutral);
        if (acc.op) need(acc.op->body.results);
        for (const Number update : updates_[acc.acc.id]) need_stm(update);
        return;
      }
      case Kind::other: return;
    }
  }

  void follow_result(const Stm& stm, std::size_t i) {
    const auto* node = &stm.exp.node;
    if (const auto* choice = std::get_if<If>(node)) {
      need(choice->then_body.results[i]);
      need(choice->else_body.results[i]);
    } else if (const auto* loop = std::get_if<Loop>(node)) {
      if (i < loop->params.size())
        need(loop->params[i]);
      else if (i - loop->params.size() < loop->history.size())
        need(loop->params[loop->history[i - loop->params.size()]]);
    } else if (const auto* soac = std::get_if<Soac>(node)) {
      follow_soac(stm, *soac, i);
    } else if (const auto* scatter = std::get_if<Scatter>(node)) {
      need(scatter->dests[scatter->column(i)]);
      need(scatter->values[scatter->column(i)]);
    } else if (const auto* stream = std::get_if<Stream>(node)) {
      if (i < stream->inits.size()) return need(stream->lambda.params[1 + i]);
      need(stream->lambda.body.results[i]);
      need(stream->row_shapes[i - stream->inits.size()]);
    } else if (const auto* with = std::get_if<WithAcc>(node)) {
      std::size_t at = 0;
      for (const WithAcc::Acc& acc : with->accs) {
        at += acc.arrays.size();
        if (i < at) return need(acc.acc);
      }
      need(with->body.results[i - at]);
    }
  }

  // Of an operator's results, those that others are not made of may go alone.
  void follow_soac(const Stm& stm, const Soac& soac, std::size_t i) {
    const std::size_t reduced = ends_of(soac).reduced;
    std::size_t at = 0;
    const auto is_of = [&](const Lambda& op, const Atoms& neutral) {
      const std::size_t from = at;
      at += neutral.size();
      if (i >= at) return false;
      need(neutral[i - from]);
      need(op.body.results[i - from]);
      if (stands_together(op))
        for (std::size_t k = from; k < at; ++k) need(stm.binders[k]);
      return true;
    };
    bool found = false;
    for (const Reduce& reduce : soac.reduces) found = found || is_of(reduce.op, reduce.neutral);
    for (const Scan& scan : soac.scans) found = found || is_of(scan.op, scan.neutral);
    need(soac.lambda.body.results[i]);
    if (i >= reduced) need(soac.row_shapes[i - reduced]);
  }

  // A sum alone would be folded in another order than beside others (core/reduce_shape.hpp), and so
  // would numbers without the arrays beside them.
  static bool stands_together(const Lambda& op) {
    const std::size_t arity = op.params.size() / 2;
    for (const Binder& param : op.params)
      if (!param.type.is_scalar()) return true;
    for (const Stm& stm : op.body.stms) {
      const auto* app = std::get_if<PrimApp>(&stm.exp.node);
      if (app == nullptr || !support::is_float(app->prim.type) || app->args.size() != 2) continue;
      const prims::Op what = prims::op_of(app->prim);
      if (what != prims::Op::add && what != prims::Op::mul) continue;
      for (std::size_t k = 0; k < arity; ++k)
        if (op.body.results[k].var == stm.binders[0].id && takes(*app, op.params[k]) &&
            takes(*app, op.params[arity + k]))
          return arity > 1;
    }
    return false;
  }
  static bool takes(const PrimApp& app, const Binder& param) {
    return app.args[0].var == param.id || app.args[1].var == param.id;
  }

  struct Known {
    const Stm* stm;
    Number parent;  ///< the statement around it, or none
    Number behind = 0;
    bool live = false;
  };
  const VarSet& safe_;
  VarNumbers places_of_;  ///< by variable: its place in [places_], from 1
  std::vector<Place> places_;
  std::vector<Known> stms_;
  std::unordered_map<VarId, std::vector<Number>> updates_;
  std::vector<Number> roots_;
  std::vector<Place> queue_;
};

class Sweep {
 public:
  explicit Sweep(const Demand& demand) : demand_(demand) {}

  void in(Body& body) {
    std::vector<bool> live(body.stms.size());
    for (std::size_t i = 0; i < body.stms.size(); ++i) {
      Stm& stm = body.stms[i];
      const Number number = next_;
      live[i] = demand_.is_stm_live(number);
      next_ = live[i] ? number + 1 : demand_.behind(number);
      if (!live[i]) continue;
      visit(
          stm.exp, [](Atom&) {}, [this](Body& inner, Binders&) { in(inner); });
      shrink(stm);
    }
    keep(body.stms, live);
  }

 private:
  std::vector<bool> live(const Binders& binders) const {
    std::vector<bool> flags;
    for (const Binder& binder : binders) flags.push_back(demand_.is_live(binder.id));
    return flags;
  }

  bool all_live(const Binders& binders) const {
    return std::all_of(binders.begin(), binders.end(),
                       [this](const Binder& binder) { return demand_.is_live(binder.id); });
  }

  void shrink(Stm& stm) {
    auto* node = &stm.exp.node;
    if (auto* choice = std::get_if<If>(node)) {
      const std::vector<bool> wanted = live(stm.binders);
      keep(choice->then_body.results, wanted);
      keep(choice->else_body.results, wanted);
      keep(stm.binders, wanted);
    } else if (auto* loop = std::get_if<Loop>(node)) {
      shrink(stm, *loop);
    } else if (auto* soac = std::get_if<Soac>(node)) {
      shrink(stm, *soac);
    } else if (auto* scatter = std::get_if<Scatter>(node)) {
      shrink(stm, *scatter);
    } else if (auto* stream = std::get_if<Stream>(node)) {
      shrink(stm, *stream);
    } else if (auto* with = std::get_if<WithAcc>(node)) {
      shrink(stm, *with);
    }
  }

  // Of a column that exchanges either both results are kept, or none is.
  void shrink(Stm& stm, Scatter& scatter) {
    const std::vector<bool> results = live(stm.binders);
    const std::size_t columns = scatter.dests.size();
    if (scatter.exchange == Scatter::Exchange::forwards &&
        std::none_of(results.begin() + static_cast<std::ptrdiff_t>(columns), results.end(),
                     [](bool wanted) { return wanted; })) {
      scatter.exchange = Scatter::Exchange::none;
      stm.binders.resize(columns);
    }
    std::vector<bool> wanted(columns);
    for (std::size_t r = 0; r < results.size(); ++r)
      if (results[r]) wanted[scatter.column(r)] = true;
    std::vector<bool> kept = wanted;
    if (scatter.exchanges()) kept.insert(kept.end(), wanted.begin(), wanted.end());
    keep(scatter.dests, wanted);
    keep(scatter.values, wanted);
    keep(stm.binders, kept);
  }

  void shrink(Stm& stm, Loop& loop) {
    if (all_live(loop.params) && all_live(stm.binders)) return;
    const std::vector<bool> params = live(loop.params);
    std::vector<bool> results = params;
    std::vector<std::uint32_t> renumbered;
    Loop kept;
    for (const bool wanted : params)
      renumbered.push_back((renumbered.empty() ? 0 : renumbered.back()) + (wanted ? 1 : 0));
    for (std::size_t i = 0; i < loop.history.size(); ++i) {
      const bool wanted = demand_.is_live(stm.binders[params.size() + i].id);
      results.push_back(wanted);
      if (!wanted) continue;
      kept.keep(renumbered[loop.history[i]] - 1, loop.is_flat(i), loop.is_after(i));
    }
    if (loop.counted) {
      loop.counted = demand_.is_live(stm.binders[loop.count_at()].id);
      results.push_back(loop.counted);
    }
    loop.history = std::move(kept.history);
    loop.flat = std::move(kept.flat);
    loop.after = std::move(kept.after);
    loop.regular.resize(params.size(), 0);
    keep(loop.regular, params);
    loop.sums.resize(params.size(), 0);
    keep(loop.sums, params);
    keep(loop.params, params);
    keep(loop.inits, params);
    keep(loop.body.results, params);
    keep(stm.binders, results);
  }

  void shrink(Stm& stm, Soac& soac) {
    if (all_live(soac.lambda.params) && all_live(stm.binders)) return;
    const std::vector<bool> params = live(soac.lambda.params);
    keep(soac.arrays, params);
    keep(soac.lambda.params, params);
    const std::vector<bool> results = live(stm.binders);
    std::size_t at = 0;
    for (Reduce& reduce : soac.reduces) at = shrink(reduce, results, at);
    keep(soac.row_shapes, {results.begin() + static_cast<std::ptrdiff_t>(at), results.end()});
    for (Scan& scan : soac.scans) at = shrink(scan, results, at);
    std::erase_if(soac.reduces, [](const Reduce& reduce) { return reduce.neutral.empty(); });
    std::erase_if(soac.scans, [](const Scan& scan) { return scan.neutral.empty(); });
    keep(soac.lambda.body.results, results);
    keep(stm.binders, results);
  }

  // Of the operator whose results begin at [from], what is wanted. Gives their end.
  template <class Operator>
  static std::size_t shrink(Operator& op, const std::vector<bool>& results, std::size_t from) {
    const std::size_t end = from + op.neutral.size();
    const std::vector<bool> wanted(results.begin() + static_cast<std::ptrdiff_t>(from),
                                   results.begin() + static_cast<std::ptrdiff_t>(end));
    std::vector<bool> params = wanted;
    params.insert(params.end(), wanted.begin(), wanted.end());
    keep(op.op.params, params);
    keep(op.op.body.results, wanted);
    keep(op.neutral, wanted);
    return end;
  }

  void shrink(Stm& stm, Stream& stream) {
    const std::size_t inits = stream.inits.size();
    std::vector<bool> params = live(stream.lambda.params);
    params[0] = true;
    const auto accs_end = params.begin() + 1 + static_cast<std::ptrdiff_t>(inits);
    std::vector<bool> results(params.begin() + 1, accs_end);
    keep(stream.inits, results);
    keep(stream.arrays, {accs_end, params.end()});
    keep(stream.lambda.params, params);
    std::vector<bool> chunks;
    for (std::size_t i = inits; i < stm.binders.size(); ++i)
      chunks.push_back(demand_.is_live(stm.binders[i].id));
    keep(stream.row_shapes, chunks);
    results.insert(results.end(), chunks.begin(), chunks.end());
    keep(stream.lambda.body.results, results);
    keep(stm.binders, results);
  }

  void shrink(Stm& stm, WithAcc& with) {
    std::vector<bool> accs, results, body_results;
    for (const WithAcc::Acc& acc : with.accs) {
      accs.push_back(demand_.is_live(acc.acc.id));
      results.insert(results.end(), acc.arrays.size(), accs.back());
    }
    for (std::size_t i = results.size(); i < stm.binders.size(); ++i)
      body_results.push_back(demand_.is_live(stm.binders[i].id));
    results.insert(results.end(), body_results.begin(), body_results.end());
    keep(with.accs, accs);
    keep(with.body.results, body_results);
    keep(stm.binders, results);
  }

  const Demand& demand_;
  Number next_ = 0;  ///< of the statement that is met next
};

}  // namespace

void remove_dead_code(Body& body, const VarSet& safe) {
  const Demand demand(body, safe);
  Sweep(demand).in(body);
}

}  // namespace laguz::core
