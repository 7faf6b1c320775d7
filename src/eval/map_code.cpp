#include "eval/map_code.hpp"

#include <algorithm>
#include <limits>

#include "core/walk.hpp"
#include "eval/bulk.hpp"
#include "eval/machine.hpp"
#include "eval/reduce_shape.hpp"
#include "prims/lanes_accumulate.hpp"
#include "runtime/parallel_for.hpp"

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
/// iteration writes one element.
core::Stm as_loop(const core::Soac& soac, const std::vector<bool>& counted, const Place& place) {
  Fresh fresh;
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
  core::Stm whole{{}, {}, place.span};
  for (const core::Atom& result : body.results) {
    const core::Binder state = fresh(core::Type{result.type.elem, 1}), next = fresh(state.type);
    loop.params.push_back(state);
    loop.inits.push_back(state.atom());
    loop.regular.push_back(1);
    loop.body.stms.push_back(
        {{next},
         {core::Update{state.atom(), {core::DimSlice{true, index.atom(), {}, {}, {}}}, result}},
         place.span});
    loop.body.results.push_back(next.atom());
    whole.binders.push_back(fresh(state.type));
  }
  whole.exp.node = std::move(loop);
  return whole;
}

}  // namespace

bool MapCode::takes(const core::Soac& soac) {
  const core::Atoms& results = soac.lambda.body.results;
  return soac.scans.empty() &&
         std::all_of(soac.reduces.begin(), soac.reduces.end(),
                     [](const core::Reduce& reduce) {
                       return commutative_builtin(reduce.op).has_value();
                     }) &&
         std::all_of(results.begin(), results.end(),
                     [](const core::Atom& result) { return result.type.is_scalar(); });
}

std::unique_ptr<MapCode> MapCode::of(const core::Soac& soac, Places places,
                                     std::span<const Slot> striped, const Place& place,
                                     std::string_view& why_not) {
  auto stm = std::make_unique<core::Stm>(as_loop(soac, places.counted, place));
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
  std::vector<VarId> striped_accs;
  for (const Outer& outer : places.outers)
    if (std::find(striped.begin(), striped.end(), outer.slot) != striped.end())
      striped_accs.push_back(outer.var);
  const int stripes = striped.empty() ? 1 : static_cast<int>(prims::lanes::kStripes);
  auto lowered = vcode::lower(*stm, counts, vcode::MapOf{striped_accs, stripes});
  auto* unit = std::get_if<vcode::Unit>(&lowered);
  why_not = unit != nullptr ? "a variable is not at hand" : std::get<vcode::WhyNot>(lowered).why;
  if (unit == nullptr) return {};

  std::unordered_map<VarId, Slot> slots;
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
  return std::unique_ptr<MapCode>(
      new MapCode(std::move(stm), std::move(*unit), std::move(all), std::move(places)));
}

MapCode::MapCode(std::unique_ptr<const core::Stm> stm, vcode::Unit unit, MachineLoop::Slots slots,
                 Places places)
    : stm_(std::move(stm)),
      results_(std::move(places.results)),
      folds_(std::move(places.folds)),
      loop_(std::move(unit), std::move(slots)) {}

void MapCode::begin(Frame& frame, std::int64_t n) const {
  const auto& loop = std::get<core::Loop>(stm_->exp.node);
  for (std::size_t k = 0; k < results_.size(); ++k)
    frame.array(results_[k]) = Array::uninitialised(loop.params[k].type.elem, Shape{n});
}

void MapCode::finish(Frame& frame) const {
  const Options& options = frame.machine().options;
  const int threads = options.threads > 0 ? options.threads : runtime::hardware_threads();
  for (const Fold& fold : folds_) {
    const Scalar neutral{fold.prim.type, frame.bits(fold.neutral)};
    Array& elements = frame.array(fold.elements);
    frame.put_bits(fold.result, bulk_reduce(fold.prim, neutral, elements, threads).bits);
    elements.release();
  }
}

bool MapCode::run(Frame& frame, std::int64_t from, std::int64_t end, const Place& place) {
  return loop_
      .run(frame, static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(end), nullptr, place)
      .whole;
}

}  // namespace laguz::eval
