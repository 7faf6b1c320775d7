#include "eval/lanes/soac_plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "core/map_nests.hpp"
#include "core/walk.hpp"
#include "eval/lanes/combine.hpp"
#include "eval/lanes/compiler.hpp"
#include "eval/lanes/count_down.hpp"
#include "eval/lanes/flat_rows.hpp"
#include "eval/lanes/inline.hpp"
#include "eval/lanes/nest.hpp"
#include "eval/lanes/only_kept.hpp"
#include "eval/lanes/ragged_slices.hpp"
#include "eval/lanes/ragged_zeros.hpp"
#include "eval/lanes/soac_run.hpp"
#include "eval/lanes/worker.hpp"

namespace laguz::eval::lanes {
namespace {

bool has_inner(const core::Body& body) {
  bool found = false;
  for (const core::Stm& stm : body.stms) {
    if (std::holds_alternative<core::Soac>(stm.exp.node) ||
        std::holds_alternative<core::Loop>(stm.exp.node))
      return true;
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const core::Body& inner, const core::Binders&) { found = found || has_inner(inner); });
  }
  return found;
}

/// Whether the rows of a parameter are gone through, rather than looked into here and there.
bool goes_through(const core::Body& body, core::VarId rows, bool repeated) {
  for (const core::Stm& stm : body.stms) {
    bool direct = false;
    bool inside = false;
    core::visit(
        stm.exp, [&](const core::Atom& atom) { direct = direct || atom.var == rows; },
        [&](const core::Body& inner, const core::Binders&) {
          const bool once = std::holds_alternative<core::If>(stm.exp.node) ||
                            std::holds_alternative<core::Custom>(stm.exp.node);
          inside = inside || goes_through(inner, rows, repeated || !once);
        });
    if (inside) return true;
    if (direct && (repeated || std::holds_alternative<core::Soac>(stm.exp.node))) return true;
  }
  return false;
}

bool scalar_operator(const core::Lambda& op) {
  return std::all_of(op.params.begin(), op.params.end(),
                     [](const core::Binder& param) { return param.type.is_scalar(); });
}

}  // namespace

SoacPlan::SoacPlan(core::Soac soac, const std::vector<bool>& lane_scans, std::vector<bool> unread,
                   const Spot& spot)
    : spot_(spot), soac_(std::move(soac)), unread_(std::move(unread)) {
  const core::Lambda& lambda = soac_.lambda;
  main_ = compile(lambda, std::vector<bool>(lambda.params.size(), true), spot_);
  main_free_ = note_free(main_.free);
  note_accumulators();
  for (const auto& reduce : soac_.reduces) {
    reduces_.push_back(make_operator(reduce.op, mapped_, true));
    mapped_ += reduces_.back().arity();
  }
  for (const auto& scan : soac_.scans) {
    scans_.push_back(make_operator(scan.op, mapped_, lane_scans[scans_.size()]));
    mapped_ += scans_.back().arity();
    last_.push_back(make_last(scan.op, scans_.back()));
  }
  has_inner_ = has_inner(lambda.body);
  note_params(lambda);
  add_nest();
}

SoacPlan::SoacPlan(const Nest& nest, const Spot& spot)
    : spot_(spot), main_(compile(nest, spot)), is_nest_(true) {
  main_free_ = note_free(main_.free);
  note_accumulators();
  has_inner_ = has_inner(nest.lambda.body);
  param_of_.resize(main_.results.size());
}

SoacPlan::~SoacPlan() = default;

void SoacPlan::note_accumulators() {
  accumulators_ = main_.accumulators;
  meet_ = std::vector<std::atomic<bool>>(accumulators_.size());
}

void SoacPlan::note_params(const core::Lambda& lambda) {
  param_of_.resize(main_.results.size());
  for (std::size_t i = 0; i < lambda.params.size(); ++i) {
    const core::Binder& param = lambda.params[i];
    keep_turned_.push_back(!param.type.is_scalar() && goes_through(lambda.body, param.id, false));
    computed_with_.push_back(
        std::any_of(lambda.body.stms.begin(), lambda.body.stms.end(),
                    [&](const core::Stm& stm) { return core::uses(stm.exp, param.id); }));
    for (std::size_t r = 0; r < param_of_.size(); ++r)
      if (lambda.body.results[r].var == param.id && param.type.is_scalar()) param_of_[r] = i;
  }
}

void SoacPlan::add_nest() {
  const auto nest = find_nest(soac_);
  if (!nest) return;
  Inner inner{.plan = std::make_unique<SoacPlan>(*nest, spot_), .along = nest->along};
  inner.free = note_free(inner.plan->free_);
  for (const AccSite& acc : inner.plan->accumulators_) {
    const auto it = std::find(accumulators_.begin(), accumulators_.end(), acc);
    inner.accumulators.push_back(static_cast<std::size_t>(it - accumulators_.begin()));
  }
  if (nest->width.is_constant())
    inner.known_width = nest->width.scalar().as_i64();
  else
    inner.width = note_free({{nest->width.var, nest->width.type}})[0];
  nest_ = std::move(inner);
}

namespace {

std::vector<std::span<Array>> some_of(const std::vector<std::span<Array>>& all,
                                      std::span<const std::size_t> which) {
  std::vector<std::span<Array>> some;
  for (const std::size_t i : which) some.push_back(all[i]);
  return some;
}

/// Of the sums of a Soac's accumulators, those of the map in it.
class SomeSums final : public BlockSums {
 public:
  SomeSums(BlockSums& all, std::span<const std::size_t> which) : all_(all), which_(which) {}
  void restart() override { all_.restart(); }
  std::vector<std::span<Array>> begin(std::int64_t block) override {
    return some_of(all_.begin(block), which_);
  }
  void end(std::int64_t block) override { all_.end(block); }

 private:
  BlockSums& all_;
  std::span<const std::size_t> which_;
};

}  // namespace

std::optional<std::vector<Value>> SoacPlan::run_nest(const Inputs& inputs, int threads) {
  if (!nest_ || inputs.stripes > 1) return {};
  std::int64_t columns = nest_->known_width;
  if (nest_->width) columns = std::get<Scalar>(inputs.free[*nest_->width]).as_i64();
  if (!nest_->along.asked(inputs.width, columns)) return {};
  // More elements than there are numbers: the other way finds no room for them.
  if (!runtime::product(std::array{inputs.width, columns})) return {};
  Inputs own;
  own.width = inputs.width;
  own.arrays = inputs.arrays;
  own.chunk = inputs.chunk;
  for (const std::size_t i : nest_->free) own.free.push_back(inputs.free[i]);
  own.block = inputs.block;
  own.constants = inputs.constants;
  std::optional<SomeSums> sums;
  if (inputs.sums != nullptr)
    own.sums = &sums.emplace(*inputs.sums, nest_->accumulators);
  else
    own.accumulators = some_of(inputs.accumulators, nest_->accumulators);
  try {
    auto results = SoacRun(*nest_->plan, std::move(own), threads, columns).go();
    tile_ = nest_->plan->tile_;
    return results;
  } catch (const NotLanes& back) {
    if (back.failing >= 0 || back.constant) throw;
    nest_.reset();
    return {};
  }
}

FreeMap SoacPlan::note_free(const core::Binders& variables) {
  FreeMap map;
  for (const core::Binder& variable : variables) {
    const auto it = std::find(free_.begin(), free_.end(), variable);
    map.push_back(static_cast<std::size_t>(it - free_.begin()));
    if (it == free_.end()) free_.push_back(variable);
  }
  return map;
}

void Operator::compile_for(const core::Lambda& op, std::vector<std::size_t> operands,
                           const Spot& spot) {
  program = compile(op, std::vector<bool>(op.params.size(), true), spot);
  gives = std::move(operands);
}

void Operator::compile_for_all(const core::Lambda& op, const Spot& spot) {
  std::vector<std::size_t> all(op.body.results.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  compile_for(op, std::move(all), spot);
}

Operator SoacPlan::make_operator(const core::Lambda& op, std::size_t first, bool has_lanes) {
  Operator result;
  result.has_lanes = has_lanes;
  result.first = first;
  for (std::size_t i = 0; i < op.params.size() / 2; ++i)
    result.types.push_back(op.params[i].type.elem);
  if (const auto prim = commutative_builtin(op)) {
    result.builtin = prims::lanes::fold(*prim);
  } else if (has_lanes) {
    result.compile_for_all(op, spot_);
    result.free = note_free(result.program.free);
  }
  return result;
}

std::optional<Operator> SoacPlan::make_last(const core::Lambda& op, const Operator& all) {
  if (all.builtin || !all.has_lanes) return {};
  core::Lambda some = op;
  some.body.results.clear();
  std::vector<std::size_t> gives;
  for (std::size_t k = 0; k < all.arity(); ++k) {
    if (is_unread(all.first + k)) continue;
    some.body.results.push_back(op.body.results[k]);
    gives.push_back(k);
  }
  if (gives.size() == all.arity()) return {};
  for (std::size_t s = some.body.stms.size(); s-- > 0;) {
    const core::Stm& stm = some.body.stms[s];
    if (std::holds_alternative<core::PrimApp>(stm.exp.node) &&
        core::count_uses(some.body, stm.binders[0].id) == 0)
      some.body.stms.erase(some.body.stms.begin() + static_cast<std::ptrdiff_t>(s));
  }
  Operator result;
  result.first = all.first;
  result.types = all.types;
  result.compile_for(some, std::move(gives), spot_);
  result.free = note_free(result.program.free);
  return result;
}

// A pass from left to right goes from element to element, which lanes do not help.
bool SoacPlan::leaves_scan(std::size_t scan, std::int64_t width) const {
  const Operator& op = scans_[scan];
  return !op.builtin && (!op.has_lanes || width <= core::kLongScan);
}

std::int64_t SoacPlan::tile_lanes(std::int64_t width) const {
  // Half of the first-level cache for the vectors that are live together; yet with fewer than 512
  // lanes the walk costs more than the second-level cache does (measured: 256 to 1024 are a plateau
  // for mixtures with inner loops, 32 to 128 twice as slow).
  constexpr std::size_t kCache = 16 * 1024;
  const std::size_t bytes =
      main_.layout.bytes_per_lane() + 8 * (main_.params.size() + main_.results.size()) + 1;
  auto lanes = static_cast<std::int64_t>(std::bit_floor(kCache / bytes));
  lanes = std::clamp<std::int64_t>(lanes, 512, 1024);
  const auto enough =
      std::bit_ceil(static_cast<std::uint64_t>(std::clamp<std::int64_t>(width, 16, 1024)));
  return std::min(lanes, static_cast<std::int64_t>(enough));
}

bool SoacPlan::is_irregular() const {
  const auto irregular = [](const Operator& op) { return op.program.irregular.has_value(); };
  return main_.irregular || std::any_of(reduces_.begin(), reduces_.end(), irregular) ||
         std::any_of(scans_.begin(), scans_.end(), irregular);
}

std::unique_ptr<Worker> SoacPlan::take_worker() {
  {
    std::lock_guard lock(idle_mutex_);
    if (!idle_.empty()) {
      auto worker = std::move(idle_.back());
      idle_.pop_back();
      return worker;
    }
  }
  return std::make_unique<Worker>(main_);
}

void SoacPlan::give_back(std::unique_ptr<Worker> worker) {
  constexpr std::size_t kKeep = std::size_t{4} << 20;
  worker->tile.recover();
  worker->tile.pool.trim(kKeep);
  std::lock_guard lock(idle_mutex_);
  idle_.push_back(std::move(worker));
}

std::vector<Value> SoacPlan::run(Inputs inputs, int threads) {
  if (auto results = run_nest(inputs, threads)) return std::move(*results);
  return SoacRun(*this, std::move(inputs), threads, 1).go();
}

namespace {

std::unique_ptr<Plan> plan_of(const core::Soac& soac, const core::Program& program,
                              const std::vector<bool>& unread, const Spot& spot) {
  core::Soac ready = inline_calls(soac, program);
  count_down(ready);
  keep_rows(ready);
  index_slices(ready);
  check_zeros(ready);
  begin_empty(ready);
  combine_operations(ready);
  constexpr NoLaneForm kOnArrays{"its operator is one on arrays"};
  for (const auto& reduce : ready.reduces)
    if (!scalar_operator(reduce.op)) throw kOnArrays;
  std::vector<bool> lane_scans;
  for (auto& scan : ready.scans) {
    if (!scalar_operator(scan.op)) throw kOnArrays;
    lane_scans.push_back(inline_calls(scan.op, program));
  }
  return std::make_unique<SoacPlan>(std::move(ready), lane_scans, unread, spot);
}

}  // namespace

Prepared prepare(const core::Soac& soac, const core::Program& program,
                 const std::vector<bool>& unread, const Spot& spot) {
  try {
    return {plan_of(soac, program, unread, spot)};
  } catch (const NoLaneForm& none) {
    return {nullptr, none.why};
  }
}

}  // namespace laguz::eval::lanes
