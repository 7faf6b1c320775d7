// One walk forwards: copies, constants, equalities, common subexpressions, loop invariants, lengths
// of arrays. Then dead code.
#include "core/simplifier/simplifier.hpp"

#include "core/facts/find.hpp"
#include "core/numbers/in_numbers.hpp"
#include "core/semantics.hpp"
#include "core/simplifier/algebra.hpp"
#include "core/simplifier/loops/fresh_cells.hpp"

#include <algorithm>

#include "prims/catalog.hpp"

namespace laguz::core::simplifier {

void Simplifier::run(Body& body) {
  learnt_ = false;
  facts_ = nothing_;
  aliases_.clear();
  alias_of_.clear();
  seen_.clear();
  elements_.clear();
  kept_rows_.clear();
  flat_.clear();
  numbers_.clear();
  again_.clear();
  chosen_lengths_.clear();
  chosen_.clear();
  zeros_.clear();
  sums_.clear();
  safe_.clear();
  safe_before_ = std::exchange(safe_here_, {});
  safe_scopes_.clear();
  maps_.clear();
  find_overwritten(body);
  VarSet products, sums;
  reads_sums_ = reads_sums(body, products, sums);
  VarSet parts;
  reshapes_parts_ = reshapes_parts(body, parts);
  in(body, {}, {.repeated = runs_ == Runs::often});
  safe_here_.insert(safe_.begin(), safe_.end());
  drop_unseen_writes(body, safe_here_);
  remove_dead_code(body, safe_here_);
}

void Simplifier::in(Body& body, const Binders& params, Frame frame,
                    const std::function<void()>& learn, const std::function<void()>& look) {
  facts_.enter();
  frames_.push_back(std::move(frame));
  frames_.back().out.reserve(body.stms.size());
  const bool repeated = frames_.back().repeated;
  if (repeated) repeated_.push_back(facts_.depth());
  for (const Binder& param : params) facts_.bind(param, facts_.depth());
  if (const auto& trips = frames_.back().trips) facts_.learn_positive(*trips);
  if (learn) learn();
  take_in(body);
  for (Atom& result : body.results) resolve(result);
  if (look) look();
  body.stms = std::move(frames_.back().out);
  drop_overwritten(body);
  const bool ordered = frames_.back().ordered;
  seen_.forget(frames_.back().seen);
  frames_.pop_back();
  if (repeated) repeated_.pop_back();
  if (ordered && !frames_.empty()) frames_.back().ordered = true;
  facts_.leave();
}

void Simplifier::take_in(Body& body) {
  std::vector<Stm> stms = std::move(body.stms);
  for (Stm& stm : stms) place(std::move(stm));
}

void Simplifier::resolve(Atom& atom) const {
  if (atom.is_constant()) return;
  // What a variable stands for may stand for something else since.
  while (const VarNumbers::Number found = alias_of_.of(atom.var)) {
    atom = aliases_[found - 1];
    if (atom.is_constant()) break;
  }
  if (atom.type.is_scalar()) atom = facts_.canonical(atom);
}

void Simplifier::alias(const Binder& binder, Atom atom) {
  resolve(atom);
  aliases_.push_back(atom);
  alias_of_[binder.id] = static_cast<VarNumbers::Number>(aliases_.size());
}

void Simplifier::place(Stm&& stm) {
  if (const std::optional<Atom> other = added_to_nothing(stm)) return alias(stm.binders[0], *other);
  visit(
      stm.exp, [this](Atom& atom) { resolve(atom); }, [](Body&, Binders&) {});
  if (auto* loop = std::get_if<Loop>(&stm.exp.node)) {
    count_trips(stm, *loop);
    count_in_indices(stm, *loop);
  }
  if (const std::optional<Atom> known = value_of(stm)) return alias(stm.binders[0], *known);
  std::vector<Stm> others;  // that come after it
  // What makes something of a result of [stm] stands before what has been made of it before that.
  const auto first = [&others](std::vector<Stm> made) {
    others.insert(others.begin(), std::make_move_iterator(made.begin()),
                  std::make_move_iterator(made.end()));
  };
  if (auto* with = std::get_if<WithAcc>(&stm.exp.node)) others = drop_accumulators(stm, *with);
  if (replaced(stm)) {
    for (Stm& other : others) place(std::move(other));
    return;
  }
  if (auto* choice = std::get_if<If>(&stm.exp.node)) {
    others = inner_bodies(stm, *choice);
  } else {
    take_matrices_before(stm);
    read_matrices(stm);
    inner_bodies(stm);
  }
  if (auto* with = std::get_if<WithAcc>(&stm.exp.node)) {
    drop_outer_results(stm, *with);
    // (Its body may be simpler by now.)
    for (Stm& sums : drop_accumulators(stm, *with)) others.push_back(std::move(sums));
    if (with->accs.empty()) {
      Body body = std::move(with->body);
      splice(body, stm.binders);
      for (Stm& other : others) place(std::move(other));
      return;
    }
    first(add_to_rows(stm, *with));
    first(add_to_columns(stm, *with));
    first(turn_signs(stm, *with));
  }
  if (auto stms = numbers::in_numbers(stm, facts_, program_.names)) {
    for (Stm& one : *stms) place(std::move(one));
    for (Stm& other : others) place(std::move(other));
    return;
  }
  if (auto* soac = std::get_if<Soac>(&stm.exp.node)) others = turn_sums(stm, *soac);
  if (auto* loop = std::get_if<Loop>(&stm.exp.node); loop && takes_apart_reads_)
    read_apart(*loop);
  else if (loop)
    others = own_rows(stm, *loop);
  if (auto* loop = std::get_if<Loop>(&stm.exp.node)) first(keep_rows(stm, *loop));

  if (std::holds_alternative<Assert>(stm.exp.node)) return place_assertion(std::move(stm));
  ask_bounds_before(stm);
  note(stm);
  note_safe_scope(stm);
  const int target = home_of(stm);
  place_at(std::move(stm), target);
  for (Stm& other : others) place(std::move(other));
}

// In the frame [target].
void Simplifier::place_at(Stm&& stm, int target) {
  if (shared(stm, target)) return;
  for (const Binder& binder : stm.binders) facts_.bind(binder, target);
  facts_.learn(stm);
  if (const auto* loop = std::get_if<Loop>(&stm.exp.node)) note_again(stm, *loop);
  note_map(stm);
  if (const auto* index = std::get_if<Index>(&stm.exp.node);
      index && index->indices.size() == 1 && again_.count(index->array.var) > 0)
    frames_[static_cast<std::size_t>(target)].read.push_back(
        {index->array.var, index->indices[0], stm.binders[0].atom()});
  if (const auto* index = std::get_if<Index>(&stm.exp.node); index && stm.binders[0].type.rank > 0)
    elements_[stm.binders[0].id] = {*index, target, facts_.depth(), stm.span, stm.inlined_at};
  frames_[static_cast<std::size_t>(target)].out.push_back(std::move(stm));
}

// Whether an equal statement is in sight. If not, this one will be, from the frame [target] on.
bool Simplifier::shared(const Stm& stm, int target) {
  Frame& frame = frames_[static_cast<std::size_t>(target)];
  const auto statement = [&](const Seen::At& at) -> const Stm& { return statement_at(at); };
  std::optional<Seen::Number> added;
  const Stm* same = seen_.find_or_add(stm.exp, {target, frame.out.size()}, statement, added);
  if (added) frame.seen.push_back(*added);
  if (same == nullptr) return false;
  // (A view for a Soac around may have been made in its lambda already, where the Soac is not.)
  for (const Binder& binder : same->binders)
    if (facts_.depth_of(binder.atom()) > target) return false;
  for (std::size_t i = 0; i < stm.binders.size(); ++i)
    alias(stm.binders[i], same->binders[i].atom());
  return true;
}

// The value of a scalar or view that needs no statement.
std::optional<Atom> Simplifier::value_of(Stm& stm) {
  Exp& exp = stm.exp;
  if (const auto* copy = std::get_if<Copy>(&exp.node)) return copy->atom;
  if (auto* prim = std::get_if<PrimApp>(&exp.node)) {
    if (facts::is_widening(*prim))
      if (const auto index = facts_.widened(prim->args[0])) return index_of(*index, stm);
    if (auto other = cheaper(*prim)) *prim = std::move(*other);
    if (auto narrowed = remainder(*prim, stm)) *prim = std::move(*narrowed);
    if (const auto joined = facts_.joined_offsets(*prim)) {
      if (const auto* number = std::get_if<Atom>(&*joined)) return *number;
      *prim = std::get<PrimApp>(*joined);
    }
    if (const auto value = facts_.comparison(*prim)) return Atom::boolean(*value);
    if (const std::optional<Atom> value = simplified(*prim)) return value;
    const prims::Op op = prims::op_of(prim->prim);
    if (op == prims::Op::select)
      if (const auto other = facts_.not_of(prim->args[0]))
        prim->args = {*other, prim->args[2], prim->args[1]};
    if (const auto other = facts_.difference(*prim)) return other;
    if (const auto one = facts_.nearer(*prim)) return one;
    if (const auto place = facts_.ring_place(*prim)) return on_ring(stm, *place, prim->args[1]);
    if (op == prims::Op::max && prim->args[1] == Atom::i64(0) && facts_.is_natural(prim->args[0]))
      return prim->args[0];
    if (const auto all = facts_.absorbing(*prim)) return all;
    if (const auto kept = kept_of(*prim)) return kept;
    return move_signs(stm, *prim);
  }
  if (auto* slice = std::get_if<Slice>(&exp.node)) {
    if (facts_.is_whole(slice->array, slice->dims)) return slice->array;
    while (auto joined = slice_of_slice(stm, *slice)) *slice = std::move(*joined);
    if (const auto written = facts_.written(*slice)) return *written;
    std::optional<Index> row = as_row(stm, *slice);
    if (!row) {
      if (auto whole = slice_of_array(stm, *slice)) *slice = std::move(*whole);
      return part_of_row(stm, *slice);
    }
    exp.node = std::move(*row);
    return value_of(stm, std::get<Index>(exp.node));
  }
  if (auto* app = std::get_if<ArrayApp>(&exp.node)) {
    if (const auto array = same_as_copy(stm, *app)) return array;
    if (turned_again(*app)) return app->args[0];
    if (app->op == ArrayOp::reshape) {
      const ArrayApp* inner = facts_.array_app(app->args[0]);
      if (inner && inner->op == ArrayOp::reshape) app->args[0] = inner->args[0];
      return facts_.keeps_shape(*app) ? std::optional(app->args[0]) : std::nullopt;
    }
    if (app->op != ArrayOp::shape) return std::nullopt;
    const Length length = facts_.length(app->args[0], static_cast<int>(app->attrs[0]));
    if (length.dim < 0) return length.atom;
    if (const std::optional<Atom> sum = joined_length(stm, length)) return sum;
    if (const std::optional<Atom> chosen = chosen_length(length)) return chosen;
    if (const auto trips = facts_.trips_of(length))
      return computed("max", {*trips, Atom::i64(0)}, stm);
    exp.node = ArrayApp{ArrayOp::shape, {length.atom}, {length.dim}};
  } else if (auto* index = std::get_if<Index>(&exp.node)) {
    return value_of(stm, *index);
  } else if (const auto* update = std::get_if<Update>(&exp.node)) {
    if (replaces_all(*update)) return update->value;
    if (facts_.is_there(*update)) return update->array;
    if (auto elements = with_element(*update)) exp = std::move(*elements);
  }
  return std::nullopt;
}

// Whether nothing is left of the array, and what takes its place is of its shape.
bool Simplifier::replaces_all(const Update& update) const {
  bool all = facts_.is_whole(update.array, update.dims);
  for (int dim = 0; dim < update.array.type.rank && all; ++dim)
    all = facts_.is_same(facts_.length(update.value, dim), facts_.length(update.array, dim));
  return all;
}

Atom Simplifier::index_of(const Facts::Widened& number, const Stm& near) {
  std::optional<Atom> sum;
  for (const Atom& term : number.plus) sum = sum ? computed("add", {*sum, term}, near) : term;
  std::int64_t by = number.by;
  if (!sum) sum = Atom::i64(std::exchange(by, 0));
  for (const Atom& term : number.minus) sum = computed("sub", {*sum, term}, near);
  if (by < 0) return computed("sub", {*sum, Atom::i64(-by)}, near);
  return by > 0 ? computed("add", {*sum, Atom::i64(by)}, near) : *sum;
}

// The remainder of an index in a narrower type is that of the index.
std::optional<PrimApp> Simplifier::remainder(const PrimApp& prim, const Stm& near) {
  if (prims::op_of(prim.prim) != prims::Op::mod || !facts::is_narrow(prim.prim.type) ||
      !prim.args[1].is_constant())
    return std::nullopt;
  const std::int64_t divisor = prim.args[1].scalar().as_i64();
  const auto index = facts_.widened(prim.args[0]);
  if (!index || index->least < 0 || divisor <= 0) return std::nullopt;
  const Atom rest = computed("mod", {index_of(*index, near), Atom::i64(divisor)}, near);
  const std::string narrow = "cvt_" + std::string(name(prim.prim.type));
  return PrimApp{prims::get(narrow, ScalarType::i64), {rest}};
}

// Divisions take longer than choices. (Where derivatives are derived, they have other ones: the
// value says no.)
std::optional<Atom> Simplifier::on_ring(const Stm& near, const Facts::RingPlace& at,
                                        const Atom& width) {
  if (at.by == 0) return at.index;
  if (facts_.keeps_derivatives()) return std::nullopt;
  const bool up = at.by > 0;
  const Atom other = computed(up ? "add" : "sub", {at.index, Atom::i64(1)}, near);
  const Atom over = computed("eq", {up ? other : at.index, up ? width : Atom::i64(0)}, near);
  const Atom around = up ? Atom::i64(0) : computed("sub", {width, Atom::i64(1)}, near);
  const Binder chosen = program_.names.bind(kIndex);
  facts_.learn_below(chosen.id, width);
  place({{chosen}, {selection(over, around, other)}, near.span, near.inlined_at});
  Atom atom = chosen.atom();
  resolve(atom);
  return atom;
}

// The outer length of an array that is others in a row.
std::optional<Atom> Simplifier::joined_length(const Stm& near, const Length& length) {
  const ArrayApp* app = length.dim == 0 ? facts_.array_app(length.atom) : nullptr;
  if (!app || app->op != ArrayOp::concat) return std::nullopt;
  const Atoms parts = app->args;
  std::optional<Atom> sum;
  for (const Atom& part : parts) {
    const Binder one = program_.names.bind({ScalarType::i64, 0, false});
    place({{one}, {ArrayApp{ArrayOp::shape, {part}, {0}}}, near.span, near.inlined_at});
    Atom rows = one.atom();
    resolve(rows);
    sum = sum ? computed("add", {*sum, rows}, near) : rows;
  }
  facts_.learn_width(length.atom, *sum);
  return sum;
}

// Statements that dissolve into others.
bool Simplifier::replaced(Stm& stm) {
  auto* node = &stm.exp.node;
  if (auto* choice = std::get_if<If>(node)) {
    if (!choice->condition.is_constant()) return false;
    Body taken =
        std::move(choice->condition.scalar().as_bool() ? choice->then_body : choice->else_body);
    splice(taken, stm.binders);
    return true;
  }
  if (auto* loop = std::get_if<Loop>(node)) return replaced(stm, *loop);
  if (auto* soac = std::get_if<Soac>(node)) return replaced(stm, *soac);
  if (const auto* update = std::get_if<AccUpdate>(node)) return replaced(stm, *update);
  if (auto* with = std::get_if<WithAcc>(node)) {
    for (const WithAcc::Acc& acc : with->accs)
      if (acc.apart && !acc.op && acc.growth == WithAcc::Growth::none) sums_.insert(acc.acc.id);
    if (!with->accs.empty()) return false;
    Body body = std::move(with->body);
    splice(body, stm.binders);
    return true;
  }
  const auto* assertion = std::get_if<Assert>(node);
  return assertion && assertion->condition == Atom::boolean(true);
}

void Simplifier::splice(Body& body, const Binders& binders) {
  take_in(body);
  for (std::size_t i = 0; i < binders.size(); ++i) alias(binders[i], body.results[i]);
}

void Simplifier::inner_bodies(Stm& stm) {
  auto* node = &stm.exp.node;
  if (auto* loop = std::get_if<Loop>(node)) return inner_bodies(stm, *loop);
  if (auto* soac = std::get_if<Soac>(node)) return inner_bodies(stm, *soac);
  if (const auto* diff = std::get_if<Diff>(node))
    for (std::size_t i = 0; i < diff->primals.size(); ++i)
      facts_.learn_lengths(diff->function.params[i], facts_.defined_lengths(diff->primals[i]));
  if (const auto* hist = std::get_if<Hist>(node)) learn_operands(hist->op, hist->neutral);
  if (const auto* with = std::get_if<WithAcc>(node))
    for (const WithAcc::Acc& acc : with->accs)
      facts_.learn_lengths(acc.acc, facts_.defined_lengths(acc.arrays[0]));
  Frame frame;
  frame.repeated = std::holds_alternative<Hist>(*node) || std::holds_alternative<Stream>(*node);
  const int around = std::exchange(reverse_, reverse_ + (is_reverse(stm.exp) ? 1 : 0));
  visit(
      stm.exp, [](Atom&) {}, [&](Body& body, Binders& params) { in(body, params, frame); });
  reverse_ = around;
}

// Operands of an operator are what its neutral element is.
void Simplifier::learn_operands(const Lambda& op, const Atoms& neutral) {
  for (std::size_t i = 0; i < op.params.size(); ++i) {
    const Atom& like = neutral[i % neutral.size()];
    if (like.type.rank > 0) facts_.learn_lengths(op.params[i], facts_.defined_lengths(like));
  }
}

namespace {

/// What [result] is, or what it is a copy of that [body] makes, and whether it is.
std::pair<Atom, bool> copied(const Body& body, const Atom& result) {
  const auto place = result.type.is_scalar() ? std::nullopt : place_of(body, result.var);
  const auto* app = place ? std::get_if<ArrayApp>(&body.stms[*place].exp.node) : nullptr;
  if (app == nullptr || app->op != ArrayOp::copy) return {result, false};
  return {app->args[0], true};
}

}  // namespace

// Gives what is to stand after it.
std::vector<Stm> Simplifier::inner_bodies(Stm& stm, If& choice) {
  const Atom condition = choice.condition;
  Frame branch;
  branch.conditional = true;
  for (const bool value : {true, false}) {
    std::vector<VarId> known;
    in(value ? choice.then_body : choice.else_body, {}, branch, [&] {
      facts_.learn_truth(condition, value);
      known = know_chosen(condition, value);
    });
    for (const VarId var : known) alias_of_[var] = 0;
  }
  if (is_unneeded(choice)) {
    take_in(choice.then_body);
    return {};
  }
  take_from_before(choice);
  read_before(choice);
  std::vector<Stm> after = write_after(stm, choice);
  for (Stm& vector : give_elements(stm, choice)) after.push_back(std::move(vector));
  const bool plain = is_worth_selecting(choice, safe_);
  if (plain) {
    take_in(choice.then_body);
    take_in(choice.else_body);
  }
  std::size_t kept = 0;
  std::vector<std::pair<std::pair<Atom, bool>, std::pair<Atom, bool>>> kept_values;
  for (std::size_t i = 0; i < stm.binders.size(); ++i) {
    const Binder binder = stm.binders[i];
    Atom yes = choice.then_body.results[i], no = choice.else_body.results[i];
    if (plain) {
      resolve(yes);
      resolve(no);
      place({{binder}, {selection(condition, yes, no)}, stm.span, stm.inlined_at});
    } else if (yes == no) {
      alias(binder, yes);
    } else {
      const std::pair value{copied(choice.then_body, yes), copied(choice.else_body, no)};
      const auto same = std::find(kept_values.begin(), kept_values.end(), value);
      if (same != kept_values.end()) {
        alias(binder, stm.binders[static_cast<std::size_t>(same - kept_values.begin())].atom());
        continue;
      }
      kept_values.push_back(value);
      stm.binders[kept] = binder;
      choice.then_body.results[kept] = yes;
      choice.else_body.results[kept++] = no;
    }
  }
  stm.binders.resize(kept);
  choice.then_body.results.resize(kept);
  choice.else_body.results.resize(kept);
  note_lengths(stm, choice);
  note_chosen(stm, choice);
  return after;
}

PrimApp Simplifier::selection(const Atom& condition, const Atom& yes, const Atom& no) {
  const ScalarType type = yes.type.elem;
  if (type == ScalarType::boolean) {
    if (yes == Atom::boolean(false) && no == Atom::boolean(true))
      return {prims::get("not", type), {condition}};
    if (no == Atom::boolean(false)) return {prims::get("and", type), {condition, yes}};
    if (yes == Atom::boolean(true)) return {prims::get("or", type), {condition, no}};
  }
  return {prims::get("select", type), {condition, yes, no}};
}

Atom Simplifier::computed(std::string_view prim, const Atoms& args, const Stm& near) {
  const Prim found = prims::get(prim, args[0].type.elem);
  const Binder result = program_.names.bind({prims::result_type(found), 0, false});
  place({{result}, {PrimApp{found, args}}, near.span, near.inlined_at});
  Atom atom = result.atom();
  resolve(atom);
  return atom;
}

// What later statements may take for granted.
void Simplifier::note(const Stm& stm) {
  const auto* node = &stm.exp.node;
  note_sign(stm);
  if (const auto* index = std::get_if<Index>(node)) {
    const VarId id = stm.binders[0].id;
    if (facts_.is_in_bounds(*index)) safe_.insert(id);
    bool here = true;
    for (std::size_t d = 0; d < index->indices.size(); ++d)
      here = here && facts_.is_certain(*index, d, facts_.depth());
    if (here)
      safe_here_.insert(id);
    else
      facts_.learn_read(*index);
  } else if (const auto* slice = std::get_if<Slice>(node)) {
    if (facts_.is_in_bounds(*slice)) safe_.insert(stm.binders[0].id);
    if (facts_.is_certain(*slice, facts_.depth()))
      safe_here_.insert(stm.binders[0].id);
    else
      facts_.learn_read(*slice);
  } else if (const auto* app = std::get_if<ArrayApp>(node)) {
    const bool counts = row_of(app->op).failure == Failure::negative_count;
    if ((counts && facts_.is_natural(app->args[0])) ||
        (app->op == ArrayOp::reshape && facts_.keeps_size(*app)))
      safe_.insert(stm.binders[0].id);
    if (app->op == ArrayOp::reshape && facts_.is_flat(*app)) safe_here_.insert(stm.binders[0].id);
  } else if (std::holds_alternative<Trace>(*node)) {
    frames_.back().ordered = true;
  } else if (const auto* call = std::get_if<Call>(node)) {
    if (!program_[call->function].constant) frames_.back().ordered = true;
  }
}

}  // namespace laguz::core::simplifier
