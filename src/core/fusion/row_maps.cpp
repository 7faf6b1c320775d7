// Maps that make numbers beside rows: the numbers, and what is folded of them, become a map of
// their own, before. What is left is a map of maps and nothing else, which the evaluator goes
// through along the rows, as they lie in memory (eval/lanes/nest.hpp). Only cheap nests are fused
// after it, into their only readers: the numbers have others.
#include <algorithm>

#include "core/fusion/fused.hpp"
#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/products/nests.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

using products::add_free;
using products::is_iota;
using products::Level;
using products::soac_of;

class RowMaps {
 public:
  explicit RowMaps(Names& names) : names_(names) {}

  /// Only Soacs that the evaluator meets at its own level. Whether any was split.
  bool in(Body& body) {
    bool any = false;
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    for (Stm& stm : stms) {
      if (std::holds_alternative<If>(stm.exp.node) || std::holds_alternative<Loop>(stm.exp.node) ||
          std::holds_alternative<WithAcc>(stm.exp.node))
        visit(
            stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { any = in(inner) || any; });
      const auto row = row_of(stm);
      any = any || row.has_value();
      if (row) body.stms.push_back(numbers_of(stm, *row));
      body.stms.push_back(std::move(stm));
    }
    return any;
  }

 private:
  /// The place of the only map in the lambda, if there are numbers among the results and all else
  /// computes numbers.
  static std::optional<std::size_t> row_of(const Stm& stm) {
    const auto* soac = std::get_if<Soac>(&stm.exp.node);
    if (soac == nullptr || soac->sequential || !soac->scans.empty()) return {};
    const Body& body = soac->lambda.body;
    std::optional<std::size_t> row;
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      const Exp& exp = body.stms[s].exp;
      if (const auto* inner = std::get_if<Soac>(&exp.node)) {
        if (row || !inner->reduces.empty() || !inner->scans.empty() || has_effect(exp)) return {};
        row = s;
      } else if (!is_iota(exp) &&
                 !(std::holds_alternative<PrimApp>(exp.node) && !has_effect(exp))) {
        return {};
      }
    }
    if (!row) return {};
    const Binders& rows = body.stms[*row].binders;
    const auto is_row = [&](const Atom& result) {
      return std::any_of(rows.begin(), rows.end(),
                         [&](const Binder& binder) { return binder.id == result.var; });
    };
    const Atoms& results = body.results;
    const auto mapped = results.begin() + static_cast<std::ptrdiff_t>(ends_of(*soac).reduced);
    const auto made = std::count_if(mapped, results.end(), is_row);
    const bool folded = std::all_of(results.begin(), mapped,
                                    [](const Atom& result) { return result.type.rank == 0; });
    const bool numbers = std::all_of(mapped, results.end(), [&](const Atom& result) {
      return is_row(result) || (result.type.rank == 0 && !result.is_constant());
    });
    const bool divided = made > 0 && static_cast<std::size_t>(made) < results.size();
    return divided && folded && numbers ? row : std::nullopt;
  }

  /// Takes the numbers out of [stm]; the inner map is at [row].
  Stm numbers_of(Stm& stm, std::size_t row) {
    Soac& soac = soac_of(stm);
    const Level level(soac);
    Body& body = soac.lambda.body;
    VarSet wanted;  // by the rows
    add_free(body.stms[row].exp, wanted);
    Stm made{{}, {}, stm.span, stm.inlined_at};
    Soac first;
    first.width = soac.width;
    soac.fused.divide(first.fused, Soac::Fused::Apart::rows);
    first.arrays = soac.arrays;
    first.lambda.params = soac.lambda.params;
    const std::size_t folded = ends_of(soac).reduced;
    first.reduces = std::move(soac.reduces);
    soac.reduces.clear();
    std::vector<bool> rows;  // of the results
    for (std::size_t r = 0; r < body.results.size(); ++r) {
      rows.push_back(body.results[r].type.rank > 0);
      if (rows.back()) continue;
      first.lambda.body.results.push_back(body.results[r]);
      if (r >= folded) first.row_shapes.push_back({});
      made.binders.push_back(stm.binders[r]);
    }
    std::vector<bool> stays(body.stms.size());
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      stays[s] = s == row || is_iota(body.stms[s].exp);
      if (stays[s]) continue;
      first.lambda.body.stms.push_back(body.stms[s]);
      const Binder& number = body.stms[s].binders[0];
      if (wanted.count(number.id) == 0) continue;
      const Binder array = array_of(first, made, number);
      soac.arrays.push_back(array.atom());
      soac.lambda.params.push_back(number);
      soac.fused.store(number.type);
    }
    keep(body.stms, stays);
    keep(body.results, rows);
    keep(stm.binders, rows);
    keep(soac.row_shapes, {rows.begin() + static_cast<std::ptrdiff_t>(folded), rows.end()});
    const std::vector<bool> by_rows = read_by(soac);
    std::vector<bool> by_first = read_by(first);
    // Each operand stays with one of them, which looks at its width.
    for (std::size_t i = 0; i < by_first.size(); ++i) by_first[i] = by_first[i] || !by_rows[i];
    keep_operands(soac, by_rows);
    keep_operands(first, by_first);
    made.exp = refresh(Exp{std::move(first)}, names_);
    return made;
  }

  /// The result of [made], which is [map], that is [number] of each iteration.
  Binder array_of(Soac& map, Stm& made, const Binder& number) {
    Atoms& results = map.lambda.body.results;
    const std::size_t folded = ends_of(map).reduced;
    for (std::size_t r = folded; r < results.size(); ++r)
      if (results[r] == number.atom()) return made.binders[r];
    made.binders.push_back(names_.bind(number.type.array_of()));
    results.push_back(number.atom());
    map.row_shapes.push_back({});
    return made.binders.back();
  }

  static std::vector<bool> read_by(const Soac& soac) {
    VarSet read;
    for (const Binder& free : free_variables(soac.lambda.body)) read.insert(free.id);
    std::vector<bool> flags;
    for (const Binder& param : soac.lambda.params) flags.push_back(read.count(param.id) != 0);
    return flags;
  }

  static void keep_operands(Soac& soac, const std::vector<bool>& stay) {
    keep(soac.arrays, stay);
    keep(soac.lambda.params, stay);
  }

  Names& names_;
};

}  // namespace

bool split_row_maps(Body& body, Names& names) { return RowMaps(names).in(body); }

}  // namespace laguz::core::fusion
