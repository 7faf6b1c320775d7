#include "eval/partial_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_map>

#include "core/walk.hpp"
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

using Sites = std::unordered_map<core::VarId, std::vector<PartedAcc::Site>>;

struct Collector {
  support::FunctionRef<std::optional<Slot>(core::VarId)> slot_of;
  Sites sites{};

  /// [around]: the times of the body.
  void in(const core::Body& body, const PartedAcc::Site& around) {
    for (const core::Stm& stm : body.stms) {
      // Calls may add, too.
      for (const core::Binder& free : core::free_variables(stm.exp))
        if (free.type.acc) sites[free.id];
      if (const auto* update = std::get_if<core::AccUpdate>(&stm.exp.node)) {
        auto& all = sites[update->acc.var];
        all.resize(std::max<std::size_t>(all.size(), update->site + 1));
        all[update->site] = around;
        all[update->site].indices = static_cast<int>(update->indices.size());
      }
      PartedAcc::Site inside = around;
      if (const auto* soac = std::get_if<core::Soac>(&stm.exp.node)) {
        if (soac->width.is_constant())
          inside.times = product(inside.times, soac->width.scalar().as_i64());
        else if (const auto slot = slot_of(soac->width.var))
          inside.widths.push_back(*slot);
      }
      core::visit(
          stm.exp, [](const core::Atom&) {},
          [&](const core::Body& inner, const core::Binders&) { in(inner, inside); });
    }
  }
};

/// Elements that an iteration adds to, at least.
std::int64_t updates(Frame& frame, const PartedAcc& acc, const runtime::Shape& shape) {
  std::int64_t sum = 0;
  for (const PartedAcc::Site& site : acc.sites) {
    std::int64_t times = site.times;
    for (int d = site.indices; d < shape.rank; ++d) times = product(times, shape[d]);
    for (const Slot slot : site.widths)
      times = product(times, static_cast<std::int64_t>(frame.bits(slot)));
    sum += times;
  }
  return sum;
}

}  // namespace

std::vector<PartedAcc> parted_accs(const core::Soac& soac, std::span<const core::VarId> apart,
                                   support::FunctionRef<std::optional<Slot>(core::VarId)> slot_of) {
  Collector collector{slot_of};
  collector.in(soac.lambda.body, {});
  std::vector<PartedAcc> accs;
  for (const core::VarId acc : apart)
    if (const auto found = collector.sites.find(acc); found != collector.sites.end())
      if (const auto slot = slot_of(acc)) accs.push_back({*slot, std::move(found->second)});
  return accs;
}

SumShape sum_shape(Frame& frame, std::span<const PartedAcc> accs, std::int64_t width,
                   std::int64_t grain) {
  SumShape shape{1, width, false};
  if (width < kLeastParted || accs.empty()) return shape;
  std::int64_t once = 0, by_site = 0, added = 0;
  for (const PartedAcc& acc : accs) {
    const Array& array = AccState::at(frame.bits(acc.slot)).arrays[0];
    const std::int64_t size = array.size();
    if (size > kMostElements) return shape;
    once += size;
    by_site += size * std::max<std::int64_t>(static_cast<std::int64_t>(acc.sites.size()), 1);
    added += updates(frame, acc, array.shape());
  }
  const std::int64_t iterations = std::min(width, kMostElements);
  const std::int64_t most =
      std::min(iterations * std::max(kElements, std::min(added, kMostElements) / 2), kMostElements);
  if (once > most) return shape;
  shape.by_site = by_site > once && by_site <= most;
  const std::int64_t elements = std::max<std::int64_t>(shape.by_site ? by_site : once, 1);
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

PartialSums::PartialSums(Frame& frame, std::span<const PartedAcc> accs, SumShape shape)
    : frame_(frame), accs_(accs.begin(), accs.end()), shape_(shape) {
  for (const PartedAcc& acc : accs_) whole_.push_back(&AccState::at(frame.bits(acc.slot)));
  parts_.reserve(accs_.size() * static_cast<std::size_t>(shape.blocks));
  for (std::int64_t block = 0; block < shape.blocks; ++block)
    for (std::size_t a = 0; a < accs_.size(); ++a) {
      AccState& part = parts_.emplace_back();
      part.index_rank = whole_[a]->index_rank;
      part.by_site = shape.by_site;
      const Array& array = whole_[a]->arrays[0];
      part.arrays.resize(shape.by_site ? std::max<std::size_t>(accs_[a].sites.size(), 1) : 1);
      for (Array& sums : part.arrays) sums = Array::zeros(array.type(), array.shape());
    }
}

void PartialSums::enter(std::int64_t block) {
  for (const PartedAcc& acc : accs_) frame_.put_bits(acc.slot, state(block, acc.slot).address());
}

AccState& PartialSums::state(std::int64_t block, Slot slot) {
  const auto found = std::find_if(accs_.begin(), accs_.end(),
                                  [&](const PartedAcc& acc) { return acc.slot == slot; });
  LAGUZ_ASSERT(found != accs_.end(), "sums of an accumulator that the Soac adds to");
  return parts_[static_cast<std::size_t>(block) * accs_.size() +
                static_cast<std::size_t>(found - accs_.begin())];
}

void PartialSums::clear() {
  for (AccState& part : parts_)
    for (Array& sums : part.arrays)
      std::memset(sums.mutable_raw(), 0,
                  static_cast<std::size_t>(sums.size() * support::size_of(sums.type())));
}

void PartialSums::finish() {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    AccState& whole = *whole_[i % accs_.size()];
    Array& array = whole.arrays[0];
    const core::Prim add = prims::addition(array.type());
    const prims::LaneKernel kernel = prims::row_of(add).lanes[static_cast<int>(add.type)];
    for (const Array& sums : parts_[i].arrays) {
      support::poll();
      kernel(array.size(), array.mutable_raw(), array.raw(), sums.raw(), nullptr, 0);
    }
  }
  for (std::size_t a = 0; a < accs_.size(); ++a)
    frame_.put_bits(accs_[a].slot, whole_[a]->address());
}

}  // namespace laguz::eval
