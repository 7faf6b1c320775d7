// Soacs inside lanes: a loop over the inner dimension, each round with a vector of lanes.
#include <algorithm>

#include "eval/lanes/backwards.hpp"
#include "eval/lanes/compiler.hpp"
#include "eval/lanes/history.hpp"
#include "eval/lanes/inner_fold.hpp"
#include "eval/lanes/ragged_fold.hpp"
#include "eval/partial_sums.hpp"
#include "prims/lanes_move.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {
namespace {

namespace kernels = prims::lanes;

struct Input {
  ArrayRef array;
  ValueRef param;
  Reg home = kNoReg;    ///< where a scalar element is put together
  bool longer = false;  ///< there may be more than is read
};

struct Output {
  ValueRef value;
  ArrayRef out;
  std::optional<ArrayRef> place;  ///< where to make it, if an array of its shape is there
  bool in_place = false;          ///< a scalar that can be written to its row directly

  /// Room for it.
  LaneArray room(Tile& tile, const Shape& shape) const {
    if (place) {
      LaneArray there = std::move(place->peek(tile));
      if (there.block && there.shape == shape) return there;
    }
    return tile.allocate(out.type, shape, out.varying);
  }
};

struct SoacCode {
  ScalarRef width;
  std::vector<Input> inputs;
  Code body;
  std::vector<InnerReduce> reduces;
  std::vector<InnerScan> scans;
  std::vector<std::vector<ScalarRef>> row_shapes;
  std::vector<Output> outputs;
  std::uint32_t room = 0;
  Reg active = kNoReg;                 ///< a mask, when the width varies
  bool may_differ = false;             ///< and may really do so
  std::optional<Irregular> irregular;  ///< likewise, and when it may part sums
  std::int64_t parted_from = 0;
  std::vector<std::size_t> numbers;  ///< of places, if it may go backwards (backwards.hpp)
};

/// Where a fold before fold [which] has the extremum that this one finds, if there is one.
ScalarRef extremum_known(const std::vector<InnerReduce>& folds, std::size_t which,
                         const core::Soac& e) {
  const auto prim = commutative_builtin(e.reduces[which].op);
  const prims::lanes::PlacedFold wanted = prim ? prims::lanes::placed_fold(*prim) : nullptr;
  if (wanted == nullptr) return {};
  auto operand = [&](std::size_t i) {
    std::size_t first = 0;
    for (std::size_t k = 0; k < i; ++k) first += e.reduces[k].neutral.size();
    return e.lambda.body.results[first];
  };
  for (std::size_t i = 0; i < which; ++i)
    if (folds[i].op.placed == wanted && e.reduces[i].neutral[0] == e.reduces[which].neutral[0] &&
        operand(i) == operand(which))
      return folds[i].outs[0].scalar;
  return {};
}

class InnerSoac : public Instr {
 public:
  explicit InnerSoac(SoacCode code) : c(std::move(code)) {}

  void run(Tile& tile) const override {
    if (c.active == kNoReg) {
      const std::int64_t width = c.width.integer(tile);
      go(tile, width, width);
      return;
    }
    const auto range = kernels::range(c.width.type, tile.n, tile.at[c.width.reg], tile.mask);
    if (range.low == range.high) {
      go(tile, range.low, range.low);
      return;
    }
    // Lanes of different widths: a lane that is done stands still.
    const auto of_numbers = [](const InnerReduce& reduce) {
      return std::none_of(reduce.outs.begin(), reduce.outs.end(),
                          [](const ValueRef& out) { return out.is_array; });
    };
    if (!c.may_differ || !std::all_of(c.reduces.begin(), c.reduces.end(), of_numbers))
      c.irregular.value().give_up();
    go(tile, range.high, range.low);
  }

 private:
  struct State : Room {
    std::vector<InnerReduce::State> reduces;
    std::vector<RaggedFold> ragged;  ///< in place of these
    std::vector<InnerScan::State> scans;
    std::vector<LaneArray> rows;
  };

  /// [width] rounds, the first of which, up to [all], are all lanes'.
  void go(Tile& tile, std::int64_t width, std::int64_t all) const {
    const bool masked = all < width;
    width = std::max<std::int64_t>(width, 0);  // as in every tier
    if (c.parted_from > 0 && width >= c.parted_from) c.irregular.value().give_up();
    for (const Input& input : c.inputs) {
      const std::int64_t length = input.array.peek(tile).shape[0];
      if (input.longer ? length < width : length != width) tile.fail();
    }
    if (is_far_longer(tile, width)) throw FewLanes{};
    State& state = tile.room<State>(c.room);
    const Mask outer = tile.mask;
    if (masked && width > core::kShortFold)
      for (const InnerReduce& reduce : c.reduces)
        state.ragged.push_back(ragged_fold(tile, reduce, c.width, outer));
    begin(tile, state, width);
    const bool backwards = !masked && may_go_backwards(tile);
    for (std::int64_t i = 0; i < width; ++i) {
      if (i >= all) {
        bool* active = tile.masks(c.active);
        kernels::below(c.width.type, tile.n, active, i, tile.at[c.width.reg], outer);
        tile.mask = active;
      }
      if (i % 256 == 255) support::poll();
      round(tile, state, backwards ? width - 1 - i : i, width, i >= all);
    }
    tile.mask = outer;
    end(tile, state, width);
  }

  bool may_go_backwards(Tile& tile) const {
    return !c.numbers.empty() &&
           std::all_of(c.numbers.begin(), c.numbers.end(), [&](std::size_t number) {
             const LaneArray& array = c.inputs[number].array.peek(tile);
             return array.affine && array.strides[0] > 0;
           });
  }

  /// (Operators of the user's, and scans, go from one element to the next in any case.)
  bool is_far_longer(const Tile& tile, std::int64_t width) const {
    constexpr std::int64_t kFew = 64, kTimes = 64, kVeryFew = 16, kTimesThose = 4;
    const std::int64_t enough = tile.n < kVeryFew ? kTimesThose * tile.n : kTimes * tile.capacity;
    return tile.alone && tile.capacity <= kFew && width >= enough && c.scans.empty() &&
           std::all_of(c.reduces.begin(), c.reduces.end(),
                       [](const auto& one) { return one.op.builtin(); });
  }

  void begin(Tile& tile, State& state, std::int64_t width) const {
    state.reduces.resize(c.reduces.size());
    state.scans.resize(c.scans.size());
    state.rows.resize(c.outputs.size());
    for (std::size_t i = 0; i < c.reduces.size() && state.ragged.empty(); ++i)
      c.reduces[i].begin(tile, state.reduces[i], width);
    for (std::size_t i = 0; i < c.scans.size(); ++i) c.scans[i].begin(tile, state.scans[i], width);
    for (std::size_t i = 0; i < c.outputs.size(); ++i) {
      const Output& output = c.outputs[i];
      if (!output.value.is_array) state.rows[i] = output.room(tile, {width});
    }
  }

  void round(Tile& tile, State& state, std::int64_t i, std::int64_t width, bool masked) const {
    for (const Input& input : c.inputs) {
      const LaneArray& array = input.array.peek(tile);
      const std::int64_t elements = i * array.strides[0];
      if (input.param.is_array)
        input.param.array.peek(tile).set_below(array, 1, elements);
      else
        tile.at[input.param.scalar.reg] = const_cast<std::byte*>(
            tile.fetch(array, elements, tile.at[input.home], input.array.varying));
    }
    for (std::size_t k = 0; k < c.outputs.size(); ++k) {
      if (!c.outputs[k].in_place) continue;
      const LaneArray& rows = state.rows[k];
      tile.at[c.outputs[k].value.scalar.reg] =
          rows.data + i * rows.strides[0] * rows.element_size();
    }
    lanes::run(c.body, tile);
    for (RaggedFold& ragged : state.ragged)
      std::visit([&](auto& fold) { fold.step(i, tile.mask); }, ragged);
    for (std::size_t k = 0; k < c.reduces.size() && state.ragged.empty(); ++k)
      c.reduces[k].step(tile, state.reduces[k], i, width, masked ? tile.mask : nullptr);
    for (std::size_t k = 0; k < c.scans.size(); ++k)
      c.scans[k].step(tile, state.scans[k], i, width);
    for (std::size_t k = 0; k < c.outputs.size(); ++k) {
      const Output& output = c.outputs[k];
      if (output.in_place) continue;
      LaneArray& rows = state.rows[k];
      if (output.value.is_array && i == 0)
        rows = output.room(tile, output.value.array.peek(tile).shape.prepend(width));
      store_row(tile, rows, i, output.value, output.out.varying);
    }
  }

  void end(Tile& tile, State& state, std::int64_t width) const {
    for (std::size_t i = 0; i < c.reduces.size() && state.ragged.empty(); ++i)
      c.reduces[i].end(tile, state.reduces[i]);
    for (RaggedFold& ragged : state.ragged)
      std::visit([&](auto& fold) { fold.end(width); }, ragged);
    state.ragged.clear();
    std::size_t shape = 0;
    for (std::size_t i = 0; i < c.scans.size(); ++i) {
      const std::size_t count = c.scans[i].outs.size();
      const std::vector<std::vector<ScalarRef>> shapes(
          c.row_shapes.begin() + static_cast<std::ptrdiff_t>(shape),
          c.row_shapes.begin() + static_cast<std::ptrdiff_t>(shape + count));
      c.scans[i].end(tile, state.scans[i], width, shapes);
      shape += count;
    }
    for (std::size_t i = 0; i < c.outputs.size(); ++i, ++shape) {
      const Output& output = c.outputs[i];
      if (output.value.is_array && width == 0)
        state.rows[i] = tile.allocate(
            output.out.type, shape_of(tile, c.row_shapes[shape]).prepend(0), output.out.varying);
      output.out.put(tile, std::move(state.rows[i]));
      // Rows of other arrays are not to be held any longer than the loop.
      if (output.value.is_array && output.value.array.move) output.value.array.put(tile, {});
    }
    for (const Input& input : c.inputs)
      if (input.param.is_array) input.param.array.put(tile, {});
  }

  SoacCode c;
};

/// Whether lanes may differ in the width: what they read must be as long as the longest needs it,
/// and who reads the results must not mind if they are.
bool may_differ(const Compiler& c, const core::Soac& e, const core::Binders& to) {
  if (!e.scans.empty()) return false;
  bool of_kept = false;
  for (const core::Atom& array : e.arrays) {
    const bool kept = c.kept.count(array.var) > 0;
    if (!kept && c.counts.count(array.var) == 0) return false;
    of_kept = of_kept || kept;
  }
  return std::all_of(to.end() - static_cast<std::ptrdiff_t>(e.row_shapes.size()), to.end(),
                     [&](const core::Binder& out) {
                       return (of_kept && c.kept_arrays.may_be_longer(out.id, 1)) ||
                              (out.type.rank == 1 && c.kept_arrays.is_gathered_in(out.id)) ||
                              c.read_by_soacs(out.id, e.width);
                     });
}

}  // namespace

void compile(Compiler& c, const core::Soac& e, const core::Binders& to) {
  SoacCode code;
  code.room = c.room();
  const bool masked = c.varies(e.width);
  code.width = c.scalar(e.width);
  code.parted_from = e.parted_from;
  code.numbers = numbers_of_places(c, e);
  if (masked || e.parted_from > 0) code.irregular = c.irregular();
  if (masked) code.active = c.temporary(ScalarType::boolean).reg;
  code.may_differ = masked && may_differ(c, e, to);
  if (code.may_differ)
    for (std::size_t r = to.size() - e.row_shapes.size(); r < to.size(); ++r)
      c.kept.insert(to[r].id);
  for (const core::Atoms& shape : e.row_shapes) code.row_shapes.push_back(c.uniforms(shape));
  for (std::size_t i = 0; i < e.arrays.size(); ++i) {
    Input input;
    input.array = c.look(e.arrays[i]);
    input.longer = c.kept.count(e.arrays[i].var) > 0 || c.counts.count(e.arrays[i].var) > 0;
    const core::Binder& param = e.lambda.params[i];
    input.param.is_array = !param.type.is_scalar();
    if (input.param.is_array)
      input.param.array = c.define_array(param);
    else
      input.param.scalar = c.define_pointer(param, input.home);
    code.inputs.push_back(input);
  }
  std::size_t result = 0;
  for (const auto& reduce : e.reduces) {
    InnerReduce inner;
    for (std::size_t k = 0; k < reduce.neutral.size(); ++k) {
      const core::Binder& out = to[result++];
      inner.outs.push_back(c.define_value(out));
      const bool scalar = out.type.is_scalar();
      inner.partial.push_back(scalar ? c.temporary(out.type.elem, c.divergence.of(out.id)).reg
                                     : kNoReg);
    }
    code.reduces.push_back(std::move(inner));
  }
  for (const auto& scan : e.scans) {
    InnerScan inner;
    inner.by_blocks = scans_by_blocks(scan.op);
    for (const core::Atom& neutral : scan.neutral) {
      const core::Binder& out = to[result++];
      inner.outs.push_back(c.define_array(out));
      const bool scalar = neutral.type.is_scalar();
      inner.places.push_back(scalar ? c.temporary(neutral.type.elem, c.divergence.of(out.id)).reg
                                    : kNoReg);
    }
    code.scans.push_back(std::move(inner));
  }

  InnerBody body = c.open(e.lambda.body, e.lambda.params, Compiler::Runs::often);
  std::size_t operand = 0;
  for (std::size_t i = 0; i < e.reduces.size(); ++i) {
    const std::size_t arity = e.reduces[i].neutral.size();
    code.reduces[i].op = make_operator(c, e.reduces[i].op, e.reduces[i].neutral, body, operand);
    compile_operator(c, e.reduces[i].op, code.reduces[i].op, masked);
    code.reduces[i].known = extremum_known(code.reduces, i, e);
    operand += arity;
  }
  for (std::size_t i = 0; i < e.scans.size(); ++i) {
    const std::size_t arity = e.scans[i].neutral.size();
    code.scans[i].op = make_operator(c, e.scans[i].op, e.scans[i].neutral, body, operand);
    compile_operator(c, e.scans[i].op, code.scans[i].op, false);
    operand += arity;
  }
  for (; result < to.size(); ++result) {
    Output output;
    output.value = body.results[result];
    output.place = c.place_of(to[result].id);
    output.out = c.define_array(to[result]);
    output.in_place = !output.value.is_array && body.redirectable[result];
    code.outputs.push_back(output);
  }
  c.close(body);
  code.body = std::move(body.code);
  c.emit<InnerSoac>(std::move(code));
}

}  // namespace laguz::eval::lanes
