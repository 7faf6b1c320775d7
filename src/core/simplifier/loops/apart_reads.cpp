// What the iterations of a loop read of an array at a place where none of them writes is read once,
// before the loop: the pivot's row, while the rows below it are written. Else it would be kept for
// the way back in each iteration, and what is added to it would be added there.
#include <algorithm>

#include "core/semantics.hpp"
#include "core/simplifier/simplifier.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::simplifier {

bool is_reverse(const Exp& exp) {
  const auto* diff = std::get_if<Diff>(&exp.node);
  return diff != nullptr && (diff->mode == DiffMode::vjp || diff->mode == DiffMode::mjp);
}

namespace {

/// What a body makes of an array by writing into it, and where it reads that.
class Versions {
 public:
  explicit Versions(const Binder& param) { versions_.insert(param.id); }

  /// Whether all that has the array's elements in it, and is given on, has been written so.
  bool in(Body& body) {
    support::expect_stack("A loop, branch or lambda");
    return std::all_of(body.stms.begin(), body.stms.end(), [this](Stm& stm) { return in(stm); });
  }
  bool has(const Atom& atom) const { return versions_.count(atom.var) > 0; }

  std::vector<Stm*> reads;
  std::vector<DimSlices> writes;
  VarSet folded;  ///< operands of Soacs

 private:
  bool in(Stm& stm) {
    auto* node = &stm.exp.node;
    const auto* index = std::get_if<Index>(node);
    const auto* slice = std::get_if<Slice>(node);
    if ((index != nullptr && has(index->array)) || (slice != nullptr && has(slice->array)))
      reads.push_back(&stm);
    if (const auto* update = std::get_if<Update>(node); update && has(update->array)) {
      writes.push_back(update->dims);
      versions_.insert(stm.binders[0].id);
    }
    auto* loop = std::get_if<Loop>(node);
    for (std::size_t k = 0; loop != nullptr && k < loop->params.size(); ++k)
      if (has(loop->inits[k])) versions_.insert(loop->params[k].id);
    if (const auto* soac = std::get_if<Soac>(node))
      for (const Atom& array : soac->arrays) folded.insert(array.var);
    bool known = true;
    visit(
        stm.exp, [](const Atom&) {}, [&](Body& inner, Binders&) { known = known && in(inner); });
    if (loop != nullptr) return known && give(stm, loop->inits, loop->body.results);
    if (const auto* choice = std::get_if<If>(node))
      return known && give(stm, choice->then_body.results, choice->else_body.results);
    return known;
  }

  // What [stm] gives is one or the other.
  bool give(const Stm& stm, const Atoms& one, const Atoms& other) {
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (has(one[i]) != has(other[i])) return false;
      if (has(one[i])) versions_.insert(stm.binders[i].id);
    }
    return true;
  }

  VarSet versions_;
};

enum class In : std::uint8_t { none, reverse, loop };

/// Whether a loop in something that is derived in reverse mode writes into an array.
bool writes_in_loops(const Body& body, In place) {
  support::expect_stack("A loop, branch or lambda");
  bool found = false;
  for (const Stm& stm : body.stms) {
    const auto* node = &stm.exp.node;
    found = found || (place == In::loop && std::holds_alternative<Update>(*node));
    In inside = place;
    if (is_reverse(stm.exp)) inside = In::reverse;
    if (place != In::none && std::holds_alternative<Loop>(*node)) inside = In::loop;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) {
          found = found || writes_in_loops(inner, inside);
        });
  }
  return found;
}

}  // namespace

void Simplifier::take_apart_reads(Body& body) {
  if (!writes_in_loops(body, In::none)) return;
  takes_apart_reads_ = true;
  run(body);
  takes_apart_reads_ = false;
}

// Whether [dims] of [array] are the same in all iterations of a loop that stands here, and inside.
bool Simplifier::is_place_here(const Atom& array, const DimSlices& dims) const {
  const auto stays = [this](const Atom& number) {
    return facts_.depth_of(number) <= facts_.depth();
  };
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const DimSlice& dim = dims[d];
    for (const auto& number : {dim.start, dim.end, dim.stride})
      if (number && !stays(*number)) return false;
    const bool inside = dim.fixed
                            ? stays(dim.index) && is_place(facts_, array, d, dim.index)
                            : facts_.is_in_bounds(dim, facts_.length(array, static_cast<int>(d)));
    if (!inside) return false;
  }
  return true;
}

// (Elsewhere nothing is kept, and what is left might become a map of rows: in lanes these are made
// in one place and copied to another.)
void Simplifier::read_apart(Loop& loop) {
  if (reverse_ == 0) return;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    const Binder& param = loop.params[k];
    if (param.type.rank == 0 || param.type.acc) continue;
    Versions versions(param);
    if (!versions.in(loop.body) || !versions.has(loop.body.results[k])) continue;
    for (Stm* read : versions.reads) {
      const Binder& what = read->binders[0];
      // (A row that nobody goes through is not worth a copy.)
      if (what.type.rank > 0 && versions.folded.count(what.id) == 0) continue;
      Exp exp = read->exp;
      DimSlices dims;
      if (auto* index = std::get_if<Index>(&exp.node)) {
        if (!index->steps.empty()) continue;
        index->array = loop.inits[k];
        dims = part_read(*index);
      } else {
        auto& slice = std::get<Slice>(exp.node);
        slice.array = loop.inits[k];
        dims = slice.dims;
      }
      if (!is_place_here(loop.inits[k], dims) ||
          !std::all_of(versions.writes.begin(), versions.writes.end(),
                       [&](const DimSlices& written) { return facts_.are_apart(dims, written); }))
        continue;
      learnt_ = true;
      const auto before = [&](Exp now) {
        const Binder binder = program_.names.bind(what.type, program_.names.hint(what.id));
        place({{binder}, std::move(now), read->span, read->inlined_at});
        Atom value = binder.atom();
        resolve(value);
        return value;
      };
      Atom value = before(std::move(exp));
      // The loop writes into the array, and so nobody else may look into it then.
      if (what.type.rank > 0) value = before({ArrayApp{ArrayOp::copy, {value}, {}}});
      read->exp = {Copy{value}};
    }
  }
}

}  // namespace laguz::core::simplifier
