// An open file of the system's.
#pragma once

#include <utility>

#include <unistd.h>

namespace laguz::support {

/// Closes it when it goes. Negative: there is none.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { (void)close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  /// False, and errno, when what was written is lost after all.
  bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

}  // namespace laguz::support
