// Elements of an array of zeros that a loop reads before it has written them.
#include <algorithm>
#include <optional>
#include <tuple>

#include "core/simplifier/fresh_cells.hpp"
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

bool is_at(const Update& update, const Atoms& indices) {
  if (update.dims.size() != indices.size()) return false;
  for (std::size_t d = 0; d < indices.size(); ++d)
    if (!update.dims[d].fixed || !(update.dims[d].index == indices[d])) return false;
  return true;
}

/// The statement that reads [array] if all that the body does with that is to read one place, and
/// to write it.
std::optional<std::size_t> only_read(const Loop& loop, const Binder& array, const Atom& next) {
  std::optional<std::size_t> read, write;
  for (std::size_t s = 0; s < loop.body.stms.size(); ++s) {
    const Exp& exp = loop.body.stms[s].exp;
    const auto* index = std::get_if<Index>(&exp.node);
    const auto* update = std::get_if<Update>(&exp.node);
    if (index != nullptr && index->array == array.atom()) {
      if (read) return {};
      read = s;
    } else if (update != nullptr && update->array == array.atom()) {
      if (write || !read || update->value == array.atom()) return {};
      write = s;
    } else {
      if (uses(exp, array.id)) return {};
    }
  }
  if (!write || loop.body.stms[*write].binders[0].atom() != next) return {};
  const Atoms& indices = std::get<Index>(loop.body.stms[*read].exp.node).indices;
  return is_at(std::get<Update>(loop.body.stms[*write].exp.node), indices) ? read : std::nullopt;
}

bool uses_inside(const Loop& loop, VarId var) {
  const Binders free = free_variables(loop.body);
  return std::any_of(free.begin(), free.end(), [&](const Binder& one) { return one.id == var; });
}

/// The loop in the body, and its parameter, if all that the body does with [array] is to hand it to
/// that.
std::optional<std::pair<Loop*, std::size_t>> only_handed_on(Loop& loop, const Binder& array,
                                                            const Atom& next) {
  const auto place = place_of(loop.body, next.var);
  auto* inner = place ? std::get_if<Loop>(&loop.body.stms[*place].exp.node) : nullptr;
  if (inner == nullptr || count_uses(loop.body, array.id) != 1) return {};
  for (std::size_t k = 0; k < inner->params.size(); ++k)
    if (inner->inits[k] == array.atom() && loop.body.stms[*place].binders[k].atom() == next &&
        std::count(inner->inits.begin(), inner->inits.end(), array.atom()) == 1 &&
        !uses_inside(*inner, array.id))
      return std::pair{inner, k};
  return {};
}

/// Whether every loop of [loops], each in the one before it, has a dimension of its own among
/// [indices]: no two iterations of all of them are at one place.
bool are_apart(const std::vector<const Loop*>& loops, const Atoms& indices) {
  std::vector<bool> taken(indices.size());
  for (std::size_t l = 0; l < loops.size(); ++l) {
    const Steps steps(*loops[l]);
    std::size_t dim = 0;
    while (dim < indices.size() && (taken[dim] || !steps(indices[dim]))) ++dim;
    if (dim == indices.size()) return false;
    taken[dim] = true;
  }
  return true;
}

}  // namespace

std::optional<VarId> read_fresh_zeros(Loop& loop, std::size_t param, const ArrayApp& zeros) {
  std::vector<const Loop*> loops;
  Loop* at = &loop;
  std::optional<std::size_t> read;
  for (;;) {
    if (!std::holds_alternative<ForForm>(at->form)) return {};
    loops.push_back(at);
    const Binder array = at->params[param];
    const Atom next = at->body.results[param];
    read = only_read(*at, array, next);
    if (read) break;
    const auto inner = only_handed_on(*at, array, next);
    if (!inner) return {};
    std::tie(at, param) = *inner;
  }
  Stm& stm = at->body.stms[*read];
  const Atoms indices = std::get<Index>(stm.exp.node).indices;
  if (!are_apart(loops, indices)) return {};
  const Type type = stm.binders[0].type;
  if (type.rank == 0) {
    stm.exp.node = Copy{Atom::constant({type.elem, 0})};
    return stm.binders[0].id;
  }
  const auto row = zeros.args.begin() + static_cast<std::ptrdiff_t>(indices.size());
  stm.exp.node = ArrayApp{ArrayOp::zeros, Atoms(row, zeros.args.end()), zeros.attrs};
  return {};
}

}  // namespace laguz::core::simplifier
