// Loaded before a program's libraries (LD_PRELOAD): of the allocations, or of the writes, of one
// process the n-th fails, as if memory or the disk were full, and all others succeed.
//
// The program is started once. It stops before `main` and serves orders: each forks a child that
// runs `main` with its own fault, which spares the loading of the program. What is counted and
// ordered is in memory that the processes share (shared.hpp).
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared.hpp"

// The C library's own, for dlsym takes memory itself.
extern "C" void* __libc_malloc(std::size_t bytes);
extern "C" void* __libc_calloc(std::size_t count, std::size_t bytes);
extern "C" void* __libc_realloc(void* block, std::size_t bytes);
extern "C" void* __libc_memalign(std::size_t alignment, std::size_t bytes);

namespace laguz::faults {
namespace {

/// Null until `main` of the process that is to fail begins.
Shared* the_order = nullptr;

/// Is this step of [kind] the one that fails?
bool fails(Kind kind, int descriptor) {
  Shared* order = the_order;
  if (order == nullptr || order->kind != kind) return false;
  if (order->count.fetch_add(1) + 1 != order->fault) return false;
  order->descriptor = descriptor;
  order->fired = true;
  return true;
}

bool allocation_fails() {
  if (!fails(Kind::allocation, -1)) return false;
  errno = ENOMEM;
  return true;
}

/// (No disk is behind a pipe.)
bool write_fails(int descriptor) {
  struct stat about {};
  if (descriptor >= 0 && fstat(descriptor, &about) == 0 && !S_ISREG(about.st_mode)) return false;
  if (!fails(Kind::write, descriptor)) return false;
  errno = ENOSPC;
  return true;
}

bool write_fails(FILE* stream) {
  if (!write_fails(fileno(stream))) return false;
  constexpr int kErrorSeen = 0x20;
  stream->_flags |= kErrorSeen;  // what ferror looks at
  return true;
}

/// What the program would have called.
template <typename F>
F next(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

using Main = int (*)(int, char**, char**);
Main the_main = nullptr;

void become(int descriptor, const char* path, int flags) {
  const int file = open(path, flags | O_CLOEXEC, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(kNoStart);
}

/// Runs `main` in a child for each byte that comes; answers how each ended.
int serve(Shared* order, int argc, char** argv, char** env) {
  char byte;
  while (read(kOrders, &byte, 1) == 1) {
    const pid_t child = fork();
    if (child == 0) {
      close(kOrders);
      close(kAnswers);
      become(STDIN_FILENO, "../in", O_RDONLY);
      become(STDOUT_FILENO, "../out", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
      become(STDERR_FILENO, "../err", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
      if (order->whom == Whom::started) the_order = order;
      const int status = the_main(argc, argv, env);
      std::exit(status);
    }
    order->child = child;
    int status = 0;
    waitpid(child, &status, 0);
    if (write(kAnswers, &status, sizeof status) != sizeof status) return 1;
  }
  return 0;
}

int guarded_main(int argc, char** argv, char** env) {
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, kSharedMemory, 0);
  if (memory == MAP_FAILED) return the_main(argc, argv, env);
  auto* order = static_cast<Shared*>(memory);
  if (!order->serving) {
    order->serving = true;
    return serve(order, argc, argv, env);
  }
  // A process that one of the children has started.
  if (order->whom == Whom::its_children) the_order = order;
  return the_main(argc, argv, env);
}

}  // namespace
}  // namespace laguz::faults

using laguz::faults::allocation_fails;
using laguz::faults::next;
using laguz::faults::write_fails;

#define LAGUZ_EXPORTED extern "C" __attribute__((visibility("default")))

LAGUZ_EXPORTED int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                                     void (*init)(), void (*fini)(), void (*end)(), void* stack) {
  laguz::faults::the_main = main;
  using Start =
      int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  return next<Start>("__libc_start_main")(laguz::faults::guarded_main, argc, argv, init, fini, end,
                                          stack);
}

LAGUZ_EXPORTED void* malloc(std::size_t bytes) {
  return allocation_fails() ? nullptr : __libc_malloc(bytes);
}
LAGUZ_EXPORTED void* calloc(std::size_t count, std::size_t bytes) {
  return allocation_fails() ? nullptr : __libc_calloc(count, bytes);
}
LAGUZ_EXPORTED void* realloc(void* block, std::size_t bytes) {
  return allocation_fails() ? nullptr : __libc_realloc(block, bytes);
}
LAGUZ_EXPORTED void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return allocation_fails() ? nullptr : __libc_memalign(alignment, bytes);
}

LAGUZ_EXPORTED ssize_t write(int file, const void* bytes, std::size_t count) {
  if (write_fails(file)) return -1;
  return syscall(SYS_write, file, bytes, count);
}
LAGUZ_EXPORTED ssize_t writev(int file, const iovec* parts, int count) {
  if (write_fails(file)) return -1;
  return syscall(SYS_writev, file, parts, count);
}
LAGUZ_EXPORTED int fsync(int file) {
  if (write_fails(file)) return -1;
  return static_cast<int>(syscall(SYS_fsync, file));
}
LAGUZ_EXPORTED int rename(const char* from, const char* to) {
  if (write_fails(-1)) return -1;
  return static_cast<int>(syscall(SYS_rename, from, to));
}
LAGUZ_EXPORTED std::size_t fwrite(const void* bytes, std::size_t size, std::size_t count,
                                  FILE* stream) {
  static const auto real = next<decltype(&fwrite)>("fwrite");
  return write_fails(stream) ? 0 : real(bytes, size, count, stream);
}
LAGUZ_EXPORTED int fputs(const char* text, FILE* stream) {
  static const auto real = next<decltype(&fputs)>("fputs");
  return write_fails(stream) ? EOF : real(text, stream);
}
LAGUZ_EXPORTED int putc(int character, FILE* stream) {
  static const auto real = next<decltype(&putc)>("putc");
  return write_fails(stream) ? EOF : real(character, stream);
}
LAGUZ_EXPORTED int fflush(FILE* stream) {
  static const auto real = next<decltype(&fflush)>("fflush");
  if (stream != nullptr && write_fails(stream)) return EOF;
  return real(stream);
}
