#include "eval/lanes/worker.hpp"

#include <algorithm>
#include <cstring>

#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

void bind_free(Tile& tile, const Program& program, const FreeMap& map,
               const std::vector<Value>& values) {
  for (std::size_t i = 0; i < map.size(); ++i) {
    const ValueRef& ref = program.free_refs[i];
    const Value& value = values[map[i]];
    if (ref.is_array)
      ref.array.put(tile, uniform_view(std::get<runtime::Array>(value)));
    else
      tile.set_cell(ref.scalar.reg, std::get<Scalar>(value));
  }
}

void bind_accumulators(Tile& tile, std::span<const std::span<runtime::Array>> accumulators,
                       Stripes stripes, std::vector<std::atomic<bool>>& meet) {
  tile.acc_first.clear();
  std::size_t logs = 0;
  for (std::size_t a = 0; a < accumulators.size(); ++a) {
    const auto same =
        std::find_if(accumulators.begin(), accumulators.begin() + static_cast<std::ptrdiff_t>(a),
                     [&](const auto& arrays) { return arrays.data() == accumulators[a].data(); });
    const auto first = static_cast<std::size_t>(same - accumulators.begin());
    tile.acc_first.push_back(first < a ? tile.acc_first[first] : logs);
    if (first < a) continue;
    for (runtime::Array& array : accumulators[a]) {
      AccTarget target{array.type(), array.shape(), array.mutable_raw(), stripes};
      target.shape[target.shape.rank - 1] /= stripes.count;
      if (logs == tile.logs.size()) tile.logs.push_back(std::make_unique<AccLog>());
      tile.logs[logs++]->bind(std::move(target), meet[a]);
    }
  }
  tile.logs.resize(logs);
}

Folder::Folder(const Operator& op, const std::vector<Value>& free, std::int64_t lanes)
    : op_(op), tile_(op.program.layout) {
  tile_.set_capacity(lanes);
  bind_free(tile_, op.program, op.free, free);
  for (const ScalarType type : op.types) {
    const auto bytes = static_cast<std::size_t>(lanes * support::size_of(type));
    for (auto* at : {&next_, &spare_}) {
      rooms_.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
      at->push_back(rooms_.back().get());
    }
  }
}

void Folder::apply(std::int64_t n, const std::vector<const std::byte*>& acc,
                   const std::vector<const std::byte*>& elements,
                   const std::vector<std::byte*>& out) {
  const Program& program = op_.program;
  const std::size_t arity = op_.arity();
  tile_.n = n;
  tile_.reset();
  for (std::size_t k = 0; k < arity; ++k) {
    tile_.at[program.params[k].scalar.reg] = const_cast<std::byte*>(acc[k]);
    tile_.at[program.params[arity + k].scalar.reg] = const_cast<std::byte*>(elements[k]);
  }
  for (std::size_t r = 0; r < op_.gives.size(); ++r)
    if (program.redirectable[r]) tile_.at[program.results[r].scalar.reg] = out[op_.gives[r]];
  run(program.code, tile_);
  tile_.fresh = false;
  for (std::size_t r = 0; r < op_.gives.size(); ++r) {
    const ScalarRef& result = program.results[r].scalar;
    if (!program.redirectable[r])
      prims::lanes::load(result.size(), n, out[op_.gives[r]], tile_.at[result.reg],
                         result.varying ? 1 : 0);
  }
}

void Folder::step(std::int64_t n, const std::vector<const std::byte*>& elements) {
  current_.assign(next_.begin(), next_.end());
  std::swap(next_, spare_);
  apply(n, current_, elements, next_);
}

}  // namespace laguz::eval::lanes
