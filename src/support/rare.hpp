// A value that is empty most of the time, and then takes no more room than a pointer.
#pragma once

#include <memory>
#include <utility>

namespace laguz::support {

/// Reads as an empty T until it is written to. Copies are deep.
template <class T>
class Rare {
 public:
  Rare() = default;
  Rare(const Rare& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Rare(Rare&&) noexcept = default;
  Rare& operator=(Rare other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~Rare() = default;

  const T& operator*() const {
    static const T empty{};
    return value_ ? *value_ : empty;
  }
  const T* operator->() const { return &**this; }
  T& edit() {
    if (!value_) value_ = std::make_unique<T>();
    return *value_;
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace laguz::support
