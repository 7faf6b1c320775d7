// Conditionals. Where the condition varies both sides run, each under the mask of its lanes, and
// the results are blended; a side without lanes is not run.
#include <algorithm>

#include "core/walk.hpp"
#include "eval/lanes/compiler.hpp"
#include "eval/lanes/derive.hpp"
#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {
namespace {

namespace kernels = prims::lanes;

/// Lets a register share the place of another.
class Point : public Instr {
 public:
  Point(Reg reg, Reg place) : reg_(reg), place_(place) {}
  void run(Tile& tile) const override { tile.at[reg_] = tile.at[place_]; }

 private:
  Reg reg_, place_;
};

class UniformIf : public Instr {
 public:
  UniformIf(ScalarRef condition, Code then_code, Code else_code)
      : condition_(condition), then_(std::move(then_code)), else_(std::move(else_code)) {}
  void run(Tile& tile) const override {
    lanes::run(tile.truth(condition_.reg) ? then_ : else_, tile);
  }

 private:
  ScalarRef condition_;
  Code then_, else_;
};

class VaryingIf : public Instr {
 public:
  struct Result {
    ValueRef out, then_value, else_value;
    bool in_place = false;               ///< the then side has written it where it belongs
    bool continued = false;              ///< both sides update one array, one after the other
    ArrayRef state;                      ///< that array
    std::optional<Irregular> irregular;  ///< of an array whose sides continue no one array
    bool longer = false;                 ///< and whose sides may differ in length
  };

  VaryingIf(ScalarRef condition, Code then_code, Code else_code, std::vector<Result> results,
            Reg then_mask, Reg else_mask)
      : condition_(condition),
        then_(std::move(then_code)),
        else_(std::move(else_code)),
        results_(std::move(results)),
        then_mask_(then_mask),
        else_mask_(else_mask) {}

  void run(Tile& tile) const override {
    const Mask outer = tile.mask;
    const bool* condition = tile.masks(condition_.reg);
    bool* then_mask = tile.masks(then_mask_);
    bool* else_mask = tile.masks(else_mask_);
    const auto then_lanes = kernels::narrow(tile.n, then_mask, outer, condition, true);
    const auto else_lanes = kernels::narrow(tile.n, else_mask, outer, condition, false);
    if (then_lanes > 0) {
      tile.mask = else_lanes > 0 ? then_mask : outer;
      lanes::run(then_, tile);
      if (else_lanes > 0)
        for (const Result& result : results_)
          if (result.continued) result.state.put(tile, result.then_value.array.take(tile));
    }
    if (else_lanes > 0) {
      tile.mask = then_lanes > 0 ? else_mask : outer;
      lanes::run(else_, tile);
    }
    tile.mask = outer;
    for (const Result& result : results_) {
      if (result.out.is_array)
        finish_array(tile, result, then_lanes, else_lanes, else_mask);
      else
        finish_scalar(tile, result, then_lanes, else_lanes, then_mask);
    }
  }

 private:
  static void finish_scalar(Tile& tile, const Result& result, std::int64_t then_lanes,
                            std::int64_t else_lanes, Mask then_mask) {
    const ScalarRef& a = result.then_value.scalar;
    const ScalarRef& b = result.else_value.scalar;
    std::byte* out = tile.at[result.out.scalar.reg];
    const int size = result.out.scalar.size();
    if (else_lanes == 0) {
      if (!result.in_place) kernels::load(size, tile.n, out, tile.at[a.reg], a.varying ? 1 : 0);
    } else if (then_lanes == 0) {
      kernels::load(size, tile.n, out, tile.at[b.reg], b.varying ? 1 : 0);
    } else {
      kernels::select(size, tile.n, out, then_mask, tile.at[a.reg], tile.at[b.reg],
                      (a.varying ? 0u : 1u) | (b.varying ? 0u : 2u));
    }
  }

  static void finish_array(Tile& tile, const Result& result, std::int64_t then_lanes,
                           std::int64_t else_lanes, Mask else_mask) {
    const ArrayRef& out = result.out.array;
    if (else_lanes == 0) {
      out.put(tile, result.then_value.array.take(tile));
    } else if (then_lanes == 0 || result.continued) {
      out.put(tile, result.else_value.array.take(tile));
    } else {
      LaneArray other = result.else_value.array.take(tile);
      LaneArray blend = tile.own(result.then_value.array.take(tile), true);
      if (!(blend.shape == other.shape)) {
        if (!result.longer) result.irregular.value().give_up();
        return out.put(tile, joined(tile, blend, other, else_mask));
      }
      tile.copy(blend, other, true, else_mask);
      out.put(tile, std::move(blend));
    }
  }

  /// Room for both.
  static LaneArray joined(Tile& tile, const LaneArray& then_value, const LaneArray& else_value,
                          Mask else_mask) {
    Shape shape = then_value.shape;
    for (int d = 0; d < shape.rank; ++d) shape[d] = std::max(shape[d], else_value.shape[d]);
    LaneArray joined = tile.allocate(then_value.type, shape, true);
    const auto put = [&](const LaneArray& value, Mask lanes) {
      LaneArray part = joined;
      part.shape = value.shape;
      tile.copy(part, value, true, lanes);
    };
    put(then_value, nullptr);
    put(else_value, else_mask);
    return joined;
  }

  ScalarRef condition_;
  Code then_, else_;
  std::vector<Result> results_;
  Reg then_mask_, else_mask_;
};

void prepend(Code& code, Code before) {
  for (auto& instr : code) before.push_back(std::move(instr));
  code = std::move(before);
}

void compile_uniform(Compiler& c, const core::If& e, const core::Binders& to) {
  const ScalarRef condition = c.scalar(e.condition);
  ValueRefs outs;
  for (const auto& binder : to) outs.push_back(c.define_value(binder));
  auto side = [&](const core::Body& body) {
    InnerBody inner = c.open(body, {}, Compiler::Runs::once);
    Code points;
    for (std::size_t i = 0; i < outs.size(); ++i) {
      if (inner.redirectable[i])
        points.push_back(std::make_unique<Point>(inner.results[i].scalar.reg, outs[i].scalar.reg));
      else
        inner.code.push_back(move(outs[i], inner.results[i]));
    }
    prepend(inner.code, std::move(points));
    c.close(inner);
    return std::move(inner.code);
  };
  Code then_code = side(e.then_body);
  Code else_code = side(e.else_body);
  c.emit<UniformIf>(condition, std::move(then_code), std::move(else_code));
}

}  // namespace

void compile(Compiler& c, const core::If& e, const core::Binders& to) {
  if (!c.varies(e.condition)) return compile_uniform(c, e, to);
  const ScalarRef condition = c.scalar(e.condition);
  std::vector<VaryingIf::Result> results(to.size());
  std::unordered_set<core::VarId> keep;
  for (const auto& variable : core::free_variables(e.else_body)) keep.insert(variable.id);
  std::unordered_set<core::VarId> states;
  for (std::size_t i = 0; i < to.size(); ++i) {
    results[i].out = c.define_value(to[i]);
    if (to[i].type.is_scalar()) continue;
    const core::VarId from = continues(e.then_body, e.then_body.results[i]);
    const bool alike = from != 0 && from == continues(e.else_body, e.else_body.results[i]);
    // (An array that is the same for all lanes has no lanes to leave alone.)
    if (alike && c.varies(core::Atom::of(from, to[i].type)) && c.may_give(from) &&
        states.insert(from).second) {
      results[i].continued = true;
      results[i].state = c.look(core::Atom::of(from, to[i].type));
      keep.erase(from);
    } else if (!alike) {
      results[i].irregular = c.irregular();
    }
    results[i].longer = c.kept_arrays.is_only_kept(to[i].id);
    if (results[i].longer) c.kept.insert(to[i].id);
  }
  // What the then side gives is taken when the else side has run.
  std::unordered_set<core::VarId> given;
  for (std::size_t i = 0; i < to.size(); ++i)
    if (!results[i].continued) given.insert(e.then_body.results[i].var);
  const Reg then_mask = c.temporary(ScalarType::boolean).reg;
  const Reg else_mask = c.temporary(ScalarType::boolean).reg;

  InnerBody then_side = c.open(e.then_body, {}, Compiler::Runs::once, keep);
  InnerBody else_side = c.open(e.else_body, {}, Compiler::Runs::once, given);
  Code points;
  for (std::size_t i = 0; i < to.size(); ++i) {
    VaryingIf::Result& result = results[i];
    result.then_value = then_side.results[i];
    result.else_value = else_side.results[i];
    if (!then_side.redirectable[i]) continue;
    points.push_back(std::make_unique<Point>(result.then_value.scalar.reg, result.out.scalar.reg));
    result.in_place = true;
  }
  prepend(then_side.code, std::move(points));
  c.close(then_side);
  c.close(else_side);
  c.emit<VaryingIf>(condition, std::move(then_side.code), std::move(else_side.code),
                    std::move(results), then_mask, else_mask);
}

}  // namespace laguz::eval::lanes
