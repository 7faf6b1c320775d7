// Fusion: of a Soac into the one that reads its mapped results, and of Soacs over common operands.
//
// Two Soacs of a body become one where the second stands, or would stand if the statements between
// them that depend on the first were moved behind. Nothing is moved across a statement that
// overwrites what it reads (that would cost a copy), nor traces and accumulations across each
// other.
#include <algorithm>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/fusion/fuse_item.hpp"
#include "core/fusion/fused.hpp"
#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/semantics.hpp"
#include "core/var_numbers.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

constexpr std::size_t kWindow = 200;   ///< statements between two Soacs that may be fused
constexpr std::size_t kSiblings = 12;  ///< earlier Soacs looked at for common operands

bool contains(const std::vector<VarId>& vars, const VarSet& set) {
  return std::any_of(vars.begin(), vars.end(), [&](VarId var) { return set.count(var) != 0; });
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

  /// Instead: of the statements of one body, what stays apart.
  void find_apart(Body& body, std::vector<LeftApart>& found) {
    for (const Stm& stm : body.stms) note_view(roots_, stm);
    for (Stm& stm : body.stms) add(stm);
    for (std::size_t j = 0; j < items_.size(); ++j) {
      if (items_[j].soac() == nullptr) continue;
      std::vector<std::size_t> makers;
      for (const Atom& array : items_[j].soac()->arrays) {
        const auto [maker, same] = maker_of(array.var);
        if (!maker || std::find(makers.begin(), makers.end(), *maker) != makers.end()) continue;
        makers.push_back(*maker);
        std::vector<bool> behind(j - *maker);
        const Obstacle why = !same                  ? Obstacle::shape
                             : j - *maker > kWindow ? Obstacle::far
                                                    : obstacle_to(*maker, j, behind);
        found.push_back({soac_id(*items_[j].soac()), soac_id(*items_[*maker].soac()),
                         items_[*maker].stm->span, items_[*maker].stm->inlined_at,
                         why == Obstacle::none ? divided(items_[*maker], items_[j]) : why});
      }
    }
  }

 private:
  enum class Partners : std::uint8_t { cheap_producers, all };

  void add(Stm& stm) {
    Item item = item_of(stm, apart_);
    for (const Binder& binder : stm.binders) set_slot(binder, items_.size());
    for (const VarId var : item.print.uses) ++readers_[var];
    items_.push_back(std::move(item));
  }

  void set_slot(const Binder& binder, std::size_t slot) {
    slots_[binder.id] = static_cast<VarNumbers::Number>(slot + 1);
  }

  /// Why two that could be one are not.
  static Obstacle divided(const Item& first, const Item& second) {
    using Apart = Soac::Fused::Apart;
    for (const Item* item : {&first, &second}) switch (item->soac()->fused.apart) {
        case Apart::products: return Obstacle::products;
        case Apart::rows: return Obstacle::row_maps;
        case Apart::no: break;
      }
    return Obstacle::none;
  }

  /// Where [array] is mapped, or what it is all elements of, in another order or shape.
  std::pair<std::optional<std::size_t>, bool> maker_of(VarId array) const {
    const auto found = [&](VarId var) -> std::optional<std::size_t> {
      const VarNumbers::Number slot = slots_.of(var);
      if (slot == 0 || items_[slot - 1].soac() == nullptr || !items_[slot - 1].maps(var)) return {};
      return slot - 1;
    };
    if (const auto maker = found(array)) return {maker, true};
    const VarNumbers::Number view = slots_.of(array);
    if (view == 0 || !std::holds_alternative<ArrayApp>(items_[view - 1].stm->exp.node)) return {};
    return {found(root(roots_, array)), false};
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
      if (partners == Partners::all || items_[producer].is_cheap())
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
    std::vector<bool> behind(j - i);
    if (obstacle_to(i, j, behind) != Obstacle::none) return std::nullopt;
    return merge(i, j, behind);
  }

  /// What is in the way of the two; if nothing is, which of the statements between them must come
  /// after the first, and so after both.
  Obstacle obstacle_to(std::size_t i, std::size_t j, std::vector<bool>& behind) {
    const Item &first = items_[i], &second = items_[j];
    if (first.soac() == nullptr) return Obstacle::order;
    if (const Obstacle one = obstacle(first, second, inside_); one != Obstacle::none) return one;
    if (!is_pair(first, second)) return Obstacle::order;
    // (Soon said of most: it needs what the first gives, other than as an operand.)
    for (const Binder& one : first.stm->binders)
      if (second.inside.count(one.id) != 0)
        return first.maps(one.id) ? Obstacle::whole : Obstacle::between;

    VarSet results, read;
    Footprint order;
    const auto join = [&](const Item& item) {
      for (const Binder& binder : item.stm->binders) results.insert(binder.id);
      for (const VarId var : item.print.uses) read.insert(root(roots_, var));
      order.ordered = order.ordered || item.print.ordered;
      order.adds.insert(item.print.adds.begin(), item.print.adds.end());
    };
    join(first);
    for (std::size_t k = i + 1; k < j; ++k) {
      const Item& item = items_[k];
      if (item.gone) continue;
      const auto overwrites = [&](VarId var) { return read.count(root(roots_, var)) != 0; };
      const std::vector<VarId>& consumes = item.print.consumes;
      behind[k - i] = contains(item.print.uses, results) || meet(order, item.print) ||
                      std::any_of(consumes.begin(), consumes.end(), overwrites);
      if (!behind[k - i]) continue;
      join(item);
      if (item.print.asserts && second.print.may_fail) return Obstacle::error;
    }
    if (meet(order, second.print)) return Obstacle::order;
    return needs_only(first, second, results) ? Obstacle::none : Obstacle::between;
  }

  bool is_pair(const Item& first, const Item& second) {
    if (pairs_ == Pairs::any) return related(first, second);
    return first.is_cheap_nest() && second.is_cheap_nest() && only_reads(second, first);
  }

  /// All that [first] gives is read by [second], and by nobody else.
  bool only_reads(const Item& second, const Item& first) {
    const Binders& made = first.stm->binders;
    return std::all_of(made.begin(), made.end(), [&](const Binder& one) {
      return readers_[one.id] == 1 && second.reads(one.id);
    });
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
    const VarSet inside = read_inside(one, both.print.uses);
    std::uint32_t unwritten = 0;
    for (const Binder& binder : one.stm->binders)
      if (binder.type.rank == 1 && inside.count(binder.id) != 0)
        unwritten += static_cast<std::uint32_t>(support::size_of(binder.type.elem));
    if (one.inner) {
      if (!both.inner) *both.stm = with_no_accs(std::move(*both.stm));
      if (!both.inner) both.inner = 0;
      *both.stm =
          fused_accs(std::move(*one.stm), *one.inner, std::move(*both.stm), *both.inner, names_);
    } else if (both.inner) {
      *both.stm = fused_into(std::move(*one.stm), std::move(*both.stm), *both.inner, names_);
    } else {
      take_inside(inside, both.print.uses);
      *both.stm = fused(std::move(*one.stm), std::move(*both.stm), inside);
    }
    both.soac()->fused.bytes += unwritten;

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

  // What [producer] maps for the one statement that it is fused into, and for nobody else. [uses]:
  // of both.
  VarSet read_inside(const Item& producer, const std::vector<VarId>& uses) {
    VarSet inside;
    for (const Binder& binder : producer.stm->binders)
      if (readers_[binder.id] == 1 && producer.maps(binder.id) &&
          std::find(uses.begin(), uses.end(), binder.id) != uses.end())
        inside.insert(binder.id);
    return inside;
  }

  // That is taken from the [uses] of both. (A long chain of maps would carry all that it went
  // through along.)
  void take_inside(const VarSet& inside, std::vector<VarId>& uses) {
    std::erase_if(uses, [&](VarId var) { return inside.count(var) != 0; });
    for (const VarId var : inside) slots_[var] = 0;
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

void note_apart(const Stm& stm, Seen& seen) {
  if (const auto* with = std::get_if<WithAcc>(&stm.exp.node))
    for (const WithAcc::Acc& acc : with->accs)
      if (acc.apart) seen.apart.insert(acc.acc.id);
}

/// [inside]: of a lambda of a Soac.
bool fuse_in(Body& body, Pairs pairs, bool inside, Seen& seen) {
  bool changed = Fuser(pairs, inside, seen).run(body);
  for (Stm& stm : body.stms) {
    const bool lambda = inside || std::holds_alternative<Soac>(stm.exp.node);
    note_apart(stm, seen);
    visit(
        stm.exp, [](Atom&) {},
        [&](Body& inner, Binders&) { changed = fuse_in(inner, pairs, lambda, seen) || changed; });
  }
  return changed;
}

/// The same, to tell what stays apart.
void find_apart_in(Body& body, bool inside, Seen& seen, std::vector<LeftApart>& found) {
  Fuser(Pairs::any, inside, seen).find_apart(body, found);
  for (Stm& stm : body.stms) {
    const bool lambda = inside || std::holds_alternative<Soac>(stm.exp.node);
    note_apart(stm, seen);
    visit(
        stm.exp, [](Atom&) {},
        [&](Body& inner, Binders&) { find_apart_in(inner, lambda, seen, found); });
  }
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

std::vector<LeftApart> left_apart(Body body) {
  Names none;
  Seen seen{{}, {}, none};
  std::vector<LeftApart> found;
  find_apart_in(body, false, seen, found);
  return found;
}

VarId soac_id(const Soac& soac) {
  if (!soac.lambda.params.empty()) return soac.lambda.params[0].id;
  const auto& stms = soac.lambda.body.stms;
  return stms.empty() || stms[0].binders.empty() ? 0 : stms[0].binders[0].id;
}

}  // namespace laguz::core::fusion
