#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "driver/commands.hpp"

int main(int argc, char** argv) {
#ifdef __GLIBC__
  // Nearly all memory is taken by the threads with deep stacks. An arena of its own would grow
  // by a page at a time.
  constexpr int kStep = 16 << 20;
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, kStep);
#endif
  return laguz::driver::cli(argc, argv);
}
