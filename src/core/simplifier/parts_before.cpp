// Parts of arrays that iterations read as matrices, made before these.
//
// A function reads `w[k * h + j]`, and so has a matrix of the first of w (flat_places.cpp). Where
// it is called, that is made in each iteration, for only there it is known that there are any: if
// there are none, w may be too short. But nobody reads the matrix then, and it may as well be
// zeros. Made once, it is no work of the iterations, and has one cotangent.
#include <algorithm>

#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {

// Whether anything in [body] takes part of an array and changes its shape. [parts]: what are such.
bool Simplifier::reshapes_parts(const Body& body, VarSet& parts) {
  bool found = false;
  for (const Stm& stm : body.stms) {
    if (std::holds_alternative<Slice>(stm.exp.node)) parts.insert(stm.binders[0].id);
    if (const auto* app = std::get_if<ArrayApp>(&stm.exp.node))
      found = found || (app->op == ArrayOp::reshape && parts.count(app->args[0].var) > 0);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { found = reshapes_parts(inner, parts) || found; });
  }
  return found;
}

// Of what the iterations of [stm] do.
void Simplifier::take_matrices_before(Stm& stm) {
  if (!reshapes_parts_ ||
      !(std::holds_alternative<Soac>(stm.exp.node) || std::holds_alternative<Loop>(stm.exp.node)))
    return;
  VarSet inside;
  std::unordered_map<VarId, Slice> parts;
  take_matrices_before(stm, inside, parts);
}

// [inside]: what is bound in there so far; [parts]: of what is not.
void Simplifier::take_matrices_before(Stm& stm, VarSet& inside,
                                      std::unordered_map<VarId, Slice>& parts) {
  const auto take = [&](Body& body, Binders& params) {
    for (const Binder& param : params) inside.insert(param.id);
    for (Stm& one : body.stms) {
      for (const Binder& binder : one.binders) inside.insert(binder.id);
      const auto* app = std::get_if<ArrayApp>(&one.exp.node);
      const auto part = app != nullptr && app->op == ArrayOp::reshape ? parts.find(app->args[0].var)
                                                                      : parts.end();
      if (auto* slice = std::get_if<Slice>(&one.exp.node)) {
        if (auto outside = as_seen_outside(*slice, inside))
          parts.emplace(one.binders[0].id, std::move(*outside));
      } else if (part != parts.end()) {
        Atoms shape(app->args.begin() + 1, app->args.end());
        for (Atom& length : shape) resolve(length);
        if (std::none_of(shape.begin(), shape.end(),
                         [&](const Atom& length) { return inside.count(length.var) > 0; }))
          if (const auto matrix = matrix_of_part(one, part->second, shape))
            one.exp = {Copy{*matrix}};
      } else {
        take_matrices_before(one, inside, parts);
      }
    }
  };
  visit(
      stm.exp, [](Atom&) {}, take);
}

// If nothing of [slice] is among what is [inside]: it takes ranges, one after the other.
std::optional<Slice> Simplifier::as_seen_outside(Slice slice, const VarSet& inside) const {
  bool outside = true;
  const auto look = [&](Atom& atom) {
    resolve(atom);
    outside = outside && inside.count(atom.var) == 0;
  };
  look(slice.array);
  for (DimSlice& dim : slice.dims) {
    if (dim.fixed || dim.stride) return std::nullopt;
    if (dim.start) look(*dim.start);
    if (dim.end) look(*dim.end);
  }
  return outside ? std::optional(std::move(slice)) : std::nullopt;
}

// [part] as a matrix of [shape], of more dimensions; zeros, if there is no such part. Not if it is
// the same for all iterations around: then it is to be made before those, in the next run. And not
// in a lambda, where it would be a choice of each lane.
std::optional<Atom> Simplifier::matrix_of_part(const Stm& near, const Slice& part,
                                               const Atoms& shape) {
  const Type type = part.array.type;
  if (soacs_ > 0 || shape.size() <= type.rank) return std::nullopt;
  std::vector<Length> lengths;
  for (std::size_t d = 0; d < type.rank; ++d) {
    const auto length = facts_.length_of(part, d);
    if (!length) return std::nullopt;
    lengths.push_back(*length);
  }
  if (!facts_.keeps_size(lengths, shape)) return std::nullopt;
  ArrayApp zeros{ArrayOp::zeros, shape, {static_cast<std::int64_t>(type.elem)}};
  const int deepest = std::max(depth_of_operands({part}), depth_of_operands({zeros}));
  learnt_ = true;
  if (!repeated_.empty() && repeated_.back() > deepest) return std::nullopt;
  Atom is_there = Atom::boolean(true);
  for (std::size_t d = 0; d < part.dims.size(); ++d) {
    const DimSlice& dim = part.dims[d];
    if (!dim.start && !dim.end) continue;
    const Atom from = dim.start.value_or(Atom::i64(0));
    const Atom all = atom_of(facts_.length(part.array, static_cast<int>(d)), near);
    const Atom to = dim.end.value_or(all);
    is_there = both(near, is_there, computed("le", {Atom::i64(0), from}, near));
    is_there = both(near, is_there, computed("le", {from, to}, near));
    is_there = both(near, is_there, computed("le", {to, all}, near));
  }
  Type whole = type;
  whole.rank = static_cast<std::uint8_t>(shape.size());
  const Binder taken = program_.names.bind(type), matrix = program_.names.bind(whole),
               nothing = program_.names.bind(whole);
  const auto made = [&](const Binder& binder, Exp exp) {
    Stm stm{{binder}, std::move(exp), near.span, near.inlined_at};
    facts_.bind(binder, facts_.depth() + 1);
    facts_.learn(stm);
    return stm;
  };
  ArrayApp reshape{ArrayOp::reshape, {taken.atom()}, {}};
  reshape.args.insert(reshape.args.end(), shape.begin(), shape.end());
  If choice;
  choice.condition = is_there;
  choice.then_body.stms.push_back(made(taken, {part}));
  choice.then_body.stms.push_back(made(matrix, {std::move(reshape)}));
  choice.then_body.results = {matrix.atom()};
  choice.else_body.stms.push_back(made(nothing, {std::move(zeros)}));
  choice.else_body.results = {nothing.atom()};
  return view_here(near, {std::move(choice)}, whole, facts_.depth());
}

}  // namespace laguz::core::simplifier
