// Rows of what loops have kept are taken outside of the lambdas that read in them: who runs a loop
// may have some of its rows at hand alone (eval/tape.hpp), and lambdas are run on whole arrays.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

class Rows {
 public:
  explicit Rows(Names& names) : names_(names) {}

  void in(Body& body) {
    std::vector<Stm> stms;
    for (Stm& stm : body.stms) {
      if (std::holds_alternative<Soac>(stm.exp.node) ||
          std::holds_alternative<Stream>(stm.exp.node))
        take_rows(stm, stms);
      visit(
          stm.exp, [](Atom&) {}, [this](Body& inner, Binders&) { in(inner); });
      if (const auto* loop = std::get_if<Loop>(&stm.exp.node))
        for (std::size_t h = 0; h < loop->history.size(); ++h)
          if (!loop->is_flat(h)) kept_.insert(stm.binders[loop->params.size() + h].id);
      stms.push_back(std::move(stm));
    }
    body.stms = std::move(stms);
  }

 private:
  /// Of one array, how a statement reads it.
  struct Reads {
    std::vector<Atom> rows;  ///< different ones
    bool otherwise = false;
  };

  void take_rows(Stm& stm, std::vector<Stm>& before) {
    VarSet free;
    for (const Binder& variable : free_variables(stm.exp)) free.insert(variable.id);
    std::unordered_map<VarId, Reads> found;
    for (const VarId var : free)
      if (kept_.count(var) > 0) found[var];
    if (found.empty()) return;
    visit(
        stm.exp,
        [&](const Atom& atom) {
          if (const auto at = found.find(atom.var); at != found.end()) at->second.otherwise = true;
        },
        [&](const Body& inner, const Binders&) { look(inner, free, found); });
    std::unordered_map<VarId, std::vector<std::pair<Atom, Atom>>> rows;
    for (const Binder& variable : free_variables(stm.exp)) {
      const auto at = found.find(variable.id);
      if (at == found.end() || at->second.otherwise) continue;
      for (const Atom& number : at->second.rows) {
        const Binder row = names_.bind(variable.type.row());
        before.push_back({{row}, {Index{variable.atom(), {number}, {}}}, stm.span, stm.inlined_at});
        rows[variable.id].emplace_back(number, row.atom());
      }
    }
    if (rows.empty()) return;
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { replace(inner, rows); });
  }

  static void look(const Body& body, const VarSet& free, std::unordered_map<VarId, Reads>& found) {
    const auto other = [&](const Atom& atom) {
      if (const auto at = found.find(atom.var); at != found.end()) at->second.otherwise = true;
    };
    for (const Stm& stm : body.stms) {
      const auto* index = std::get_if<Index>(&stm.exp.node);
      const auto at = index != nullptr ? found.find(index->array.var) : found.end();
      if (at != found.end()) {
        const Atom& number = index->indices[0];
        const bool outside = number.is_constant() || free.count(number.var) > 0;
        auto& rows = at->second.rows;
        at->second.otherwise = at->second.otherwise || !outside;
        if (std::find(rows.begin(), rows.end(), number) == rows.end()) rows.push_back(number);
        continue;
      }
      visit(stm.exp, other, [&](const Body& inner, const Binders&) { look(inner, free, found); });
    }
    for (const Atom& result : body.results) other(result);
  }

  static void replace(Body& body,
                      const std::unordered_map<VarId, std::vector<std::pair<Atom, Atom>>>& rows) {
    for (Stm& stm : body.stms) {
      auto* index = std::get_if<Index>(&stm.exp.node);
      const auto at = index != nullptr ? rows.find(index->array.var) : rows.end();
      if (at == rows.end()) {
        visit(
            stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { replace(inner, rows); });
        continue;
      }
      for (const auto& [number, row] : at->second) {
        if (!(number == index->indices[0])) continue;
        if (index->indices.size() == 1) {
          stm.exp.node = Copy{row};
          break;
        }
        Index rest{row, {index->indices.begin() + 1, index->indices.end()}, {}};
        stm.exp.node = std::move(rest);
        break;
      }
    }
  }

  Names& names_;
  VarSet kept_;
};

}  // namespace

void take_history_rows(Body& body, Names& names) { Rows(names).in(body); }

}  // namespace laguz::core::fusion
