#include "ad/stripmine.hpp"

#include "core/builder.hpp"
#include "core/walk.hpp"

namespace laguz::ad {
namespace {

using core::Binder;
using core::Builder;

class Nest {
 public:
  Nest(core::Names& names, const core::Loop& loop, const graph::Place& place)
      : names_(names), loop_(loop), place_(place) {
    for (const Binder& param : loop.params) types_.push_back(param.type);
  }

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

 private:
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
    Atoms now;
    for (Type type : types_) {
      made.params.push_back(names_.bind(type));
      now.push_back(made.params.back().atom());
    }
    made.inits = states;
    Builder inside = start();
    if (level == 0) {
      const Atom i = inside.add(from, index.atom());
      made.form = core::ForForm{index, count};
      made.body = iteration(inside, i, now);
    } else {
      const Atom size = blocks_[level];
      const Atom last = around.add(count, around.sub(size, Atom::i64(1)));
      made.form = core::ForForm{index, around.prim("quot", {last, size})};
      made.hints.coarse = true;
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
  Atoms blocks_;  ///< iterations of the loop under an iteration of each level
};

}  // namespace

core::Body stripmined(core::Names& names, const core::Loop& loop, const Atom& trips,
                      std::int64_t depth, const graph::Place& place) {
  return Nest(names, loop, place).write(trips, depth);
}

}  // namespace laguz::ad
