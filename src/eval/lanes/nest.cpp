#include "eval/lanes/nest.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/semantics.hpp"
#include "eval/lanes/chain.hpp"
#include "eval/lanes/compiler.hpp"

namespace laguz::eval::lanes {
namespace {

/// Statements that cost little beside a row, and may be made anew for every tile of it.
bool is_light(const core::Exp& exp) {
  if (const auto* app = std::get_if<core::ArrayApp>(&exp.node))
    return core::row_of(app->op).cost != core::ElementCost::work;
  return std::holds_alternative<core::PrimApp>(exp.node) ||
         std::holds_alternative<core::Copy>(exp.node) ||
         std::holds_alternative<core::Index>(exp.node) ||
         std::holds_alternative<core::Slice>(exp.node) ||
         std::holds_alternative<core::Assert>(exp.node);
}

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

const core::Soac* inner_map(const core::Soac& soac) {
  const core::Body& outer = soac.lambda.body;
  if (!soac.reduces.empty() || !soac.scans.empty() || outer.stms.empty()) return nullptr;
  const auto* inner = std::get_if<core::Soac>(&outer.stms.back().exp.node);
  if (inner == nullptr || !inner->reduces.empty() || !inner->scans.empty()) return nullptr;
  const core::Binders& made = outer.stms.back().binders;
  if (made.size() != outer.results.size()) return nullptr;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (outer.results[i].var != made[i].id) return nullptr;
  std::unordered_set<core::VarId> bound;
  for (const core::Binder& param : soac.lambda.params) bound.insert(param.id);
  for (std::size_t i = 0; i + 1 < outer.stms.size(); ++i) {
    if (!is_light(outer.stms[i].exp)) return nullptr;
    for (const core::Binder& binder : outer.stms[i].binders) bound.insert(binder.id);
  }
  if (!inner->width.is_constant() && bound.count(inner->width.var) != 0) return nullptr;
  return inner;
}

std::optional<Nest> find_nest(const core::Soac& soac) {
  const core::Soac* inner = inner_map(soac);
  if (inner == nullptr) return {};
  const core::Body& outer = soac.lambda.body;
  Nest nest;
  nest.lambda.params = soac.lambda.params;
  nest.outer_params = nest.lambda.params.size();
  nest.entry = outer.stms.size() - 1;
  nest.arrays = inner->arrays;
  nest.width = inner->width;
  const core::Lambda& body = inner->lambda;
  nest.lambda.params.insert(nest.lambda.params.end(), body.params.begin(), body.params.end());
  nest.lambda.body.stms.assign(outer.stms.begin(), outer.stms.end() - 1);
  nest.lambda.body.stms.insert(nest.lambda.body.stms.end(), body.body.stms.begin(),
                               body.body.stms.end());
  nest.lambda.body.results = body.body.results;
  return nest;
}

bool along_rows(std::int64_t rows, std::int64_t columns) {
  // Long rows fill tiles, and short ones do when there are not many of them.
  constexpr std::int64_t kLong = 256, kShort = 64;
  return columns >= kLong || (columns >= kShort && columns >= rows);
}

void Compiler::enter(const Nest& nest) {
  std::vector<Enter::Param> params;
  for (std::size_t k = 0; k < nest.arrays.size(); ++k) {
    const core::Atom& array = nest.arrays[k];
    params.push_back({look(array), program.params[nest.outer_params + k]});
  }
  emit<Enter>(scalar(nest.width), std::move(params));
}

Program compile(const Nest& nest) {
  std::vector<bool> varying(nest.outer_params, false);
  varying.resize(nest.lambda.params.size(), true);
  Program program;
  const Divergence divergence(nest.lambda, varying);
  const core::Lambda ready = gather_chains(nest.lambda, divergence);
  const KeptArrays kept(ready.body);
  Compiler compiler(divergence, kept, program);
  compiler.nest = &nest;
  compiler.lambda(ready, varying);
  return program;
}

}  // namespace laguz::eval::lanes
