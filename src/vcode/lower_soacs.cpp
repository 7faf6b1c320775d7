// Soacs, as loops, whose folds have the shape of core/reduce_shape.hpp.
#include <algorithm>
#include <bit>

#include "core/reduce_shape.hpp"
#include "core/walk.hpp"
#include "vcode/lowering.hpp"

namespace laguz::vcode {

void Lowering::limit(const Operand& value, std::int64_t most, bool matters) {
  wide_.push_back({value, most, matters});
}

/// The innermost of a product of matrices, for which there are kernels.
bool Lowering::is_product(const core::Soac& soac) const {
  return soacs_ >= 2 && soac.scans.empty() && soac.reduces.size() == 1 && soac.row_shapes.empty() &&
         soac.lambda.body.stms.size() <= 1;
}

struct Lowering::Turns {
  const core::Stm& stm;
  const core::Soac& soac;
  Operand width;
  std::vector<View> arrays{};   ///< its operands
  std::vector<View> results{};  ///< by what it gives: arrays
  std::size_t reduced = 0;      ///< so many of these are reductions', which give numbers;
  std::size_t folded = 0;       ///< and so many of these, or scans'
  Operand around{};             ///< of widths: the product of those around

  /// Whether result [r], which is not scanned, goes to what a loop around keeps, and nowhere else.
  bool pours(std::size_t r, const std::unordered_map<core::VarId, Poured>& poured) const {
    return r >= folded && poured.count(stm.binders[r].id) != 0;
  }
};

Lowering::Turns Lowering::begin_turns(const core::Stm& stm, const core::Soac& soac, Code& code) {
  Turns turns{stm, soac, operand(soac.width)};
  for (const core::Atom& array : soac.arrays) turns.arrays.push_back(view(array));
  if (refused_) return turns;
  for (const View& array : turns.arrays)
    check_same({turns.width}, {array.lengths[0]}, Site::Kind::width, stm, code);
  for (const core::Reduce& reduce : soac.reduces) turns.reduced += reduce.neutral.size();
  turns.folded = turns.reduced;
  for (const core::Scan& scan : soac.scans) turns.folded += scan.neutral.size();
  if (soac.parted_from > 0) limit(turns.width, soac.parted_from - 1, true);
  turns.around = product_;
  product_ = times(product_, turns.width, code);
  limit(product_, !map_ && is_product(soac) ? kMostProducts : kMostWide, false);
  ++soacs_;
  return turns;
}

void Lowering::end_turns(const Turns& turns) {
  product_ = turns.around;
  --soacs_;
}

void Lowering::soac(const core::Stm& stm, const core::Soac& soac, Code& code) {
  Turns turns = begin_turns(stm, soac, code);
  if (!refused_) begin_results(turns, code);
  const Operands folds = refused_ ? Operands{} : folds_of(turns, code);
  if (refused_) return;
  end_turns(turns);
  for (std::size_t r = 0; r < turns.reduced; ++r) values_[stm.binders[r].id] = folds[r];
  for (std::size_t r = turns.reduced; r < stm.binders.size(); ++r) {
    if (turns.pours(r, poured_)) {
      Poured& to = poured_.at(stm.binders[r].id);
      to.found = true;
      note_lengths(to, turns.results[r].lengths, code);
      nowhere_.insert(stm.binders[r].id);
      continue;
    }
    writable_.insert(turns.results[r].array);
    rename(turns.results[r], stm.binders[r].id);
  }
}

std::size_t Lowering::added_behind(const core::Stm& stm, std::span<const core::Stm> behind) const {
  const auto* soac = std::get_if<core::Soac>(&stm.exp.node);
  const core::Binders& made = stm.binders;
  if (soac == nullptr || !soac->reduces.empty() || !soac->scans.empty() || made.empty() ||
      made.size() > behind.size() || program_ != nullptr)
    return 0;
  for (std::size_t k = 0; k < made.size(); ++k) {
    const auto* update = std::get_if<core::AccUpdate>(&behind[k].exp.node);
    if (update == nullptr || update->values.size() != 1) return 0;
    const core::Atom& value = update->values[0];
    const bool is_made = std::any_of(made.begin(), made.end(),
                                     [&](const core::Binder& one) { return one.id == value.var; });
    if (!is_made || value.type.rank != 1 || uses_(value.var) != 1) return 0;
    // (What it adds itself it adds before.)
    if (core::uses(stm.exp, update->acc.var)) return 0;
  }
  return made.size();
}

namespace {

constexpr Operand kTrue{{}, ScalarType::boolean, 1};

}  // namespace

void Lowering::add_made(const core::Stm& stm, std::span<const core::Stm> updates, Code& code) {
  const auto& soac = std::get<core::Soac>(stm.exp.node);
  struct Target {
    View to;
    Operands place;
    Operand within;
    core::Atom what;
  };
  const Turns turns = begin_turns(stm, soac, code);
  std::vector<Target> targets;
  for (const core::Stm& one : updates) {
    if (refused_) return;
    const auto& update = std::get<core::AccUpdate>(one.exp.node);
    const auto result = std::find_if(stm.binders.begin(), stm.binders.end(), [&](const auto& made) {
      return made.id == update.values[0].var;
    });
    const Operands place = operands(update.indices);
    const View to = sums_of(update, 0, place.size() + 1);
    const Operand is_within = within(place, to.lengths, code);
    Branch check{is_within, {}, {}, {}};
    inside(
        [&] { check_same({to.lengths.back()}, {turns.width}, Site::Kind::rows, one, check.yes); });
    if (!check.yes.empty()) add(code, std::move(check));
    targets.push_back(
        {to, place, is_within,
         soac.lambda.body.results[static_cast<std::size_t>(result - stm.binders.begin())]});
  }
  const auto add_all = [&](bool are_within, Code& to) {
    Repeat loop{{}, Repeat::Upwards{value(ScalarType::i64), turns.width}, {}};
    const Operand index = of(std::get<Repeat::Upwards>(loop.form).index);
    inside([&] {
      turn(turns, index, loop.body);
      for (const Target& target : targets) {
        if (refused_) return;
        Operands place = target.place;
        place.push_back(index);
        Branch only_then{are_within ? kTrue : target.within, {}, {}, {}};
        const Operand at = place_of(target.to, place, loop.body);
        add_one(target.to.array, at, operand(target.what), only_then.yes);
        add(loop.body, std::move(only_then));
      }
    });
    if (!refused_) add(to, std::move(loop));
  };
  if (targets.size() == 1) {
    add_all(false, code);
  } else {
    // (Mostly all are inside.)
    Branch choice{kTrue, {}, {}, {}};
    for (const Target& target : targets)
      choice.condition =
          compute("and", ScalarType::boolean, {choice.condition, target.within}, code);
    inside([&] { add_all(true, choice.yes); });
    inside([&] { add_all(false, choice.no); });
    if (!refused_) add(code, std::move(choice));
  }
  if (!refused_) end_turns(turns);
}

void Lowering::begin_results(Turns& turns, Code& code) {
  const core::Soac& soac = turns.soac;
  turns.results.resize(turns.stm.binders.size());
  for (std::size_t r = turns.reduced; r < turns.results.size(); ++r) {
    const core::Binder& binder = turns.stm.binders[r];
    const core::Atoms& row = soac.row_shapes[r - turns.reduced];
    if (row.size() + 1 != binder.type.rank) return refuse("rows have lengths that nobody knows");
    Operands lengths = operands(row);
    lengths.insert(lengths.begin(), turns.width);
    if (turns.pours(r, poured_))
      turns.results[r].lengths = lengths;
    else
      turns.results[r] = make(binder.type.elem, lengths, code);
    if (!row.empty()) limit(size_of(lengths, code), kMostCopied, false);
  }
}

Operands Lowering::folds_of(const Turns& turns, Code& code) {
  const core::Soac& soac = turns.soac;
  const bool reduces = !soac.reduces.empty(), scans = !soac.scans.empty();
  const auto is_builtin = [](const core::Reduce& reduce) {
    return core::commutative_builtin(reduce.op).has_value();
  };
  const bool alike = std::all_of(soac.reduces.begin(), soac.reduces.end(), is_builtin) ||
                     std::none_of(soac.reduces.begin(), soac.reduces.end(), is_builtin);
  const bool may_be_long = map_ && reduces && !scans && alike && !is_chosen_;
  if (!may_be_long) {
    // (Where a primal's maps are in lanes, so are its gradient's folds, and the other way round.
    // Which way a map runs is tried.)
    const bool only_scans = map_ && !reduces;
    if (reduces || scans || !map_)
      limit(turns.width, only_scans ? core::kLongScan : core::kShortFold, reduces || scans);
    return linear(turns, code);
  }
  if (!turns.width.value)
    return static_cast<std::int64_t>(turns.width.bits) <= core::kShortFold ? linear(turns, code)
                                                                           : pieces(turns, code);
  // (What is in it is there twice: of what is in that, nothing is.)
  is_chosen_ = true;
  Branch choice{
      compute("le", ScalarType::i64, {turns.width, i64(core::kShortFold)}, code), {}, {}, {}};
  Operands shorter, longer, all;
  inside([&] { shorter = linear(turns, choice.yes); });
  inside([&] { longer = refused_ ? Operands{} : pieces(turns, choice.no); });
  is_chosen_ = false;
  if (refused_) return {};
  for (std::size_t k = 0; k < shorter.size(); ++k) {
    const Value fold = value(shorter[k].type);
    choice.results.push_back({fold, shorter[k], longer[k]});
    all.push_back(of(fold));
  }
  add(code, std::move(choice));
  return all;
}

void Lowering::turn(const Turns& turns, const Operand& index, Code& code) {
  const core::Lambda& lambda = turns.soac.lambda;
  for (std::size_t a = 0; a < turns.arrays.size(); ++a) {
    const core::Binder& param = lambda.params[a];
    const View& array = turns.arrays[a];
    if (param.type.rank == 0)
      values_[param.id] = read(array, {index}, code);
    else
      name(param.id,
           array.from(1, array.kind == View::Kind::constant ? array.first
                                                            : place_of(array, {index}, code)));
  }
  const auto around_writable = std::exchange(writable_, {});
  body(lambda.body, code);
  for (std::size_t r = turns.folded; r < turns.results.size() && !refused_; ++r) {
    const core::Atom& element = lambda.body.results[r];
    const View& to = turns.results[r];
    if (turns.pours(r, poured_)) {
      const ArrayNumber kept = poured_.at(turns.stm.binders[r].id).array;
      if (element.type.rank == 0) {
        add(code, Keep{kept, operand(element)});
      } else {
        const View row = view(element);
        if (refused_) return;
        check_same(operands(turns.soac.row_shapes[r - turns.reduced]), row.lengths,
                   Site::Kind::rows, turns.stm, code);
        keep_all(kept, row, code);
      }
      continue;
    }
    if (element.type.rank == 0) {
      add(code, Store{to.array, place_of(to, {index}, code), operand(element)});
      continue;
    }
    const View from = view(element);
    if (refused_) return;
    const View row = to.from(1, place_of(to, {index}, code));
    check_same(row.lengths, from.lengths, Site::Kind::rows, turns.stm, code);
    copy_into(row, from, code);
  }
  writable_ = around_writable;
}

Operands Lowering::combined(const core::Lambda& op, const Operands& a, const Operands& b,
                            Code& code) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    values_[op.params[k].id] = a[k];
    values_[op.params[a.size() + k].id] = b[k];
  }
  const auto around_writable = std::exchange(writable_, {});
  body(op.body, code);
  writable_ = around_writable;
  return refused_ ? a : operands(op.body.results);
}

namespace {

/// That part of [all].
Operands some(const Operands& all, std::size_t from, std::size_t count) {
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(from);
  return {first, first + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

std::vector<Repeat::State> Lowering::neutrals(const core::Atoms& all) {
  std::vector<Repeat::State> states;
  for (const core::Atom& one : all) {
    if (one.type.rank > 0) refuse("it folds rows");
    if (refused_) return {};
    states.push_back({value(one.type.elem), operand(one), {}});
  }
  return states;
}

Operands Lowering::linear(const Turns& turns, Code& code) {
  const core::Soac& soac = turns.soac;
  Repeat loop{{}, Repeat::Upwards{value(ScalarType::i64), turns.width}, {}};
  const Operand index = of(std::get<Repeat::Upwards>(loop.form).index);
  const auto begin = [&](const core::Atoms& neutral) {
    for (Repeat::State& state : neutrals(neutral)) loop.states.push_back(std::move(state));
  };
  for (const core::Reduce& reduce : soac.reduces) begin(reduce.neutral);
  for (const core::Scan& scan : soac.scans) begin(scan.neutral);
  if (refused_) return {};
  Operands states;
  for (const Repeat::State& state : loop.states) states.push_back(of(state.state));
  inside([&] {
    turn(turns, index, loop.body);
    Operands next;
    const auto fold = [&](const core::Lambda& op, std::size_t count) {
      if (refused_) return;
      const std::size_t from = next.size();
      Operands elements;
      for (std::size_t k = 0; k < count; ++k)
        elements.push_back(operand(soac.lambda.body.results[from + k]));
      for (Operand& one : combined(op, some(states, from, count), elements, loop.body))
        next.push_back(std::move(one));
    };
    for (const core::Reduce& reduce : soac.reduces) fold(reduce.op, reduce.neutral.size());
    for (const core::Scan& scan : soac.scans) fold(scan.op, scan.neutral.size());
    for (std::size_t r = 0; r < next.size() && !refused_; ++r) {
      loop.states[r].next = next[r];
      const View& to = turns.results[r];
      if (r >= turns.reduced)
        add(loop.body, Store{to.array, place_of(to, {index}, loop.body), next[r]});
    }
  });
  if (refused_) return {};
  add(code, std::move(loop));
  return some(states, 0, turns.reduced);
}

Operands Lowering::pieces(const Turns& turns, Code& code) {
  const core::Soac& soac = turns.soac;
  const bool blocked = core::commutative_builtin(soac.reduces[0].op).has_value();
  const std::int64_t most = blocked ? core::kBlock : core::kChunk;
  const auto i64_op = [&](std::string_view prim, Operands args, Code& where) {
    return compute(prim, ScalarType::i64, std::move(args), where);
  };
  // (It is above 0, and small.)
  const Operand count = i64_op("shr",
                               {plus(turns.width, i64(most - 1), code),
                                i64(std::countr_zero(static_cast<std::uint64_t>(most)))},
                               code);
  Repeat loop{{}, Repeat::Upwards{value(ScalarType::i64), count}, {}};
  const Operand number = of(std::get<Repeat::Upwards>(loop.form).index);
  for (const core::Reduce& reduce : soac.reduces)
    for (Repeat::State& state : neutrals(reduce.neutral)) loop.states.push_back(std::move(state));
  std::vector<View> accumulators;
  for (std::size_t k = 0; blocked && k < loop.states.size(); ++k)
    accumulators.push_back(make(loop.states[k].init.type, {i64(core::kLanes)}, code));
  if (refused_) return {};
  inside([&] {
    const Operand first = times(number, i64(most), loop.body);
    const Operand length =
        i64_op("min", {minus(turns.width, first, loop.body), i64(most)}, loop.body);
    const Operands parts = blocked ? block(turns, accumulators, first, length, loop.body)
                                   : chunk(turns, loop.states, first, length, loop.body);
    std::size_t from = 0;
    for (const core::Reduce& reduce : soac.reduces) {
      if (refused_) return;
      const std::size_t n = reduce.neutral.size();
      Operands totals;
      for (std::size_t k = 0; k < n; ++k) totals.push_back(of(loop.states[from + k].state));
      const Operands next = combined(reduce.op, totals, some(parts, from, n), loop.body);
      for (std::size_t k = 0; k < n; ++k) loop.states[from++].next = next[k];
    }
  });
  if (refused_) return {};
  Operands totals;
  for (const Repeat::State& state : loop.states) totals.push_back(of(state.state));
  add(code, std::move(loop));
  return totals;
}

Operands Lowering::block(const Turns& turns, const std::vector<View>& accumulators,
                         const Operand& first, const Operand& length, Code& code) {
  const core::Soac& soac = turns.soac;
  Repeat loop{{}, Repeat::Upwards{value(ScalarType::i64), length}, {}};
  const Operand index = of(std::get<Repeat::Upwards>(loop.form).index);
  inside([&] {
    Code& one = loop.body;
    turn(turns, plus(first, index, one), one);
    if (refused_) return;
    for (std::size_t k = 0; k < accumulators.size() && !refused_; ++k) {
      const Operand element = operand(soac.lambda.body.results[k]);
      accumulate(accumulators[k], index, index, element, one, [&](const Operand& before) {
        return combined(soac.reduces[k].op, {before}, {element}, one)[0];
      });
    }
  });
  add(code, std::move(loop));
  const auto i64_op = [&](std::string_view prim, Operands args) {
    return compute(prim, ScalarType::i64, std::move(args), code);
  };
  for (int step = core::kLanes / 2; step >= 1; step /= 2) {
    // (Those that there are: of a block that is shorter, no more than its elements.)
    const Operand pairs = i64_op("min", {minus(length, i64(step), code), i64(step)});
    Repeat halves{{}, Repeat::Upwards{value(ScalarType::i64), pairs}, {}};
    const Operand at = of(std::get<Repeat::Upwards>(halves.form).index);
    inside([&] {
      for (std::size_t k = 0; k < accumulators.size() && !refused_; ++k) {
        const View& all = accumulators[k];
        const Operand other = read(all, {plus(at, i64(step), halves.body)}, halves.body);
        const Operands sum =
            combined(soac.reduces[k].op, {read(all, {at}, halves.body)}, {other}, halves.body);
        add(halves.body, Store{all.array, place_of(all, {at}, halves.body), sum[0]});
      }
    });
    add(code, std::move(halves));
  }
  Operands sums;
  for (const View& all : accumulators) sums.push_back(read(all, {i64(0)}, code));
  return sums;
}

void Lowering::accumulate(const View& all, const Operand& index, const Operand& in_block,
                          const Operand& element, Code& code,
                          const std::function<Operand(const Operand&)>& sum) {
  const Operand at = compute("and", ScalarType::i64, {index, i64(core::kLanes - 1)}, code);
  const Operand is_first = compute("lt", ScalarType::i64, {in_block, i64(core::kLanes)}, code);
  const Operand both = sum(read(all, {at}, code));
  const Operand now = compute("select", element.type, {is_first, element, both}, code);
  add(code, Store{all.array, place_of(all, {at}, code), now});
}

Operands Lowering::chunk(const Turns& turns, const std::vector<Repeat::State>& neutral,
                         const Operand& first, const Operand& length, Code& code) {
  const core::Soac& soac = turns.soac;
  Repeat loop{{}, Repeat::Upwards{value(ScalarType::i64), length}, {}};
  const Operand index = of(std::get<Repeat::Upwards>(loop.form).index);
  Operands states;
  for (const Repeat::State& one : neutral) {
    loop.states.push_back({value(one.init.type), one.init, {}});
    states.push_back(of(loop.states.back().state));
  }
  inside([&] {
    turn(turns, plus(first, index, loop.body), loop.body);
    if (refused_) return;
    const Operand is_first = compute("eq", ScalarType::i64, {index, i64(0)}, loop.body);
    Branch next{is_first, {}, {}, {}};
    std::size_t from = 0;
    inside([&] {
      for (const core::Reduce& reduce : soac.reduces) {
        if (refused_) return;
        const std::size_t n = reduce.neutral.size();
        Operands elements;
        for (std::size_t k = 0; k < n; ++k)
          elements.push_back(operand(soac.lambda.body.results[from + k]));
        const Operands sums = combined(reduce.op, some(states, from, n), elements, next.no);
        for (std::size_t k = 0; k < n; ++k) {
          const Value now = value(elements[k].type);
          next.results.push_back({now, elements[k], sums[k]});
          loop.states[from++].next = of(now);
        }
      }
    });
    add(loop.body, std::move(next));
  });
  add(code, std::move(loop));
  return states;
}

}  // namespace laguz::vcode
