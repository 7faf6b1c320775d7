#include "eval/lanes/fewest.hpp"

#include <algorithm>

#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval::lanes {
namespace {

// In tenths of a nanosecond, as measured.
constexpr std::int64_t kRun = 3800;         ///< of lanes
constexpr std::int64_t kIteration = 45;     ///< one by one
constexpr std::int64_t kStatement = 14;     ///< likewise
constexpr std::int64_t kFunction = 70;      ///< exp and its like, likewise
constexpr std::int64_t kWithInner = 8;      ///< iterations: what is inside runs for all at once
constexpr std::int64_t kWithInnermost = 4;  ///< likewise, with Soacs in those

struct Work {
  std::int64_t cost = 0;
  int depth = 0;  ///< of Soacs and loops
};

Work work_of(const core::Body& body) {
  Work all;
  for (const core::Stm& stm : body.stms) {
    const auto* app = std::get_if<core::PrimApp>(&stm.exp.node);
    all.cost += app && prims::row_of(app->prim).has(prims::kDear) ? kFunction : kStatement;
    const bool soac = std::holds_alternative<core::Soac>(stm.exp.node);
    const int around = soac || std::holds_alternative<core::Loop>(stm.exp.node) ? 1 : 0;
    all.depth = std::max(all.depth, around);
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const core::Body& inner, const core::Binders&) {
          const Work work = work_of(inner);
          all.cost += work.cost;
          all.depth = std::max(all.depth, work.depth + around);
        });
  }
  return all;
}

}  // namespace

std::int64_t fewest_iterations(const core::Soac& soac) {
  const Work work = work_of(soac.lambda.body);
  if (work.depth > 0) return work.depth > 1 ? kWithInnermost : kWithInner;
  std::int64_t cost = kIteration + work.cost;
  for (const core::Reduce& reduce : soac.reduces) cost += work_of(reduce.op.body).cost;
  for (const core::Scan& scan : soac.scans) cost += work_of(scan.op.body).cost;
  return kRun / cost + 1;
}

}  // namespace laguz::eval::lanes
