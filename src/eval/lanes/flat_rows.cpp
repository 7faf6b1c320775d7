#include "eval/lanes/flat_rows.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/program.hpp"
#include "core/walk.hpp"
#include "eval/lanes/divergence.hpp"
#include "eval/lanes/last_var.hpp"
#include "eval/lanes/only_kept.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval::lanes {
namespace {

using core::ArrayApp;
using core::Atom;
using core::Body;
using core::Index;
using core::Loop;
using core::Slice;
using core::Stm;
using core::VarId;

class Changer {
 public:
  Changer(const core::Lambda& lambda, const Divergence& divergence)
      : arrays_(lambda.body), divergence_(divergence), names_(last_var(lambda)) {
    const Body& body = lambda.body;
    note(body);
    find(body);
    for (auto& [data, kept] : kept_) {
      if (kept.reads.size() != arrays_.uses(kept.seen_as)) kept.possible = false;
      if (kept.seen_as != data && arrays_.uses(data) != 1) kept.possible = false;
      if (kept.inner == kNone) continue;
      std::size_t uses = 0;
      for (const auto& [row, iteration] : kept.reads) uses += arrays_.uses(row);
      if (kept.rows.size() != uses || arrays_.uses(kept.inner) != 1) kept.possible = false;
      if (kept.possible) inner_.insert(kept.inner);
    }
  }

  void change(Body& body) {
    std::vector<Stm> stms;
    for (Stm& stm : body.stms) {
      if (auto* loop = std::get_if<Loop>(&stm.exp.node)) keep(*loop, stm.binders, stms);
      core::visit(
          stm.exp, [](Atom&) {}, [this](Body& inner, core::Binders&) { change(inner); });
      if (!make_row(stm)) continue;
      hand_on(stm);
      stms.push_back(std::move(stm));
    }
    body.stms = std::move(stms);
  }

 private:
  static constexpr VarId kNone = 0;
  /// What is kept flat in a loop's result, and the slices that read it.
  struct Kept {
    VarId seen_as = kNone;                  ///< itself, or what a WithAcc around the loop calls it
    std::unordered_map<VarId, Atom> reads;  ///< the slice, or what shapes it: the iteration
    std::vector<VarId> gone;                ///< slices that are shaped
    /// If it is what a loop inside has kept flat itself, that; and slices of the slices, which are
    /// its iterations: the slice, and the iteration.
    VarId inner = kNone;
    std::unordered_map<VarId, std::pair<VarId, Atom>> rows{};
    bool possible = true;
  };

  void note(const Body& body) {
    for (const Stm& stm : body.stms) {
      for (const core::Binder& binder : stm.binders) made_[binder.id] = &stm;
      core::visit(
          stm.exp, [&](const Atom& atom) { user_[atom.var] = &stm; },
          [this](const Body& inner, const core::Binders&) { note(inner); });
    }
    for (const Atom& result : body.results) user_[result.var] = nullptr;
  }

  void find(const Body& body) {
    for (const Stm& stm : body.stms) {
      if (const auto* slice = std::get_if<Slice>(&stm.exp.node)) read(*slice, stm);
      core::visit(
          stm.exp, [](const Atom&) {},
          [this](const Body& inner, const core::Binders&) { find(inner); });
    }
  }

  /// [slice], if it reads what a loop keeps flat of an iteration.
  void read(const Slice& slice, const Stm& stm) {
    if (const auto data = data_.find(slice.array.var); data != data_.end())
      return read_inside(kept_.at(data->second), slice, stm.binders[0].id);
    const Atom data = inside_of(slice.array);
    const auto made = made_.find(data.var);
    if (made == made_.end()) return;
    const auto* loop = std::get_if<Loop>(&made->second->exp.node);
    const auto history = loop == nullptr ? std::nullopt : history_of(*made->second, data);
    if (!history || !loop->is_flat(*history) || !loop->is_after(*history)) return;
    Kept& kept = kept_[data.var];
    if (kept.seen_as != kNone && kept.seen_as != slice.array.var)
      return void(kept.possible = false);
    kept.seen_as = slice.array.var;
    const std::size_t param = loop->history[*history];
    const auto iteration = iteration_of(slice);
    if (!iteration || arrays_.uses(loop->params[param].id) > 0 ||
        arrays_.uses(made->second->binders[param].id) > 0)
      return void(kept.possible = false);
    VarId row = stm.binders[0].id;
    const Atom& value = loop->body.results[param];
    if (is_flat(value)) {
      kept.inner = value.var;
      data_[row] = data.var;
      return void(kept.reads.emplace(row, *iteration));
    }
    if (loop->params[param].type.rank > 1) {
      const auto user = user_.find(row);
      const auto* shaped = user == user_.end() || user->second == nullptr || arrays_.uses(row) != 1
                               ? nullptr
                               : std::get_if<ArrayApp>(&user->second->exp.node);
      if (shaped == nullptr || shaped->op != core::ArrayOp::reshape)
        return void(kept.possible = false);
      kept.gone.push_back(row);
      row = user->second->binders[0].id;
    }
    kept.possible =
        kept.possible && arrays_.may_be_longer(row, arrays_.longer_dims(loop->body.results[param]));
    kept.reads.emplace(row, *iteration);
  }

  /// [vector] is what a loop keeps flat of numbers, and does not read.
  bool is_flat(const Atom& vector) const {
    const auto* loop = made_by<Loop>(vector);
    if (loop == nullptr) return false;
    const auto history = history_of(*made_.at(vector.var), vector);
    if (!history || !loop->is_flat(*history) || !loop->is_after(*history)) return false;
    const core::Binder& param = loop->params[loop->history[*history]];
    return param.type.rank == 1 && arrays_.uses(param.id) == 0;
  }

  /// [slice], of an iteration's part, reads the part of an iteration inside.
  void read_inside(Kept& kept, const Slice& slice, VarId row) {
    const auto turn = turn_of(slice, kept.reads.at(slice.array.var));
    kept.possible = kept.possible && turn && arrays_.may_be_longer(row, 1);
    if (turn) kept.rows.emplace(row, std::pair{slice.array.var, *turn});
  }

  /// The iteration of a loop inside: [slice] begins with what that or another such loop has counted
  /// until then, in [iteration] of the loop around it, which keeps that too.
  std::optional<Atom> turn_of(const Slice& slice, const Atom& iteration) const {
    if (slice.dims.size() != 1) return {};
    const core::DimSlice& range = slice.dims[0];
    if (range.fixed || !range.start || !range.end || range.stride) return {};
    const auto* offset = made_by<Index>(*range.start);
    if (offset == nullptr || offset->indices.size() != 1 || !added(*range.end, *range.start))
      return {};
    const auto* begins = made_by<Slice>(offset->array);
    if (begins == nullptr) return {};
    const Atom all = inside_of(begins->array);
    const auto* around = made_by<Loop>(all);
    if (around == nullptr) return {};
    const auto history = history_of(*made_.at(all.var), all);
    if (!history || !around->is_flat(*history) || !around->is_after(*history) ||
        iteration_of(*begins) != std::optional(iteration))
      return {};
    const Atom inside = around->body.results[around->history[*history]];
    const auto* counts = made_by<Loop>(inside);
    const auto sums = counts == nullptr ? std::nullopt : history_of(*made_.at(inside.var), inside);
    if (!sums || counts->is_after(*sums)) return {};
    const std::size_t total = counts->history[*sums];
    if (!(counts->inits[total] == Atom::i64(0)) || !divergence_.of(counts->params[total].id) ||
        !added(counts->body.results[total], counts->params[total].atom()))
      return {};
    return offset->indices[0];
  }

  /// [array], or what it is in the body behind accumulators that gives it.
  Atom inside_of(Atom array) const {
    while (const auto* with = made_by<core::WithAcc>(array)) {
      const core::Binders& to = made_.at(array.var)->binders;
      std::size_t r = 0;
      while (to[r].id != array.var) ++r;
      const std::size_t accs = to.size() - with->body.results.size();
      if (r < accs) break;
      array = with->body.results[r - accs];
    }
    return array;
  }

  static std::optional<std::size_t> history_of(const Stm& stm, const Atom& result) {
    const Loop& loop = std::get<Loop>(stm.exp.node);
    for (std::size_t h = 0; h < loop.history.size(); ++h)
      if (stm.binders[loop.params.size() + h].id == result.var) return h;
    return std::nullopt;
  }

  template <class Node>
  const Node* made_by(const Atom& atom) const {
    const auto made = made_.find(atom.var);
    return made == made_.end() ? nullptr : std::get_if<Node>(&made->second->exp.node);
  }

  /// What is added to [of] in [sum].
  std::optional<Atom> added(const Atom& sum, const Atom& of) const {
    const auto* app = made_by<core::PrimApp>(sum);
    if (app == nullptr || prims::op_of(app->prim) != prims::Op::add) return {};
    if (app->args[0] == of) return app->args[1];
    return app->args[1] == of ? std::optional(app->args[0]) : std::nullopt;
  }

  /// The iteration that [slice] reads, of what a loop keeps flat: it begins with what this or
  /// another loop has counted until then. (Nobody reads it elsewhere than iterations have kept it:
  /// ad/tape/loop_editor.hpp, core/simplifier/loops/kept_parts.cpp.)
  std::optional<Atom> iteration_of(const Slice& slice) const {
    if (slice.dims.size() != 1) return std::nullopt;
    const core::DimSlice& range = slice.dims[0];
    if (range.fixed || !range.start || !range.end || range.stride) return std::nullopt;
    const auto* offset = made_by<Index>(*range.start);
    if (offset == nullptr || offset->indices.size() != 1 || !added(*range.end, *range.start))
      return std::nullopt;
    const Atom all = inside_of(offset->array);
    const auto made = made_.find(all.var);
    const auto* counts = made == made_.end() ? nullptr : std::get_if<Loop>(&made->second->exp.node);
    const auto begins = counts == nullptr ? std::nullopt : history_of(*made->second, all);
    if (!begins || counts->is_after(*begins)) return std::nullopt;
    const std::size_t total = counts->history[*begins];
    // (Lanes that agree have slices that begin at one place.)
    if (!added(counts->body.results[total], counts->params[total].atom()) ||
        !divergence_.of(counts->params[total].id) || !(counts->inits[total] == Atom::i64(0)))
      return std::nullopt;
    return offset->indices[0];
  }

  void keep(Loop& loop, core::Binders& to, std::vector<Stm>& before) {
    for (std::size_t h = 0; h < loop.history.size(); ++h) {
      core::Binder& data = to[loop.params.size() + h];
      const std::size_t k = loop.history[h];
      if (inner_.count(data.id) > 0) {
        loop.flat[h] = 0;
        data.type = loop.params[k].type.array_of();
        continue;
      }
      const auto kept = kept_.find(data.id);
      if (kept == kept_.end() || !kept->second.possible) continue;
      loop.flat[h] = 0;
      if (kept->second.inner != kNone) {
        const core::Type rows = loop.params[k].type.array_of();
        const core::Binder none = names_.bind(rows);
        before.push_back({{none},
                          {ArrayApp{core::ArrayOp::zeros,
                                    {Atom::i64(0), Atom::i64(0)},
                                    {static_cast<std::int64_t>(rows.elem)}}},
                          {},
                          {}});
        loop.inits[k] = none.atom();
        loop.params[k].type = to[k].type = loop.body.results[k].type = rows;
      }
      data.type = loop.params[k].type.array_of();
      seen_as_.emplace(kept->second.seen_as, data.type);
      for (const auto& [row, iteration] : kept->second.reads)
        rows_.emplace(row, Index{Atom::of(kept->second.seen_as, data.type), {iteration}, {}});
      for (const auto& [row, at] : kept->second.rows)
        rows_.emplace(row, Index{Atom::of(at.first, loop.params[k].type), {at.second}, {}});
      gone_.insert(kept->second.gone.begin(), kept->second.gone.end());
    }
  }

  /// What is behind accumulators is of the type that it has become.
  void hand_on(Stm& stm) {
    auto* with = std::get_if<core::WithAcc>(&stm.exp.node);
    if (with == nullptr) return;
    const std::size_t accs = stm.binders.size() - with->body.results.size();
    for (std::size_t r = 0; r < with->body.results.size(); ++r) {
      core::Binder& outside = stm.binders[accs + r];
      const auto seen = seen_as_.find(outside.id);
      if (seen == seen_as_.end()) continue;
      outside.type = with->body.results[r].type = seen->second;
    }
  }

  /// Whether [stm] is still there.
  bool make_row(Stm& stm) {
    if (stm.binders.empty()) return true;
    if (gone_.count(stm.binders[0].id) > 0) return false;
    const auto row = rows_.find(stm.binders[0].id);
    if (row == rows_.end()) return true;
    stm.binders[0].type = row->second.array.type.row();
    stm.exp = {row->second};
    return true;
  }

  KeptArrays arrays_;
  const Divergence& divergence_;
  core::Names names_;
  std::unordered_map<VarId, const Stm*> made_, user_;
  std::unordered_map<VarId, Kept> kept_;
  std::unordered_map<VarId, VarId> data_;  ///< what parts that are parts of parts are read from
  std::unordered_set<VarId> inner_;        ///< what loops inside keep, as rows too
  std::unordered_map<VarId, Index> rows_;
  std::unordered_map<VarId, core::Type> seen_as_;  ///< of what is kept as rows
  std::unordered_set<VarId> gone_;
};

}  // namespace

void keep_rows(core::Soac& soac) {
  const Divergence divergence(soac.lambda, std::vector<bool>(soac.lambda.params.size(), true));
  Changer(soac.lambda, divergence).change(soac.lambda.body);
}

}  // namespace laguz::eval::lanes
