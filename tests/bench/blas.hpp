// OpenBLAS, where it is (libopenblas-dev): what products of matrices are measured against.
#pragma once

#ifdef LAGUZ_OPENBLAS
#include <cstdlib>

#include <cblas.h>
#include <unistd.h>

namespace laguz::bench {

/// On one thread, with the kernels for what this processor can do: OpenBLAS knows processors by
/// their numbers, and takes its oldest kernels for one that is newer than itself. It chooses when
/// it is loaded, so the program begins anew.
inline void start_blas(char** argv) {
  constexpr const char* kKernels = "OPENBLAS_CORETYPE";
#if defined(__AVX512F__)
  constexpr const char* kBest = "SkylakeX";
#elif defined(__AVX2__)
  constexpr const char* kBest = "Haswell";
#else
  constexpr const char* kBest = nullptr;
#endif
  if (kBest != nullptr && std::getenv(kKernels) == nullptr) {
    setenv(kKernels, kBest, 1);
    execv("/proc/self/exe", argv);  // comes back only if that fails: then with what it chose
  }
  openblas_set_num_threads(1);
}

/// c = a b + [kept] c, where a is n x m and b is m x p.
inline void blas_multiply(int n, int m, int p, const double* a, const double* b, double kept,
                          double* c) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, p, m, 1, a, m, b, p, kept, c, p);
}
inline void blas_multiply(int n, int m, int p, const float* a, const float* b, float kept,
                          float* c) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, p, m, 1, a, m, b, p, kept, c, p);
}

}  // namespace laguz::bench
#endif
