// Numbers that a map stores for one reader, which computes most of them from what it reads anyway:
// it computes them again, and they are not stored. (The way back of a map begins with the map; what
// is left to do is to find out that both are the same.)
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/fusion/fused.hpp"
#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::core::fusion {
namespace {

constexpr std::size_t kMostNew = 3;    ///< cheap operations instead of an array
constexpr std::size_t kFarthest = 64;  ///< operations that a number is made of

const PrimApp* plain(const Stm& stm) {
  const auto* app = std::get_if<PrimApp>(&stm.exp.node);
  return app != nullptr && !has_effect(stm.exp) ? app : nullptr;
}

bool is_cheap(Prim prim) {
  return prims::row_of(prim).has(prims::kCheap) || prims::op_of(prim) == prims::Op::mul;
}

bool is_same(const PrimApp& a, const PrimApp& b) {
  if (!(a.prim == b.prim)) return false;
  return a.args == b.args ||
         (a.args.size() == 2 && a.args[0] == b.args[1] && a.args[1] == b.args[0] &&
          prims::row_of(a.prim).has(prims::kCommutes));
}

/// A number of a map, or of a map of maps, made anew in its reader: the same level by level.
class Again {
 public:
  using Uses = std::unordered_map<VarId, std::size_t>;
  /// [uses]: how many operands and results each variable is, at any depth.
  Again(Names& names, const Uses& uses) : names_(names), uses_(uses) {}

  /// Operand [i] of the [reader] is one of the [results] of the map [made], result [r]. Whether
  /// it has gone.
  bool operand(const Soac& made, const Binders& results, std::size_t r, Soac& reader,
               std::size_t i) {
    know(made, results, reader);
    const Atom number = made.lambda.body.results[r];
    known_.erase(number.var);
    const bool gone = number.type.rank == 0 ? number_gone(made, number, reader, i)
                                            : row_gone(made, number, reader, i);
    if (!gone) return false;
    reader.lambda.params.erase(reader.lambda.params.begin() + static_cast<std::ptrdiff_t>(i));
    reader.arrays.erase(reader.arrays.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }

 private:
  /// What the map has, and gives, that is an operand of the reader, too.
  void know(const Soac& made, const Binders& results, const Soac& reader) {
    for (const Binder& param : made.lambda.params) bound_.insert(param.id);
    for (const Stm& stm : made.lambda.body.stms)
      for (const Binder& binder : stm.binders) bound_.insert(binder.id);
    const Atoms& numbers = made.lambda.body.results;
    for (std::size_t i = 0; i < reader.arrays.size(); ++i) {
      const Atom param = reader.lambda.params[i].atom();
      for (std::size_t j = 0; j < made.arrays.size(); ++j)
        if (replaced(made.arrays[j], known_) == reader.arrays[i])
          known_[made.lambda.params[j].id] = param;
      for (std::size_t r = ends_of(made).scanned; r < numbers.size(); ++r)
        if (replaced(results[r].atom(), known_) == reader.arrays[i]) known_[numbers[r].var] = param;
    }
  }

  bool number_gone(const Soac& made, const Atom& number, Soac& reader, std::size_t i) {
    const auto wanted = statements_for(made, number);
    if (!wanted || !is_mostly_there(made, reader, *wanted)) return false;
    std::vector<Stm> again;
    for (const std::size_t s : *wanted) {
      const Stm& stm = made.lambda.body.stms[s];
      again.push_back(
          {{names_.bind(stm.binders[0].type)}, {translated(stm)}, stm.span, stm.inlined_at});
      known_[stm.binders[0].id] = again.back().binders[0].atom();
    }
    Lambda& lambda = reader.lambda;
    lambda.body = refresh(lambda.body, names_, {{lambda.params[i].id, replaced(number, known_)}});
    lambda.body.stms.insert(lambda.body.stms.begin(), again.begin(), again.end());
    reader.fused.bytes += static_cast<std::uint32_t>(support::size_of(number.type.elem));
    return true;
  }

  /// The row is made by a map, and an operand of one Soac alone.
  bool row_gone(const Soac& made, const Atom& row, Soac& reader, std::size_t i) {
    const Atom param = reader.lambda.params[i].atom();
    const auto place = place_of(made.lambda.body, row.var);
    const auto used = uses_.find(param.var);
    if (!place || used == uses_.end() || used->second != 1) return false;
    const Stm& map = made.lambda.body.stms[*place];
    const auto* inner = std::get_if<Soac>(&map.exp.node);
    if (inner == nullptr) return false;
    const auto result = std::find_if(map.binders.begin(), map.binders.end(),
                                     [&](const Binder& one) { return one.id == row.var; });
    const auto r = static_cast<std::size_t>(result - map.binders.begin());
    if (r < ends_of(*inner).scanned) return false;
    Soac* soac = reader_of(reader.lambda.body, param);
    if (soac == nullptr || !(replaced(inner->width, known_) == soac->width)) return false;
    const auto operand = std::find(soac->arrays.begin(), soac->arrays.end(), param);
    return this->operand(*inner, map.binders, r, *soac,
                         static_cast<std::size_t>(operand - soac->arrays.begin()));
  }

  /// The Soac of [body] that [array] is an operand of, if there are only accumulators around it.
  static Soac* reader_of(Body& body, const Atom& array) {
    for (Stm& stm : body.stms) {
      auto* soac = std::get_if<Soac>(&stm.exp.node);
      if (auto* with = std::get_if<WithAcc>(&stm.exp.node)) soac = reader_of(with->body, array);
      if (soac != nullptr &&
          std::find(soac->arrays.begin(), soac->arrays.end(), array) != soac->arrays.end())
        return soac;
    }
    return nullptr;
  }

  /// The map's statements that make [number] of what the reader has, in order.
  std::optional<std::vector<std::size_t>> statements_for(const Soac& made,
                                                         const Atom& number) const {
    const Body& body = made.lambda.body;
    std::vector<bool> needed(body.stms.size());
    std::vector<Atom> open{number};
    std::size_t count = 0;
    while (!open.empty()) {
      const Atom atom = open.back();
      open.pop_back();
      if (atom.is_constant() || known_.count(atom.var) > 0) continue;
      const auto place = place_of(body, atom.var);
      if (!place) {
        if (bound_.count(atom.var) > 0) return {};
        continue;  // from around both
      }
      if (needed[*place]) continue;
      const PrimApp* app = plain(body.stms[*place]);
      if (app == nullptr || ++count > kFarthest) return {};
      needed[*place] = true;
      open.insert(open.end(), app->args.begin(), app->args.end());
    }
    std::vector<std::size_t> places;
    for (std::size_t s = 0; s < needed.size(); ++s)
      if (needed[s]) places.push_back(s);
    return places;
  }

  PrimApp translated(const Stm& stm) const {
    PrimApp app = std::get<PrimApp>(stm.exp.node);
    for (Atom& arg : app.args) arg = replaced(arg, known_);
    return app;
  }

  /// Whether the reader computes the same, up to a few cheap operations.
  bool is_mostly_there(const Soac& made, const Soac& reader,
                       const std::vector<std::size_t>& places) {
    const Substitution before = known_;
    std::size_t found = 0, more = 0;
    for (const std::size_t s : places) {
      const Stm& stm = made.lambda.body.stms[s];
      const PrimApp app = translated(stm);
      const auto& stms = reader.lambda.body.stms;
      const auto there = std::find_if(stms.begin(), stms.end(), [&](const Stm& one) {
        const auto* other = std::get_if<PrimApp>(&one.exp.node);
        return other != nullptr && is_same(app, *other);
      });
      if (there != stms.end()) {
        known_[stm.binders[0].id] = there->binders[0].atom();
        ++found;
      } else if (!is_cheap(app.prim) || ++more > kMostNew) {
        break;
      }
    }
    known_ = before;
    return found > 0 && found + more == places.size();
  }

  Names& names_;
  const Uses& uses_;
  Substitution known_;  ///< by variables of the map, those of its reader
  VarSet bound_;        ///< in the map
};

class ComputeAgain {
 public:
  explicit ComputeAgain(Names& names) : names_(names) {}

  bool run(Body& body) {
    count(body);
    return in(body);
  }

 private:
  static constexpr std::size_t kReaders = 16;

  void count(const Body& body) {
    for (const Stm& stm : body.stms)
      visit(
          stm.exp, [&](const Atom& atom) { ++uses_[atom.var]; },
          [&](const Body& inner, const Binders&) { count(inner); });
    for (const Atom& result : body.results) ++uses_[result.var];
  }

  bool in(Body& body) {
    std::vector<Stm*> soacs;
    bool changed = find(body, soacs);
    for (std::size_t a = 0; a < soacs.size(); ++a)
      for (std::size_t b = a + 1; b < soacs.size() && b <= a + kReaders; ++b)
        changed = between(*soacs[a], *soacs[b]) || changed;
    return changed;
  }

  /// The Soacs of [body], in order, with those around which there are accumulators only.
  bool find(Body& body, std::vector<Stm*>& soacs) {
    bool changed = false;
    for (Stm& stm : body.stms) {
      auto* with = std::get_if<WithAcc>(&stm.exp.node);
      visit(
          stm.exp, [](Atom&) {},
          [&](Body& inner, Binders&) {
            const bool same = with != nullptr && &inner == &with->body;
            changed = (same ? find(inner, soacs) : in(inner)) || changed;
          });
      if (std::holds_alternative<Soac>(stm.exp.node)) soacs.push_back(&stm);
    }
    return changed;
  }

  bool between(const Stm& map, Stm& stm) {
    const Soac& made = std::get<Soac>(map.exp.node);
    Soac& reader = std::get<Soac>(stm.exp.node);
    if (!(made.width == reader.width)) return false;
    bool changed = false;
    for (std::size_t r = ends_of(made).scanned; r < map.binders.size(); ++r) {
      const Binder& array = map.binders[r];
      const auto used = uses_.find(array.id);
      if (used == uses_.end() || used->second != 1) continue;
      const auto operand = std::find(reader.arrays.begin(), reader.arrays.end(), array.atom());
      if (operand == reader.arrays.end()) continue;
      const auto i = static_cast<std::size_t>(operand - reader.arrays.begin());
      changed = Again(names_, uses_).operand(made, map.binders, r, reader, i) || changed;
    }
    return changed;
  }

  Names& names_;
  Again::Uses uses_;  ///< of what is not new
};

}  // namespace

bool compute_again(Body& body, Names& names) { return ComputeAgain(names).run(body); }

}  // namespace laguz::core::fusion
