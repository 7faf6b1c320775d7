// Stencils: where a nest of maps adds to an accumulator at the numbers of its iterations plus
// constants, its values become results of the nest, and the sums are made place by place, from
// those arrays moved by the constants (a scatter is a gather). What is added first is what the last
// iteration before would have added first: the largest constant. So it is done only where nobody
// has written the additions.
//
// Derivatives of stencils have such accumulators, whether neighbours are taken by `i - 1`, within
// bounds, on a ring, or by a branch at the border. Within lambdas, whose iterations are lanes, sums
// at the number of an inner iteration are additions of vectors in place, and stay.
#include <algorithm>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/passes.hpp"
#include "core/stencils/gather_updates.hpp"
#include "core/stencils/shifted.hpp"
#include "core/walk.hpp"

namespace laguz::core::stencils {
namespace {

constexpr std::size_t kMostUpdates = 32;
constexpr std::size_t kMostGuards = 8;  ///< around one of them
constexpr std::size_t kMostBoxes = 64;
constexpr std::size_t kMostArrays = 12;  ///< moved by shifts

struct Guard {
  Atom condition;
  bool value;
};

/// An update of the accumulator.
struct Site {
  Atoms indices;
  Atom value;
  std::vector<Guard> guards;  ///< branches around it
  bool exact = true;          ///< it is made by all iterations of its boxes
  std::vector<Box> boxes = {};
};

/// A nest of maps around the updates of one accumulator.
struct Nest {
  std::vector<Stm*> stms;  ///< outermost first
  Levels levels;
  Soac& soac(std::size_t level) const { return std::get<Soac>(stms[level]->exp.node); }
  Body& innermost() const { return soac(stms.size() - 1).lambda.body; }
};

class Gatherer {
 public:
  explicit Gatherer(Names& names) : names_(names) {}

  bool in(Body& body) {
    bool changed = false;
    visible_.push_back(&body);
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      if (!std::holds_alternative<Soac>(body.stms[s].exp.node))
        visit(
            body.stms[s].exp, [](Atom&) {},
            [&](Body& inner, Binders&) { changed = in(inner) || changed; });
      std::size_t end = s + 1;
      if (std::holds_alternative<WithAcc>(body.stms[s].exp.node)) {
        Around around = gathered(body.stms[s]);
        changed = changed || !around.after.empty();
        const auto here = static_cast<std::ptrdiff_t>(s);
        body.stms.insert(body.stms.begin() + here + 1, around.after.begin(), around.after.end());
        body.stms.insert(body.stms.begin() + here, around.before.begin(), around.before.end());
        end += around.before.size() + around.after.size();
      }
      for (std::size_t place = s; place < end; ++place)
        for (const Binder& binder : body.stms[place].binders) places_[binder.id] = place;
      s = end - 1;
    }
    visible_.pop_back();
    return changed;
  }

 private:
  /// Statements about another one.
  struct Around {
    std::vector<Stm> before, after;
  };

  /// Takes accumulators out of [stm]; gives what makes their sums.
  Around gathered(Stm& stm) {
    auto& with = std::get<WithAcc>(stm.exp.node);
    Around around;
    near_ = {&with.body};
    std::size_t result = stm.binders.size() - with.body.results.size();
    for (std::size_t k = with.accs.size(); k-- > 0;) {
      const WithAcc::Acc acc = with.accs[k];
      result -= acc.arrays.size();
      if (!acc.apart || acc.op || acc.growth != WithAcc::Growth::none || acc.arrays.size() != 1 ||
          !support::is_float(acc.arrays[0].type.elem))
        continue;
      auto nest = nest_of(with.body, acc.acc.id);
      if (!nest) continue;
      std::vector<Site> sites = sites_of(*nest, acc.acc.id);
      if (sites.empty()) continue;
      const auto at = static_cast<std::ptrdiff_t>(result);
      const Binder sums = stm.binders[result];
      with.accs.erase(with.accs.begin() + static_cast<std::ptrdiff_t>(k));
      stm.binders.erase(stm.binders.begin() + at);
      gather(stm, *nest, acc, sites, sums, around);
    }
    near_.clear();
    return around;
  }

  const Exp* definition(VarId var) const {
    for (const Body* body : near_)
      if (const auto place = place_of(*body, var)) return &body->stms[*place].exp;
    const auto place = places_.find(var);
    if (place == places_.end()) return nullptr;
    for (auto body = visible_.rbegin(); body != visible_.rend(); ++body) {
      if (place->second >= (*body)->stms.size()) continue;
      const Stm& stm = (*body)->stms[place->second];
      if (std::any_of(stm.binders.begin(), stm.binders.end(),
                      [&](const Binder& binder) { return binder.id == var; }))
        return &stm.exp;
    }
    return nullptr;
  }

  // The maps around all that uses [acc] in [body].
  std::optional<Nest> nest_of(Body& body, VarId acc) const {
    Nest nest;
    for (Body* level = &body; level != nullptr;) {
      Stm* map = nullptr;
      bool others = false;
      for (Stm& stm : level->stms) {
        if (!uses(stm.exp, acc)) continue;
        if (std::holds_alternative<Soac>(stm.exp.node) && map == nullptr)
          map = &stm;
        else
          others = true;
      }
      if (map == nullptr && !nest.stms.empty()) return nest;
      if (map == nullptr || others) return {};
      const auto& soac = std::get<Soac>(map->exp.node);
      if (place_of(body, soac.width.var) || is_bound(nest, soac.width)) return {};
      if (soac.width.is_constant() && soac.width.scalar().as_i64() >= stencils::kFar) return {};
      nest.stms.push_back(map);
      nest.levels.widths.push_back(soac.width);
      level = &std::get<Soac>(map->exp.node).lambda.body;
    }
    return {};
  }

  static bool is_bound(const Nest& nest, const Atom& atom) {
    for (std::size_t l = 0; l < nest.stms.size(); ++l) {
      const Lambda& lambda = nest.soac(l).lambda;
      if (place_of(lambda.body, atom.var) || param_of(lambda, atom)) return true;
    }
    return false;
  }

  static std::optional<std::size_t> param_of(const Lambda& lambda, const Atom& atom) {
    for (std::size_t p = 0; p < lambda.params.size(); ++p)
      if (lambda.params[p].atom() == atom) return p;
    return {};
  }

  /// The updates of [acc] in [nest], with where they add; none if that is not known of all, or if
  /// they are too many.
  std::vector<Site> sites_of(Nest& nest, VarId acc) {
    const std::size_t seen = near_.size();
    for (std::size_t l = 0; l < nest.stms.size(); ++l) {
      const Soac& soac = nest.soac(l);
      Atoms numbers;
      for (std::size_t p = 0; p < soac.arrays.size(); ++p)
        if (is_numbers(soac.arrays[p], soac.width)) numbers.push_back(soac.lambda.params[p].atom());
      nest.levels.numbers.push_back(std::move(numbers));
      near_.push_back(&nest.soac(l).lambda.body);
    }
    std::vector<Site> sites;
    std::vector<Guard> guards;
    bool known = collect(nest.innermost(), acc, guards, sites);
    const auto definition = [this](VarId var) { return this->definition(var); };
    const Places places(nest.levels, definition);
    std::vector<Shifted> moved;
    for (Site& site : sites) {
      known = known && site.indices.size() == nest.stms.size() && find_boxes(places, site) &&
              moved.size() + site.boxes.size() <= kMostBoxes;
      if (!known) break;
      for (const Box& box : site.boxes) moved.push_back({site.value, {box}});
    }
    near_.resize(seen);
    return known && packed(std::move(moved)).size() <= kMostArrays ? sites : std::vector<Site>();
  }

  bool is_numbers(const Atom& array, const Atom& width) const {
    const Exp* exp = definition(array.var);
    const auto* app = exp ? std::get_if<ArrayApp>(&exp->node) : nullptr;
    return app != nullptr && app->op == ArrayOp::iota && app->args[0] == width &&
           app->args[1] == Atom::i64(0) && app->args[2] == Atom::i64(1);
  }

  /// False if something else uses [acc]. (Branches stay in sight.)
  bool collect(Body& body, VarId acc, std::vector<Guard>& guards, std::vector<Site>& sites) {
    for (Stm& stm : body.stms) {
      if (!uses(stm.exp, acc)) continue;
      if (const auto* update = std::get_if<AccUpdate>(&stm.exp.node)) {
        const bool number = update->values[0].type.is_scalar();
        if (sites.size() == kMostUpdates || (!number && !guards.empty())) return false;
        sites.push_back({update->indices, update->values[0], guards});
        continue;
      }
      auto* choice = std::get_if<If>(&stm.exp.node);
      if (choice == nullptr || guards.size() == kMostGuards) return false;
      for (const bool value : {true, false}) {
        Body& branch = value ? choice->then_body : choice->else_body;
        guards.push_back({choice->condition, value});
        near_.push_back(&branch);
        if (!collect(branch, acc, guards, sites)) return false;
        guards.pop_back();
      }
    }
    return true;
  }

  static bool find_boxes(const Places& places, Site& site) {
    std::vector<Range> ranges;
    for (std::size_t l = 0; l < site.indices.size(); ++l) ranges.push_back(places.whole(l));
    for (const Guard& guard : site.guards)
      site.exact = places.restrict(guard.condition, guard.value, ranges) && site.exact;
    site.boxes = {{}};
    for (std::size_t l = 0; l < site.indices.size(); ++l) {
      const auto pieces = places.pieces(site.indices[l], l, ranges[l]);
      if (!pieces) return false;
      std::vector<Box> longer;
      for (const Box& box : site.boxes) {
        for (const Piece& piece : *pieces) {
          if (longer.size() == kMostBoxes) return false;
          longer.push_back(box);
          longer.back().push_back(piece);
        }
      }
      site.boxes = std::move(longer);
    }
    return true;
  }

  void gather(Stm& stm, Nest& nest, const WithAcc::Acc& acc, const std::vector<Site>& sites,
              const Binder& sums, Around& around) {
    Builder before(names_), b(names_);
    before.span = b.span = stm.span;
    before.inlined_at = b.inlined_at = stm.inlined_at;
    const Atoms lengths = lengths_of(before, acc.arrays[0]);
    Atoms values;
    std::size_t next = 0;
    pull(nest.innermost(), acc.acc.id, sites, next, values);
    std::vector<Shifted> moved;
    std::vector<std::pair<Atom, Atom>> kept;  // values, and their arrays
    for (std::size_t i = 0; i < sites.size(); ++i) {
      auto array = std::find_if(kept.begin(), kept.end(),
                                [&](const auto& pair) { return pair.first == values[i]; });
      if (array == kept.end()) {
        kept.emplace_back(values[i], array_of(stm, nest, values[i], lengths));
        array = kept.end() - 1;
      }
      for (const Box& box : sites[i].boxes) moved.push_back({array->second, {box}});
    }
    const std::vector<Shifted> ordered = in_order(packed(std::move(moved)));
    Atom sum = acc.arrays[0];
    if (is_zeros(sum)) {
      Atoms arrays;
      for (const Shifted& one : ordered)
        arrays.push_back(stencils::write(b, one, nest.levels, lengths));
      if (!arrays.empty()) sum = stencils::sum(b, arrays, lengths);
    } else {
      for (const Shifted& one : ordered) sum = stencils::add_to(b, sum, one, nest.levels, lengths);
    }
    append(before, around.before);
    append(b, around.after);
    around.after.push_back({{sums}, {Copy{sum}}, stm.span, stm.inlined_at});
  }

  static void append(Builder& builder, std::vector<Stm>& to) {
    Body body = builder.finish({});
    std::move(body.stms.begin(), body.stms.end(), std::back_inserter(to));
  }

  bool is_zeros(const Atom& array) const {
    const Exp* exp = definition(array.var);
    const auto* app = exp ? std::get_if<ArrayApp>(&exp->node) : nullptr;
    return app != nullptr && app->op == ArrayOp::zeros;
  }

  Atoms lengths_of(Builder& b, const Atom& array) const {
    if (is_zeros(array)) return std::get<ArrayApp>(definition(array.var)->node).args;
    return b.shape(array);
  }

  /// Takes the updates of [acc] out of [body]; adds their values to [values], as they are seen in
  /// it: 0 for iterations that do not come to an update, unless its boxes say so.
  void pull(Body& body, VarId acc, const std::vector<Site>& sites, std::size_t& next,
            Atoms& values) {
    std::vector<bool> stays;
    for (Stm& stm : body.stms) {
      stays.push_back(true);
      if (!uses(stm.exp, acc)) continue;
      if (const auto* update = std::get_if<AccUpdate>(&stm.exp.node)) {
        values.push_back(update->values[0]);
        stays.back() = false;
        ++next;
        continue;
      }
      auto& choice = std::get<If>(stm.exp.node);
      for (Body* branch : {&choice.then_body, &choice.else_body}) {
        Atoms inside;
        const std::size_t first = next;
        pull(*branch, acc, sites, next, inside);
        for (std::size_t i = 0; i < inside.size(); ++i) {
          const bool visible = !place_of(*branch, inside[i].var);
          values.push_back(visible && sites[first + i].exact
                               ? inside[i]
                               : given(stm, branch == &choice.then_body, inside[i]));
        }
      }
    }
    keep(body.stms, stays);
  }

  /// The result of [stm], an If, that is [value] in one branch and 0 in the other.
  Atom given(Stm& stm, bool then, const Atom& value) const {
    auto& choice = std::get<If>(stm.exp.node);
    Atoms& here = (then ? choice.then_body : choice.else_body).results;
    Atoms& there = (then ? choice.else_body : choice.then_body).results;
    const Atom zero = Atom::constant({value.type.elem, 0});
    for (std::size_t r = 0; r < here.size(); ++r)
      if (here[r] == value && there[r] == zero) return stm.binders[r].atom();
    here.push_back(value);
    there.push_back(zero);
    stm.binders.push_back(names_.bind(value.type));
    return stm.binders.back().atom();
  }

  /// The array of all [value]s of [nest], which is in [stm], a WithAcc.
  Atom array_of(Stm& stm, Nest& nest, const Atom& value, const Atoms& lengths) const {
    auto& with = std::get<WithAcc>(stm.exp.node);
    if (const auto operand = operand_of(nest, with.body, value)) return *operand;
    const std::size_t depth = nest.stms.size();
    Atoms shape(lengths.begin() + static_cast<std::ptrdiff_t>(depth), lengths.end());
    Atom inner = value;
    for (std::size_t l = depth; l-- > 0;) {
      Soac& soac = nest.soac(l);
      soac.lambda.body.results.push_back(inner);
      soac.row_shapes.push_back(shape);
      shape.insert(shape.begin(), soac.width);
      nest.stms[l]->binders.push_back(names_.bind(inner.type.array_of()));
      inner = nest.stms[l]->binders.back().atom();
    }
    with.body.results.push_back(inner);
    stm.binders.push_back(names_.bind(inner.type));
    return stm.binders.back().atom();
  }

  /// The array whose elements [value] is, if there is one already.
  static std::optional<Atom> operand_of(const Nest& nest, const Body& outside, const Atom& value) {
    if (value.is_constant()) return {};
    Atom element = value;
    for (std::size_t l = nest.stms.size(); l-- > 0;) {
      const auto param = param_of(nest.soac(l).lambda, element);
      if (!param) return {};
      element = nest.soac(l).arrays[*param];
    }
    return place_of(outside, element.var) ? std::nullopt : std::optional(element);
  }

  /// Parts of the same values whose targets do not meet are written into one array. Nothing is
  /// written where there are no iterations.
  static std::vector<Shifted> packed(std::vector<Shifted> parts) {
    // Borders find room beside what is inside.
    std::stable_sort(parts.begin(), parts.end(), [](const Shifted& a, const Shifted& b) {
      return extent(a.boxes[0]) > extent(b.boxes[0]);
    });
    std::vector<Shifted> arrays;
    for (const Shifted& part : parts) {
      const Box& box = part.boxes[0];
      if (std::any_of(box.begin(), box.end(),
                      [](const Piece& piece) { return piece.range.is_empty(); }))
        continue;
      const auto room = std::find_if(arrays.begin(), arrays.end(), [&](const Shifted& array) {
        return array.values == part.values && array.has_room(box);
      });
      if (room == arrays.end())
        arrays.push_back(part);
      else
        room->boxes.push_back(box);
    }
    return arrays;
  }

  /// In how many dimensions it grows with the nest.
  static std::int64_t extent(const Box& box) {
    return std::count_if(box.begin(), box.end(), [](const Piece& piece) {
      const auto widths = [](const Linear& bound) { return bound.widths != 0; };
      return std::any_of(piece.range.end.begin(), piece.range.end.end(), widths) &&
             std::none_of(piece.range.from.begin(), piece.range.from.end(), widths);
    });
  }

  // Where two add at one place, the iteration of the larger shift is the earlier one.
  static std::vector<Shifted> in_order(std::vector<Shifted> arrays) {
    std::stable_sort(arrays.begin(), arrays.end(), [](const Shifted& a, const Shifted& b) {
      for (std::size_t l = 0; l < a.boxes[0].size(); ++l) {
        const Linear& x = a.boxes[0][l].shift;
        const Linear& y = b.boxes[0][l].shift;
        if (x.widths != y.widths) return x.widths > y.widths;
        if (x.plus != y.plus) return x.plus > y.plus;
      }
      return false;
    });
    return arrays;
  }

  Names& names_;
  std::vector<const Body*> visible_;  ///< around what is read, outermost first
  std::vector<const Body*> near_;     ///< of a nest, and its branches
  /// Of the statements that have been read, by what they bind: their places in their bodies.
  boost::unordered_flat_map<VarId, std::size_t> places_;
};

}  // namespace

bool gather_updates(Body& body, Names& names) { return Gatherer(names).in(body); }

}  // namespace laguz::core::stencils
