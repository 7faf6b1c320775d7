// The other side of the rows of folds.cpp: plain C++, built with -O2.
#pragma once

#include <cstdint>
#include <vector>

namespace laguz::bench {

using Reals = std::vector<double>;
using Places = std::vector<std::int64_t>;

/// Everything that a program reads, and room for what it gives.
struct Work {
  Reals xs, ys, out;
  Places is, places;
};

void scan_linear(Work& w);
void scan_argmax(Work& w);
void scan_segment(Work& w);
void scan_complex(Work& w);
void reduce_linear(Work& w);
void reduce_argmax(Work& w);
void reduce_weigh(Work& w);
void reduce_complex(Work& w);
void kept(Work& w);
void parted(Work& w);
/// Bins are as many as [out] has.
void hist_capped(Work& w);
void hist_logs(Work& w);
void hist_pairs(Work& w);

}  // namespace laguz::bench
