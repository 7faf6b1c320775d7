#include "eval/lanes/compiler.hpp"
#include "eval/lanes/inline.hpp"
namespace laguz::eval::lanes {
#define STUB(T) \
  void compile(Compiler&, const core::T&, const core::Binders&) { throw NoLaneForm{}; }
STUB(If)
STUB(Loop) STUB(Soac) STUB(Hist) STUB(Scatter) STUB(Stream) STUB(Index) STUB(Slice) STUB(Update)
    STUB(ArrayLit) STUB(ArrayApp) STUB(Custom) STUB(WithAcc) STUB(AccUpdate)
}  // namespace laguz::eval::lanes
