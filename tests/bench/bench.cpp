// The benchmark table: each row runs both sides in this one process, on one thread, and prints
// the ratio beside its limit. `laguz_bench [words]` runs the rows whose names contain a word.
//
// Rows are measured in turns (ours, theirs, ours, ...), the least time of each side counts.
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include "baseline.hpp"
#include "blas.hpp"
#include "harness.hpp"
#include "support/deep_stack.hpp"

extern char** environ;

namespace laguz::bench {
namespace {

void kernels(Table& table, const std::string& folder) {
  Program program(folder + "/programs/kernels.fut");
  volatile double keep = 0;
  for (auto [n, limit, name] :
       {std::tuple{std::int64_t{10'000'000}, 2.5, "map of 10 operations, n = 1e7"},
        std::tuple{std::int64_t{100'000}, 4.0, "map of 10 operations, n = 1e5"}}) {
    if (!table.wanted(name)) continue;
    const auto xs = uniform(n, 0, 1, 1);
    std::vector<double> out(xs.size());
    const auto entry = program.entry("chain");
    const Value arg = array(xs, {n});
    const auto size = n;
    auto theirs = [&] { chain(xs.data(), out.data(), size); };
    auto result = program.call(entry, {arg});
    theirs();
    const std::int64_t last = n - 1;
    expect_close(std::get<Array>(result[0]).get({&last, 1}).as_f64(), out.back(), name);
    table.row(name, measure([&] { program.call(entry, {arg}); }, theirs), limit);
  }
  if (table.wanted("sum of exp, log, tanh, n = 1e7")) {
    const std::int64_t n = 10'000'000;
    const auto xs = uniform(n, 0, 4, 2);
    const Value arg = array(xs, {n});
    const auto entry = program.entry("transcendental");
    expect_close(real(program.call(entry, {arg})[0]), transcendental(xs.data(), n),
                 "transcendental");
    table.row(
        "sum of exp, log, tanh, n = 1e7",
        measure([&] { program.call(entry, {arg}); }, [&] { keep = transcendental(xs.data(), n); }),
        0.7);
  }
  if (table.wanted("scalar loop, 1e7 iterations")) {
    const auto entry = program.entry("logistic");
    const std::int64_t n = 10'000'000;
    const std::vector<Value> args{Scalar::f64(3.7), Scalar::f64(0.4), Scalar::i64(n)};
    double least = 1e30;
    for (int i = 0; i < 5; ++i)
      least = std::min(least, seconds([&] { program.call(entry, args); }));
    // Three operations of arithmetic an iteration.
    table.figure("scalar loop, 1e7 iterations, per operation",
                 least / static_cast<double>(n) / 3 * 1e9, "ns", 12);
  }
  if (table.wanted("gradient of the scan program, n = 1e6")) {
    const std::int64_t n = 1'000'000;
    const Value arg = array(uniform(n, 0.9, 1.1, 3), {n});
    const auto primal = program.entry("scan_primal"), gradient = program.entry("scan_gradient");
    table.row("gradient of the scan program, n = 1e6",
              measure([&] { program.call(gradient, {arg}); }, [&] { program.call(primal, {arg}); }),
              6);
  }
  if (table.wanted("primal after a gradient in the session")) {
    // Recording costs nothing outside a differentiation: the same primal in a session that has
    // derived its gradient, against one that has not.
    const std::int64_t n = 1'000'000;
    const Value arg = array(uniform(n, 0.9, 1.1, 3), {n});
    Program without(folder + "/programs/kernels.fut");
    const auto fresh = without.entry("scan_primal");
    program.call(program.entry("scan_gradient"), {arg});
    const auto primal = program.entry("scan_primal");
    table.row("primal after a gradient in the session",
              measure([&] { program.call(primal, {arg}); }, [&] { without.call(fresh, {arg}); }),
              1.1);
  }
  if (table.wanted("sum of a map over iota, n = 1e8")) {
    const auto entry = program.entry("sum_of_map");
    const double time = seconds([&] { program.call(entry, {Scalar::i64(100'000'000)}); });
    table.figure("sum of a map over iota, n = 1e8", time * 1e3, "ms", 2000);
  }
}

void mixture(Table& table, const std::string& folder) {
  if (!table.wanted("GMM objective") && !table.wanted("GMM gradient")) return;
  Program program(folder + "/programs/gmm.fut");
  Mixture m{1000, 10, 25, {}, {}, {}, {}, {}};
  const std::int64_t triangle = m.d * (m.d - 1) / 2;
  m.alphas = uniform(m.k, -1, 1, 4);
  m.means = uniform(m.k * m.d, -1, 1, 5);
  m.qs = uniform(m.k * m.d, -0.5, 0.5, 6);
  m.ls = uniform(m.k * triangle, -0.5, 0.5, 7);
  m.x = uniform(m.n * m.d, -2, 2, 8);
  const std::vector<Value> args{array(m.alphas, {m.k}), array(m.means, {m.k, m.d}),
                                array(m.qs, {m.k, m.d}), array(m.ls, {m.k, triangle}),
                                array(m.x, {m.n, m.d})};
  const auto objective = program.entry("gmm"), gradient = program.entry("gmm_gradient");
  expect_close(real(program.call(objective, args)[0]), mixture_objective(m), "GMM objective");
  volatile double keep = 0;
  table.row("GMM objective, n 1000, d 10, k 25",
            measure([&] { program.call(objective, args); }, [&] { keep = mixture_objective(m); }),
            1.0);
  table.row("GMM gradient against own objective",
            measure([&] { program.call(gradient, args); }, [&] { program.call(objective, args); }),
            6);
  Program parallel(folder + "/programs/gmm.fut", 2);
  const auto same = parallel.entry("gmm_gradient");
  table.row("GMM gradient, 2 threads against 1",
            measure([&] { parallel.call(same, args); }, [&] { program.call(gradient, args); }, 2,
                    wall_seconds),
            0.6);
}

/// Limits are what was reached, with room for other machines.
void typical(Table& table, const std::string& folder) {
  Program program(folder + "/programs/typical.fut");
  using Values = std::vector<Value>;
  auto row = [&](const std::string& name, const char* entry, const Values& args,
                 const std::function<void()>& theirs, double limit,
                 const std::function<void(const Values&)>& compare) {
    if (!table.wanted(name)) return;
    const auto ready = program.entry(entry);
    theirs();
    compare(program.call(ready, args));
    table.row(name, measure([&] { program.call(ready, args); }, theirs), limit);
  };
  {
    const std::int64_t n = 400;
    const auto a = uniform(n * n, -1, 1, 11), b = uniform(n * n, -1, 1, 12);
    std::vector<double> out(a.size());
    row(
        "product of matrices, 400x400", "product", {array(a, {n, n}), array(b, {n, n})},
        [&] { product(n, a.data(), b.data(), out.data()); }, 6,
        [&](const Values& ours) { expect_close(element(ours[0], n + 7), out[n + 7], "product"); });
  }
  {
    const std::int64_t n = 1000, steps = 10;
    const auto start = uniform(n * n, 0, 1, 13);
    std::vector<double> g, next(start.size());
    row(
        "stencil of 5 points, 1000x1000, 10 steps", "stencil",
        {array(start, {n, n}), Scalar::i64(steps)},
        [&] {
          g = start;
          stencil(n, steps, g, next);
        },
        8, [&](const Values& ours) { expect_close(element(ours[0], n + 7), g[n + 7], "stencil"); });
  }
  {
    const auto is = below(1000, 1'000'000, 14);
    std::vector<std::int64_t> bins(1000);
    row(
        "histogram of 1e6 in 1000 bins", "histogram", {Scalar::i64(1000), array(is)},
        [&] { histogram(is, bins); }, 8,
        [&](const Values& ours) {
          expect_close(whole(ours[0], 7), static_cast<double>(bins[7]), "histogram");
        });
  }
  {
    const auto numbers = below(std::int64_t{1} << 32, 500'000, 15);
    const std::vector<std::uint32_t> start(numbers.begin(), numbers.end());
    std::vector<std::uint32_t> xs;
    row(
        "radix sort of 5e5, bit by bit", "radix_sort",
        {Array::copy_of(ScalarType::u32, {static_cast<std::int64_t>(start.size())}, start.data())},
        [&] {
          xs = start;
          radix_sort(xs);
        },
        8, [&](const Values& ours) { expect_close(whole(ours[0], 1000), xs[1000], "radix sort"); });
  }
  {
    const std::int64_t n = 100'000, d = 4, k = 10;
    const auto xs = uniform(n * d, -1, 1, 16), start = uniform(k * d, -1, 1, 17);
    std::vector<double> centres;
    row(
        "k-means, a step with n 1e5, d 4, k 10", "kmeans",
        {array(xs, {n, d}), array(start, {k, d})},
        [&] {
          centres = start;
          kmeans(d, xs, centres);
        },
        8, [&](const Values& ours) { expect_close(element(ours[0], 7), centres[7], "k-means"); });
  }
  {
    const std::int64_t n = 300, limit = 100;
    std::vector<std::int64_t> out(static_cast<std::size_t>(n * n));
    row(
        "mandelbrot, 300x300, 100 iterations", "mandelbrot", {Scalar::i64(n), Scalar::i64(limit)},
        [&] { mandelbrot(n, limit, out.data()); }, 5,
        [&](const Values& ours) {
          expect_close(whole(ours[0], n * n / 2 + 7), static_cast<double>(out[n * n / 2 + 7]),
                       "mandelbrot");
        });
  }
  {
    const std::int64_t n = 1'000'000;
    const auto xs = below(100, n, 18), dice = below(10, n, 19);
    const auto starts = std::make_unique<bool[]>(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) starts[i] = dice[i] == 0;
    std::vector<std::int64_t> out(xs.size());
    row(
        "segmented sums of 1e6", "segmented_sums",
        {Array::copy_of(ScalarType::boolean, {n}, starts.get()), array(xs)},
        [&] { segmented_sums(n, starts.get(), xs.data(), out.data()); }, 4,
        [&](const Values& ours) {
          expect_close(whole(ours[0], n - 1), static_cast<double>(out.back()), "segmented sums");
        });
  }
  {
    const auto a = below(4, 1000, 20), b = below(4, 1000, 21);
    std::int64_t longest = 0;
    row(
        "longest common subsequence of 1000 and 1000", "subsequence", {array(a), array(b)},
        [&] { longest = subsequence(a, b); }, 40,
        [&](const Values& ours) {
          expect_close(static_cast<double>(std::get<Scalar>(ours[0]).as_i64()),
                       static_cast<double>(longest), "subsequence");
        });
  }
}

#ifdef LAGUZ_OPENBLAS
/// Against OpenBLAS on one thread. It may use fma, ours rounds every product: half of its speed, on
/// most machines, is the most there is.
template <class T>
void products(Table& table, Program& program, ScalarType type, const char* name) {
  const std::int64_t n = 512;
  const auto a = uniform(n * n, -1, 1, 22), b = uniform(n * n, -1, 1, 23);
  const std::vector<T> left(a.begin(), a.end()), right(b.begin(), b.end());
  std::vector<T> out(a.size());
  const std::vector<Value> args{Array::copy_of(type, {n, n}, left.data()),
                                Array::copy_of(type, {n, n}, right.data())};
  const auto theirs = [&] { blas_product(n, left.data(), right.data(), out.data()); };
#ifdef __AVX512F__
  constexpr double kLimit = 2.5;
#else
  constexpr double kLimit = 3.5;
#endif
  double least = 1e30, most = 0;
  for (const char* text : {"rows", "indices", "loops", "outer_loop", "outer_reduce"}) {
    const auto row = fmt::format("product of matrices 512, {}, {}", name, text);
    if (!table.wanted(row)) continue;
    const auto entry = program.entry(fmt::format("{}_{}", text, name));
    theirs();
    const Array ours = std::get<Array>(program.call(entry, args)[0]).dense();
    if (std::abs(static_cast<double>(ours.data<T>()[n + 7] -
                                     out[static_cast<std::size_t>(n + 7)])) > 1e-4)
      throw std::runtime_error(row + " differs");
    const Pair times = measure([&] { program.call(entry, args); }, theirs);
    table.row(row, times, kLimit);
    least = std::min(least, times.ours);
    most = std::max(most, times.ours);
  }
  if (most > 0)
    table.figure(fmt::format("its texts, {}, slowest by fastest", name), most / least, "", 1.3);
}

void products(Table& table, const std::string& folder) {
  if (!table.wanted(
          "product of matrices 512, f64, f32, rows, indices, loops, outer_loop, outer_reduce") &&
      !table.wanted("matrix by vector, 2000x2000, f64, by rows, transposed"))
    return;
  Program program(folder + "/programs/products.fut");
  products<double>(table, program, ScalarType::f64, "f64");
  products<float>(table, program, ScalarType::f32, "f32");
  const std::int64_t n = 2000;
  const auto a = uniform(n * n, -1, 1, 24), x = uniform(n, -1, 1, 25);
  std::vector<double> out(x.size());
  for (const bool transposed : {false, true}) {
    const std::string row =
        fmt::format("matrix by vector, 2000x2000, f64, {}", transposed ? "transposed" : "by rows");
    if (!table.wanted(row)) continue;
    const auto entry = program.entry(transposed ? "transposed_vector" : "vector");
    const std::vector<Value> args{array(a, {n, n}), array(x, {n})};
    const auto theirs = [&] { blas_vector(n, transposed, a.data(), x.data(), out.data()); };
    theirs();
    expect_close(element(program.call(entry, args)[0], 7), out[7], row.c_str());
    table.row(row, measure([&] { program.call(entry, args); }, theirs), 1.5);
  }
}
#endif

void start_up(Table& table, const std::string& binary) {
  if (!table.wanted("start-up, eval 1+1")) return;
  double least = 1e30;
  for (int i = 0; i < 10; ++i)
    least = std::min(least, wall_seconds([&] {
                       std::string words[] = {binary, "eval", "1+1"};
                       char* argv[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
                       posix_spawn_file_actions_t actions;
                       posix_spawn_file_actions_init(&actions);
                       posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
                       pid_t child = 0;
                       posix_spawn(&child, binary.c_str(), &actions, nullptr, argv, environ);
                       int status = 0;
                       waitpid(child, &status, 0);
                       if (status != 0) throw std::runtime_error("laguz eval 1+1 fails");
                       posix_spawn_file_actions_destroy(&actions);
                     }));
  table.figure("start-up, eval 1+1", least * 1e3, "ms", 6);
}

}  // namespace
}  // namespace laguz::bench

int main(int argc, char** argv) {
#ifdef LAGUZ_OPENBLAS
  laguz::bench::start_blas(argv);
#endif
  laguz::bench::Table table({argv + 1, argv + argc});
  laguz::support::on_deep_stack([&] {
    laguz::bench::kernels(table, LAGUZ_BENCH_FOLDER);
    laguz::bench::mixture(table, LAGUZ_BENCH_FOLDER);
    laguz::bench::typical(table, LAGUZ_BENCH_FOLDER);
    laguz::bench::folds(table, LAGUZ_BENCH_FOLDER);
    laguz::bench::loops(table, LAGUZ_BENCH_FOLDER);
#ifdef LAGUZ_OPENBLAS
    laguz::bench::products(table, LAGUZ_BENCH_FOLDER);
#endif
    laguz::bench::front(table, LAGUZ_BENCH_FOLDER);
    laguz::bench::start_up(table, LAGUZ_BINARY);
    laguz::bench::keys(table, LAGUZ_BINARY);
  });
  return table.over() == 0 ? 0 : 1;
}
