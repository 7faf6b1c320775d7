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
  // Arrays come and go. To have the system clear pages for each new one, and take them back with
  // it, costs as much as filling it: twice the time of a gradient that is a few passes over memory.
  constexpr int kMapped = 32 << 20, kKept = 128 << 20;
  mallopt(M_MMAP_THRESHOLD, kMapped);
  mallopt(M_TRIM_THRESHOLD, kKept);
#endif
  return laguz::driver::cli(argc, argv);
}
