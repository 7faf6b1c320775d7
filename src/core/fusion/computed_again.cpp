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

/// A number of a map, made anew in its reader.
class Again {
 public:
  Again(Names& names, const Soac& made, const Binders& results, Soac& reader)
      : names_(names), made_(made), reader_(reader) {
    const Atoms& numbers = made.lambda.body.results;
    for (std::size_t i = 0; i < reader.arrays.size(); ++i) {
      const Atom param = reader.lambda.params[i].atom();
      for (std::size_t j = 0; j < made.arrays.size(); ++j)
        if (made.arrays[j] == reader.arrays[i]) known_[made.lambda.params[j].id] = param;
      for (std::size_t r = ends_of(made).scanned; r < numbers.size(); ++r)
        if (results[r].id == reader.arrays[i].var) known_[numbers[r].var] = param;
    }
  }

  /// Operand [i] of the reader is result [r] of the map. Whether it has gone.
  bool operand(std::size_t i, std::size_t r) {
    const Atom number = made_.lambda.body.results[r];
    known_.erase(number.var);
    const auto wanted = statements_for(number);
    if (!wanted || !is_mostly_there(*wanted)) return false;
    std::vector<Stm> again;
    for (const std::size_t s : *wanted) {
      const Stm& stm = made_.lambda.body.stms[s];
      again.push_back(
          {{names_.bind(stm.binders[0].type)}, {translated(stm)}, stm.span, stm.inlined_at});
      known_[stm.binders[0].id] = again.back().binders[0].atom();
    }
    Lambda& lambda = reader_.lambda;
    lambda.body = refresh(lambda.body, names_, {{lambda.params[i].id, replaced(number, known_)}});
    lambda.body.stms.insert(lambda.body.stms.begin(), again.begin(), again.end());
    lambda.params.erase(lambda.params.begin() + static_cast<std::ptrdiff_t>(i));
    reader_.arrays.erase(reader_.arrays.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }

 private:
  /// The map's statements that make [number] of what the reader has, in order.
  std::optional<std::vector<std::size_t>> statements_for(const Atom& number) const {
    const Body& body = made_.lambda.body;
    std::vector<bool> needed(body.stms.size());
    std::vector<Atom> open{number};
    std::size_t count = 0;
    while (!open.empty()) {
      const Atom atom = open.back();
      open.pop_back();
      if (atom.is_constant() || known_.count(atom.var) > 0) continue;
      const auto place = place_of(body, atom.var);
      if (!place) {
        if (is_param(atom.var)) return {};
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

  bool is_param(VarId var) const {
    const Binders& params = made_.lambda.params;
    return std::any_of(params.begin(), params.end(),
                       [&](const Binder& param) { return param.id == var; });
  }

  PrimApp translated(const Stm& stm) const {
    PrimApp app = std::get<PrimApp>(stm.exp.node);
    for (Atom& arg : app.args) arg = replaced(arg, known_);
    return app;
  }

  /// Whether the reader computes the same, up to a few cheap operations.
  bool is_mostly_there(const std::vector<std::size_t>& places) {
    const Substitution before = known_;
    std::size_t found = 0, more = 0;
    for (const std::size_t s : places) {
      const Stm& stm = made_.lambda.body.stms[s];
      const PrimApp app = translated(stm);
      const auto& stms = reader_.lambda.body.stms;
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
  const Soac& made_;
  Soac& reader_;
  Substitution known_;  ///< by variables of the map, those of its reader
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
    bool changed = false;
    std::vector<std::size_t> soacs;
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      visit(
          body.stms[s].exp, [](Atom&) {},
          [&](Body& inner, Binders&) { changed = in(inner) || changed; });
      if (std::holds_alternative<Soac>(body.stms[s].exp.node)) soacs.push_back(s);
    }
    for (std::size_t a = 0; a < soacs.size(); ++a)
      for (std::size_t b = a + 1; b < soacs.size() && b <= a + kReaders; ++b)
        changed = between(body.stms[soacs[a]], body.stms[soacs[b]]) || changed;
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
      if (array.type.rank != 1 || used == uses_.end() || used->second != 1) continue;
      const auto operand = std::find(reader.arrays.begin(), reader.arrays.end(), array.atom());
      if (operand == reader.arrays.end()) continue;
      const auto i = static_cast<std::size_t>(operand - reader.arrays.begin());
      if (!Again(names_, made, map.binders, reader).operand(i, r)) continue;
      reader.fused.bytes += static_cast<std::uint32_t>(support::size_of(array.type.elem));
      changed = true;
    }
    return changed;
  }

  Names& names_;
  std::unordered_map<VarId, std::size_t> uses_;  ///< at any depth; not of what is new
};

}  // namespace

bool compute_again(Body& body, Names& names) { return ComputeAgain(names).run(body); }

}  // namespace laguz::core::fusion
