// Whoever asks for the shape of an array that has been overwritten asks what took its place: else
// the array itself would have to stay, and what overwrites it to copy it.
#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core {
namespace {

class NewestShapes {
 public:
  void in(Body& body) {
    std::vector<VarId> here;
    for (Stm& stm : body.stms) {
      if (auto* app = std::get_if<ArrayApp>(&stm.exp.node);
          app != nullptr && app->op == ArrayOp::shape)
        while (const Atom* newer = find(app->args[0])) app->args[0] = *newer;
      visit(
          stm.exp, [](Atom&) {}, [this](Body& inner, Binders&) { in(inner); });
      note(stm, here);
    }
    for (const VarId var : here) newer_.erase(var);
  }

 private:
  const Atom* find(const Atom& array) const {
    const auto found = newer_.find(array.var);
    return found == newer_.end() ? nullptr : &found->second;
  }

  void note(const Stm& stm, std::vector<VarId>& here) {
    const auto overwritten = [&](const Atom& array, const Binder& by) {
      if (!array.is_constant() && newer_.emplace(array.var, by.atom()).second)
        here.push_back(array.var);
    };
    if (const auto* update = std::get_if<Update>(&stm.exp.node))
      overwritten(update->array, stm.binders[0]);
    if (const auto* scatter = std::get_if<Scatter>(&stm.exp.node))
      for (std::size_t k = 0; k < scatter->dests.size(); ++k)
        overwritten(scatter->dests[k], stm.binders[k]);
    if (const auto* hist = std::get_if<Hist>(&stm.exp.node))
      for (std::size_t k = 0; k < hist->dests.size(); ++k)
        overwritten(hist->dests[k], stm.binders[k]);
  }

  std::unordered_map<VarId, Atom> newer_;
};

}  // namespace

void ask_newest_shapes(Body& body) { NewestShapes().in(body); }

}  // namespace laguz::core
