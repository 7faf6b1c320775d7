// Soacs, as loops whose folds are linear: widths are limited to where that is their shape.
#include <algorithm>

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

void Lowering::soac(const core::Stm& stm, const core::Soac& soac, Code& code) {
  const Operand width = operand(soac.width);
  std::vector<View> arrays;
  for (const core::Atom& array : soac.arrays) arrays.push_back(view(array));
  if (refused_) return;
  for (const View& array : arrays)
    check_same({width}, {array.lengths[0]}, Site::Kind::width, stm, code);
  const bool folds = !soac.reduces.empty() || !soac.scans.empty();
  // (Where a primal's maps are in lanes, so are its gradient's folds, and the other way round.
  // Which way a map runs is tried.)
  if (folds || !map_) limit(width, kMostFolded, folds);
  if (soac.parts_sums) limit(width, kMostSummed, true);
  const Operand around = product_;
  product_ = times(product_, width, code);
  limit(product_, is_product(soac) ? kMostProducts : kMostWide, false);
  ++soacs_;

  // What is folded so far.
  Repeat loop{{}, Repeat::Upwards{value(ScalarType::i64), width}, {}};
  const Operand index = of(std::get<Repeat::Upwards>(loop.form).index);
  const auto begin = [&](const core::Atoms& neutral) {
    for (const core::Atom& one : neutral) {
      if (one.type.rank > 0) return refuse("it folds rows");
      loop.states.push_back({value(one.type.elem), operand(one), {}});
    }
  };
  for (const core::Reduce& reduce : soac.reduces) begin(reduce.neutral);
  for (const core::Scan& scan : soac.scans) begin(scan.neutral);
  if (refused_) return;
  std::size_t reduced = 0;
  for (const core::Reduce& reduce : soac.reduces) reduced += reduce.neutral.size();
  const std::size_t folded = loop.states.size();

  // Where its arrays go.
  std::vector<View> results(stm.binders.size());
  for (std::size_t r = reduced; r < stm.binders.size(); ++r) {
    const core::Binder& binder = stm.binders[r];
    const core::Atoms& row = soac.row_shapes[r - reduced];
    if (row.size() + 1 != binder.type.rank) return refuse("rows have lengths that nobody knows");
    Operands lengths = operands(row);
    lengths.insert(lengths.begin(), width);
    results[r] = make(binder.type.elem, lengths, code);
    if (!row.empty()) limit(size_of(lengths, code), kMostCopied, false);
  }

  inside([&] {
    Code& one = loop.body;
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      const core::Binder& param = soac.lambda.params[a];
      if (param.type.rank == 0)
        values_[param.id] = read(arrays[a], {index}, one);
      else
        name(param.id, arrays[a].from(1, arrays[a].kind == View::Kind::constant
                                             ? arrays[a].first
                                             : place_of(arrays[a], {index}, one)));
    }
    const auto around_writable = writable_;
    writable_.clear();
    body(soac.lambda.body, one);
    if (refused_) return;
    std::size_t state = 0;
    const auto fold = [&](const core::Lambda& op, std::size_t count) {
      for (std::size_t k = 0; k < count; ++k) {
        values_[op.params[k].id] = of(loop.states[state + k].state);
        values_[op.params[count + k].id] = operand(soac.lambda.body.results[state + k]);
      }
      body(op.body, one);
      for (std::size_t k = 0; k < count && !refused_; ++k)
        loop.states[state + k].next = operand(op.body.results[k]);
      state += count;
    };
    for (const core::Reduce& reduce : soac.reduces) fold(reduce.op, reduce.neutral.size());
    for (const core::Scan& scan : soac.scans) fold(scan.op, scan.neutral.size());
    for (std::size_t r = reduced; r < stm.binders.size() && !refused_; ++r) {
      const core::Atom& element = soac.lambda.body.results[r];
      const View& to = results[r];
      if (r < folded) {
        add(one, Store{to.array, place_of(to, {index}, one), loop.states[r].next});
      } else if (element.type.rank == 0) {
        add(one, Store{to.array, place_of(to, {index}, one), operand(element)});
      } else {
        const View from = view(element);
        if (refused_) return;
        const View row = to.from(1, place_of(to, {index}, one));
        check_same(row.lengths, from.lengths, Site::Kind::rows, stm, one);
        copy_into(row, from, one);
      }
    }
    writable_ = around_writable;
  });
  if (refused_) return;
  product_ = around;
  --soacs_;
  for (std::size_t r = 0; r < reduced; ++r) values_[stm.binders[r].id] = of(loop.states[r].state);
  add(code, std::move(loop));
  for (std::size_t r = reduced; r < stm.binders.size(); ++r) {
    writable_.insert(results[r].array);
    rename(results[r], stm.binders[r].id);
  }
}

}  // namespace laguz::vcode
