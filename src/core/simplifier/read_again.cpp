// What simplification does to copies that nobody overwrites, and to maps that read: both are arrays
// that are read instead of others. For what is to be differentiated that is more than a step less:
// an array has a cotangent of its own, all of it, which is made where the array is made.
#include <algorithm>

#include "core/semantics.hpp"
#include "core/simplifier/simplifier.hpp"
#include "core/walk.hpp"

namespace laguz::core::simplifier {
namespace {

bool is_copy(const Exp& exp) {
  const auto* app = std::get_if<ArrayApp>(&exp.node);
  return app != nullptr && app->op == ArrayOp::copy;
}

bool has_copies(const Body& body) {
  bool found = false;
  for (const Stm& stm : body.stms) {
    if (found || is_copy(stm.exp)) return true;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { found = found || has_copies(inner); });
  }
  return found;
}

/// What is overwritten, or given to somebody who may do that, and what that lies in.
class Overwritten {
 public:
  void in(const Body& body, bool given) {
    for (const Stm& stm : body.stms) {
      const auto* same = std::get_if<Copy>(&stm.exp.node);
      const Atom* of = same != nullptr ? &same->atom : viewed(stm.exp);
      if (of != nullptr && !of->is_constant()) viewed_[stm.binders[0].id] = of->var;
      // (Rows that a lambda gives are copied.)
      const auto* soac = std::get_if<Soac>(&stm.exp.node);
      visit(
          stm.exp, [](const Atom&) {},
          [&](const Body& inner, const Binders&) {
            in(inner, soac == nullptr || &inner != &soac->lambda.body);
          });
      for (const Atom& array : consumed(stm.exp)) note(array);
    }
    if (!given) return;
    for (const Atom& result : body.results)
      if (result.type.rank > 0) note(result);
  }

  VarSet take() { return std::move(found_); }

 private:
  void note(const Atom& array) {
    if (array.is_constant()) return;
    for (VarId id = array.var; found_.insert(id).second;) {
      const auto of = viewed_.find(id);
      if (of == viewed_.end()) return;
      id = of->second;
    }
  }

  VarSet found_;
  std::unordered_map<VarId, VarId> viewed_;
};

/// Of [lambda], what its result [r] needs, if that is few elements and numbers; with a result.
std::optional<Body> few_steps(const Lambda& lambda, std::size_t r) {
  constexpr std::size_t kMost = 6;
  const Body& body = lambda.body;
  Body needed{{}, {body.results[r]}};
  VarSet open;
  const auto need = [&](const Atom& atom) {
    if (!atom.is_constant()) open.insert(atom.var);
  };
  need(body.results[r]);
  for (auto stm = body.stms.rbegin(); stm != body.stms.rend(); ++stm) {
    if (std::none_of(stm->binders.begin(), stm->binders.end(),
                     [&](const Binder& binder) { return open.count(binder.id) > 0; }))
      continue;
    const auto* node = &stm->exp.node;
    const bool step = std::holds_alternative<Index>(*node) ||
                      std::holds_alternative<Slice>(*node) ||
                      std::holds_alternative<PrimApp>(*node);
    if (!step || needed.stms.size() == kMost) return std::nullopt;
    visit(stm->exp, need, [](const Body&, const Binders&) {});
    needed.stms.push_back(*stm);
  }
  std::reverse(needed.stms.begin(), needed.stms.end());
  return needed;
}

}  // namespace

void Simplifier::find_overwritten(const Body& body) {
  overwritten_.reset();
  if (!has_copies(body)) return;
  Overwritten found;
  found.in(body, true);
  overwritten_ = found.take();
}

// What [app] is a copy of, if nobody overwrites either.
std::optional<Atom> Simplifier::same_as_copy(const Stm& stm, const ArrayApp& app) const {
  if (app.op != ArrayOp::copy || !app.attrs.empty() || !overwritten_ ||
      overwritten_->count(stm.binders[0].id) > 0)
    return std::nullopt;
  for (Atom array = app.args[0]; !array.is_constant();) {
    if (overwritten_->count(array.var) > 0) return std::nullopt;
    const auto row = elements_.find(array.var);
    const Atom further = row != elements_.end() ? row->second.index.array : viewed(array);
    if (further == array) break;
    array = further;
  }
  return app.args[0];
}

// Remembers what [stm] maps, if what its iterations give is few steps from what they have.
void Simplifier::note_map(const Stm& stm) {
  const auto* soac = std::get_if<Soac>(&stm.exp.node);
  if (soac == nullptr || repeated_.empty()) return;
  for (std::size_t b = ends_of(*soac).scanned; b < stm.binders.size(); ++b) {
    if (stm.binders[b].type.acc) continue;
    if (auto body = few_steps(soac->lambda, b))
      maps_[stm.binders[b].id] = {soac->arrays, {soac->lambda.params, std::move(*body)}};
  }
}

// What [index] reads of what a map has made in few steps is made again, there alone.
std::optional<Exp> Simplifier::through_map(const Stm& stm, const Index& index) {
  const auto found = maps_.find(index.array.var);
  if (found == maps_.end() || !index.steps.empty()) return std::nullopt;
  const int depth = facts_.depth_of(index.array);
  std::vector<Length> lengths;
  for (std::size_t d = 0; d < index.indices.size(); ++d)
    lengths.push_back(facts_.length(index.array, static_cast<int>(d)));
  if (depth != facts_.depth() &&
      (!facts_.keeps_derivatives() || !is_little(std::move(lengths), depth + 1, {})))
    return std::nullopt;
  const Map& map = found->second;
  Substitution elements;
  VarSet used;
  for (const Binder& free : free_variables(map.lambda.body)) used.insert(free.id);
  const bool inside = facts_.is_in_bounds(index, 0, facts_.depth());
  // (Errors show shapes: that of the map, not that of an operand with longer rows.)
  for (std::size_t i = 0; i < map.arrays.size(); ++i)
    if (used.count(map.lambda.params[i].id) > 0 && !inside && !facts_.keeps_derivatives() &&
        map.arrays[i].type.rank != index.array.type.rank)
      return std::nullopt;
  for (std::size_t i = 0; i < map.arrays.size(); ++i) {
    const Binder& param = map.lambda.params[i];
    if (used.count(param.id) == 0) continue;
    const Binder element = program_.names.bind(param.type);
    place({{element}, {Index{map.arrays[i], {index.indices[0]}, {}}}, stm.span, stm.inlined_at});
    elements[param.id] = element.atom();
    resolve(elements[param.id]);
  }
  // (Else nobody would find out that there is no such iteration.)
  if (elements.empty() && !inside) return std::nullopt;
  const Atom made = placed(map.lambda.body, std::move(elements))[0];
  const Atoms rest(index.indices.begin() + 1, index.indices.end());
  return rest.empty() ? Exp{Copy{made}} : Exp{Index{made, rest, {}}};
}

}  // namespace laguz::core::simplifier
