// Which loops keep numbers for the loops around them alone, which have them one after the other.
#include <algorithm>

#include "core/walk.hpp"
#include "eval/compiler.hpp"

namespace laguz::eval {

namespace {

/// Whether a loop in [body] keeps numbers as [var], of each iteration or one after the other.
bool is_kept(const core::Body& body, VarId var) {
  const auto place = core::place_of(body, var);
  const auto* loop = place ? std::get_if<core::Loop>(&body.stms[*place].exp.node) : nullptr;
  if (loop == nullptr) return false;
  for (std::size_t h = 0; h < loop->history.size(); ++h)
    if (body.stms[*place].binders[loop->params.size() + h].id == var)
      return loop->is_flat(h) || loop->params[loop->history[h]].type.rank == 0;
  return false;
}

}  // namespace

std::vector<std::optional<Sink>> Compiler::sinks_in(const core::Loop& loop,
                                                    const core::Binders& results) {
  std::vector<std::optional<Sink>> sinks(loop.history.size());
  for (std::size_t h = 0; h < loop.history.size(); ++h) {
    const std::size_t k = loop.history[h];
    const core::Atom& next = loop.body.results[k];
    const bool alone = !next.is_constant() && usage_.count(next.var) == 1 &&
                       usage_.count(loop.params[k].id) == 0 && usage_.count(results[k].id) == 0 &&
                       std::count(loop.history.begin(), loop.history.end(), k) == 1;
    if (!alone || !loop.is_flat(h) || !loop.is_after(h) || !is_kept(loop.body, next.var)) continue;
    sinks[h] = Sink{new_slot(false), new_slot(false)};
    sinks_[next.var] = *sinks[h];
  }
  return sinks;
}

}  // namespace laguz::eval
