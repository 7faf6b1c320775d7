#include "core/walk.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "prims/catalog.hpp"
#include "support/assert.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"

namespace laguz::core {
namespace {

using support::overloaded;

// One description of every expression's children, for Exp and for const Exp.
template <class AnExp, class OnAtom, class OnBody>
class Children {
  template <class T>
  using Like = std::conditional_t<std::is_const_v<AnExp>, const T, T>;

 public:
  Children(OnAtom& on_atom, OnBody& on_body) : on_atom_(on_atom), on_body_(on_body) {}

  void of(AnExp& exp) {
    std::visit([this](auto& node) { this->visit(node); }, exp.node);
  }

 private:
  void atoms(Like<Atoms>& all) {
    for (auto& atom : all) on_atom_(atom);
  }
  void atoms(Like<std::vector<Atoms>>& all) {
    for (auto& some : all) atoms(some);
  }
  void lambda(Like<Lambda>& lambda) { on_body_(lambda.body, lambda.params); }
  void dims(Like<std::vector<DimSlice>>& dims) {
    for (auto& dim : dims) {
      if (dim.fixed) on_atom_(dim.index);
      if (dim.start) on_atom_(*dim.start);
      if (dim.end) on_atom_(*dim.end);
      if (dim.stride) on_atom_(*dim.stride);
    }
  }

  void visit(Like<Copy>& e) { on_atom_(e.atom); }
  void visit(Like<PrimApp>& e) { atoms(e.args); }
  void visit(Like<If>& e) {
    on_atom_(e.condition);
    Binders none;
    on_body_(e.then_body, none);
    on_body_(e.else_body, none);
  }
  void visit(Like<Loop>& e) {
    atoms(e.inits);
    if (auto* form = std::get_if<ForForm>(&e.form)) {
      on_atom_(form->bound);
      Binders params;
      params.reserve(e.params.size() + 1);
      params.assign(e.params.begin(), e.params.end());
      params.push_back(form->index);
      on_body_(e.body, params);
      if constexpr (!std::is_const_v<AnExp>) {
        form->index = params.back();
        params.pop_back();
        e.params = std::move(params);
      }
    } else {
      on_body_(std::get<WhileForm>(e.form).condition, e.params);
      on_body_(e.body, e.params);
    }
  }
  void visit(Like<Call>& e) { atoms(e.args); }
  void visit(Like<Soac>& e) {
    on_atom_(e.width);
    atoms(e.arrays);
    for (auto& reduce : e.reduces) atoms(reduce.neutral);
    for (auto& scan : e.scans) atoms(scan.neutral);
    atoms(e.row_shapes);
    lambda(e.lambda);
    for (auto& reduce : e.reduces) lambda(reduce.op);
    for (auto& scan : e.scans) lambda(scan.op);
  }
  void visit(Like<Hist>& e) {
    on_atom_(e.width);
    atoms(e.dests);
    atoms(e.neutral);
    atoms(e.indices);
    atoms(e.values);
    lambda(e.op);
  }
  void visit(Like<Scatter>& e) {
    on_atom_(e.width);
    atoms(e.dests);
    atoms(e.indices);
    atoms(e.values);
  }
  void visit(Like<Stream>& e) {
    on_atom_(e.width);
    atoms(e.arrays);
    atoms(e.inits);
    atoms(e.row_shapes);
    lambda(e.lambda);
  }
  void visit(Like<Index>& e) {
    on_atom_(e.array);
    atoms(e.indices);
  }
  void visit(Like<Slice>& e) {
    on_atom_(e.array);
    dims(e.dims);
  }
  void visit(Like<Update>& e) {
    on_atom_(e.array);
    dims(e.dims);
    on_atom_(e.value);
  }
  void visit(Like<ArrayLit>& e) {
    atoms(e.elements);
    atoms(e.row_shape);
  }
  void visit(Like<ArrayApp>& e) { atoms(e.args); }
  void visit(Like<Assert>& e) {
    on_atom_(e.condition);
    for (auto& part : e.message)
      if (auto* atom = std::get_if<Atom>(&part)) on_atom_(*atom);
  }
  void visit(Like<Diff>& e) {
    atoms(e.primals);
    atoms(e.seeds);
    lambda(e.function);
  }
  void visit(Like<Custom>& e) {
    atoms(e.args);
    lambda(e.function);
    lambda(e.rule);
  }
  void visit(Like<WithAcc>& e) {
    Binders accs;
    for (auto& acc : e.accs) {
      atoms(acc.arrays);
      atoms(acc.neutral);
      accs.push_back(acc.acc);
    }
    for (auto& acc : e.accs)
      if (acc.op) lambda(*acc.op);
    on_body_(e.body, accs);
    if constexpr (!std::is_const_v<AnExp>)
      for (std::size_t i = 0; i < accs.size(); ++i) e.accs[i].acc = accs[i];
  }
  void visit(Like<AccUpdate>& e) {
    on_atom_(e.acc);
    atoms(e.indices);
    atoms(e.values);
  }
  void visit(Like<Trace>& e) { atoms(e.values); }

  OnAtom& on_atom_;
  OnBody& on_body_;
};

// Nearly all that recurses into bodies comes by here.
template <class AnExp, class OnAtom, class OnBody>
void children(AnExp& exp, OnAtom&& on_atom, OnBody&& on_body) {
  support::expect_stack("A loop, branch or lambda");
  Children<AnExp, OnAtom, OnBody>(on_atom, on_body).of(exp);
}

// Variables that have been met: a flat table, at most half full, that most expressions find room
// in as it is.
class Met {
 public:
  Met() = default;
  Met(const Met&) = delete;
  Met& operator=(const Met&) = delete;
  /// Whether it is the first time.
  bool add(VarId var) {
    VarId* at = place(var);
    if (*at == var) return false;
    *at = var;
    if (2 * ++count_ > mask_) grow();
    return true;
  }

 private:
  // Where it is, or would be.
  VarId* place(VarId var) {
    std::size_t at = var * 0x9e3779b1u >> shift_;
    while (slots_[at] != 0 && slots_[at] != var) at = (at + 1) & mask_;
    return slots_ + at;
  }
  void grow() {
    const std::vector<VarId> old(slots_, slots_ + mask_ + 1);
    mask_ = 4 * mask_ + 3;
    shift_ -= 2;
    many_.assign(mask_ + 1, 0);
    slots_ = many_.data();
    for (const VarId var : old)
      if (var != 0) *place(var) = var;
  }

  static constexpr unsigned kFewBits = 5;
  std::array<VarId, 1u << kFewBits> few_{};
  std::vector<VarId> many_;
  VarId* slots_ = few_.data();
  std::size_t mask_ = few_.size() - 1;
  unsigned shift_ = 32 - kFewBits;  ///< the upper bits of a product depend on all of the number's
  std::size_t count_ = 0;
};

/// Tells [To] of all that is used and bound, in the order of the text, until it has heard enough.
template <class To>
class Search {
 public:
  void in(const Exp& exp) {
    if (to().is_over()) return;
    children(
        exp, [this](const Atom& atom) { to().use(atom); },
        [this](const Body& body, const Binders& params) {
          to().bind(params);
          in(body);
        });
  }
  void in(const Body& body) {
    for (const Stm& stm : body.stms) {
      in(stm.exp);
      to().bind(stm.binders);
      if (to().is_over()) return;
    }
    for (const Atom& atom : body.results) to().use(atom);
  }

 private:
  To& to() { return static_cast<To&>(*this); }
};

class FreeVariables : public Search<FreeVariables> {
 public:
  void bind(const Binders& binders) {
    for (const Binder& binder : binders) met_.add(binder.id);
  }
  void use(const Atom& atom) {
    if (!atom.is_constant() && met_.add(atom.var)) free_.push_back({atom.var, atom.type});
  }
  bool is_over() const { return false; }
  Binders take() { return std::move(free_); }

 private:
  Met met_;  ///< bound inside, or in [free_]
  Binders free_;
};

/// Looks for one variable, no further than to where it is used or bound: what is bound inside is
/// not used anywhere else.
class UsesOf : public Search<UsesOf> {
 public:
  explicit UsesOf(VarId var) : var_(var) {}

  void bind(const Binders& binders) {
    for (const Binder& binder : binders) bound_ = bound_ || binder.id == var_;
  }
  void use(const Atom& atom) {
    found_ = found_ || (!bound_ && !atom.is_constant() && atom.var == var_);
  }
  bool is_over() const { return found_ || bound_; }
  bool found() const { return found_; }

 private:
  const VarId var_;
  bool found_ = false;
  bool bound_ = false;
};

class Refresher {
 public:
  Refresher(Names& names, Substitution substitution)
      : names_(names), substitution_(std::move(substitution)), last_old_(names.last()) {}

  void bind(Binders& binders) {
    for (Binder& binder : binders) {
      // The parameters of a while loop come by twice; ids grow, so fresh ones are known.
      if (binder.id > last_old_) continue;
      const VarId id = names_.fresh(names_.hint(binder.id));
      substitution_[binder.id] = Atom::of(id, binder.type);
      binder.id = id;
    }
  }
  void in(Atom& atom) {
    if (atom.is_constant()) return;
    const auto found = substitution_.find(atom.var);
    if (found != substitution_.end()) atom = found->second;
  }
  void in(Exp& exp) {
    children(
        exp, [this](Atom& atom) { in(atom); },
        [this](Body& body, Binders& params) {
          bind(params);
          in(body);
        });
  }
  void in(Body& body) {
    for (Stm& stm : body.stms) {
      in(stm.exp);
      bind(stm.binders);
    }
    for (Atom& atom : body.results) in(atom);
  }

 private:
  Names& names_;
  Substitution substitution_;
  VarId last_old_;
};

}  // namespace

void visit(const Exp& exp, support::FunctionRef<void(const Atom&)> on_atom,
           support::FunctionRef<void(const Body&, const Binders&)> on_body) {
  children(exp, on_atom, on_body);
}

void visit(Exp& exp, support::FunctionRef<void(Atom&)> on_atom,
           support::FunctionRef<void(Body&, Binders&)> on_body) {
  children(exp, on_atom, on_body);
}

Binders free_variables(const Body& body) {
  FreeVariables free;
  free.in(body);
  return free.take();
}

Binders free_variables(const Lambda& lambda) {
  FreeVariables free;
  free.bind(lambda.params);
  free.in(lambda.body);
  return free.take();
}

Binders free_variables(const Exp& exp) {
  FreeVariables free;
  free.in(exp);
  return free.take();
}

bool uses(const Exp& exp, VarId var) {
  UsesOf search(var);
  search.in(exp);
  return search.found();
}

bool uses(const Body& body, VarId var) {
  UsesOf search(var);
  search.in(body);
  return search.found();
}

std::size_t count_uses(const Body& body, VarId var) {
  std::size_t count = 0;
  for (const Stm& stm : body.stms) count += uses(stm.exp, var) ? 1 : 0;
  for (const Atom& result : body.results) count += result.var == var ? 1 : 0;
  return count;
}

namespace {

void add_uses(const Body& body, std::unordered_map<VarId, int>& counts) {
  const auto operand = [&](const Atom& atom) {
    if (!atom.is_constant()) ++counts[atom.var];
  };
  for (const Stm& stm : body.stms)
    visit(stm.exp, operand, [&](const Body& inner, const Binders&) { add_uses(inner, counts); });
  for (const Atom& result : body.results) operand(result);
}

}  // namespace

std::unordered_map<VarId, int> all_uses(const Body& body) {
  std::unordered_map<VarId, int> counts;
  add_uses(body, counts);
  return counts;
}

std::optional<std::size_t> place_of(const Body& body, VarId var) {
  for (std::size_t s = 0; s < body.stms.size(); ++s)
    for (const Binder& binder : body.stms[s].binders)
      if (binder.id == var) return s;
  return std::nullopt;
}

bool differ_in_a_constant(const Atoms& a, const Atoms& b) {
  for (std::size_t d = 0; d < std::min(a.size(), b.size()); ++d)
    if (a[d].is_constant() && b[d].is_constant() && !(a[d] == b[d])) return true;
  return false;
}

Atom replaced(const Atom& atom, const Substitution& substitution) {
  const auto found = atom.is_constant() ? substitution.end() : substitution.find(atom.var);
  return found == substitution.end() ? atom : found->second;
}

Body refresh(const Body& body, Names& names, Substitution substitution) {
  Body copy = body;
  Refresher(names, std::move(substitution)).in(copy);
  return copy;
}

Lambda refresh(const Lambda& lambda, Names& names, Substitution substitution) {
  Lambda copy = lambda;
  Refresher refresher(names, std::move(substitution));
  refresher.bind(copy.params);
  refresher.in(copy.body);
  return copy;
}

Exp refresh(const Exp& exp, Names& names, Substitution substitution) {
  Exp copy = exp;
  Refresher(names, std::move(substitution)).in(copy);
  return copy;
}

std::vector<Type> types_of(const Atoms& atoms) {
  std::vector<Type> types;
  types.reserve(atoms.size());
  for (const Atom& atom : atoms) types.push_back(atom.type);
  return types;
}

std::vector<Type> types_of(const Binders& binders) {
  std::vector<Type> types;
  types.reserve(binders.size());
  for (const Binder& binder : binders) types.push_back(binder.type);
  return types;
}

Ends ends_of(const Soac& soac) {
  Ends ends;
  for (const Reduce& reduce : soac.reduces) ends.reduced += reduce.neutral.size();
  ends.scanned = ends.reduced;
  for (const Scan& scan : soac.scans) ends.scanned += scan.neutral.size();
  return ends;
}

}  // namespace laguz::core
