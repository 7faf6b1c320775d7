// stream_seq: the lambda runs over chunks in order; its accumulators are moved from one to the
// next.
#include <algorithm>

#include "eval/compiler.hpp"

namespace laguz::eval {
namespace {

class StreamNode final : public Node {
 public:
  struct Parts {
    Block prologue;  ///< the width, and the first accumulators
    Slot width = 0;
    Slot count = 0;  ///< the lambda's first parameter
    std::vector<Slot> arrays;
    std::vector<Slot> chunks;  ///< the lambda's last parameters
    Block body;                ///< ends with the next accumulators and the chunks of results
    std::vector<Slot> parts;   ///< a chunk of each result
    std::vector<Output> outs;
    std::vector<std::vector<ScalarArg>> row_shapes;
    std::int64_t chunk = 0;
  };
  explicit StreamNode(Parts parts) : p_(std::move(parts)) {}

  void exec(Frame& frame) override {
    p_.prologue.run(frame);
    const auto n = static_cast<std::int64_t>(frame.bits(p_.width));
    for (const Slot array : p_.arrays)
      if (frame.array(array).length() != n) fail(width_text(n, frame.array(array).length()));
    if (n <= 0) return run_empty(frame);
    Machine& machine = frame.machine();
    const std::int64_t most = chunk_size(machine.options);
    for (std::int64_t at = 0, count = 0; at < n; at += count) {
      count = std::min(most, n - at);
      support::spend(100);
      frame.put<std::int64_t>(p_.count, count);
      for (std::size_t k = 0; k < p_.arrays.size(); ++k)
        frame.array(p_.chunks[k]) = frame.array(p_.arrays[k]).slice(0, at, count, 1);
      p_.body.run(frame);
      for (std::size_t k = 0; k < p_.outs.size(); ++k) put(frame, k, at, count, n);
    }
  }

 private:
  std::int64_t chunk_size(const Options& options) const {
    constexpr std::int64_t kOurs = 1 << 16;
    if (p_.chunk > 0) return p_.chunk;
    return options.chunk > 0 ? options.chunk : kOurs;
  }

  void put(Frame& frame, std::size_t k, std::int64_t at, std::int64_t count, std::int64_t n) {
    const Array part = std::move(frame.array(p_.parts[k]));
    if (part.length() != count) fail(width_text(count, part.length()));
    Array& all = frame.array(p_.outs[k].to);
    if (at == 0 && count == n) {
      all = part;
      return;
    }
    const Shape row = part.shape().drop(1);
    if (at == 0) {
      all = Array::uninitialised(part.type(), row.prepend(n));
    } else if (all.shape().drop(1) != row) {
      fail(irregular_text(all.shape().drop(1), row));
    }
    Array place = all.slice(0, at, count, 1);
    Array::copy_into(place, part);
    spend_on(part);
  }

  void run_empty(Frame& frame) {
    for (std::size_t k = 0; k < p_.outs.size(); ++k) {
      Shape row;
      for (const ScalarArg& length : p_.row_shapes[k])
        row.dims[static_cast<std::size_t>(row.rank++)] =
            std::max<std::int64_t>(0, length.i64(frame));
      frame.array(p_.outs[k].to) = Array::uninitialised(p_.outs[k].type, row.prepend(0));
    }
  }

  Parts p_;
};

}  // namespace

void Compiler::compile(const core::Stream& exp) {
  begin(true);
  StreamNode::Parts p;
  p.chunk = exp.chunk;
  p.width = settle(p.prologue, exp.width);
  for (const core::Atom& array : exp.arrays) p.arrays.push_back(look(array).slot);
  std::vector<BodyResult> inits = as_results(exp.inits);
  for (const core::Atoms& lengths : exp.row_shapes) {
    auto& shape = p.row_shapes.emplace_back();
    for (const core::Atom& length : lengths) shape.push_back(lazy(length));
  }
  const core::Binders& params = exp.lambda.params;
  const std::size_t accs = exp.inits.size();
  p.count = bind(params[0]);
  std::vector<Slot> to;
  for (std::size_t i = 0; i < accs; ++i)
    to.push_back(inits[i].is_array ? bind_consumed(params[1 + i], inits[i].array)
                                   : bind(params[1 + i]));
  assign(p.prologue, std::move(inits), to);
  for (std::size_t i = 1 + accs; i < params.size(); ++i) p.chunks.push_back(bind(params[i]));

  CompiledBody compiled = body(exp.lambda.body, params, {});
  const core::Binders& binders = current_->stm->binders;
  for (std::size_t i = 0; i < accs; ++i) bind_at(binders[i], to[i]);
  for (std::size_t i = accs; i < binders.size(); ++i) {
    p.parts.push_back(new_slot(true));
    to.push_back(p.parts.back());
    p.outs.push_back({binders[i].type.elem, true, bind(binders[i])});
  }
  assign(compiled, to);
  p.body = std::move(compiled.block);
  emit(std::make_unique<StreamNode>(std::move(p)));
}

}  // namespace laguz::eval
