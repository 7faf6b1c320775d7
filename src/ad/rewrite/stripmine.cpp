#include "ad/rewrite/stripmine.hpp"

#include <algorithm>
#include <optional>

#include "core/builder.hpp"
#include "core/walk.hpp"

namespace laguz::ad::rewrite {
namespace {

using core::Binder;
using core::Binders;
using core::Builder;

class Nest {
 public:
  Nest(core::Names& names, const core::Loop& loop, const graph::Place& place)
      : names_(names), loop_(loop), place_(place) {
    for (const Binder& param : loop.params) types_.push_back(param.type);
  }

  /// All iterations, [depth] loops deep.
  core::Body write(const Atom& trips, std::int64_t depth) {
    Builder builder = start();
    // The block is the depth-th root, rounded up. Which number it is exactly does not matter.
    const Atom real = builder.prim(prims::get("cvt_f64", ScalarType::i64), {trips});
    const Atom exponent = Atom::constant(support::Scalar::f64(1.0 / static_cast<double>(depth)));
    const Atom root = builder.prim("ceil", {builder.prim("pow", {real, exponent})});
    const Atom whole = builder.prim(prims::get("cvt_i64", ScalarType::f64), {root});
    const Atom block = builder.prim("max", {whole, Atom::i64(2)});
    blocks_ = {Atom::i64(1)};
    for (std::int64_t level = 1; level < depth; ++level)
      blocks_.push_back(builder.mul(blocks_.back(), block));
    Atoms results = level(builder, blocks_.size() - 1, Atom::i64(0), trips, loop_.inits);
    return builder.finish(std::move(results));
  }

  /// A beginning of which the histories take [budget] bytes at most, and the rest.
  Split split(std::int64_t budget, const core::Binders& results) {
    Builder builder = start();
    const Atom state = state_bytes(builder);  // first: arrays may be overwritten by the loop
    Split made;
    Atoms states;
    for (Type type : types_) {
      made.states.push_back(names_.bind(type));
      states.push_back(made.states.back().atom());
    }
    Binders binders = made.states;
    binders.push_back(names_.bind(core::kIndex));
    const Atom done = binders.back().atom();
    core::Loop beginning = loop_;
    beginning.budget = budget;
    beginning.counted = true;
    builder.append(place_.stm(binders, {std::move(beginning)}));
    budget_ = budget;
    rest(builder, made, states, done, state, results);
    for (std::size_t s = 0; s < made.stms.size(); ++s)
      if (made.stms[s].binders.back().id == done.var) made.first = s;
    return made;
  }

  Split in_stretches(const core::Binders& results) {
    Builder builder = start();
    Split made;
    rest(builder, made, loop_.inits, Atom::i64(0), Atom::i64(0), results);
    return made;
  }

 private:
  /// What is left when [done] iterations are, as the last statement: a loop over stretches, with
  /// one over the iterations of each. Of a budget, [done] iterations have taken all that there is;
  /// a state takes [state] bytes.
  void rest(Builder& builder, Split& made, const Atoms& states, const Atom& done, const Atom& state,
            const Binders& results) {
    const auto* form = std::get_if<core::ForForm>(&loop_.form);
    core::Loop outer;
    const Atoms before = params_of(outer, states);
    const Binder at = names_.bind(core::kIndex);  // iteration, or number of the stretch
    outer.params.push_back(at);
    outer.inits.push_back(form != nullptr ? done : Atom::i64(0));
    outer.hints.states = core::KeptStates::checkpoints;
    Builder inside = start();
    // What a state takes, in histories of one iteration. It may take less than one: in many lanes.
    const Atom all = inside.mul(state, inside.add(done, Atom::i64(1)));
    const Atom ratio =
        inside.prim("max", {inside.prim("quot", {all, Atom::i64(budget_)}), Atom::i64(1)});
    Atoms after;
    if (form != nullptr) {
      const auto as_i64 = prims::get("cvt_i64", form->bound.type.elem);
      const Atom trips = form->bound.type.elem == ScalarType::i64
                             ? form->bound
                             : builder.prim(as_i64, {form->bound});
      Builder asks = start();
      const Atom goes_on = asks.prim("lt", {at.atom(), trips});
      outer.form = core::WhileForm{asks.finish({goes_on})};
      after = for_stretch(inside, before, at.atom(), inside.sub(trips, at.atom()), ratio);
    } else {
      outer.form = core::WhileForm{condition(before)};
      after = while_stretch(inside, before, at.atom(), done, ratio);
    }
    outer.body = inside.finish(std::move(after));
    std::vector<Type> types = types_;
    types.push_back(core::kIndex);
    builder.emit({std::move(outer)}, types);
    made.stms = std::move(builder.finish({}).stms);
    std::copy_n(results.begin(), types_.size(), made.stms.back().binders.begin());
  }

  /// From iteration [from] on, when [left] are left, n say: about √(ratio n) of them, so that the
  /// states between stretches and the histories of one take as little as they can together.
  Atoms for_stretch(Builder& around, const Atoms& states, const Atom& from, const Atom& left,
                    const Atom& ratio) {
    const auto real = prims::get("cvt_f64", ScalarType::i64);
    const Atom product = around.mul(around.prim(real, {left}), around.prim(real, {ratio}));
    const Atom root = around.prim("ceil", {around.prim("sqrt", {product})});
    const Atom whole = around.prim(prims::get("cvt_i64", ScalarType::f64), {root});
    const Atom count = around.prim("min", {left, around.prim("max", {whole, Atom::i64(2)})});
    core::Loop made;
    const Binder index = names_.bind(core::kIndex, "i");
    const Atoms now = params_of(made, states);
    made.form = core::ForForm{index, count};
    made.hints.states = core::KeptStates::all;
    Builder inside = start();
    const Atom i = inside.add(from, index.atom());
    made.body = iteration(inside, i, now);
    Atoms after = around.emit({std::move(made)}, types_);
    after.push_back(around.add(from, count));
    return after;
  }

  /// How long it goes on is not known: stretches get longer as it does.
  Atoms while_stretch(Builder& around, const Atoms& states, const Atom& number, const Atom& done,
                      const Atom& ratio) {
    const Atom next = around.add(number, Atom::i64(1));
    const Atom least = around.prim("quot", {done, Atom::i64(64)});
    const Atom most = around.add(around.mul(ratio, next), least);
    core::Loop made;
    const Atoms now = params_of(made, states);
    const Binder index = names_.bind(core::kIndex);
    made.params.push_back(index);
    made.inits.push_back(Atom::i64(0));
    made.form = core::WhileForm{condition(now, std::pair(index.atom(), most))};
    made.hints.states = core::KeptStates::all;
    Builder inside = start();
    const Atom one_more = inside.add(index.atom(), Atom::i64(1));
    made.body = iteration(inside, index.atom(), now);
    made.body.results.push_back(one_more);
    std::vector<Type> types = types_;
    types.push_back(core::kIndex);
    Atoms after = around.emit({std::move(made)}, types);
    after.back() = next;
    return after;
  }

  /// Fresh parameters for [made], which begin with [inits].
  Atoms params_of(core::Loop& made, const Atoms& inits) {
    made.regular = loop_.regular;
    Atoms now;
    for (Type type : types_) {
      made.params.push_back(names_.bind(type));
      now.push_back(made.params.back().atom());
    }
    made.inits = inits;
    return now;
  }

  /// Whether the loop goes on from [states], and (index, end) is not at its end.
  core::Body condition(const Atoms& states, std::optional<std::pair<Atom, Atom>> end = {}) {
    core::Substitution substitution;
    for (std::size_t k = 0; k < states.size(); ++k) substitution[loop_.params[k].id] = states[k];
    core::Body body = core::refresh(std::get<core::WhileForm>(loop_.form).condition, names_,
                                    std::move(substitution));
    if (!end) return body;
    Builder builder = start();
    for (core::Stm& stm : body.stms) builder.append(std::move(stm));
    const Atom left = builder.prim("lt", {end->first, end->second});
    return builder.finish({builder.prim("and", {left, body.results[0]})});
  }

  /// What one state takes, by the lengths of the first.
  Atom state_bytes(Builder& builder) {
    Atom bytes = Atom::i64(0);
    for (const Atom& init : loop_.inits) {
      Atom size = Atom::i64(support::size_of(init.type.elem));
      for (int d = 0; d < init.type.rank; ++d) size = builder.mul(size, builder.shape(init, d));
      bytes = builder.add(bytes, size);
    }
    return bytes;
  }

  Builder start() {
    Builder builder(names_);
    builder.span = place_.span;
    builder.inlined_at = place_.inlined_at;
    return builder;
  }

  /// Iterations [from], from+1, ..., [count] of them, [level] + 1 loops deep.
  Atoms level(Builder& around, std::size_t level, const Atom& from, const Atom& count,
              const Atoms& states) {
    core::Loop made;
    const Binder index = names_.bind(core::kIndex, "i");
    const Atoms now = params_of(made, states);
    Builder inside = start();
    if (level == 0) {
      const Atom i = inside.add(from, index.atom());
      made.form = core::ForForm{index, count};
      made.hints.states = core::KeptStates::all;
      made.body = iteration(inside, i, now);
    } else {
      const Atom size = blocks_[level];
      const Atom last = around.add(count, around.sub(size, Atom::i64(1)));
      made.form = core::ForForm{index, around.prim("quot", {last, size})};
      made.hints.states = core::KeptStates::checkpoints;
      const Atom done = inside.mul(index.atom(), size);
      const Atom left = inside.prim("min", {size, inside.sub(count, done)});
      made.body = inside.finish(this->level(inside, level - 1, inside.add(from, done), left, now));
    }
    return around.emit({std::move(made)}, types_);
  }

  core::Body iteration(Builder& inside, const Atom& i, const Atoms& states) {
    core::Substitution substitution;
    for (std::size_t k = 0; k < states.size(); ++k) substitution[loop_.params[k].id] = states[k];
    if (const auto* form = std::get_if<core::ForForm>(&loop_.form)) {
      const ScalarType type = form->index.type.elem;
      const auto convert = "cvt_" + std::string(name(type));
      substitution[form->index.id] =
          type == ScalarType::i64 ? i : inside.prim(prims::get(convert, ScalarType::i64), {i});
    }
    core::Body body = core::refresh(loop_.body, names_, std::move(substitution));
    for (core::Stm& stm : body.stms) inside.append(std::move(stm));
    return inside.finish(std::move(body.results));
  }

  core::Names& names_;
  const core::Loop& loop_;
  const graph::Place& place_;
  std::vector<Type> types_;
  std::int64_t budget_ = 1;
  Atoms blocks_;  ///< iterations of the loop under an iteration of each level
};

}  // namespace

core::Body stripmined(core::Names& names, const core::Loop& loop, const Atom& trips,
                      std::int64_t depth, const graph::Place& place) {
  return Nest(names, loop, place).write(trips, depth);
}

Split split(core::Names& names, const core::Loop& loop, std::int64_t budget,
            const core::Binders& results, const graph::Place& place) {
  return Nest(names, loop, place).split(budget, results);
}

Split in_stretches(core::Names& names, const core::Loop& loop, const core::Binders& results,
                   const graph::Place& place) {
  return Nest(names, loop, place).in_stretches(results);
}

}  // namespace laguz::ad::rewrite
