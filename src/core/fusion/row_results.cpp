// Columns of numbers that a map gives, and that are then written side by side into zeros, become
// the rows that it gives: they are stored once, where they belong. (Cotangents of rows whose
// elements are read one by one are made so.) Where the rows are results of a body, and so read
// there by columns no more.
#include <algorithm>
#include <optional>

#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

constexpr std::int64_t kMostColumns = 16;

/// An array of zeros of which some columns are overwritten, by statements one after the other.
struct Columns {
  std::int64_t count = 0;            ///< of all
  std::vector<std::size_t> updates;  ///< statements, the last one first
  std::vector<Atom> written;         ///< by column; a constant where it is zeros
  std::size_t zeros = 0;             ///< a statement
};

class RowResults {
 public:
  explicit RowResults(Names& names) : names_(names) {}

  void in(Body& body) {
    for (Stm& stm : body.stms)
      visit(
          stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { in(inner); });
    const bool has_updates = std::any_of(body.stms.begin(), body.stms.end(), [](const Stm& stm) {
      return std::holds_alternative<Update>(stm.exp.node);
    });
    if (!has_updates) return;
    const auto uses = all_uses(body);
    std::vector<bool> stays(body.stms.size(), true);
    for (const Atom& result : body.results) {
      if (result.is_constant() || uses.at(result.var) != 1) continue;
      const auto columns = columns_of(body, uses, result);
      if (!columns || !move_into_map(body, *columns, result)) continue;
      for (const std::size_t s : columns->updates) stays[s] = false;
      stays[columns->zeros] = false;
    }
    keep(body.stms, stays);
  }

 private:
  using Uses = std::unordered_map<VarId, int>;

  /// How [rows] is put together, if it is so.
  static std::optional<Columns> columns_of(const Body& body, const Uses& uses, const Atom& rows) {
    Columns columns;
    Atom array = rows;
    std::vector<std::pair<std::int64_t, Atom>> written;
    while (true) {
      const auto place = place_of(body, array.var);
      if (!place) return {};
      const Exp& exp = body.stms[*place].exp;
      if (const auto* app = std::get_if<ArrayApp>(&exp.node)) {
        if (app->op != ArrayOp::zeros || app->args.size() != 2 || !app->args[1].is_constant())
          return {};
        columns.zeros = *place;
        columns.count = app->args[1].scalar().as_i64();
        break;
      }
      const auto* update = std::get_if<Update>(&exp.node);
      if (update == nullptr || update->dims.size() != 2 || !update->dims[0].is_whole() ||
          !update->dims[1].fixed || !update->dims[1].index.is_constant() ||
          update->value.is_constant() || uses.at(update->value.var) != 1 ||
          update->array.is_constant() || uses.at(update->array.var) != 1)
        return {};
      columns.updates.push_back(*place);
      written.emplace_back(update->dims[1].index.scalar().as_i64(), update->value);
      array = update->array;
    }
    if (columns.count < 1 || columns.count > kMostColumns || written.empty()) return {};
    const Atom zero = Atom::constant(Scalar{rows.type.elem, 0});
    columns.written.assign(static_cast<std::size_t>(columns.count), zero);
    for (const auto& [column, value] : written) {
      if (column < 0 || column >= columns.count) return {};
      Atom& there = columns.written[static_cast<std::size_t>(column)];
      if (!there.is_constant()) return {};
      there = value;
    }
    return columns;
  }

  /// The map that gives all columns gives [rows]. False if there is none.
  bool move_into_map(Body& body, const Columns& columns, const Atom& rows) {
    Stm* map = nullptr;
    const Stm& last = body.stms[columns.updates[0]];
    Stm literal{{names_.bind(rows.type.row())}, {}, last.span, last.inlined_at};
    ArrayLit elements{{}, rows.type.row().row(), {}};
    std::vector<std::size_t> moved;
    for (const Atom& column : columns.written) {
      if (column.is_constant()) {
        elements.elements.push_back(column);
        continue;
      }
      const auto place = place_of(body, column.var);
      if (!place || (map != nullptr && map != &body.stms[*place])) return false;
      map = &body.stms[*place];
      const auto* soac = std::get_if<Soac>(&map->exp.node);
      if (soac == nullptr) return false;
      const auto result = static_cast<std::size_t>(
          std::find_if(map->binders.begin(), map->binders.end(),
                       [&](const Binder& one) { return one.id == column.var; }) -
          map->binders.begin());
      if (result < ends_of(*soac).scanned) return false;
      moved.push_back(result);
      elements.elements.push_back(soac->lambda.body.results[result]);
    }
    auto& soac = std::get<Soac>(map->exp.node);
    const auto& zeros = std::get<ArrayApp>(body.stms[columns.zeros].exp.node);
    if (!(zeros.args[0] == soac.width)) return false;
    literal.exp.node = std::move(elements);
    const Atom row = literal.binders[0].atom();
    soac.lambda.body.stms.push_back(std::move(literal));
    soac.lambda.body.results.push_back(row);
    map->binders.push_back({rows.var, rows.type});
    soac.row_shapes.push_back({Atom::i64(columns.count)});
    std::vector<bool> stay(map->binders.size(), true);
    for (const std::size_t result : moved) stay[result] = false;
    const auto folded = static_cast<std::ptrdiff_t>(ends_of(soac).scanned);
    keep(soac.lambda.body.results, stay);
    keep(map->binders, stay);
    keep(soac.row_shapes, {stay.begin() + folded, stay.end()});
    return true;
  }

  Names& names_;
};

}  // namespace

void give_rows(Body& body, Names& names) { RowResults(names).in(body); }

}  // namespace laguz::core::fusion
