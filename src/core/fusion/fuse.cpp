// Fusion: of a Soac into the one that reads its mapped results, and of Soacs over common operands.
//
// Two Soacs of a body become one where the second stands, or would stand if the statements between
// them that depend on the first were moved behind. Nothing is moved across a statement that
// overwrites what it reads (that would cost a copy), nor traces and accumulations across each
// other.
#include <algorithm>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/fusion/footprint.hpp"
#include "core/fusion/fused.hpp"
#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/products/nests.hpp"
#include "core/semantics.hpp"
#include "core/var_numbers.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

using products::is_view;
using products::Level;
using products::prim_of;

constexpr std::size_t kWindow = 200;       ///< statements between two Soacs that may be fused
constexpr std::size_t kSiblings = 12;      ///< earlier Soacs looked at for common operands
constexpr std::size_t kLambdaSize = 2000;  ///< statements of a fused lambda

bool contains(const std::vector<VarId>& vars, const VarSet& set) {
  return std::any_of(vars.begin(), vars.end(), [&](VarId var) { return set.count(var) != 0; });
}

// What the Soac at [at] of the body of a WithAcc uses other than as operands; with what else the
// WithAcc uses.
void add_uses_inside(const WithAcc& with, std::size_t at, VarSet& inside) {
  const auto use = [&](const Atom& atom) { inside.insert(atom.var); };
  for (const WithAcc::Acc& acc : with.accs) {
    for (const Atom& array : acc.arrays) use(array);
    for (const Atom& neutral : acc.neutral) use(neutral);
    if (!acc.op) continue;
    for (const Binder& variable : free_variables(*acc.op)) use(variable.atom());
  }
  for (std::size_t i = 0; i < with.body.stms.size(); ++i) {
    const Exp& exp = with.body.stms[i].exp;
    if (i == at) {
      fusion::add_uses_inside(std::get<Soac>(exp.node), inside);
    } else {
      for (const Binder& variable : free_variables(exp)) use(variable.atom());
    }
  }
  for (const Atom& result : with.body.results) use(result);
}

// Where the only Soac of a body is.
std::optional<std::size_t> only_soac(const Body& body) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < body.stms.size(); ++i) {
    if (!std::holds_alternative<Soac>(body.stms[i].exp.node)) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

using Roots = boost::unordered_flat_map<VarId, VarId>;

/// Of what has been seen so far.
struct Seen {
  Roots roots;
  VarSet apart;  ///< accumulators whose sums may be parted
  Names& names;
};

VarId root(const Roots& roots, VarId var) {
  const auto found = roots.find(var);
  return found == roots.end() ? var : found->second;
}

// Remembers which array a view is of.
void note_view(Roots& roots, const Stm& stm) {
  const Atom* array = viewed(stm.exp);
  if (array != nullptr && stm.binders[0].type.rank > 0)
    roots[stm.binders[0].id] = root(roots, array->var);
}

// Whether there may be two to fuse: of one width, and the second reads what the first gives or
// reads. (What moving statements must heed takes longer to find out.)
bool any_related(const Body& body) {
  const auto may_have_one = [](const Stm& stm) {
    return std::holds_alternative<Soac>(stm.exp.node) ||
           std::holds_alternative<WithAcc>(stm.exp.node);
  };
  if (std::count_if(body.stms.begin(), body.stms.end(), may_have_one) < 2) return false;
  boost::unordered_flat_set<std::uint64_t> met;  // variables, with widths
  for (const Stm& stm : body.stms) {
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    if (const auto* with = std::get_if<WithAcc>(&stm.exp.node))
      if (const auto at = only_soac(with->body))
        soac = &std::get<Soac>(with->body.stms[*at].exp.node);
    if (soac == nullptr) continue;
    const Atom& width = soac->width;
    const auto of_width = [&](VarId var) {
      return std::uint64_t{var} << 32 |
             static_cast<std::uint32_t>(width.is_constant() ? ~width.bits : width.var);
    };
    for (const Atom& array : soac->arrays)
      if (met.count(of_width(array.var)) != 0) return true;
    for (const Atom& array : soac->arrays) met.insert(of_width(array.var));
    for (const Binder& binder : stm.binders) met.insert(of_width(binder.id));
  }
  return false;
}

/// Which Soacs may become one.
enum class Pairs : std::uint8_t {
  any,
  /// Maps of numbers, and maps of such, of which the first are read by the second alone.
  cheap_nests,
};

class Fuser {
 public:
  Fuser(Pairs pairs, bool inside, Seen& seen)
      : pairs_(pairs),
        inside_(inside),
        roots_(seen.roots),
        apart_(seen.apart),
        names_(seen.names) {}

  /// The statements of one body; not of its inner bodies.
  bool run(Body& body) {
    for (const Stm& stm : body.stms) note_view(roots_, stm);
    if (!any_related(body)) return false;
    items_.reserve(body.stms.size());
    for (Stm& stm : body.stms) add(stm);
    for (const Atom& result : body.results) ++readers_[result.var];
    // What is cheap goes to its reader first: with one of the same operands it would have to be
    // kept for that, if the reader needs the other's fold. (What is dear may be what the other
    // computes, too.)
    bool changed = false;
    for (const Partners partners : {Partners::cheap_producers, Partners::all})
      for (std::size_t slot = 0; slot < items_.size(); ++slot) {
        if (!items_[slot].soac()) continue;
        for (std::optional<std::size_t> at = slot; (at = fuse_with_earlier(*at, partners));)
          changed = true;
      }
    if (!changed) return false;
    std::vector<Stm> stms;
    stms.reserve(items_.size());
    for (Item& item : items_)
      if (!item.gone) stms.push_back(std::move(*item.stm));
    body.stms = std::move(stms);
    return true;
  }

 private:
  enum class Partners : std::uint8_t { cheap_producers, all };
  struct Item {
    Stm* stm = nullptr;  ///< in the body that is fused
    Footprint print = {};
    std::optional<std::size_t> inner = std::nullopt;  ///< of a WithAcc: the place of its only Soac
    VarSet inside = {};                               ///< uses other than as operands of [soac]
    std::size_t size = 0;                             ///< of the lambda
    bool gone = false;                                ///< fused into a later one: an empty slot

    bool is_soac() const { return !gone && std::holds_alternative<Soac>(stm->exp.node); }
    /// What may be fused: the statement, or the Soac in a WithAcc.
    const Soac* soac() const {
      if (gone) return nullptr;
      if (!inner) return std::get_if<Soac>(&stm->exp.node);
      return &std::get<Soac>(std::get<WithAcc>(stm->exp.node).body.stms[*inner].exp.node);
    }
  };

  void add(Stm& stm) {
    Item item;
    item.print = footprint_of(stm.exp, apart_);
    if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) {
      item.size = size_of(soac->lambda.body);
      fusion::add_uses_inside(*soac, item.inside);
    } else if (const auto* with = std::get_if<WithAcc>(&stm.exp.node)) {
      item.inner = only_soac(with->body);
      if (item.inner) add_uses_inside(*with, *item.inner, item.inside);
      item.size = size_of(with->body);
    }
    for (const Binder& binder : stm.binders) set_slot(binder, items_.size());
    for (const VarId var : item.print.uses) ++readers_[var];
    item.stm = &stm;
    items_.push_back(std::move(item));
  }

  void set_slot(const Binder& binder, std::size_t slot) {
    slots_[binder.id] = static_cast<VarNumbers::Number>(slot + 1);
  }

  // The slot of the fused Soac.
  std::optional<std::size_t> fuse_with_earlier(std::size_t at, Partners partners) {
    const Soac& soac = *items_[at].soac();
    std::vector<std::size_t> producers;
    for (const Atom& array : soac.arrays) {
      const VarNumbers::Number found = slots_.of(array.var);
      if (found != 0 && at - (found - 1) <= kWindow) producers.push_back(found - 1);
    }
    std::sort(producers.rbegin(), producers.rend());
    for (const std::size_t producer : producers)
      if (partners == Partners::all || is_cheap(items_[producer]))
        if (const auto slot = fuse_pair(producer, at)) return slot;
    if (partners != Partners::all) return std::nullopt;
    std::size_t siblings = 0;
    for (std::size_t i = at; i-- > 0 && at - i <= kWindow && siblings < kSiblings;) {
      if (!items_[i].is_soac()) continue;
      ++siblings;
      if (const auto slot = fuse_pair(i, at)) return slot;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> fuse_pair(std::size_t i, std::size_t j) {
    const Item &first = items_[i], &second = items_[j];
    if (!may_fuse(first, second)) return std::nullopt;
    // (Soon said of most: it needs what the first gives, other than as an operand.)
    const Binders& given = first.stm->binders;
    if (std::any_of(given.begin(), given.end(),
                    [&](const Binder& one) { return second.inside.count(one.id) != 0; }))
      return std::nullopt;

    // Statements between them that must come after the first, and so after both.
    VarSet results, read;
    Footprint order;
    const auto join = [&](const Item& item) {
      for (const Binder& binder : item.stm->binders) results.insert(binder.id);
      for (const VarId var : item.print.uses) read.insert(root(roots_, var));
      order.ordered = order.ordered || item.print.ordered;
      order.adds.insert(item.print.adds.begin(), item.print.adds.end());
    };
    join(first);
    std::vector<bool> behind(j - i);
    for (std::size_t k = i + 1; k < j; ++k) {
      const Item& item = items_[k];
      if (item.gone) continue;
      const auto overwrites = [&](VarId var) { return read.count(root(roots_, var)) != 0; };
      const std::vector<VarId>& consumes = item.print.consumes;
      behind[k - i] = contains(item.print.uses, results) || meet(order, item.print) ||
                      std::any_of(consumes.begin(), consumes.end(), overwrites);
      if (!behind[k - i]) continue;
      join(item);
      if (item.print.asserts && second.print.may_fail) return std::nullopt;
    }
    if (meet(order, second.print)) return std::nullopt;
    if (!needs_only(first, second, results)) return std::nullopt;
    return merge(i, j, behind);
  }

  // A WithAcc is joined to what reads what it maps; to what is none itself only if its iterations
  // need no order.
  bool may_fuse(const Item& first, const Item& second) {
    if (first.soac() == nullptr || !alike(first, second)) return false;
    if (pairs_ == Pairs::cheap_nests)
      return is_cheap_nest(first) && is_cheap_nest(second) && only_reads(second, first);
    if (!inside_ && (folds_rows(*first.soac()) || folds_rows(*second.soac())) &&
        (has_work(*first.soac()) || has_work(*second.soac())))
      return false;
    if (!first.inner) return related(first, second);
    const std::vector<WithAcc::Acc>& accs = std::get<WithAcc>(first.stm->exp.node).accs;
    const Atoms& arrays = second.soac()->arrays;
    return (second.inner || std::all_of(accs.begin(), accs.end(),
                                        [](const WithAcc::Acc& acc) { return acc.apart; })) &&
           std::any_of(arrays.begin(), arrays.end(),
                       [&](const Atom& array) { return maps(first, array.var); });
  }

  /// Rows are folded by an operator of their own: that has no lanes, and what makes the rows would
  /// have none with it. (Within lambdas it is iterations around that are lanes.)
  static bool folds_rows(const Soac& soac) {
    const auto of_rows = [](const auto& fold) {
      return std::any_of(fold.op.params.begin(), fold.op.params.end(),
                         [](const Binder& param) { return param.type.rank > 0; });
    };
    return std::any_of(soac.reduces.begin(), soac.reduces.end(), of_rows) ||
           std::any_of(soac.scans.begin(), soac.scans.end(), of_rows);
  }
  /// More than products of elements of one array and rows of another, for whose sums there are
  /// kernels.
  static bool has_work(const Soac& soac) {
    const auto& stms = soac.lambda.body.stms;
    return std::any_of(stms.begin(), stms.end(), [&](const Stm& stm) {
      const auto* inner = std::get_if<Soac>(&stm.exp.node);
      if (inner != nullptr && inner->reduces.empty() && inner->scans.empty())
        return has_work(*inner);
      const PrimApp* product = prim_of(stm, prims::Op::mul);
      if (product == nullptr) return !is_view(stm.exp);
      const Level level(soac);
      return level.param(product->args[0].var) && level.param(product->args[1].var);
    });
  }

  // A map of numbers, without loops or folds.
  static bool is_cheap(const Item& item) {
    if (!item.is_soac()) return false;
    const auto& soac = *item.soac();
    return soac.reduces.empty() && soac.scans.empty() && is_cheap(soac.lambda.body);
  }
  static bool is_cheap(const Body& body) {
    return std::all_of(body.stms.begin(), body.stms.end(),
                       [](const Stm& stm) { return is_cheap(stm); });
  }
  static bool is_cheap(const Stm& stm) {
    const auto* choice = std::get_if<If>(&stm.exp.node);
    return std::holds_alternative<PrimApp>(stm.exp.node) ||
           (choice != nullptr && is_cheap(choice->then_body) && is_cheap(choice->else_body));
  }

  /// The same, or a map of such maps.
  static bool is_cheap_nest(const Item& item) {
    return item.is_soac() && is_cheap_nest(*item.soac());
  }
  static bool is_cheap_nest(const Soac& soac) {
    if (!soac.reduces.empty() || !soac.scans.empty()) return false;
    const auto& stms = soac.lambda.body.stms;
    return std::all_of(stms.begin(), stms.end(), [](const Stm& stm) {
      const auto* inner = std::get_if<Soac>(&stm.exp.node);
      return inner != nullptr ? is_cheap_nest(*inner) : is_view(stm.exp) || is_cheap(stm);
    });
  }
  /// All that [first] gives is read by [second], and by nobody else.
  bool only_reads(const Item& second, const Item& first) {
    const Binders& made = first.stm->binders;
    return std::all_of(made.begin(), made.end(), [&](const Binder& one) {
      return readers_[one.id] == 1 && reads(second, one.id);
    });
  }

  static bool alike(const Item& first, const Item& second) {
    const Soac &a = *first.soac(), &b = *second.soac();
    return a.width == b.width && a.sequential == b.sequential && !a.checkpoint && !b.checkpoint &&
           first.print.calls == second.print.calls && first.size + second.size <= kLambdaSize;
  }

  static bool maps(const Item& item, VarId var) {
    if (!item.inner) return maps(*item.soac(), item.stm->binders, var);
    const auto& with = std::get<WithAcc>(item.stm->exp.node);
    const std::size_t accs = item.stm->binders.size() - with.body.results.size();
    for (std::size_t r = 0; r < with.body.results.size(); ++r)
      if (item.stm->binders[accs + r].id == var)
        return maps(*item.soac(), with.body.stms[*item.inner].binders, with.body.results[r].var);
    return false;
  }
  static bool maps(const Soac& soac, const Binders& results, VarId var) {
    return std::any_of(results.begin() + static_cast<std::ptrdiff_t>(ends_of(soac).scanned),
                       results.end(), [&](const Binder& binder) { return binder.id == var; });
  }
  static bool reads(const Item& item, VarId var) {
    const Atoms& arrays = item.soac()->arrays;
    return std::any_of(arrays.begin(), arrays.end(),
                       [&](const Atom& array) { return array.var == var; });
  }

  // The second reads what the first maps, or both read an array.
  static bool related(const Item& first, const Item& second) {
    const Atoms& arrays = second.soac()->arrays;
    return std::any_of(arrays.begin(), arrays.end(), [&](const Atom& array) {
      return reads(first, array.var) || maps(first, array.var);
    });
  }

  // Besides, the second needs nothing of [results]: those of the first and of what depends on it.
  static bool needs_only(const Item& first, const Item& second, const VarSet& results) {
    for (const VarId var : second.inside)
      if (results.count(var)) return false;
    for (const Atom& array : second.soac()->arrays)
      if (results.count(array.var) && !reads(first, array.var) && !maps(first, array.var))
        return false;
    return true;
  }

  // Slots i to j become: an empty one, what may stay before, the fused Soac, what comes behind.
  std::size_t merge(std::size_t i, std::size_t j, const std::vector<bool>& behind) {
    Item one = std::move(items_[i]), last = std::move(items_[j]);
    Item both = std::move(last);
    both.size += one.size + both.stm->binders.size();
    const auto append = [](std::vector<VarId>& to, const std::vector<VarId>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    add_uses(both.print.uses, one.print.uses);
    append(both.print.consumes, one.print.consumes);
    both.print.ordered = both.print.ordered || one.print.ordered;
    both.print.asserts = both.print.asserts || one.print.asserts;
    both.print.may_fail = both.print.may_fail || one.print.may_fail;
    both.inside.insert(one.inside.begin(), one.inside.end());
    both.print.adds.insert(one.print.adds.begin(), one.print.adds.end());
    if (one.inner) {
      if (!both.inner) *both.stm = with_no_accs(std::move(*both.stm));
      if (!both.inner) both.inner = 0;
      *both.stm =
          fused_accs(std::move(*one.stm), *one.inner, std::move(*both.stm), *both.inner, names_);
    } else if (both.inner) {
      *both.stm = fused_into(std::move(*one.stm), std::move(*both.stm), *both.inner, names_);
    } else {
      const VarSet inside = take_inside(*one.stm, both.print.uses);
      *both.stm = fused(std::move(*one.stm), std::move(*both.stm), inside);
    }

    std::vector<Item> before, after;
    for (std::size_t k = i + 1; k < j; ++k)
      (behind[k - i] ? after : before).push_back(std::move(items_[k]));
    std::size_t slot = i;
    items_[slot] = Item{};
    items_[slot++].gone = true;
    const auto put = [&](Item&& item) {
      if (!item.gone)
        for (const Binder& binder : item.stm->binders) set_slot(binder, slot);
      items_[slot++] = std::move(item);
    };
    for (Item& item : before) put(std::move(item));
    const std::size_t at = slot;
    put(std::move(both));
    for (Item& item : after) put(std::move(item));
    return at;
  }

  // The uses of two statements that become one: each variable once.
  void add_uses(std::vector<VarId>& to, const std::vector<VarId>& more) {
    const VarSet known(to.begin(), to.end());
    for (const VarId var : more) {
      if (known.count(var) == 0) {
        to.push_back(var);
      } else {
        --readers_[var];
      }
    }
  }

  // What [producer] maps for the one statement that it is fused into, and for nobody else: taken
  // from the [uses] of both. (A long chain of maps would carry all that it went through along.)
  VarSet take_inside(const Stm& producer, std::vector<VarId>& uses) {
    const std::size_t scanned = ends_of(std::get<Soac>(producer.exp.node)).scanned;
    VarSet inside;
    for (std::size_t i = scanned; i < producer.binders.size(); ++i) {
      const VarId var = producer.binders[i].id;
      const auto use = std::find(uses.begin(), uses.end(), var);
      if (use == uses.end() || readers_[var] != 1) continue;
      uses.erase(use);
      slots_[var] = 0;
      inside.insert(var);
    }
    return inside;
  }

  std::vector<Item> items_;
  VarNumbers slots_;  ///< of the statement that binds a variable, from 1
  boost::unordered_flat_map<VarId, std::size_t>
      readers_;  ///< how many statements, and results, use it
  const Pairs pairs_;
  const bool inside_;  ///< of a lambda of a Soac
  Roots& roots_;
  const VarSet& apart_;
  Names& names_;
};

/// [inside]: of a lambda of a Soac.
bool fuse_in(Body& body, Pairs pairs, bool inside, Seen& seen) {
  bool changed = Fuser(pairs, inside, seen).run(body);
  for (Stm& stm : body.stms) {
    const bool lambda = inside || std::holds_alternative<Soac>(stm.exp.node);
    if (const auto* with = std::get_if<WithAcc>(&stm.exp.node))
      for (const WithAcc::Acc& acc : with->accs)
        if (acc.apart) seen.apart.insert(acc.acc.id);
    visit(
        stm.exp, [](Atom&) {},
        [&](Body& inner, Binders&) { changed = fuse_in(inner, pairs, lambda, seen) || changed; });
  }
  return changed;
}

}  // namespace

bool fuse_soacs(Body& body, Names& names) {
  Seen seen{{}, {}, names};
  return fuse_in(body, Pairs::any, false, seen);
}

bool fuse_cheap_nests(Body& body, Names& names) {
  Seen seen{{}, {}, names};
  return fuse_in(body, Pairs::cheap_nests, false, seen);
}

}  // namespace laguz::core::fusion
