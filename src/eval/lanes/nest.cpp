#include "eval/lanes/nest.hpp"

#include "eval/lanes/chain.hpp"
#include "eval/lanes/compiler.hpp"

namespace laguz::eval::lanes {
namespace {

/// Sets the inner parameters for a tile.
class Enter : public Instr {
 public:
  struct Param {
    ArrayRef array;
    ValueRef to;
  };
  Enter(ScalarRef width, std::vector<Param> params) : width_(width), params_(std::move(params)) {}
  void run(Tile& tile) const override {
    const std::int64_t width = width_.integer(tile);
    for (const Param& param : params_) {
      const LaneArray& array = param.array.peek(tile);
      if (array.shape[0] != width) tile.fail();
      LaneArray rows = array.below(1, tile.column * array.strides[0]);
      rows.lane_stride = array.strides[0];
      rows.block = BlockRef();  // the array itself holds on to it, with room for one lane
      if (param.to.is_array) {
        param.to.array.put(tile, std::move(rows));
      } else {
        std::byte*& at = tile.at[param.to.scalar.reg];
        at = const_cast<std::byte*>(tile.fetch(rows, 0, at, true));
      }
    }
  }

 private:
  ScalarRef width_;
  std::vector<Param> params_;
};

}  // namespace

std::optional<Nest> find_nest(const core::Soac& soac) {
  const core::Soac* inner = core::inner_map(soac);
  if (inner == nullptr) return {};
  const core::Body& outer = soac.lambda.body;
  Nest nest{.lambda = {soac.lambda.params, {}},
            .outer_params = soac.lambda.params.size(),
            .entry = outer.stms.size() - 1,
            .arrays = inner->arrays,
            .width = inner->width,
            .along = core::AlongRows(*inner)};
  const core::Lambda& body = inner->lambda;
  nest.lambda.params.insert(nest.lambda.params.end(), body.params.begin(), body.params.end());
  nest.lambda.body.stms.assign(outer.stms.begin(), outer.stms.end() - 1);
  nest.lambda.body.stms.insert(nest.lambda.body.stms.end(), body.body.stms.begin(),
                               body.body.stms.end());
  nest.lambda.body.results = body.body.results;
  return nest;
}

void Compiler::enter(const Nest& nest) {
  std::vector<Enter::Param> params;
  for (std::size_t k = 0; k < nest.arrays.size(); ++k) {
    const core::Atom& array = nest.arrays[k];
    params.push_back({look(array), program.params[nest.outer_params + k]});
  }
  emit<Enter>(scalar(nest.width), std::move(params));
}

Program compile(const Nest& nest, const Spot& spot) {
  std::vector<bool> varying(nest.outer_params, false);
  varying.resize(nest.lambda.params.size(), true);
  Program program;
  const Divergence divergence(nest.lambda, varying);
  const core::Lambda ready = gather_chains(nest.lambda, divergence);
  const KeptArrays kept(ready.body);
  Compiler compiler(divergence, kept, program);
  compiler.nest = &nest;
  compiler.spot = spot;
  compiler.lambda(ready, varying);
  return program;
}

}  // namespace laguz::eval::lanes
