#include "core/numbers/in_numbers.hpp"

#include <algorithm>

#include "core/numbers/writer.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"

namespace laguz::core::numbers {
namespace {

constexpr std::size_t kMostLoads = 40;  ///< of a lambda: columns that are far apart

bool any_known(const Shapes& shapes) {
  return std::any_of(shapes.begin(), shapes.end(), [](const auto& dims) { return dims; });
}

bool may_change(const Body& body, const Writer& writer);

/// Whether there is anything to do for [writer] where [loop] stands: a state of a few numbers, or a
/// Soac of a few iterations. (It writes no loop that keeps anything.)
bool may_change(const Loop& loop, const Writer& writer) {
  const auto* form = std::get_if<WhileForm>(&loop.form);
  return loop.history.empty() &&
         (any_known(writer.shapes_of(loop.inits)) || may_change(loop.body, writer) ||
          (form != nullptr && may_change(form->condition, writer)));
}

bool may_change(const Body& body, const Writer& writer) {
  return std::any_of(body.stms.begin(), body.stms.end(), [&](const Stm& stm) {
    const auto* node = &stm.exp.node;
    if (const auto* soac = std::get_if<Soac>(node))
      return few_iterations(*soac, soac->width).has_value();
    if (const auto* loop = std::get_if<Loop>(node)) return may_change(*loop, writer);
    const auto* choice = std::get_if<If>(node);
    return choice != nullptr &&
           (may_change(choice->then_body, writer) || may_change(choice->else_body, writer));
  });
}

const PrimApp* only_prim(const Lambda& lambda, prims::Op op) {
  if (lambda.body.stms.size() != 1) return nullptr;
  const auto* prim = std::get_if<PrimApp>(&lambda.body.stms[0].exp.node);
  return prim != nullptr && prims::op_of(prim->prim) == op ? prim : nullptr;
}

/// Whether all that [soac] does is to multiply each row of one array with a row from around, and to
/// sum that up: with the map around it, it is a product of matrices, for which there is a kernel.
bool multiplies_rows(const Soac& soac) {
  const Body& body = soac.lambda.body;
  if (soac.arrays.size() != 1 || soac.lambda.params[0].type.rank != 1 || body.stms.size() > 2 ||
      body.results.size() != 1 || !soac.reduces.empty() || !soac.scans.empty())
    return false;
  const auto* first = std::get_if<Soac>(&body.stms.front().exp.node);
  const auto* last = std::get_if<Soac>(&body.stms.back().exp.node);
  if (first == nullptr || last == nullptr || first->arrays.size() != 2 ||
      only_prim(first->lambda, prims::Op::mul) == nullptr || last->reduces.size() != 1 ||
      !last->row_shapes.empty() || only_prim(last->reduces[0].op, prims::Op::add) == nullptr ||
      (first != last && !(last->arrays == Atoms{body.stms.front().binders[0].atom()})))
    return false;
  const VarId row = soac.lambda.params[0].id;
  return (first->arrays[0].var == row) != (first->arrays[1].var == row);
}

/// What [writer] has written, and [results] of it as those of [stm].
std::vector<Stm> finished(Writer& writer, const Stm& stm, const Values& results) {
  Atoms all;
  for (const Value& result : results) all.push_back(writer.whole(result));
  Body body = writer.out().finish({});
  for (std::size_t i = 0; i < stm.binders.size(); ++i)
    body.stms.push_back({{stm.binders[i]}, {Copy{all[i]}}, stm.span, stm.inlined_at});
  return std::move(body.stms);
}

/// [op] on the numbers of its operands.
std::optional<Lambda> operator_of(const Lambda& op, const Shapes& shapes, Writer& writer) {
  Lambda made;
  for (std::size_t k = 0; k < op.params.size(); ++k) {
    const Binders params = writer.standing(op.params[k], shapes[k % shapes.size()]);
    made.params.insert(made.params.end(), params.begin(), params.end());
  }
  auto written = writer.apart(op.body);
  if (!written) return std::nullopt;
  Builder* around = writer.redirect(written->builder);
  auto results = writer.flattened(written->results, shapes);
  writer.restore(around);
  if (!results) return std::nullopt;
  made.body = written->builder.finish(std::move(*results));
  return made;
}

Values as_they_are(const Atoms& atoms, const Shapes& shapes) {
  Values values;
  for (std::size_t k = 0; k < atoms.size(); ++k) values.push_back({atoms[k], {}, shapes[k]});
  return values;
}

/// Puts what [folds] are in numbers in [into], and the shapes of their operands in [all]; whether
/// that can be done.
template <class Fold>
bool write_folds(const std::vector<Fold>& folds, std::vector<Fold>& into, Shapes& all,
                 Writer& writer) {
  for (Fold fold : folds) {
    const Shapes shapes = writer.shapes_of(fold.neutral);
    all.insert(all.end(), shapes.begin(), shapes.end());
    if (any_known(shapes)) {
      auto op = operator_of(fold.op, shapes, writer);
      if (!op) return false;
      fold.op = std::move(*op);
      fold.neutral = *writer.flattened(as_they_are(fold.neutral, shapes), shapes);
    }
    into.push_back(std::move(fold));
  }
  return true;
}

/// Columns as an array of rows.
Value rows_of(const Few& columns, Writer& writer) {
  const auto rank = static_cast<std::int64_t>(columns.dims.size());
  std::vector<std::int64_t> order{rank};
  for (std::int64_t d = 0; d < rank; ++d) order.push_back(d);
  const Atom turned = writer.whole(columns);
  return {writer.out().rearrange(turned, std::move(order))};
}

/// Result [k] of [op] alone, where it is computed from the operands number [k] by primitives.
std::optional<Lambda> operator_of_column(const Lambda& op, std::size_t k) {
  const std::size_t columns = op.params.size() / 2;
  Lambda made{{op.params[k], op.params[columns + k]}, {}};
  const auto bound = [&](const Atom& atom) {
    return std::any_of(op.params.begin(), op.params.end(),
                       [&](const Binder& param) { return param.id == atom.var; }) ||
           place_of(op.body, atom.var);
  };
  std::vector<Atom> needed{op.body.results[k]};
  std::vector<bool> kept(op.body.stms.size());
  while (!needed.empty()) {
    const Atom atom = needed.back();
    needed.pop_back();
    if (atom.is_constant() || !bound(atom) || atom == made.params[0].atom() ||
        atom == made.params[1].atom())
      continue;
    const auto at = place_of(op.body, atom.var);
    const auto* app = at ? std::get_if<PrimApp>(&op.body.stms[*at].exp.node) : nullptr;
    if (app == nullptr) return std::nullopt;
    kept[*at] = true;
    needed.insert(needed.end(), app->args.begin(), app->args.end());
  }
  for (std::size_t s = 0; s < kept.size(); ++s)
    if (kept[s]) made.body.stms.push_back(op.body.stms[s]);
  made.body.results = {op.body.results[k]};
  return made;
}

/// Made just before, so that its columns may take as long as it: by a replication, a copy, or a
/// histogram column by column.
bool is_new(const Atom& array, const facts::Facts& facts) {
  const ArrayApp* app = facts.array_app(array);
  if (app == nullptr) return false;
  const ArrayOpRow& row = row_of(app->op);
  return row.elements == Elements::alike || row.elements == Elements::same ||
         (row.is_plain_view() && facts.array_lit(app->args[row.array]) != nullptr);
}

/// The columns of [array], whose rows have [dims].
Atoms columns_of(const Atom& array, const Dims& dims, Writer& writer) {
  std::vector<std::int64_t> order;
  for (std::size_t d = 1; d <= dims.size(); ++d) order.push_back(static_cast<std::int64_t>(d));
  order.push_back(0);
  const Atom turned = writer.out().rearrange(array, std::move(order));
  return writer.few_of({turned, {}, dims})->elements;
}

std::optional<std::vector<Stm>> hist_in_numbers(const Stm& stm, const facts::Facts& facts,
                                                Names& names) {
  const auto& hist = std::get<Hist>(stm.exp.node);
  if (hist.dests.size() != 1 || hist.indices.size() != 1 || !is_new(hist.dests[0], facts))
    return std::nullopt;
  Writer writer(facts, names);
  writer.out().span = stm.span;
  writer.out().inlined_at = stm.inlined_at;
  const Shapes shapes = writer.shapes_of(hist.neutral);
  if (!shapes[0]) return std::nullopt;
  const auto op = operator_of(hist.op, shapes, writer);
  if (!op) return std::nullopt;
  const Atoms neutral = *writer.flattened(as_they_are(hist.neutral, shapes), shapes);
  std::vector<Lambda> operators;
  for (std::size_t k = 0; k < neutral.size(); ++k) {
    auto one = operator_of_column(*op, k);
    if (!one) return std::nullopt;
    operators.push_back(refresh(*one, names));
  }
  const Atoms dests = columns_of(hist.dests[0], *shapes[0], writer);
  const Atoms values = columns_of(hist.values[0], *shapes[0], writer);
  Few columns{*shapes[0], {}};
  for (std::size_t k = 0; k < neutral.size(); ++k) {
    const Atom own = writer.out().array_op(ArrayOp::copy, {dests[k]}, dests[k].type);
    Hist one{hist.width, {own}, operators[k], {neutral[k]}, hist.indices, {values[k]}};
    columns.elements.push_back(writer.out().emit1({std::move(one)}, own.type));
  }
  return finished(writer, stm, {rows_of(columns, writer)});
}

std::optional<std::vector<Stm>> loop_in_numbers(const Stm& stm, const facts::Facts& facts,
                                                Names& names) {
  const auto& loop = std::get<Loop>(stm.exp.node);
  Writer writer(facts, names);
  if (!may_change(loop, writer)) return std::nullopt;
  const auto results = writer.write(stm);
  if (!results || !writer.pays()) return std::nullopt;
  return finished(writer, stm, *results);
}

std::optional<std::vector<Stm>> lambda_in_numbers(const Stm& stm, const facts::Facts& facts,
                                                  Names& names) {
  const auto& soac = std::get<Soac>(stm.exp.node);
  Writer writer(facts, names);
  if (few_iterations(soac, soac.width) || !may_change(soac.lambda.body, writer))
    return std::nullopt;
  if (multiplies_rows(soac)) return std::nullopt;
  for (const Binder& param : soac.lambda.params)
    if (param.type.rank > 0 && !param.type.acc)
      writer.stand_for(param, {param.atom(), {}, writer.known_dims(param.atom()), false, true});
  auto written = writer.apart(soac.lambda.body);
  if (!written || !writer.pays() || !writer.has_folds() || writer.loads() > kMostLoads)
    return std::nullopt;
  writer.redirect(written->builder);
  Atoms results;
  for (const Value& result : written->results) results.push_back(writer.whole(result));
  Stm made = stm;
  std::get<Soac>(made.exp.node).lambda.body = written->builder.finish(std::move(results));
  return std::vector{std::move(made)};
}

std::optional<std::vector<Stm>> folds_in_numbers(const Stm& stm, const facts::Facts& facts,
                                                 Names& names) {
  const auto& soac = std::get<Soac>(stm.exp.node);
  Writer writer(facts, names);
  const auto has_few = [&](const auto& fold) { return any_known(writer.shapes_of(fold.neutral)); };
  if (std::none_of(soac.reduces.begin(), soac.reduces.end(), has_few) &&
      std::none_of(soac.scans.begin(), soac.scans.end(), has_few))
    return std::nullopt;
  writer.out().span = stm.span;
  writer.out().inlined_at = stm.inlined_at;
  Soac made;
  made.width = soac.width;
  made.arrays = soac.arrays;
  made.lambda.params = soac.lambda.params;
  made.sequential = soac.sequential;
  made.checkpoint = soac.checkpoint;
  made.parted_from = soac.parted_from;
  Shapes shapes;
  if (!write_folds(soac.reduces, made.reduces, shapes, writer)) return std::nullopt;
  const std::size_t reduced = shapes.size();
  if (!write_folds(soac.scans, made.scans, shapes, writer)) return std::nullopt;
  if (!writer.is_short()) return std::nullopt;
  shapes.resize(soac.lambda.body.results.size());

  Builder inner(names);
  for (const Stm& one : soac.lambda.body.stms) inner.append(one);
  inner.span = stm.span;
  inner.inlined_at = stm.inlined_at;
  Builder* around = writer.redirect(inner);
  made.lambda.body =
      inner.finish(*writer.flattened(as_they_are(soac.lambda.body.results, shapes), shapes));
  writer.restore(around);
  std::vector<Type> types;
  std::size_t at = 0;
  for (std::size_t r = 0; r < shapes.size(); ++r)
    for (std::size_t k = 0; k < (shapes[r] ? *count(*shapes[r]) : 1); ++k) {
      const Type type = made.lambda.body.results[at++].type;
      types.push_back(r < reduced ? type : type.array_of());
      if (r >= reduced)
        made.row_shapes.push_back(shapes[r] ? Atoms{} : soac.row_shapes[r - reduced]);
    }
  Values results = Writer::grouped(writer.out().emit({std::move(made)}, types), shapes);
  for (std::size_t r = reduced; r < results.size(); ++r)
    if (results[r].few) results[r] = rows_of(*results[r].few, writer);
  return finished(writer, stm, results);
}

}  // namespace

std::optional<std::vector<Stm>> in_numbers(const Stm& stm, const facts::Facts& facts,
                                           Names& names) {
  if (std::holds_alternative<Loop>(stm.exp.node)) return loop_in_numbers(stm, facts, names);
  if (std::holds_alternative<Hist>(stm.exp.node)) return hist_in_numbers(stm, facts, names);
  if (!std::holds_alternative<Soac>(stm.exp.node)) return std::nullopt;
  auto folds = folds_in_numbers(stm, facts, names);
  return folds ? std::move(folds) : lambda_in_numbers(stm, facts, names);
}

}  // namespace laguz::core::numbers
