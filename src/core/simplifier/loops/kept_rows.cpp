// Arrays that a loop only writes, one row in each iteration, are what it keeps of its iterations.
#include "core/simplifier/simplifier.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::simplifier {
namespace {

/// How a loop writes a parameter: next = array with [prefix, iteration] = value.
struct Written {
  std::size_t stm;
  bool backwards;  ///< from the last row to the first
};

bool is_at(const Index& index, const std::vector<DimSlice>& dims) {
  if (index.indices.size() < dims.size()) return false;
  for (std::size_t d = 0; d < dims.size(); ++d)
    if (!(index.indices[d] == dims[d].index)) return false;
  return true;
}

/// Whether nothing in statements up to [end] uses [array] but to read what is at [dims].
bool only_reads(const Body& body, std::size_t end, VarId array, const std::vector<DimSlice>& dims) {
  bool only = true;
  for (std::size_t s = 0; s < end && only; ++s) {
    const Exp& exp = body.stms[s].exp;
    const auto* index = std::get_if<Index>(&exp.node);
    if (index != nullptr && index->array.var == array) {
      only = is_at(*index, dims);
      continue;
    }
    visit(
        exp, [&](const Atom& atom) { only = only && atom.var != array; },
        [&](const Body& inner, const Binders&) {
          only = only && only_reads(inner, inner.stms.size(), array, dims);
          for (const Atom& result : inner.results) only = only && result.var != array;
        });
  }
  return only;
}

void read_instead(Body& body, VarId array, const Atom& other) {
  for (Stm& stm : body.stms) {
    auto* index = std::get_if<Index>(&stm.exp.node);
    if (index != nullptr && index->array.var == array) index->array = other;
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { read_instead(inner, array, other); });
  }
}

/// Where the body writes parameter [k] if it does nothing else with it, but (if it [may]) to read
/// what is there before.
std::optional<Written> only_written(const Loop& loop, std::size_t k, bool may) {
  const Binder& param = loop.params[k];
  if (param.type.rank == 0 || param.type.acc || param.atom() == loop.body.results[k]) return {};
  for (const std::uint32_t kept : loop.history)
    if (kept == k) return {};
  const auto at = place_of(loop.body, loop.body.results[k].var);
  if (!at) return {};
  const auto* update = std::get_if<Update>(&loop.body.stms[*at].exp.node);
  if (update == nullptr || !(update->array == param.atom())) return {};
  for (std::size_t d = 0; d < update->dims.size(); ++d) {
    if (!update->dims[d].fixed) return {};
    if (d + 1 < update->dims.size() && is_bound_inside(loop, update->dims[d].index)) return {};
  }
  const Atom next = loop.body.results[k];
  if (count_uses(loop.body, next.var) != 1 || update->value == param.atom()) return {};
  if (count_uses(loop.body, param.id) != 1) {
    if (!may || !only_reads(loop.body, *at, param.id, update->dims)) return {};
    for (std::size_t s = *at + 1; s < loop.body.stms.size(); ++s)
      if (uses(loop.body.stms[s].exp, param.id)) return {};
    for (const Atom& result : loop.body.results)
      if (result == param.atom()) return {};
  }
  const VarId index = std::get<ForForm>(loop.form).index.id;
  const Atom& last = update->dims.back().index;
  if (last.var == index) return Written{*at, false};
  const auto made = place_of(loop.body, last.var);
  const auto* prim = made ? std::get_if<PrimApp>(&loop.body.stms[*made].exp.node) : nullptr;
  const bool backwards = prim != nullptr && prims::op_of(prim->prim) == prims::Op::sub &&
                         prim->args[1].var == index && !is_bound_inside(loop, prim->args[0]);
  return backwards ? std::optional(Written{*at, true}) : std::nullopt;
}

}  // namespace

// Gives what is to stand after it.
std::vector<Stm> Simplifier::keep_rows(Stm& stm, Loop& loop) {
  std::vector<Stm> after;
  const auto* form = std::get_if<ForForm>(&loop.form);
  if (form == nullptr || form->bound.type != kIndex) return after;
  for (std::size_t k = 0; k < loop.params.size(); ++k) {
    if (auto parts = keep_parts(stm, loop, k)) {
      after.push_back(std::move(*parts));
      continue;
    }
    for (Stm& then : keep_shaped(stm, loop, k)) after.push_back(std::move(then));
    // (Not of any array: it would not be overwritten in place.)
    const auto written = only_written(loop, k, is_kept(loop.inits[k]));
    if (!written) continue;
    const Update update = std::get<Update>(loop.body.stms[written->stm].exp.node);
    const std::size_t dims = update.dims.size();
    const Atom array = loop.inits[k];
    // All rows, each once: there are as many as iterations, and none is out of bounds.
    Index at{array, {}, {}};
    for (const DimSlice& dim : update.dims) at.indices.push_back(dim.index);
    const Length rows = facts_.defined_length(array, static_cast<int>(dims) - 1);
    if (!facts_.has_trips(rows, form->bound) || !facts_.is_in_bounds(at)) continue;
    const Type type = update.value.type;
    std::vector<Length> lengths = facts_.defined_lengths(array);
    lengths.erase(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(dims));
    bool alike = true;
    for (int d = 0; d < type.rank; ++d)
      alike = alike && facts_.is_same(facts_.defined_length(update.value, d),
                                      lengths[static_cast<std::size_t>(d)]);
    if (!alike) continue;
    Atom init = Atom::constant({type.elem, 0});
    if (type.rank > 0) {
      ArrayApp zeros{ArrayOp::zeros, {}, {static_cast<std::int64_t>(type.elem)}};
      for (const Length& length : lengths) zeros.args.push_back(atom_of(length, stm));
      const Binder made = program_.names.bind(type);
      place({{made}, {std::move(zeros)}, stm.span, stm.inlined_at});
      init = made.atom();
      resolve(init);
    }
    learnt_ = true;  // what reads them may be of their kind
    const Binder whole = stm.binders[k];
    read_instead(loop.body, loop.params[k].id, array);
    loop.params[k] = program_.names.bind(type);
    loop.inits[k] = init;
    loop.body.results[k] = update.value;
    loop.body.stms.erase(loop.body.stms.begin() + static_cast<std::ptrdiff_t>(written->stm));
    loop.regular[k] = 1;
    stm.binders[k] = program_.names.bind(type);
    Binder kept = program_.names.bind(type.array_of());
    const std::size_t entry = loop.history.size();
    stm.binders.insert(
        stm.binders.begin() + static_cast<std::ptrdiff_t>(loop.params.size() + entry), kept);
    loop.keep(k, false, true);
    learn_stacked(stm, loop, entry);
    Atom all = kept.atom();
    const auto then = [&](Exp exp, const Binder& to) {
      after.push_back({{to}, std::move(exp), stm.span, stm.inlined_at});
      all = to.atom();
    };
    const bool part = dims > 1;
    if (written->backwards)
      then({ArrayApp{ArrayOp::reverse, {all}, {}}}, part ? program_.names.bind(kept.type) : whole);
    else if (!part)
      then({Copy{all}}, whole);
    if (part) {
      Update rest{array, update.dims, all};
      rest.dims.pop_back();
      then({std::move(rest)}, whole);
    }
  }
  return after;
}

/// Rows that a loop has kept, whichever comes first.
bool Simplifier::is_kept(const Atom& array) const {
  const ArrayApp* turned = facts_.array_app(array);
  return kept_rows_.count(array.var) > 0 ||
         (turned && turned->op == ArrayOp::reverse && is_kept(turned->args[0]));
}

// [length] as an operand of what stands where [near] does.
Atom Simplifier::atom_of(const Length& length, const Stm& near) {
  if (length.dim < 0) return length.atom;
  const Binder made = program_.names.bind(kIndex);
  place({{made},
         {ArrayApp{ArrayOp::shape, {length.atom}, {length.dim}}},
         near.span,
         near.inlined_at});
  Atom atom = made.atom();
  resolve(atom);
  return atom;
}

// A row of what a loop has kept, counted from the last one.
void Simplifier::from_the_end(const Stm& near, Index& index) {
  const ArrayApp* turned = facts_.array_app(index.array);
  if (turned == nullptr || turned->op != ArrayOp::reverse ||
      kept_rows_.count(turned->args[0].var) == 0 || !facts_.is_in_bounds(index, 0))
    return;
  index.array = turned->args[0];
  const Atom rows = atom_of(facts_.defined_length(index.array, 0), near);
  const Atom last = computed("sub", {rows, Atom::i64(1)}, near);
  index.indices[0] = computed("sub", {last, index.indices[0]}, near);
}

}  // namespace laguz::core::simplifier
