#include "core/figures.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/half.hpp"
#include "support/governor.hpp"

namespace laguz::core {
namespace {

double float_of(Scalar scalar) {
  if (scalar.type == ScalarType::f64) return scalar.as_f64();
  return scalar.type == ScalarType::f32 ? double{scalar.as_f32()}
                                        : double{runtime::half_to_float(scalar.as_f16())};
}

template <class T, class Read>
void add_all(Figures& to, const runtime::Array& array, Read read) {
  constexpr std::int64_t kPiece = 1024, kNanoseconds = 3;
  const T* numbers = array.data<T>();
  for (std::int64_t begin = 0; begin < array.size(); begin += kPiece) {
    const std::int64_t end = std::min(array.size(), begin + kPiece);
    for (std::int64_t i = begin; i < end; ++i) to.add(read(numbers[i]));
    support::spend(kNanoseconds * (end - begin));
  }
}

}  // namespace

void Figures::add(double number) {
  ++count_;
  if (std::isnan(number)) {
    ++nans_;
    return;
  }
  if (std::isinf(number)) {
    ++infinities_;
    return;
  }
  least_ = std::min(least_, number);
  greatest_ = std::max(greatest_, number);
  const double size = std::fabs(number);
  if (size == 0) {
    ++zeros_;
  } else if (size > scale_) {
    const double before = scale_ / size;
    squares_ = 1 + squares_ * before * before;
    scale_ = size;
  } else {
    const double part = size / scale_;
    squares_ += part * part;
  }
}

void Figures::add(const runtime::Value& value) {
  if (const auto* scalar = std::get_if<Scalar>(&value)) return add(float_of(*scalar));
  const runtime::Array array = std::get<runtime::Array>(value).dense();
  const auto itself = [](auto number) { return double{number}; };
  if (array.type() == ScalarType::f64) {
    add_all<double>(*this, array, itself);
  } else if (array.type() == ScalarType::f32) {
    add_all<float>(*this, array, itself);
  } else {
    add_all<std::uint16_t>(*this, array, [](auto half) { return runtime::half_to_float(half); });
  }
}

void Figures::add(const Figures& other) {
  count_ += other.count_;
  zeros_ += other.zeros_;
  nans_ += other.nans_;
  infinities_ += other.infinities_;
  least_ = std::min(least_, other.least_);
  greatest_ = std::max(greatest_, other.greatest_);
  const double scale = std::max(scale_, other.scale_);
  if (scale == 0) return;
  const double ours = scale_ / scale, theirs = other.scale_ / scale;
  squares_ = squares_ * ours * ours + other.squares_ * theirs * theirs;
  scale_ = scale;
}

double Figures::norm() const { return scale_ * std::sqrt(squares_); }

double Figures::size() const {
  return finite() == 0 ? 0 : scale_ * std::sqrt(squares_ / static_cast<double>(finite()));
}

void Series::add(std::size_t at, const Figures& figures) {
  while (at / stride_ >= kMost) {
    for (std::size_t i = 0; i < figures_.size(); ++i) {
      if (i % 2 == 0)
        figures_[i / 2] = figures_[i];
      else
        figures_[i / 2].add(figures_[i]);
    }
    figures_.resize((figures_.size() + 1) / 2);
    stride_ *= 2;
  }
  if (at / stride_ >= figures_.size()) figures_.resize(at / stride_ + 1);
  figures_[at / stride_].add(figures);
}

void Series::add(const Series& other) {
  for (std::size_t i = 0; i < other.figures_.size(); ++i) add(i * other.stride_, other.figures_[i]);
}

void Series::clear() {
  stride_ = 1;
  figures_.clear();
}

}  // namespace laguz::core
