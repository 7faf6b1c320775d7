#include "eval/map_code.hpp"

#include <algorithm>
#include <limits>

#include "core/reduce_shape.hpp"
#include "core/walk.hpp"
#include "eval/machine.hpp"
#include "prims/lanes_accumulate.hpp"

namespace laguz::eval {
namespace {

/// Variables that nobody else has.
class Fresh {
 public:
  core::Binder operator()(core::Type type) { return {next_--, type}; }

 private:
  VarId next_ = std::numeric_limits<VarId>::max();
};

/// The loop over the iterations of [soac]: its states are the results, each an array of which an
/// iteration gives a row.
core::Stm as_loop(const core::Soac& soac, const std::vector<bool>& counted, const Place& place,
                  Fresh& fresh) {
  const core::Binder index = fresh(core::Type{ScalarType::i64});
  core::Loop loop;
  loop.form = core::ForForm{index, soac.width};
  for (std::size_t i = 0; i < soac.arrays.size(); ++i) {
    core::Exp element{core::Copy{index.atom()}};
    if (!counted[i]) element = {core::Index{soac.arrays[i], {index.atom()}}};
    loop.body.stms.push_back({{soac.lambda.params[i]}, std::move(element), place.span});
  }
  const core::Body& body = soac.lambda.body;
  loop.body.stms.insert(loop.body.stms.end(), body.stms.begin(), body.stms.end());
  loop.body.results = body.results;
  core::Stm whole{{}, {}, place.span};
  for (const core::Atom& result : body.results) {
    const auto rank = static_cast<std::uint8_t>(result.type.rank + 1);
    const core::Binder state = fresh(core::Type{result.type.elem, rank});
    loop.params.push_back(state);
    loop.inits.push_back(state.atom());
    loop.regular.push_back(1);
    whole.binders.push_back(fresh(state.type));
  }
  whole.exp.node = std::move(loop);
  return whole;
}

}  // namespace

bool MapCode::takes(const core::Soac& soac) {
  const core::Atoms& results = soac.lambda.body.results;
  const auto is_row = [&](const core::Atom& result) {
    const auto r = static_cast<std::size_t>(&result - results.data());
    return r >= soac.reduces.size() + soac.scans.size() &&
           soac.row_shapes[r - soac.reduces.size()].size() == result.type.rank;
  };
  return std::all_of(
             soac.scans.begin(), soac.scans.end(),
             [](const core::Scan& scan) { return commutative_builtin(scan.op).has_value(); }) &&
         std::all_of(soac.reduces.begin(), soac.reduces.end(),
                     [](const core::Reduce& reduce) {
                       return commutative_builtin(reduce.op).has_value();
                     }) &&
         std::all_of(results.begin(), results.end(),
                     [&](const core::Atom& one) { return one.type.is_scalar() || is_row(one); });
}

std::unique_ptr<MapCode> MapCode::of(const core::Soac& soac, Places places, const Shape& shape,
                                     const Place& place, std::string_view& why_not) {
  Fresh fresh;
  auto stm = std::make_unique<core::Stm>(as_loop(soac, places.counted, place, fresh));
  const auto& loop = std::get<core::Loop>(stm->exp.node);
  const auto uses = core::all_uses(loop.body);
  // (Its results somebody reads.)
  const auto counts = [&](VarId var) {
    const auto found = uses.find(var);
    const bool is_result =
        std::any_of(stm->binders.begin(), stm->binders.end(),
                    [&](const core::Binder& result) { return result.id == var; });
    return is_result ? 1 : found == uses.end() ? 0 : found->second;
  };
  std::vector<VarId> striped;
  for (const Outer& outer : places.outers)
    if (std::find(shape.striped.begin(), shape.striped.end(), outer.slot) != shape.striped.end())
      striped.push_back(outer.var);
  const int stripes = striped.empty() ? 1 : static_cast<int>(prims::lanes::kStripes);
  std::vector<core::Prim> folds;
  for (const Fold& fold : places.folds)
    if (shape.blocked) folds.push_back(fold.prim);
  const core::Binder first = fresh(core::Type{ScalarType::i64});
  auto lowered =
      vcode::lower(*stm, counts, vcode::MapOf{striped, stripes, places.iotas, folds, first.atom()});
  auto* unit = std::get_if<vcode::Unit>(&lowered);
  why_not = unit != nullptr ? "a variable is not at hand" : std::get<vcode::WhyNot>(lowered).why;
  if (unit == nullptr) return {};

  std::unordered_map<VarId, Slot> slots{{first.id, places.first}};
  for (const Outer& outer : places.outers) slots[outer.var] = outer.slot;
  if (!soac.width.is_constant()) slots[soac.width.var] = places.width;
  for (std::size_t i = 0; i < soac.arrays.size(); ++i) slots[soac.arrays[i].var] = places.arrays[i];
  for (std::size_t k = 0; k < places.results.size(); ++k)
    slots[loop.params[k].id] = places.results[k];
  MachineLoop::Slots all;
  const auto slot_of = [&](VarId var) {
    const auto slot = slots.find(var);
    return slot != slots.end() ? std::optional(slot->second) : std::nullopt;
  };
  if (!all.find(*unit, slot_of)) return {};
  return std::unique_ptr<MapCode>(new MapCode(std::move(stm), std::move(*unit), std::move(all),
                                              std::move(places), shape.blocked));
}

MapCode::MapCode(std::unique_ptr<const core::Stm> stm, vcode::Unit unit, MachineLoop::Slots slots,
                 Places places, bool blocked)
    : stm_(std::move(stm)),
      places_(std::move(places)),
      blocked_(blocked),
      loop_(std::move(unit), std::move(slots)) {}

bool MapCode::begin(Frame& frame, std::int64_t n) {
  const auto& loop = std::get<core::Loop>(stm_->exp.node);
  const std::size_t folds = places_.folds.size();
  n_ = n;
  auto there = places_.in_place ? places_.in_place->place(frame) : std::nullopt;
  const bool are_apart = !there;
  for (std::size_t k = 0; k < places_.results.size(); ++k) {
    runtime::Shape row;
    if (loop.params[k].type.rank > 1)
      for (const ScalarArg& length : places_.rows[k - folds])
        row.dims[row.rank++] = std::max<std::int64_t>(0, length.i64(frame));
    const std::int64_t rows = k < folds && blocked_ ? core::kLanes : n;
    frame.array(places_.results[k]) =
        there ? std::move(*there)
              : Array::uninitialised(loop.params[k].type.elem, row.prepend(rows));
  }
  folds_.clear();
  for (const Fold& fold : places_.folds)
    folds_.emplace_back(fold.prim, Scalar{fold.prim.type, frame.bits(fold.neutral)});
  return are_apart;
}

void MapCode::forget(Frame& frame) {
  for (const Slot result : places_.results) frame.array(result).release();
}

void MapCode::finish(Frame& frame) {
  for (std::size_t k = 0; k < folds_.size(); ++k) {
    Array& elements = frame.array(places_.folds[k].elements);
    if (!blocked_) folds_[k].add(n_, elements.raw());
    frame.put_bits(places_.folds[k].result, folds_[k].result().bits);
    elements.release();
  }
  for (const Places::Scan& scan : places_.scans) {
    Array& all = frame.array(scan.result);
    all = bulk_scan(scan.prim, {scan.prim.type, frame.bits(scan.neutral)}, std::move(all));
  }
}

bool MapCode::run(Frame& frame, std::int64_t from, std::int64_t end, const Place& place) {
  const auto run = [&](std::int64_t first, std::int64_t last) {
    return loop_
        .run(frame, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last), nullptr,
             place)
        .whole;
  };
  if (!blocked_) return run(from, end);
  for (std::int64_t first = from, last = 0; first < end; first = last) {
    const std::int64_t block = first / core::kBlock * core::kBlock;
    last = std::min(block + core::kBlock, end);
    frame.put(places_.first, block);
    if (!run(first, last)) return false;
    if (last != block + core::kBlock && last != n_) continue;
    for (std::size_t k = 0; k < folds_.size(); ++k)
      folds_[k].add_block(last - block, frame.array(places_.folds[k].elements).mutable_raw());
  }
  return true;
}

}  // namespace laguz::eval
