#include "eval/flat_map.hpp"

#include "eval/lanes/fewest.hpp"

#include <algorithm>

#include "core/walk.hpp"
#include "eval/lanes_constants.hpp"
#include "runtime/parallel_for.hpp"

namespace laguz::eval {

namespace {

bool is_map(const core::Soac& soac) {
  return soac.reduces.empty() && soac.scans.empty() && soac.parted_from == 0 &&
         !soac.arrays.empty();
}

bool is_of_numbers(const core::Lambda& lambda) {
  const auto is_scalar = [](const auto& value) { return value.type.is_scalar(); };
  return std::all_of(lambda.params.begin(), lambda.params.end(), is_scalar) &&
         std::all_of(lambda.body.results.begin(), lambda.body.results.end(), is_scalar);
}

/// The map over the rows that the lambda of [soac] is, if it is nothing else.
const core::Stm* row_map(const core::Soac& soac) {
  const core::Body& body = soac.lambda.body;
  if (body.stms.size() != 1) return nullptr;
  const auto* inner = std::get_if<core::Soac>(&body.stms[0].exp.node);
  if (inner == nullptr || !is_map(*inner) || inner->arrays.size() != soac.arrays.size())
    return nullptr;
  for (std::size_t i = 0; i < inner->arrays.size(); ++i)
    if (inner->arrays[i].var != soac.lambda.params[i].id) return nullptr;
  // (Its iterations may look at the whole row besides.)
  for (const core::Binder& free : core::free_variables(inner->lambda))
    for (const core::Binder& row : soac.lambda.params)
      if (free.id == row.id) return nullptr;
  const core::Binders& made = body.stms[0].binders;
  if (made.size() != body.results.size()) return nullptr;
  for (std::size_t r = 0; r < made.size(); ++r)
    if (body.results[r].var != made[r].id) return nullptr;
  return &body.stms[0];
}

}  // namespace

std::optional<core::Stm> FlatMap::flattened(const core::Soac& soac) {
  const core::Soac* level = &soac;
  const core::Stm* stm = nullptr;
  while (is_map(*level) && !is_of_numbers(level->lambda)) {
    stm = row_map(*level);
    if (stm == nullptr) return {};
    level = &std::get<core::Soac>(stm->exp.node);
  }
  if (stm == nullptr || !is_map(*level)) return {};
  if (level->lambda.body.results.empty()) return {};
  for (const core::Binder& free : core::free_variables(level->lambda))
    if (free.type.acc) return {};
  core::Stm flat = *stm;
  for (core::Atom& array : std::get<core::Soac>(flat.exp.node).arrays) array.type.rank = 1;
  return flat;
}

FlatMap::FlatMap(core::Stm flat, std::vector<Slot> arrays, std::vector<Slot> results,
                 const std::vector<Outer>& outers)
    : flat_(std::move(flat)),
      arrays_(std::move(arrays)),
      results_(std::move(results)),
      outers_(outers),
      fewest_(lanes::fewest_iterations(soac())) {}

std::optional<runtime::Shape> FlatMap::common_shape(Frame& frame, std::int64_t n,
                                                    std::span<const ScalarArg> widths) const {
  runtime::Shape shape{n};
  for (const ScalarArg& width : widths) shape[shape.rank++] = width.i64(frame);
  for (const Slot array : arrays_)
    if (!(frame.array(array).shape() == shape)) return {};
  return shape;
}

std::optional<lanes::Inputs> FlatMap::inputs(Frame& frame, const runtime::Shape& shape) const {
  // So much, of rows that are short, is copied to be dense.
  constexpr std::int64_t kLittle = 1 << 15, kShort = 64;
  lanes::Inputs inputs;
  inputs.width = inputs.block = shape.size();
  inputs.chunk = frame.machine().options.chunk;
  inputs.constants = &frame.machine();
  for (const Slot slot : arrays_) {
    const Array& array = frame.array(slot);
    const bool copied = !array.is_dense();
    if (copied && (inputs.width > kLittle || shape[shape.rank - 1] >= kShort)) return {};
    inputs.arrays.push_back(array.dense().reshape(runtime::Shape{inputs.width}));
  }
  for (const Outer& outer : free_) inputs.free.push_back(outer.get(frame));
  inputs.row_shapes.resize(results_.size());
  return inputs;
}

bool FlatMap::run(Frame& frame, std::int64_t n, std::span<const ScalarArg> widths,
                  const Place& place, std::optional<std::int64_t>& failing) {
  if (!possible_) return false;
  const auto shape = common_shape(frame, n, widths);
  if (!shape || shape->size() == 0) return false;
  Machine& machine = frame.machine();
  if (machine.options.tier == Tier::automatic && shape->size() < fewest_) return false;
  if (!plan_) {
    Spot spot = Spot::here(machine.options.profile);
    if (spot.profile != nullptr) spot.at = spot.profile->add(flat_, spot.at);
    plan_ = lanes::prepare(soac(), machine.program, {}, spot).plan;
    possible_ = plan_ != nullptr;
    if (!possible_) return false;
    for (const core::Binder& var : plan_->free_variables())
      free_.push_back(find_outer(outers_, var.id));
  }
  const auto all = inputs(frame, *shape);
  if (!all) return false;
  const int threads =
      machine.options.threads > 0 ? machine.options.threads : runtime::hardware_threads();
  try {
    std::vector<Value> made =
        with_constants(machine, soac(), place, [&] { return plan_->run(*all, threads); });
    for (std::size_t r = 0; r < made.size(); ++r)
      frame.array(results_[r]) = std::get<Array>(made[r]).reshape(*shape);
    return true;
  } catch (const lanes::NotLanes& back) {
    if (back.failing >= 0) failing = back.failing / (shape->size() / n);
    possible_ = back.few;
    return false;
  }
}

}  // namespace laguz::eval
