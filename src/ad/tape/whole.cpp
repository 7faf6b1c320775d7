#include "ad/tape/whole.hpp"

#include <algorithm>

#include "prims/catalog.hpp"

namespace laguz::ad::tape {

namespace {

class Overwritten {
 public:
  Overwritten(const graph::Graph& around, const core::Loop& loop) : around_(around) {
    for (const core::Stm& stm : loop.body.stms)
      for (const core::Binder& binder : stm.binders) own_[binder.id] = &stm.exp;
  }

  /// Whether one of [steps] is done at all numbers of [left], dimensions that no loop around it
  /// counts, of the [rank] that there are.
  bool all(const std::vector<UndoStep>& steps, const Atoms& left, std::size_t rank) const {
    return std::any_of(steps.begin(), steps.end(), [&](const UndoStep& step) {
      if (step.kind == UndoStep::Kind::loop)
        return all(step.steps, without(left, step.trips), rank);
      if (step.kind != UndoStep::Kind::write) return false;
      std::size_t counted = 0;
      for (const core::DimSlice& dim : step.dims) {
        if (!dim.fixed && (dim.start || dim.end || dim.stride)) return false;
        counted += dim.fixed ? 1 : 0;
      }
      return counted + left.size() <= rank;
    });
  }

 private:
  struct Offset {
    Atom number;
    std::int64_t by = 0;
  };

  const core::Exp* made(const Atom& atom) const {
    if (const auto own = own_.find(atom.var); own != own_.end()) return own->second;
    const graph::Node* node = around_.find(atom.var);
    return node != nullptr ? &node->exp : nullptr;
  }

  /// What the array whose length [exp] asks was made with.
  std::optional<Atom> length_made(const core::Exp& exp) const {
    const auto* asked = std::get_if<core::ArrayApp>(&exp.node);
    if (asked == nullptr || asked->op != core::ArrayOp::shape) return {};
    auto dim = static_cast<std::size_t>(asked->attrs[0]);
    Atom array = asked->args[0];
    while (const core::Exp* of = made(array)) {
      const auto* app = std::get_if<core::ArrayApp>(&of->node);
      if (app == nullptr) return {};
      if (app->op == core::ArrayOp::zeros) return app->args[dim];
      if (app->op == core::ArrayOp::replicate && dim == 0) return app->args[0];
      if (app->op != core::ArrayOp::replicate && app->op != core::ArrayOp::copy) return {};
      dim -= app->op == core::ArrayOp::replicate ? 1 : 0;
      array = app->args.back();
    }
    return {};
  }

  /// As a sum with a constant.
  Offset offset_of(const Atom& atom) const {
    Offset found{atom};
    while (!found.number.is_constant()) {
      const core::Exp* exp = made(found.number);
      if (const auto length = exp != nullptr ? length_made(*exp) : std::nullopt) {
        found.number = *length;
        continue;
      }
      const auto* prim = exp != nullptr ? std::get_if<core::PrimApp>(&exp->node) : nullptr;
      if (prim == nullptr || prim->args.size() != 2 || !prim->args[1].is_constant()) return found;
      const prims::Op op = prims::op_of(prim->prim);
      const bool lengthens = op == prims::Op::max && prim->args[1] == Atom::i64(0);
      if (!lengthens && op != prims::Op::add && op != prims::Op::sub) return found;
      const std::int64_t by = lengthens ? 0 : prim->args[1].scalar().as_i64();
      constexpr std::int64_t kFar = std::int64_t{1} << 31;
      if (by <= -kFar || by >= kFar || found.by <= -kFar || found.by >= kFar) return found;
      found = {prim->args[0], op == prims::Op::sub ? found.by - by : found.by + by};
    }
    return found;
  }

  bool is_about(const Atom& trips, const Atom& length) const {
    const Offset a = offset_of(trips), b = offset_of(length);
    if (!a.number.is_constant() || !b.number.is_constant()) return a.number == b.number;
    const auto value = [](const Offset& offset) {
      return static_cast<double>(offset.number.scalar().as_i64()) + static_cast<double>(offset.by);
    };
    return 2 * value(a) >= value(b);  // of numbers that are known, half
  }

  Atoms without(Atoms dims, const Atom& trips) const {
    const auto counted = std::find_if(dims.begin(), dims.end(),
                                      [&](const Atom& dim) { return is_about(trips, dim); });
    if (counted != dims.end()) dims.erase(counted);
    return dims;
  }

  const graph::Graph& around_;
  std::unordered_map<core::VarId, const core::Exp*> own_;
};

}  // namespace

bool is_all_overwritten(const graph::Graph& around, const core::Loop& loop, const Undo& undo,
                        const Atoms& dims) {
  return Overwritten(around, loop).all(undo.steps, dims, dims.size());
}

}  // namespace laguz::ad::tape
