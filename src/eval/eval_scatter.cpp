// Scatters and exchanges: in the order of the iterations, in place.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "eval/places.hpp"

namespace laguz::eval {
namespace {

constexpr std::int64_t kBetweenPolls = 1024;

void spend(std::int64_t rows, std::size_t size) {
  support::spend(rows * (2 + static_cast<std::int64_t>(size) / 8));
}

/// The rows of an array, one behind the other; of one whose rows are all the same, that one.
class Rows {
 public:
  explicit Rows(const Array& array)
      : size_(static_cast<std::size_t>(array.shape().drop(1).size()) *
              static_cast<std::size_t>(support::size_of(array.type()))),
        same_(array.length() > 0 && array.stride(0) == 0),
        array_((same_ ? array.slice(0, 0, 1, 1) : array).dense()) {}

  /// Calls [use] with the bytes of a row: a constant where rows are scalars, nothing where there
  /// are none.
  template <class Use>
  void with_size(const Use& use) const {
    if (size_ == 8)
      use(std::integral_constant<std::size_t, 8>{});
    else if (size_ == 4)
      use(std::integral_constant<std::size_t, 4>{});
    else if (size_ != 0)
      use(size_);
  }
  template <class Size>
  const std::byte* row(std::int64_t i, Size size) const {
    return array_.raw() + (same_ ? 0 : static_cast<std::size_t>(i) * size);
  }

 private:
  std::size_t size_;
  bool same_;
  Array array_;
};

class ScatterNode final : public Node {
 public:
  explicit ScatterNode(Places places) : places_(std::move(places)) {}
  void exec(Frame& frame) override {
    places_.prologue.run(frame);
    PlacesRun run(places_, frame);
    for (std::size_t k = 0; k < run.dests.size(); ++k) {
      const Rows values(run.values[k]);
      std::byte* to = run.dests[k].mutable_raw();
      values.with_size([&](auto size) { copy(run, to, values, size); });
    }
    run.finish();
  }

 private:
  /// [Size] is a constant where elements are scalars.
  template <class Size>
  static void copy(const PlacesRun& run, std::byte* to, const Rows& from, Size size) {
    for (std::int64_t i = 0; i < run.width(); i += kBetweenPolls) {
      const std::int64_t end = std::min(run.width(), i + kBetweenPolls);
      spend(end - i, size);
      run.each_place(i, end, [&](std::int64_t j, std::int64_t at) {
        std::memcpy(to + static_cast<std::size_t>(at) * size, from.row(j, size), size);
      });
    }
  }

  Places places_;
};

class ExchangeNode final : public Node {
 public:
  ExchangeNode(Places places, std::vector<Slot> found, bool backwards)
      : places_(std::move(places)), found_(std::move(found)), backwards_(backwards) {}
  void exec(Frame& frame) override {
    places_.prologue.run(frame);
    PlacesRun run(places_, frame);
    for (std::size_t k = 0; k < run.dests.size(); ++k) {
      const Rows values(run.values[k]);
      Array found = Array::uninitialised(run.values[k].type(), run.values[k].shape());
      std::byte* to = run.dests[k].mutable_raw();
      std::byte* old = found.mutable_raw();
      values.with_size([&](auto size) { exchange(run, to, values, old, size); });
      frame.array(found_[k]) = std::move(found);
    }
    run.finish();
  }

 private:
  template <class Size>
  void exchange(const PlacesRun& run, std::byte* to, const Rows& from, std::byte* found,
                Size size) const {
    const std::int64_t width = run.width();
    const auto one = [&](std::int64_t i, std::int64_t at) {
      std::byte* const old = found + static_cast<std::size_t>(i) * size;
      if (at < 0) {
        std::memset(old, 0, size);
        return;
      }
      std::byte* const place = to + static_cast<std::size_t>(at) * size;
      std::memcpy(old, place, size);
      std::memcpy(place, from.row(i, size), size);
    };
    for (std::int64_t done = 0; done < width; done += kBetweenPolls) {
      const std::int64_t end = std::min(width, done + kBetweenPolls);
      spend(end - done, 2 * size);
      if (backwards_)
        run.all_places(width - 1 - done, width - 1 - end, -1, one);
      else
        run.all_places(done, end, 1, one);
    }
  }

  Places places_;
  std::vector<Slot> found_;
  bool backwards_;
};

}  // namespace

void Compiler::compile(const core::Scatter& exp) {
  begin(true);
  Places places;
  places.width = settle(places.prologue, exp.width);
  places.dests = arrays(exp.dests);
  for (const core::Atom& index : exp.indices) places.indices.push_back(look(index));
  for (const core::Atom& value : exp.values) places.values.push_back(look(value));
  const core::Binders& binders = current_->stm->binders;
  const std::size_t columns = exp.dests.size();
  for (std::size_t k = 0; k < columns; ++k)
    places.results.push_back(bind_consumed(binders[k], places.dests[k]));
  if (!exp.exchanges()) return emit(std::make_unique<ScatterNode>(std::move(places)));
  std::vector<Slot> found;
  for (std::size_t k = columns; k < binders.size(); ++k) found.push_back(bind(binders[k]));
  emit(std::make_unique<ExchangeNode>(std::move(places), std::move(found),
                                      exp.exchange == core::Scatter::Exchange::backwards));
}

}  // namespace laguz::eval
