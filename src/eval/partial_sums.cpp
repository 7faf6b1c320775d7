#include "eval/partial_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_map>

#include "core/walk.hpp"
#include "eval/lanes/divergence.hpp"
#include "prims/catalog.hpp"
#include "runtime/lengths.hpp"
#include "support/assert.hpp"
#include "support/governor.hpp"

namespace laguz::eval {

namespace {

/// Of numbers that matter no more once they are large.
std::int64_t product(std::int64_t a, std::int64_t b) {
  return std::min(a * std::clamp<std::int64_t>(b, 1, kMostElements), kMostElements);
}

using Found = std::unordered_map<core::VarId, PartedAcc>;

struct Collector {
  const lanes::Divergence& varies;
  support::FunctionRef<std::optional<Slot>(core::VarId)> slot_of;
  Iotas iotas;
  Found found{};
  /// What goes from 0 to a bound, or back, in the iterations inside: nests are triangles there.
  std::unordered_map<core::VarId, core::Atom> bounds{};

  void repeat(PartedAcc::Update& update, const core::Atom& turns) {
    if (turns.is_constant()) {
      update.times = product(update.times, turns.scalar().as_i64());
    } else if (const auto slot = slot_of(turns.var)) {
      update.widths.push_back(*slot);
    } else if (const auto bound = bounds.find(turns.var); bound != bounds.end()) {
      repeat(update, bound->second);
      ++update.halved;
    }
  }

  void note(const core::Stm& stm) {
    const auto* app = std::get_if<core::ArrayApp>(&stm.exp.node);
    if (app != nullptr && counts_up(*app)) iotas.emplace(stm.binders[0].id, app->args[0]);
    const auto* prim = std::get_if<core::PrimApp>(&stm.exp.node);
    if (prim == nullptr) return;
    const prims::Op op = prims::op_of(prim->prim);
    if (op != prims::Op::add && op != prims::Op::sub) return;
    for (const core::Atom& arg : prim->args)
      if (const core::Atom* bound = bound_of(arg)) {
        bounds.emplace(stm.binders[0].id, *bound);
        return;
      }
  }

  const core::Atom* bound_of(const core::Atom& atom) const {
    const auto found = atom.is_constant() ? bounds.end() : bounds.find(atom.var);
    return found == bounds.end() ? nullptr : &found->second;
  }

  void note_iterations(const core::Soac& soac) {
    for (std::size_t i = 0; i < soac.arrays.size(); ++i)
      if (iotas.count(soac.arrays[i].var) > 0) bounds.emplace(soac.lambda.params[i].id, soac.width);
  }

  /// [around]: the times of the body.
  void in(const core::Body& body, const PartedAcc::Update& around) {
    for (const core::Stm& stm : body.stms) {
      note(stm);
      // Calls may add, too.
      for (const core::Binder& free : core::free_variables(stm.exp))
        if (free.type.acc) found[free.id];
      if (const auto* update = std::get_if<core::AccUpdate>(&stm.exp.node)) {
        PartedAcc& acc = found[update->acc.var];
        acc.sites = std::max<std::size_t>(acc.sites, update->site + 1);
        PartedAcc::Update& added = acc.updates.emplace_back(around);
        added.indices = static_cast<int>(update->indices.size());
        added.one_place = !varies.any(update->indices);
      }
      PartedAcc::Update inside = around;
      if (const auto* soac = std::get_if<core::Soac>(&stm.exp.node)) {
        repeat(inside, soac->width);
        note_iterations(*soac);
      } else if (const auto* loop = std::get_if<core::Loop>(&stm.exp.node)) {
        if (const auto* form = std::get_if<core::ForForm>(&loop->form);
            form != nullptr && form->bound.type.elem == support::ScalarType::i64) {
          repeat(inside, form->bound);
          bounds.emplace(form->index.id, form->bound);
        }
      }
      core::visit(
          stm.exp, [](const core::Atom&) {},
          [&](const core::Body& inner, const core::Binders&) { in(inner, inside); });
    }
  }
};

/// Elements that an iteration adds to, as far as it is known.
struct Added {
  std::int64_t all = 0;
  std::int64_t together = 0;  ///< those that all iterations add to
};

Added added_to(Frame& frame, const PartedAcc& acc, const runtime::Shape& shape) {
  Added sum;
  for (const PartedAcc::Update& update : acc.updates) {
    std::int64_t times = update.times;
    for (int d = update.indices; d < shape.rank; ++d) times = product(times, shape[d]);
    for (const Slot slot : update.widths)
      times = product(times, static_cast<std::int64_t>(frame.bits(slot)));
    times = std::max<std::int64_t>(times >> update.halved, 1);
    sum.all += times;
    if (update.one_place) sum.together += times;
  }
  return sum;
}

}  // namespace

std::vector<PartedAcc> parted_accs(const core::Soac& soac, std::span<const core::VarId> apart,
                                   const Iotas& iotas,
                                   support::FunctionRef<std::optional<Slot>(core::VarId)> slot_of) {
  const core::Lambda& lambda = soac.lambda;
  const lanes::Divergence varies(lambda, std::vector<bool>(lambda.params.size(), true));
  Collector collector{varies, slot_of, iotas};
  collector.note_iterations(soac);
  collector.in(lambda.body, {});
  std::vector<PartedAcc> accs;
  for (const core::VarId acc : apart)
    if (const auto found = collector.found.find(acc); found != collector.found.end())
      if (const auto slot = slot_of(acc)) {
        found->second.slot = *slot;
        accs.push_back(std::move(found->second));
      }
  return accs;
}

SumShape sum_shape(Frame& frame, std::span<const PartedAcc> accs, std::int64_t width,
                   std::int64_t grain, bool may_stripe) {
  SumShape shape{1, width, false, 1};
  if (accs.empty()) return shape;
  std::int64_t once = 0, by_site = 0;
  Added added;
  for (const PartedAcc& acc : accs) {
    const Array& array = AccState::at(frame.bits(acc.slot)).arrays[0];
    const std::int64_t size = array.size();
    if (size > kMostElements) return shape;
    once += size;
    by_site += size * static_cast<std::int64_t>(acc.sites);
    const Added some = added_to(frame, acc, array.shape());
    added.all += some.all;
    added.together += some.together;
  }
  const std::int64_t iterations = std::min(width, kMostElements);
  const std::int64_t most = std::min(
      iterations * std::max(kElements, std::min(added.all, kMostElements) / 2), kMostElements);
  if (once > most) return shape;
  shape.by_site = by_site > once && by_site <= most;
  std::int64_t elements = std::max<std::int64_t>(shape.by_site ? by_site : once, 1);
  // Two blocks are to be left.
  constexpr std::int64_t kLeast = 2 * prims::lanes::kStripes;
  // Or where an iteration adds to each place again and again, wherever that is: of a list of such
  // updates each would wait for one just before it.
  constexpr std::int64_t kOften = 2;
  may_stripe = may_stripe && (2 * added.together > added.all || added.all >= kOften * elements);
  if (may_stripe && elements <= std::min(most / kLeast, std::max(kFewElements, 2 * added.all))) {
    shape.stripes = prims::lanes::kStripes;
    elements *= shape.stripes;
  }
  const auto blocks = static_cast<std::uint64_t>(
      std::clamp<std::int64_t>(std::min(width / kLeastPart, most / elements), 1, kMostParts));
  grain = std::max(grain, kLeastPart);
  shape.block =
      runtime::pieces(runtime::pieces(width, static_cast<std::int64_t>(std::bit_floor(blocks))),
                      grain) *
      grain;
  shape.blocks = runtime::pieces(width, shape.block);
  return shape;
}

PartialSums::PartialSums(Frame& frame, std::span<const PartedAcc> accs, SumShape shape,
                         Layout layout)
    : frame_(frame),
      accs_(accs.begin(), accs.end()),
      shape_(shape),
      arrays_(layout == Layout::arrays ? static_cast<std::size_t>(shape.stripes) : 1) {
  for (const PartedAcc& acc : accs_) whole_.push_back(&AccState::at(frame.bits(acc.slot)));
  restart();
}

void PartialSums::restart() {
  const bool untouched = next_ == 0 && !adding_ && begun_.empty() && ended_.empty();
  if (untouched && !totals_.empty()) return;
  totals_.clear();
  for (const AccState* whole : whole_) {
    const Array& array = whole->arrays[0];
    totals_.push_back(Array::copy_of(array.type(), array.shape(), array.raw()));
  }
  for (auto& [block, part] : begun_) free_.push_back(std::move(part));
  for (auto& [block, part] : ended_) free_.push_back(std::move(part));
  begun_.clear();
  ended_.clear();
  next_ = 0;
  adding_ = false;
}

std::unique_ptr<PartialSums::Part> PartialSums::zeros() {
  auto part = std::make_unique<Part>();
  for (std::size_t stripe = 0; stripe < arrays_; ++stripe)
    for (std::size_t a = 0; a < accs_.size(); ++a) {
      AccState& state = part->emplace_back();
      state.index_rank = whole_[a]->index_rank;
      state.by_site = shape_.by_site;
      const Array& array = whole_[a]->arrays[0];
      Shape of_sums = array.shape();
      of_sums[of_sums.rank - 1] *= shape_.stripes / static_cast<std::int64_t>(arrays_);
      state.arrays.resize(shape_.by_site ? accs_[a].sites : 1);
      for (Array& sums : state.arrays) sums = Array::zeros(array.type(), of_sums);
    }
  return part;
}

PartialSums::Part& PartialSums::begin(std::int64_t block) {
  std::unique_ptr<Part> part;
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      part = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (part == nullptr) {
    part = zeros();
  } else {
    for (AccState& state : *part)
      for (Array& sums : state.arrays)
        std::memset(sums.mutable_raw(), 0,
                    static_cast<std::size_t>(sums.size() * support::size_of(sums.type())));
  }
  const std::lock_guard lock(mutex_);
  return *(begun_[block] = std::move(part));
}

void PartialSums::end(std::int64_t block) {
  std::unique_lock lock(mutex_);
  ended_[block] = std::move(begun_.extract(block).mapped());
  if (adding_) return;
  adding_ = true;
  for (auto found = ended_.find(next_); found != ended_.end(); found = ended_.find(++next_)) {
    std::unique_ptr<Part> part = std::move(ended_.extract(found).mapped());
    lock.unlock();
    add_up(*part);
    lock.lock();
    free_.push_back(std::move(part));
  }
  adding_ = false;
}

AccState& PartialSums::state(Part& part, Slot slot) const {
  const auto found = std::find_if(accs_.begin(), accs_.end(),
                                  [&](const PartedAcc& acc) { return acc.slot == slot; });
  LAGUZ_ASSERT(arrays_ == 1 && found != accs_.end(), "sums of an accumulator of the Soac");
  return part[static_cast<std::size_t>(found - accs_.begin())];
}

void PartialSums::enter(std::int64_t iteration) {
  if (const std::int64_t block = iteration / shape_.block; block != current_) {
    if (current_ >= 0) end(current_);
    current_part_ = &begin(block);
    current_ = block;
  }
  const std::size_t stripe = static_cast<std::size_t>(iteration) % arrays_;
  for (std::size_t a = 0; a < accs_.size(); ++a)
    frame_.put_bits(accs_[a].slot, (*current_part_)[stripe * accs_.size() + a].address());
}

void PartialSums::add_up(Part& part) {
  for (std::size_t a = 0; a < accs_.size(); ++a)
    for (std::size_t site = 0; site < part[a].arrays.size(); ++site) {
      support::poll();
      add_to(totals_[a], part, a, site);
    }
}

/// The sums of a block, all stripes of which become one.
void PartialSums::add_to(Array& array, Part& part, std::size_t acc, std::size_t site) {
  const auto sums = [&](std::size_t stripe) -> Array& {
    return part[stripe * accs_.size() + acc].arrays[site];
  };
  if (shape_.stripes > static_cast<std::int64_t>(arrays_))
    return prims::lanes::fold_stripes(array.type(), array.size(), array.mutable_raw(),
                                      sums(0).raw());
  const core::Prim prim = prims::addition(array.type());
  const prims::LaneKernel add = prims::row_of(prim).lanes[static_cast<int>(prim.type)];
  const auto add_up = [&](Array& to, const Array& from) {
    add(to.size(), to.mutable_raw(), to.raw(), from.raw(), nullptr, 0);
  };
  for (std::size_t step = arrays_ / 2; step >= 1; step /= 2)
    for (std::size_t k = 0; k < step; ++k) add_up(sums(k), sums(k + step));
  add_up(array, sums(0));
}

void PartialSums::finish() {
  if (current_ >= 0) end(current_);
  LAGUZ_ASSERT(next_ == shape_.blocks, "all blocks have been added up");
  for (std::size_t a = 0; a < accs_.size(); ++a) whole_[a]->arrays[0] = std::move(totals_[a]);
}

PartialSums::~PartialSums() {
  for (std::size_t a = 0; a < accs_.size(); ++a)
    frame_.put_bits(accs_[a].slot, whole_[a]->address());
}

}  // namespace laguz::eval
