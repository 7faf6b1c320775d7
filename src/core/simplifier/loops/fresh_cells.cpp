// Elements of an array of zeros that a loop reads before it has written them.
#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "core/simplifier/loops/fresh_cells.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::simplifier {
namespace {

/// Whether [atom], in an iteration of [loop], is the number of the iteration plus or minus what all
/// iterations have alike: no two of them have the same.
class Steps {
 public:
  explicit Steps(const Loop& loop) : loop_(loop) {}

  bool operator()(const Atom& atom) const {
    if (atom.is_constant()) return false;
    if (atom.var == std::get<ForForm>(loop_.form).index.id) return true;
    const auto* prim = definition(atom.var);
    if (prim == nullptr) return false;
    const prims::Op op = prims::op_of(prim->prim);
    if (op != prims::Op::add && op != prims::Op::sub) return false;
    const Atoms& args = prim->args;
    return ((*this)(args[0]) && is_fixed(args[1])) || (is_fixed(args[0]) && (*this)(args[1]));
  }

 private:
  const PrimApp* definition(VarId var) const {
    const auto place = place_of(loop_.body, var);
    return place ? std::get_if<PrimApp>(&loop_.body.stms[*place].exp.node) : nullptr;
  }

  bool is_fixed(const Atom& atom) const {
    if (atom.is_constant()) return true;
    for (const Binder& param : loop_.params)
      if (param.id == atom.var) return false;
    if (atom.var == std::get<ForForm>(loop_.form).index.id) return false;
    return !place_of(loop_.body, atom.var);
  }

  const Loop& loop_;
};

/// What a body does with an array, if that is to read places and to write some, one after the
/// other.
struct Cells {
  std::vector<Atoms> places;         ///< all of them
  std::vector<std::size_t> fresh;    ///< statements that read where nothing has been written before
  std::vector<std::size_t> updates;  ///< statements
  bool all_fresh = true;             ///< there are no others that read
};

std::optional<Atoms> place_of(const Update& update) {
  Atoms place;
  for (const DimSlice& dim : update.dims) {
    if (!dim.fixed) return {};
    place.push_back(dim.index);
  }
  return place;
}

std::optional<Cells> cells_of(const Loop& loop, const Binder& array, const Atom& next) {
  Cells cells;
  std::vector<Atoms> written;
  std::vector<VarId> versions{array.id};
  for (std::size_t s = 0; s < loop.body.stms.size(); ++s) {
    const Stm& stm = loop.body.stms[s];
    const auto* index = std::get_if<Index>(&stm.exp.node);
    const auto* update = std::get_if<Update>(&stm.exp.node);
    const VarId now = versions.back();
    if (index != nullptr && index->array.var == now) {
      cells.places.push_back(index->indices);
      if (std::all_of(written.begin(), written.end(), [&](const Atoms& place) {
            return differ_in_a_constant(place, index->indices);
          }))
        cells.fresh.push_back(s);
      else
        cells.all_fresh = false;
    } else if (update != nullptr && update->array.var == now) {
      auto place = place_of(*update);
      if (!place || update->value.var == now) return {};
      written.push_back(*place);
      cells.updates.push_back(s);
      cells.places.push_back(std::move(*place));
      versions.push_back(stm.binders[0].id);
    } else {
      for (const VarId version : versions)
        if (uses(stm.exp, version)) return {};
    }
  }
  for (const Atom& result : loop.body.results)
    for (const VarId version : versions)
      if (result.var == version && !(result == next)) return {};
  if (next.var != versions.back() || written.empty()) return {};
  return cells;
}

/// The loop in the body, and its parameter, if all that the body does with [array] is to hand it to
/// that.
template <class AnyLoop>
std::optional<std::pair<AnyLoop*, std::size_t>> only_handed_on(AnyLoop& loop, const Binder& array,
                                                               const Atom& next) {
  const auto place = place_of(loop.body, next.var);
  auto* inner = place ? std::get_if<Loop>(&loop.body.stms[*place].exp.node) : nullptr;
  if (inner == nullptr || count_uses(loop.body, array.id) != 1) return {};
  for (std::size_t k = 0; k < inner->params.size(); ++k)
    if (inner->inits[k] == array.atom() && loop.body.stms[*place].binders[k].atom() == next &&
        std::count(inner->inits.begin(), inner->inits.end(), array.atom()) == 1 &&
        !uses(inner->body, array.id))
      return std::pair{inner, k};
  return {};
}

/// Whether every loop of [loops], each in the one before it, has a dimension of its own in which
/// all [places] have one index: no two iterations of all of them are at one place.
bool are_apart(const std::vector<const Loop*>& loops, const std::vector<Atoms>& places) {
  std::vector<bool> taken(places[0].size());
  const auto is_shared = [&](std::size_t dim) {
    return std::all_of(places.begin(), places.end(), [&](const Atoms& place) {
      return place.size() > dim && place[dim] == places[0][dim];
    });
  };
  for (const Loop* loop : loops) {
    const Steps steps(*loop);
    std::size_t dim = 0;
    while (dim < taken.size() && (taken[dim] || !steps(places[0][dim]) || !is_shared(dim))) ++dim;
    if (dim == taken.size()) return false;
    taken[dim] = true;
  }
  return true;
}

/// The loop that reads and writes places of an array which [loop] hands to it as its parameter, or
/// [loop] itself, if they are no other iteration's.
template <class AnyLoop>
struct Own {
  AnyLoop* loop;
  Cells cells;
};

template <class AnyLoop>
std::optional<Own<AnyLoop>> own_cells(AnyLoop& loop, std::size_t param) {
  std::vector<const Loop*> loops;
  for (AnyLoop* at = &loop;;) {
    if (!std::holds_alternative<ForForm>(at->form)) return {};
    loops.push_back(at);
    const Binder array = at->params[param];
    const Atom next = at->body.results[param];
    if (auto cells = cells_of(*at, array, next)) {
      if (!are_apart(loops, cells->places)) return {};
      return Own<AnyLoop>{at, std::move(*cells)};
    }
    const auto inner = only_handed_on(*at, array, next);
    if (!inner) return {};
    std::tie(at, param) = *inner;
  }
}

/// Whether [read] is of a place that is written as well: such a place there is, or that has failed.
bool is_written(const Loop& loop, const Cells& cells, std::size_t read) {
  const Atoms& place = std::get<Index>(loop.body.stms[read].exp.node).indices;
  return std::any_of(cells.updates.begin(), cells.updates.end(), [&](std::size_t s) {
    return place_of(std::get<Update>(loop.body.stms[s].exp.node)) == place;
  });
}

}  // namespace

std::vector<VarId> read_fresh_zeros(Loop& loop, std::size_t param, const ArrayApp& zeros) {
  const auto own = own_cells(loop, param);
  if (!own) return {};
  std::vector<VarId> numbers;
  for (const std::size_t read : own->cells.fresh) {
    if (!is_written(*own->loop, own->cells, read)) continue;
    Stm& stm = own->loop->body.stms[read];
    const Type type = stm.binders[0].type;
    if (type.rank == 0) {
      stm.exp.node = Copy{Atom::constant({type.elem, 0})};
      numbers.push_back(stm.binders[0].id);
      continue;
    }
    const std::size_t dims = std::get<Index>(stm.exp.node).indices.size();
    const auto row = zeros.args.begin() + static_cast<std::ptrdiff_t>(dims);
    stm.exp.node = ArrayApp{ArrayOp::zeros, Atoms(row, zeros.args.end()), zeros.attrs};
  }
  return numbers;
}

bool writes_unseen(const Loop& loop, std::size_t param, const VarSet& safe) {
  const auto own = own_cells(loop, param);
  return own && own->cells.all_fresh &&
         std::all_of(own->cells.updates.begin(), own->cells.updates.end(), [&](std::size_t s) {
           return safe.count(own->loop->body.stms[s].binders[0].id) > 0;
         });
}

}  // namespace laguz::core::simplifier
