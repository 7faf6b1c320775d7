// A target under libFuzzer: the hooks that it calls, and a main that gives it a deep stack, as
// every subcommand has.
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "mutate.hpp"
#include "support/deep_stack.hpp"
#include "target.hpp"

extern "C" {
int LLVMFuzzerRunDriver(int* argc, char*** argv,
                        int (*callback)(const std::uint8_t* data, std::size_t size));
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned int seed);
std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                      const std::uint8_t* data2, std::size_t size2,
                                      std::uint8_t* out, std::size_t max_size, unsigned int seed);
}

namespace {

std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

int try_bytes(const std::uint8_t* data, std::size_t size) {
  laguz::fuzz::try_input("input.fut", text_of(data, size));
  return 0;
}

/// Copies [text] to [out] if it fits.
bool put(const std::string& text, std::uint8_t* out, std::size_t max_size) {
  if (text.empty() || text.size() > max_size) return false;
  std::memcpy(out, text.data(), text.size());
  return true;
}

}  // namespace

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned int seed) {
  if (seed % 8 != 0) {
    const std::string text = text_of(data, size);
    const std::string mutant = laguz::fuzz::mutate(text, text, seed);
    if (put(mutant, data, max_size)) return mutant.size();
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                      const std::uint8_t* data2, std::size_t size2,
                                      std::uint8_t* out, std::size_t max_size, unsigned int seed) {
  const std::string mutant =
      laguz::fuzz::mutate(text_of(data1, size1), text_of(data2, size2), seed);
  return put(mutant, out, max_size) ? mutant.size() : 0;
}

int main(int argc, char** argv) {
  // libFuzzer looks at the time when SIGALRM interrupts the thread that runs the target.
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarm, nullptr);
  int status = 1;
  laguz::support::on_deep_stack([&] {
    pthread_sigmask(SIG_UNBLOCK, &alarm, nullptr);
    status = LLVMFuzzerRunDriver(&argc, &argv, &try_bytes);
  });
  return status;
}
