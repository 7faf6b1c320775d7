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

  /// Calls [use] with the first row, with the bytes of a row, and from one to the next: constants
  /// where rows are scalars. Nothing is called where there are no bytes.
  template <class Use>
  void with(const Use& use) const {
    if (size_ == 8)
      with_step(use, std::integral_constant<std::size_t, 8>{});
    else if (size_ == 4)
      with_step(use, std::integral_constant<std::size_t, 4>{});
    else if (size_ != 0)
      with_step(use, size_);
  }

 private:
  template <class Use, class Size>
  void with_step(const Use& use, Size size) const {
    if (same_)
      use(array_.raw(), size, std::integral_constant<std::size_t, 0>{});
    else
      use(array_.raw(), size, size);
  }

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
      values.with(
          [&](const std::byte* from, auto size, auto step) { copy(run, to, from, size, step); });
    }
    run.finish();
  }

 private:
  template <class Size, class Step>
  static void copy(const PlacesRun& run, std::byte* to, const std::byte* from, Size size,
                   Step step) {
    for (std::int64_t i = 0; i < run.width(); i += kBetweenPolls) {
      const std::int64_t end = std::min(run.width(), i + kBetweenPolls);
      spend(end - i, size);
      std::size_t inside = 0;
      run.each_place(i, end, [&](std::int64_t j, std::int64_t at) {
        std::memcpy(to + static_cast<std::size_t>(at) * size,
                    from + static_cast<std::size_t>(j) * step, size);
        ++inside;
      });
      support::moved(inside * size);
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
      values.with([&](const std::byte* from, auto size, auto step) {
        exchange(run, to, from, old, size, step);
      });
      frame.array(found_[k]) = std::move(found);
    }
    run.finish();
  }

 private:
  template <class Size, class Step>
  void exchange(const PlacesRun& run, std::byte* to, const std::byte* from, std::byte* found,
                Size size, Step step) const {
    const std::int64_t width = run.width();
    std::size_t inside = 0;
    const auto one = [&](std::int64_t i, std::int64_t at) {
      std::byte* const old = found + static_cast<std::size_t>(i) * size;
      if (at < 0) {
        std::memset(old, 0, size);
        return;
      }
      std::byte* const place = to + static_cast<std::size_t>(at) * size;
      std::memcpy(old, place, size);
      std::memcpy(place, from + static_cast<std::size_t>(i) * step, size);
      ++inside;
    };
    for (std::int64_t done = 0; done < width; done += kBetweenPolls) {
      const std::int64_t end = std::min(width, done + kBetweenPolls);
      spend(end - done, 2 * size);
      if (backwards_)
        run.all_places(width - 1 - done, width - 1 - end, -1, one);
      else
        run.all_places(done, end, 1, one);
    }
    support::moved(2 * inside * size);
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
