// Functions called in place, and streams.
#include <algorithm>

#include "eval/lanes/compiler.hpp"
#include "eval/lanes/loop_states.hpp"
#include "support/governor.hpp"

namespace laguz::eval::lanes {
namespace {

class Inline : public Instr {
 public:
  explicit Inline(Code code) : code_(std::move(code)) {}
  void run(Tile& tile) const override { lanes::run(code_, tile); }

 private:
  Code code_;
};

struct StreamCode {
  ScalarRef width, count;
  LoopStates states;
  std::vector<ArrayRef> arrays, chunks;
  Code body;
  std::vector<ArrayRef> parts, outs;
  std::vector<std::vector<ScalarRef>> row_shapes;
  std::int64_t chunk = 0;
};

class StreamLoop : public Instr {
 public:
  explicit StreamLoop(StreamCode code) : c(std::move(code)) {}
  void run(Tile& tile) const override {
    const std::int64_t n = c.width.integer(tile);
    for (const ArrayRef& array : c.arrays)
      if (array.peek(tile).shape[0] != n) tile.fail();
    c.states.enter(tile);
    std::vector<LaneArray> rows(c.outs.size());
    const std::int64_t most = c.chunk > 0 ? c.chunk : tile.stream_chunk;
    for (std::int64_t at = 0, count = 0; at < n; at += count) {
      support::poll();
      count = std::min(most, n - at);
      *tile.offsets(c.count.reg) = count;
      for (std::size_t k = 0; k < c.arrays.size(); ++k) {
        LaneArray part = c.arrays[k].peek(tile);
        part.shape[0] = count;
        part.advance(at * part.strides[0]);
        c.chunks[k].put(tile, std::move(part));
      }
      lanes::run(c.body, tile);
      for (std::size_t k = 0; k < c.outs.size(); ++k) put(tile, k, rows[k], at, count, n);
      c.states.advance(tile, nullptr);
    }
    for (std::size_t k = 0; k < c.outs.size(); ++k) {
      if (n == 0) {
        Shape shape;
        for (const ScalarRef& length : c.row_shapes[k]) shape[shape.rank++] = length.integer(tile);
        rows[k] = tile.allocate(c.outs[k].type, shape.prepend(0), c.outs[k].varying);
      }
      c.outs[k].put(tile, std::move(rows[k]));
    }
    for (const ArrayRef& chunk : c.chunks) chunk.put(tile, {});
    c.states.leave(tile);
  }

 private:
  void put(Tile& tile, std::size_t k, LaneArray& rows, std::int64_t at, std::int64_t count,
           std::int64_t n) const {
    LaneArray part = c.parts[k].take(tile);
    if (part.shape[0] != count) tile.fail();
    if (count == n) {
      rows = std::move(part);
      return;
    }
    const Shape row = part.shape.drop(1);
    if (at == 0) rows = tile.allocate(part.type, row.prepend(n), c.outs[k].varying);
    if (!(rows.shape.drop(1) == row)) tile.fail();
    LaneArray place = rows;
    place.shape[0] = count;
    place.advance(at * rows.strides[0]);
    tile.copy(place, part, c.outs[k].varying);
  }

  StreamCode c;
};

}  // namespace

void compile(Compiler& c, const core::Custom& e, const core::Binders& to) {
  core::Binders owned;
  Code arguments;
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    const core::Binder& param = e.function.params[i];
    if (param.type.is_scalar()) {
      c.define_same(param, c.scalar(e.args[i]));
    } else {
      ValueRef from, to_param;
      from.is_array = to_param.is_array = true;
      from.array = c.array(e.args[i]);
      to_param.array = c.define_array(param);
      arguments.push_back(move(to_param, from));
      owned.push_back(param);
    }
  }
  InnerBody body = c.open(e.function.body, owned, Compiler::Runs::once);
  for (auto& instr : body.code) arguments.push_back(std::move(instr));
  for (std::size_t i = 0; i < to.size(); ++i)
    if (!c.take_over(to[i], body, i))
      arguments.push_back(move(c.define_value(to[i]), body.results[i]));
  c.close(body);
  c.emit<Inline>(std::move(arguments));
}

void compile(Compiler& c, const core::Stream& e, const core::Binders& to) {
  StreamCode code;
  code.width = c.uniform(e.width);
  code.chunk = e.chunk;
  for (const core::Atoms& shape : e.row_shapes) code.row_shapes.push_back(c.uniforms(shape));
  const auto& params = e.lambda.params;
  code.count = c.define(params[0]);
  const auto first_chunk = params.begin() + 1 + static_cast<std::ptrdiff_t>(e.inits.size());
  const core::Binders states(params.begin() + 1, first_chunk);
  core::Binders owned = code.states.define(c, states, e.inits, e.lambda.body, false);
  for (std::size_t i = 0; i < e.arrays.size(); ++i) {
    const core::Binder& chunk = *(first_chunk + static_cast<std::ptrdiff_t>(i));
    code.arrays.push_back(c.look(e.arrays[i]));
    code.chunks.push_back(c.define_array(chunk));
    owned.push_back(chunk);
  }
  InnerBody body = c.open(e.lambda.body, owned, Compiler::Runs::often);
  code.states.set_next(body);
  for (std::size_t i = e.inits.size(); i < to.size(); ++i)
    code.parts.push_back(body.results[i].array);
  c.close(body);
  code.body = std::move(body.code);
  code.states.define_outs(c, states, to);
  for (std::size_t i = e.inits.size(); i < to.size(); ++i)
    code.outs.push_back(c.define_array(to[i]));
  c.emit<StreamLoop>(std::move(code));
}

}  // namespace laguz::eval::lanes
