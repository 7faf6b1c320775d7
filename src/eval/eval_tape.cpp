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
  [[gnu::always_inline]] std::int64_t at(Frame& frame, std::int64_t i, const Place& place) const {
    const std::int64_t here = i - frame.get<std::int64_t>(from_);
    return inside(here, frame.array(to_).shape()[0]) ? here : seek(frame, i, place);
  }
  const Array& array(const Frame& frame) const { return frame.array(to_); }

 private:
  [[gnu::cold, gnu::noinline]] std::int64_t seek(Frame& frame, std::int64_t i,
                                                 const Place& place) const {
    if (!rows_.site->seek(frame, rows_.entry, i))
      fail_index({&i, 1}, frame.array(to_).shape(), place);
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
    const std::int64_t i = rows_.at(frame, index_.get(frame), this->place);
    return rows_.array(frame).template data<T>()[i];
  }

 private:
  Rows1 rows_;
  A index_;
};

/// The indices of an element or a row, of more dimensions than one.
class TapedIndex {
 public:
  TapedIndex(TapedRows rows, std::vector<ScalarArg> args)
      : rows_(std::move(rows)),
        args_(std::move(args)),
        to_(rows_.site->entries[rows_.entry].to),
        from_(rows_.site->entries[rows_.entry].from) {}

  using Index = std::array<std::int64_t, runtime::kMaxRank>;
  /// The array that has it, and [index] in that.
  const Array& find(Frame& frame, Index& index, std::size_t& count, const Place& place) const {
    count = args_.size();
    for (std::size_t d = 0; d < count; ++d) index[d] = args_[d].i64(frame);
    const Array* array = &frame.array(to_);
    const std::int64_t here = index[0] - frame.get<std::int64_t>(from_);
    if (inside(here, array->length()))
      index[0] = here;
    else
      array = &seek(frame, index, count, place);
    for (std::size_t d = 0; d < count; ++d)
      if (!inside(index[d], array->shape()[static_cast<int>(d)]))
        fail_index({index.data(), count}, array->shape(), place);
    return *array;
  }

 private:
  [[gnu::cold, gnu::noinline]] const Array& seek(Frame& frame, Index& index, std::size_t& count,
                                                 const Place& place) const {
    const TapePlace found = rows_.site->find(frame, rows_.entry, {index.data(), count});
    if (found.rows == nullptr) fail_index({index.data(), count}, frame.array(to_).shape(), place);
    count -= found.dims;
    std::copy_n(index.begin() + static_cast<std::ptrdiff_t>(found.dims), count, index.begin());
    index[0] -= found.from;
    return *found.rows;
  }

  TapedRows rows_;
  std::vector<ScalarArg> args_;
  Slot to_, from_;
};

template <class T>
class TapedElement final : public ExprOf<TapedElement<T>, T> {
 public:
  explicit TapedElement(TapedIndex index) : index_(std::move(index)) {}
  T value(Frame& frame) {
    TapedIndex::Index index;
    std::size_t count = 0;
    const Array& array = index_.find(frame, index, count, this->place);
    std::int64_t at = 0;
    for (std::size_t d = 0; d < count; ++d) at += index[d] * array.stride(static_cast<int>(d));
    return array.data<T>()[at];
  }

 private:
  TapedIndex index_;
};

class TapedRow final : public Node {
 public:
  TapedRow(TapedIndex index, Slot to) : index_(std::move(index)), to_(to) {}
  void exec(Frame& frame) override {
    TapedIndex::Index index;
    std::size_t count = 0;
    const Array& array = index_.find(frame, index, count, place);
    frame.array(to_) = array.at({index.data(), count});
  }

 private:
  TapedIndex index_;
  Slot to_;
};

/// A row that may be what a loop inside has kept, and not all of it at hand.
class TapedRowOfRows final : public Node {
 public:
  TapedRowOfRows(TapedRows rows, ScalarArg index, std::shared_ptr<const TapeSite> to)
      : rows_(std::move(rows)), index_(std::move(index)), to_(std::move(to)) {}
  void exec(Frame& frame) override {
    const History& entry = rows_.site->entries[rows_.entry];
    const std::int64_t i = index_.i64(frame), here = i - frame.get<std::int64_t>(entry.from);
    const Array& rows = frame.array(entry.to);
    if (inside(here, rows.length())) return to_->put(frame, rows.row(here), 0, nullptr);
    const auto& tape = frame.tape(rows_.site->tape);
    const std::size_t on_tape = rows_.site->row ? rows_.site->entry : rows_.entry;
    const TapeLevel* level = tape ? tape->seek(on_tape, i) : nullptr;
    if (level == nullptr) fail_index({&i, 1}, rows.shape(), place);
    if (const InnerTape* inner = level->inner_at(on_tape, i))
      return to_->put(frame, inner->rows, inner->from, inner->tape);
    rows_.site->seek(frame, rows_.entry, i);
    to_->put(frame, level->rows[on_tape].row(i - level->first[on_tape]), 0, nullptr);
  }

 private:
  TapedRows rows_;
  ScalarArg index_;
  std::shared_ptr<const TapeSite> to_;
};

/// Part of a row.
class TapedSlice final : public Node {
 public:
  TapedSlice(Rows1 rows, SliceSpec spec, Slot to)
      : rows_(std::move(rows)), spec_(std::move(spec)), to_(to) {}
  void exec(Frame& frame) override {
    auto values = spec_.values(frame);
    values[0].index = rows_.at(frame, values[0].index, place);
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
    const std::int64_t at = count > 0 ? rows_.at(frame, start, place) : 0;
    const Array& array = rows_.array(frame);
    if (count < 0 || (count > 0 && !inside(at + count - 1, array.length())))
      fail_index(std::to_string(start) + ":" + std::to_string(start + count), start < 0,
                 array.shape());
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
    if (site.row) return tape.reset();
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
  const History& entry = rows.site->entries[rows.entry];
  if (!element && entry.inner != nullptr && exp.indices.size() == 1) {
    ScalarArg index = scalar(exp.indices[0]);
    TapeSite site;
    site.tape = layout_.tapes++;
    site.row = true;
    site.entry = entry.inner_entry;
    History row;
    row.is_array = true;
    row.taped = true;
    row.type = entry.type;
    row.to = bind(binder());
    row.from = new_slot(false);
    const History& inner = entry.inner->entries[entry.inner_entry];
    row.inner = inner.inner;
    row.inner_entry = inner.inner_entry;
    site.entries.push_back(row);
    const auto made = std::make_shared<const TapeSite>(std::move(site));
    taped_[binder().id] = {made, 0};
    return emit(std::make_unique<TapedRowOfRows>(rows, std::move(index), made));
  }
  if (!element) {
    auto indices = scalars(exp.indices);
    emit(std::make_unique<TapedRow>(TapedIndex(rows, std::move(indices)), bind(binder())));
    return;
  }
  std::vector<Operand> indices;
  Operand result = element_of(exp, indices);
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
    return std::make_unique<TapedElement<T>>(TapedIndex(rows, std::move(all)));
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
