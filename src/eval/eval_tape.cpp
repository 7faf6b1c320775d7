// Reading what loops keep, row by row: rows that are not at hand are computed again (tape.hpp).
#include "eval/compiler.hpp"

namespace laguz::eval {
namespace {

/// Rows of one history.
class Rows1 {
 public:
  explicit Rows1(TapedRows rows)
      : rows_(std::move(rows)),
        to_(rows_.site->entries[rows_.entry].to),
        from_(rows_.site->entries[rows_.entry].from) {}

  /// Where row [i] is among those at hand.
  [[gnu::always_inline]] std::int64_t at(Frame& frame, std::int64_t i) const {
    const std::int64_t here = i - frame.get<std::int64_t>(from_);
    return inside(here, frame.array(to_).shape()[0]) ? here : seek(frame, i);
  }
  const Array& array(const Frame& frame) const { return frame.array(to_); }

 private:
  [[gnu::cold, gnu::noinline]] std::int64_t seek(Frame& frame, std::int64_t i) const {
    if (!rows_.site->seek(frame, rows_.entry, i))
      fail(index_text({&i, 1}, frame.array(to_).shape()));
    return i - frame.get<std::int64_t>(from_);
  }

  TapedRows rows_;
  Slot to_, from_;
};

/// A number for each iteration; A is SlotArg or NodeArg.
template <class T, class A>
class TapedNumber final : public ExprOf<TapedNumber<T, A>, T> {
 public:
  TapedNumber(Rows1 rows, A index) : rows_(std::move(rows)), index_(std::move(index)) {}
  T value(Frame& frame) {
    const std::int64_t i = rows_.at(frame, index_.get(frame));
    return rows_.array(frame).template data<T>()[i];
  }

 private:
  Rows1 rows_;
  A index_;
};

/// A number of a row.
template <class T>
class TapedElement final : public ExprOf<TapedElement<T>, T> {
 public:
  TapedElement(Rows1 rows, std::vector<ScalarArg> args)
      : rows_(std::move(rows)), args_(std::move(args)) {}
  T value(Frame& frame) {
    std::array<std::int64_t, runtime::kMaxRank> index{};
    for (std::size_t d = 0; d < args_.size(); ++d) index[d] = args_[d].i64(frame);
    index[0] = rows_.at(frame, index[0]);
    const Array& array = rows_.array(frame);
    std::int64_t at = 0;
    for (std::size_t d = 0; d < args_.size(); ++d) {
      if (!inside(index[d], array.shape()[static_cast<int>(d)]))
        fail(index_text({index.data(), args_.size()}, array.shape()), this->place);
      at += index[d] * array.stride(static_cast<int>(d));
    }
    return array.data<T>()[at];
  }

 private:
  Rows1 rows_;
  std::vector<ScalarArg> args_;
};

class TapedRow final : public Node {
 public:
  TapedRow(Rows1 rows, std::vector<ScalarArg> args, Slot to)
      : rows_(std::move(rows)), args_(std::move(args)), to_(to) {}
  void exec(Frame& frame) override {
    std::array<std::int64_t, runtime::kMaxRank> index{};
    for (std::size_t d = 0; d < args_.size(); ++d) index[d] = args_[d].i64(frame);
    index[0] = rows_.at(frame, index[0]);
    const Array& array = rows_.array(frame);
    for (std::size_t d = 0; d < args_.size(); ++d)
      if (!inside(index[d], array.shape()[static_cast<int>(d)]))
        fail(index_text({index.data(), args_.size()}, array.shape()), place);
    frame.array(to_) = array.at({index.data(), args_.size()});
  }

 private:
  Rows1 rows_;
  std::vector<ScalarArg> args_;
  Slot to_;
};

/// Part of a row.
class TapedSlice final : public Node {
 public:
  TapedSlice(Rows1 rows, SliceSpec spec, Slot to)
      : rows_(std::move(rows)), spec_(std::move(spec)), to_(to) {}
  void exec(Frame& frame) override {
    auto values = spec_.values(frame);
    values[0].index = rows_.at(frame, values[0].index);
    frame.array(to_) = spec_.view(rows_.array(frame), values);
  }

 private:
  Rows1 rows_;
  SliceSpec spec_;
  Slot to_;
};

/// Elements of a flat history: those of one state.
class TapedRange final : public Node {
 public:
  TapedRange(Rows1 rows, ScalarArg start, ScalarArg end, Slot to)
      : rows_(std::move(rows)), start_(std::move(start)), end_(std::move(end)), to_(to) {}
  void exec(Frame& frame) override {
    const std::int64_t start = start_.i64(frame), count = end_.i64(frame) - start;
    const std::int64_t at = count > 0 ? rows_.at(frame, start) : 0;
    const Array& array = rows_.array(frame);
    if (count < 0 || (count > 0 && !inside(at + count - 1, array.length())))
      fail(index_text(std::to_string(start) + ":" + std::to_string(start + count), array.shape()));
    frame.array(to_) = array.slice(0, at, count, 1);
  }

 private:
  Rows1 rows_;
  ScalarArg start_, end_;
  Slot to_;
};

/// Rows of a history are not read any more.
class ForgetTape final : public Node {
 public:
  explicit ForgetTape(TapedRows rows) : rows_(std::move(rows)) {}
  void exec(Frame& frame) override {
    const TapeSite& site = *rows_.site;
    frame.array(site.entries[rows_.entry].to).release();
    auto& tape = frame.tape(site.tape);
    if (!tape || !tape->forget(site.entries.size())) return;
    tape.reset();
    for (const History& entry : site.entries) frame.array(entry.to).release();
  }

 private:
  TapedRows rows_;
};

}  // namespace

void Compiler::read_taped(const TapedRows& rows, const core::Index& exp) {
  const bool element = exp.indices.size() == exp.array.type.rank;
  begin(!element);
  if (!element) {
    auto indices = scalars(exp.indices);
    emit(std::make_unique<TapedRow>(Rows1(rows), std::move(indices), bind(binder())));
    return;
  }
  Operand result;
  result.type = exp.array.type.elem;
  result.ordered = true;
  result.fails = true;
  std::vector<Operand> indices;
  for (const core::Atom& atom : exp.indices) {
    indices.push_back(fetch(atom));
    join(result, indices.back());
  }
  result.node = with_type(result.type, [&](auto tag) -> ScalarPtr {
    using T = typename decltype(tag)::type;
    using I = std::int64_t;
    if (indices.size() == 1 && !indices[0].node)
      return std::make_unique<TapedNumber<T, SlotArg<I>>>(Rows1(rows), SlotArg<I>{indices[0].slot});
    if (indices.size() == 1)
      return std::make_unique<TapedNumber<T, NodeArg<I>>>(
          Rows1(rows), NodeArg<I>{typed<I>(std::move(indices[0])).node});
    std::vector<ScalarArg> all;
    for (Operand& index : indices) all.push_back(untyped(std::move(index)));
    return std::make_unique<TapedElement<T>>(Rows1(rows), std::move(all));
  });
  result.node->place = place();
  define(binder(), std::move(result));
}

void Compiler::read_taped(const TapedRows& rows, const core::Slice& exp) {
  begin(true);
  if (!rows.site->entries[rows.entry].flat) {
    SliceSpec spec = slice(exp.dims);
    return emit(std::make_unique<TapedSlice>(Rows1(rows), std::move(spec), bind(binder())));
  }
  ScalarArg start = scalar(*exp.dims[0].start), end = scalar(*exp.dims[0].end);
  emit(std::make_unique<TapedRange>(Rows1(rows), std::move(start), std::move(end), bind(binder())));
}

void Compiler::forget_taped(Block& block, const TapedRows& rows) {
  block.add(std::make_unique<ForgetTape>(rows));
}

}  // namespace laguz::eval
