// What the iterations of a Soac assert of the elements of its operands is true of these in the
// Soacs that come after it: there it is not asserted again, and nothing has to stay in its order.
#include <algorithm>

#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {

// Of [soac], whose lambda has been read, for those that come after it.
void Simplifier::note_found_true(const Soac& soac) {
  constexpr std::size_t kMostSteps = 32;
  const Frame& frame = frames_.back();
  for (const Atom& condition : frame.asserted) {
    FoundTrue found{soac.width, {}, {}, {}, condition};
    if (condition.is_constant()) continue;
    VarSet wanted{condition.var};
    bool known =
        true;  // of which nothing is computed otherwise, or is an element of something else
    const auto is_element = [&](const Atom& atom) {
      return std::any_of(soac.lambda.params.begin(), soac.lambda.params.end(),
                         [&](const Binder& param) { return param.id == atom.var; });
    };
    const auto is_step = [&](const Atom& atom) {
      return std::any_of(frame.out.begin(), frame.out.end(), [&](const Stm& stm) {
        return std::holds_alternative<PrimApp>(stm.exp.node) && stm.binders[0].id == atom.var;
      });
    };
    for (auto stm = frame.out.rbegin(); stm != frame.out.rend(); ++stm) {
      const auto* step = std::get_if<PrimApp>(&stm->exp.node);
      if (step == nullptr || wanted.count(stm->binders[0].id) == 0) continue;
      for (const Atom& arg : step->args) {
        if (arg.is_constant()) continue;
        wanted.insert(arg.var);
        known = known && (is_element(arg) || is_step(arg) || facts_.depth_of(arg) < facts_.depth());
      }
      found.steps.push_back(*stm);
    }
    std::reverse(found.steps.begin(), found.steps.end());
    for (std::size_t i = 0; i < soac.arrays.size(); ++i) {
      if (wanted.count(soac.lambda.params[i].id) == 0) continue;
      found.arrays.push_back(soac.arrays[i]);
      found.elements.push_back(soac.lambda.params[i]);
    }
    if (known && !found.steps.empty() && found.steps.size() <= kMostSteps)
      frames_[frames_.size() - 2].found.push_back(std::move(found));
  }
}

// Where the lambda of [soac] begins.
void Simplifier::learn_found_true(const Soac& soac) {
  std::vector<FoundTrue> all;
  for (const Frame& frame : frames_)
    for (const FoundTrue& found : frame.found)
      if (found.width == soac.width) all.push_back(found);
  for (const FoundTrue& found : all) {
    Substitution here;
    for (std::size_t i = 0; i < found.arrays.size(); ++i) {
      const auto same = std::find(soac.arrays.begin(), soac.arrays.end(), found.arrays[i]);
      if (same == soac.arrays.end()) break;
      const auto param = static_cast<std::size_t>(same - soac.arrays.begin());
      here[found.elements[i].id] = soac.lambda.params[param].atom();
    }
    if (here.size() < found.arrays.size()) continue;
    const Body steps{found.steps, {found.condition}};
    facts_.learn_truth(placed(steps, std::move(here))[0], true);
  }
}

}  // namespace laguz::core::simplifier
