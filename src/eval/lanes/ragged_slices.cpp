#include "eval/lanes/ragged_slices.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/builder.hpp"
#include "core/walk.hpp"
#include "eval/lanes/divergence.hpp"
#include "eval/lanes/last_var.hpp"
#include "prims/catalog.hpp"

namespace laguz::eval::lanes {
namespace {

using core::Atom;
using core::Atoms;
using core::Body;
using core::PrimApp;
using core::Slice;
using core::Soac;
using core::Stm;
using core::VarId;

class Indexer {
 public:
  explicit Indexer(const core::Lambda& lambda)
      : varies_(lambda, std::vector<bool>(lambda.params.size(), true)), names_(last_var(lambda)) {}

  void in(Body& body) {
    for (const Stm& stm : body.stms) note(stm);
    for (std::size_t s = 0; s < body.stms.size();)
      if (!replace(body, s)) ++s;
    for (Stm& stm : body.stms)
      core::visit(
          stm.exp, [](Atom&) {}, [this](Body& inner, core::Binders&) { in(inner); });
  }

 private:
  /// The only dimension that is no index, if the others come before it or are indices, too.
  static std::optional<std::size_t> open_dim(const Slice& slice) {
    std::optional<std::size_t> open;
    for (std::size_t d = 0; d < slice.dims.size(); ++d) {
      if (slice.dims[d].fixed) continue;
      if (open) return {};
      open = d;
    }
    return open;
  }

  void note(const Stm& stm) {
    const auto last = [&stm](std::size_t count, const Atom& length, auto& lengths) {
      for (std::size_t k = stm.binders.size() - count; k < stm.binders.size(); ++k)
        lengths.emplace(stm.binders[k].id, length);
    };
    if (const auto* app = std::get_if<PrimApp>(&stm.exp.node)) made_[stm.binders[0].id] = *app;
    if (const auto* soac = std::get_if<Soac>(&stm.exp.node))
      last(soac->row_shapes.size(), soac->width, lengths_);
    const auto* loop = std::get_if<core::Loop>(&stm.exp.node);
    const auto* form = loop != nullptr ? std::get_if<core::ForForm>(&loop->form) : nullptr;
    if (form != nullptr && form->index.type == core::kIndex)
      last(loop->history.size(), form->bound, lengths_);
  }

  const PrimApp* made_by(const Atom& atom, prims::Op op) const {
    const auto found = atom.is_constant() ? made_.end() : made_.find(atom.var);
    return found != made_.end() && prims::op_of(found->second.prim) == op ? &found->second
                                                                          : nullptr;
  }

  /// [end] - [start], if that can be told.
  std::optional<Atom> distance(const Atom& start, const Atom& end) const {
    if (start == Atom::i64(0)) return end;
    if (const PrimApp* sum = made_by(end, prims::Op::add))
      for (const std::size_t k : {0, 1})
        if (sum->args[k] == start) return sum->args[1 - k];
    const PrimApp* difference = made_by(start, prims::Op::sub);
    if (difference != nullptr && difference->args[0] == end) return difference->args[1];
    return {};
  }

  bool is_ragged(const Stm& stm) const {
    const auto& slice = std::get<Slice>(stm.exp.node);
    const auto open = open_dim(slice);
    if (!open || slice.dims[*open].stride) return false;
    const core::DimSlice& dim = slice.dims[*open];
    const Atom start = dim.start.value_or(Atom::i64(0));
    if (!varies_.of(start) && (!dim.end || !varies_.of(*dim.end))) return false;
    const auto length = dim.end ? distance(start, *dim.end) : std::nullopt;
    return !length || varies_.of(*length);
  }

  /// What a slice is read through instead.
  struct Reading {
    VarId array;  ///< the slice
    Slice slice;  ///< with one open dimension
    std::size_t open;
    std::optional<Atom> start;           ///< none: it goes from the last element to the first
    Atoms lengths;                       ///< that it is known, or checked, to have
    std::unordered_set<VarId> inside{};  ///< numbers of its elements
  };

  /// Whether all that is done with [array] in [exp] is to go over it in Soacs that may have widths
  /// of their own in lanes, to read elements, and to ask for its length.
  static bool only_read(const core::Exp& exp, VarId array) {
    const auto is_it = [array](const Atom& atom) {
      return !atom.is_constant() && atom.var == array;
    };
    std::size_t others = 0;
    bool bodies = true;
    core::visit(
        exp, [&](const Atom& atom) { others += is_it(atom) ? 1 : 0; },
        [&](const Body& inner, const core::Binders&) {
          bodies = bodies && only_read(inner, 0, array);
        });
    if (!bodies || others == 0) return bodies;
    if (const auto* app = std::get_if<core::ArrayApp>(&exp.node))
      return app->op == core::ArrayOp::shape && app->attrs[0] == 0;
    if (const auto* index = std::get_if<core::Index>(&exp.node))
      return is_it(index->array) && index->steps.empty();
    const auto* soac = std::get_if<Soac>(&exp.node);
    if (soac == nullptr || !soac->scans.empty()) return false;
    for (const core::Reduce& reduce : soac->reduces)
      for (const Atom& neutral : reduce.neutral)
        if (neutral.type.rank > 0) return false;
    const auto operands = std::count_if(soac->arrays.begin(), soac->arrays.end(), is_it);
    return others == static_cast<std::size_t>(operands);
  }

  static bool only_read(const Body& body, std::size_t first, VarId array) {
    return std::none_of(
               body.results.begin(), body.results.end(),
               [array](const Atom& atom) { return !atom.is_constant() && atom.var == array; }) &&
           std::all_of(body.stms.begin() + static_cast<std::ptrdiff_t>(first), body.stms.end(),
                       [array](const Stm& stm) { return only_read(stm.exp, array); });
  }

  /// Whether the slice at [s], if it is one, is gone.
  bool replace(Body& body, std::size_t s) {
    if (const auto* app = std::get_if<core::ArrayApp>(&body.stms[s].exp.node);
        app != nullptr && app->op == core::ArrayOp::reverse)
      return replace_reversed(body, s, app->args[0]);
    if (!std::holds_alternative<Slice>(body.stms[s].exp.node) || !is_ragged(body.stms[s]))
      return false;
    const VarId array = body.stms[s].binders[0].id;
    if (!only_read(body, s + 1, array)) return false;
    const Slice slice = std::get<Slice>(body.stms[s].exp.node);
    const std::size_t open = *open_dim(slice);
    const core::DimSlice& dim = slice.dims[open];
    core::Builder out(names_);
    for (std::size_t k = 0; k < s; ++k) out.append(std::move(body.stms[k]));
    out.span = body.stms[s].span;
    out.inlined_at = body.stms[s].inlined_at;
    const Atom start = dim.start.value_or(Atom::i64(0));
    const Atom end = dim.end ? *dim.end : out.shape(slice.array, static_cast<int>(open));
    const auto known = distance(start, end);
    Reading reading{array, slice, open, start, {known ? *known : out.sub(end, start)}};
    // A Soac over all elements fails where the slice does, unless there are none at an index
    // outside.
    if (slice.dims.size() > 1 ||
        std::none_of(body.stms.begin() + static_cast<std::ptrdiff_t>(s) + 1, body.stms.end(),
                     [array](const Stm& stm) { return goes_over(stm.exp, array); }))
      check(out, reading, end);
    read(out, body, s + 1, reading);
    body = out.finish(std::move(body.results));
    return true;
  }

  bool replace_reversed(Body& body, std::size_t s, const Atom& of) {
    const VarId array = body.stms[s].binders[0].id;
    const auto length = lengths_.find(of.var);
    if (length == lengths_.end() || !varies_.of(length->second) || !only_read(body, s + 1, array))
      return false;
    core::Builder out(names_);
    for (std::size_t k = 0; k < s; ++k) out.append(std::move(body.stms[k]));
    out.span = body.stms[s].span;
    out.inlined_at = body.stms[s].inlined_at;
    // (A loop with a negative bound has no turns.)
    const Atom own = out.prim("max", {length->second, Atom::i64(0)});
    Reading reading{array, {of, {{}}}, 0, {}, {own, length->second}};
    read(out, body, s + 1, reading);
    body = out.finish(std::move(body.results));
    return true;
  }

  static bool goes_over(const core::Exp& exp, VarId array) {
    const auto* soac = std::get_if<Soac>(&exp.node);
    return soac != nullptr && std::any_of(soac->arrays.begin(), soac->arrays.end(),
                                          [array](const Atom& atom) { return atom.var == array; });
  }

  /// Writes the statements of [body] from [first] on.
  void read(core::Builder& out, Body& body, std::size_t first, Reading& reading) {
    for (std::size_t k = first; k < body.stms.size(); ++k) {
      Stm& stm = body.stms[k];
      out.span = stm.span;
      out.inlined_at = stm.inlined_at;
      if (core::uses(stm.exp, reading.array)) read(out, stm, reading);
      out.append(std::move(stm));
    }
  }

  void read(core::Builder& out, Stm& stm, Reading& reading) {
    if (std::holds_alternative<core::ArrayApp>(stm.exp.node)) {
      reading.lengths.push_back(stm.binders[0].atom());
      stm.exp = {core::Copy{reading.lengths[0]}};
      return;
    }
    if (auto* index = std::get_if<core::Index>(&stm.exp.node)) {
      const Atom number = index->indices[0];
      if (number.is_constant() || reading.inside.count(number.var) == 0)
        require(out, inside(out, number, number, reading.lengths[0]));
      core::Index element = element_at(out, reading, number);
      element.indices.insert(element.indices.end(), index->indices.begin() + 1,
                             index->indices.end());
      stm.exp = {std::move(element)};
      return;
    }
    if (const auto* loop = std::get_if<core::Loop>(&stm.exp.node))
      if (const auto* form = std::get_if<core::ForForm>(&loop->form);
          form != nullptr && is_length(reading, form->bound))
        reading.inside.insert(form->index.id);
    if (auto* soac = std::get_if<Soac>(&stm.exp.node);
        soac != nullptr && goes_over(stm.exp, reading.array)) {
      if (!is_length(reading, soac->width)) {
        require(out, out.prim("eq", {reading.lengths[0], soac->width}));
        reading.lengths.push_back(soac->width);
      }
      read_by_number(out, *soac, reading);
    }
    core::visit(
        stm.exp, [](Atom&) {},
        [&](Body& inner, core::Binders&) {
          core::Builder there(names_);
          const Atoms known = reading.lengths;
          read(there, inner, 0, reading);
          inner = there.finish(std::move(inner.results));
          reading.lengths = known;
        });
  }

  static bool is_length(const Reading& reading, const Atom& number) {
    return std::find(reading.lengths.begin(), reading.lengths.end(), number) !=
           reading.lengths.end();
  }

  static void require(core::Builder& out, const Atom& condition) {
    out.append({{}, {core::Assert{condition, {}}}, out.span, out.inlined_at});
  }

  /// 0 ≤ first and last < length
  static Atom inside(core::Builder& out, const Atom& first, const Atom& last, const Atom& length) {
    return out.prim("and", {out.prim("le", {Atom::i64(0), first}), out.prim("lt", {last, length})});
  }

  /// Fails where the slice does.
  static void check(core::Builder& out, const Reading& reading, const Atom& end) {
    const Slice& slice = reading.slice;
    const auto inside_of = [&](const Atom& first, const Atom& last, std::size_t d) {
      return inside(out, first, last, out.shape(slice.array, static_cast<int>(d)));
    };
    const Atom start = *reading.start;
    const Atom some = out.prim("lt", {start, end});
    const Atom elements = inside_of(start, out.sub(end, Atom::i64(1)), reading.open);
    const Atom none = out.prim("eq", {start, end});
    Atom fine = out.prim("or", {none, out.prim("and", {some, elements})});
    for (std::size_t d = 0; d < slice.dims.size(); ++d) {
      const Atom& index = slice.dims[d].index;
      if (d != reading.open) fine = out.prim("and", {fine, inside_of(index, index, d)});
    }
    require(out, fine);
  }

  static core::Index element_at(core::Builder& out, const Reading& reading, const Atom& number) {
    core::Index element{reading.slice.array, {}, {}};
    for (const core::DimSlice& dim : reading.slice.dims) element.indices.push_back(dim.index);
    element.indices[reading.open] =
        reading.start ? out.add(*reading.start, number)
                      : out.sub(out.sub(reading.lengths[0], Atom::i64(1)), number);
    return element;
  }

  void read_by_number(core::Builder& out, Soac& soac, const Reading& reading) {
    const Atom numbers = out.array_op(core::ArrayOp::iota, {soac.width, Atom::i64(0), Atom::i64(1)},
                                      core::kIndex.array_of());
    const core::Binder number = names_.bind(core::kIndex);
    core::Builder first(names_);
    first.span = out.span;
    first.inlined_at = out.inlined_at;
    const core::Index element = element_at(first, reading, number.atom());
    for (std::size_t k = soac.arrays.size(); k-- > 0;) {
      if (soac.arrays[k].var != reading.array) continue;
      const auto place = static_cast<std::ptrdiff_t>(k);
      first.append({{soac.lambda.params[k]}, {element}, out.span, out.inlined_at});
      soac.arrays.erase(soac.arrays.begin() + place);
      soac.lambda.params.erase(soac.lambda.params.begin() + place);
    }
    for (Stm& stm : soac.lambda.body.stms) first.append(std::move(stm));
    soac.lambda.body = first.finish(std::move(soac.lambda.body.results));
    soac.arrays.push_back(numbers);
    soac.lambda.params.push_back(number);
  }

  Divergence varies_;
  core::Names names_;
  std::unordered_map<VarId, PrimApp> made_;
  std::unordered_map<VarId, Atom> lengths_;  ///< of what Soacs and loops make
};

}  // namespace

void index_slices(core::Soac& soac) { Indexer(soac.lambda).in(soac.lambda.body); }

}  // namespace laguz::eval::lanes
