// Scalar primitives, copies and assertions.
#include <cstring>

#include "eval/lanes/compiler.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"

namespace laguz::eval::lanes {
namespace {

namespace kernels = prims::lanes;

/// One kernel of the primitives' table.
class Apply : public Instr {
 public:
  Apply(prims::LaneKernel kernel, ScalarRef out, const std::vector<ScalarRef>& args)
      : kernel_(kernel), out_(out.reg), varying_(out.varying) {
    for (std::size_t i = 0; i < 3; ++i) {
      args_[i] = args[std::min(i, args.size() - 1)].reg;
      if (i < args.size() && !args[i].varying && out.varying) uniform_ |= 1u << i;
    }
  }
  void run(Tile& tile) const override {
    kernel_(varying_ ? tile.n : 1, tile.at[out_], tile.at[args_[0]], tile.at[args_[1]],
            tile.at[args_[2]], uniform_);
  }

 private:
  prims::LaneKernel kernel_;
  Reg out_;
  Reg args_[3] = {};
  unsigned uniform_ = 0;
  bool varying_;
};

class Guarded : public Instr {
 public:
  Guarded(prims::Guard guard, ScalarRef operand) : guard_(guard), operand_(operand) {}
  void run(Tile& tile) const override {
    const std::int64_t n = tile.lanes(operand_.varying);
    const Mask mask = operand_.varying ? tile.mask : nullptr;
    const std::byte* values = tile.at[operand_.reg];
    std::int64_t lane = -1;
    switch (guard_) {
      case prims::Guard::none: break;
      case prims::Guard::nonzero_divisor:
        lane = kernels::find_zero(operand_.type, n, values, mask);
        break;
      case prims::Guard::nonnegative_exponent:
        lane = kernels::find_negative(operand_.type, n, values, mask);
        break;
    }
    if (lane < 0) return;
    if (operand_.varying) tile.fail(lane);
    tile.fail();
  }

 private:
  prims::Guard guard_;
  ScalarRef operand_;
};

class Move : public Instr {
 public:
  Move(ScalarRef to, ScalarRef from) : to_(to), from_(from) {}
  void run(Tile& tile) const override {
    const auto n = tile.lanes(to_.varying);
    kernels::load(to_.size(), n, tile.at[to_.reg], tile.at[from_.reg], from_.varying ? 1 : 0);
  }

 private:
  ScalarRef to_, from_;
};

class MoveArray : public Instr {
 public:
  MoveArray(ArrayRef to, ArrayRef from) : to_(to), from_(from) {}
  void run(Tile& tile) const override { to_.put(tile, from_.take(tile)); }

 private:
  ArrayRef to_, from_;
};

class Check : public Instr {
 public:
  explicit Check(ScalarRef condition) : condition_(condition) {}
  void run(Tile& tile) const override {
    if (!condition_.varying) {
      if (!tile.truth(condition_.reg)) tile.fail();
      return;
    }
    const auto lane = kernels::find_false(tile.n, tile.masks(condition_.reg), tile.mask);
    if (lane >= 0) tile.fail(lane);
  }

 private:
  ScalarRef condition_;
};

/// A constant second operand that the guard holds of needs no check.
bool needs_guard(const core::PrimApp& e, prims::Guard guard) {
  if (guard == prims::Guard::none) return false;
  if (!e.args[1].is_constant()) return true;
  const Scalar operands[] = {Scalar{e.prim.type, 0}, e.args[1].scalar()};
  return !prims::guard_holds(e.prim, operands);
}

}  // namespace

std::unique_ptr<Instr> convert(ScalarRef to, ScalarRef from) {
  const auto prim = prims::get("cvt_" + std::string(support::name(to.type)), from.type);
  const auto kernel = prims::row_of(prim).lanes[static_cast<int>(prim.type)];
  return std::make_unique<Apply>(kernel, to, std::vector<ScalarRef>{from});
}

std::unique_ptr<Instr> move(const ValueRef& to, const ValueRef& from) {
  if (to.is_array) return std::make_unique<MoveArray>(to.array, from.array);
  return std::make_unique<Move>(to.scalar, from.scalar);
}

void compile(Compiler& c, const core::Copy& e, const core::Binders& to) {
  const ValueRef from = c.value(e.atom);
  ValueRef out;
  out.is_array = from.is_array;
  if (from.is_array)
    out.array = c.define_array(to[0]);
  else
    out.scalar = c.define(to[0]);
  c.emit(move(out, from));
}

void compile_into(Compiler& c, const core::PrimApp& e, ScalarRef out) {
  const auto type = static_cast<int>(e.prim.type);
  const prims::Row& row = prims::row_of(e.prim);
  const std::vector<ScalarRef> args = c.scalars(e.args);
  if (needs_guard(e, row.guard[type])) c.emit<Guarded>(row.guard[type], args[1]);
  c.emit<Apply>(row.lanes[type], out, args);
}

void compile(Compiler& c, const core::PrimApp& e, const core::Binders& to) {
  compile_into(c, e, c.define_over(to[0], e.args));
}

void compile(Compiler& c, const core::Assert& e, const core::Binders&) {
  c.emit<Check>(c.scalar(e.condition));
}

}  // namespace laguz::eval::lanes
