#include <cstdio>
#include <cstdlib>
#include <exception>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "driver/commands.hpp"
#include "support/deep_stack.hpp"

int main(int argc, char** argv) {
#ifdef __GLIBC__
  // Nearly all memory is taken by the thread with the deep stack. An arena of its own would grow
  // by a page at a time.
  constexpr int kStep = 16 << 20;
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, kStep);
#endif
  int status = 1;
  try {
    laguz::support::on_deep_stack([&] { status = laguz::driver::cli(argc, argv); });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "Error: %s\n", error.what());  // there is no stack to do better with
  }
  return status;
}
