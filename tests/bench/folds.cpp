// Operators of the user's against plain C++: scans, reductions, histograms; and what the prelude
// makes of scans.
#include "harness.hpp"
#include "plain_folds.hpp"

namespace laguz::bench {
namespace {

struct Row {
  const char* name;
  const char* entry;
  void (*theirs)(Work& w);
  double limit;
};

constexpr std::int64_t kMany = 1'000'000;
/// The limit for short runs, which must be begun and ended all the same.
constexpr double kShort = 12;

/// What both sides agree on: the last of the results.
double last(const Value& value) {
  if (const auto* scalar = std::get_if<Scalar>(&value))
    return scalar->type == ScalarType::f64 ? scalar->as_f64()
                                           : static_cast<double>(scalar->as_i64());
  const Array& all = std::get<Array>(value);
  return all.type() == ScalarType::f64 ? element(value, all.length() - 1)
                                       : whole(value, all.length() - 1);
}

void one(Table& table, Program& program, const Row& row, std::int64_t n) {
  const std::string name = fmt::format("{}, n {}", row.name, n);
  if (!table.wanted(name)) return;
  Work work{uniform(n, 0, 1, 31),
            uniform(n, 0, 1, 32),
            Reals(static_cast<std::size_t>(n)),
            {},
            Places(static_cast<std::size_t>(n))};
  const std::vector<Value> args{array(work.xs, {n}), array(work.ys, {n})};
  const auto entry = program.entry(row.entry);
  row.theirs(work);
  const Value ours = program.call(entry, args)[0];
  const bool is_array = std::holds_alternative<Array>(ours);
  const auto at = is_array ? static_cast<std::size_t>(std::get<Array>(ours).length() - 1) : 0;
  const double theirs = work.out[at] != 0 ? work.out[at] : static_cast<double>(work.places[at]);
  expect_close(last(ours), theirs, name.c_str());
  table.row(name, measure([&] { program.call(entry, args); }, [&] { row.theirs(work); }, 0.5),
            n >= kMany ? row.limit : kShort);
}

void histogram(Table& table, Program& program, const Row& row, std::int64_t bins, bool one_bin) {
  const std::int64_t n = 1'000'000;
  const std::string name =
      fmt::format("{}, {} bins{}", row.name, bins, one_bin ? ", all in one" : "");
  if (!table.wanted(name)) return;
  Work work{
      uniform(n, 0, 1, 33), {}, Reals(static_cast<std::size_t>(bins)), below(bins, n, 34), {}};
  if (one_bin) std::fill(work.is.begin(), work.is.end(), bins - 1);
  const std::vector<Value> args{Scalar::i64(bins), array(work.is), array(work.xs, {n})};
  const auto entry = program.entry(row.entry);
  row.theirs(work);
  expect_close(last(program.call(entry, args)[0]), work.out.back(), name.c_str());
  table.row(name, measure([&] { program.call(entry, args); }, [&] { row.theirs(work); }, 0.5),
            row.limit);
}

}  // namespace

void folds(Table& table, const std::string& folder) {
  Program program(folder + "/programs/folds.fut");
  for (const Row& row : {Row{"scan of linear functions", "scan_linear", scan_linear, 4},
                         Row{"scan for the greatest so far", "scan_argmax", scan_argmax, 4},
                         Row{"segmented scan", "scan_segment", scan_segment, 4},
                         Row{"scan of complex products", "scan_complex", scan_complex, 4},
                         Row{"reduce of linear functions", "reduce_linear", reduce_linear, 4},
                         Row{"reduce to the greatest", "reduce_argmax", reduce_argmax, 4},
                         Row{"reduce of weights", "reduce_weigh", reduce_weigh, 4},
                         Row{"reduce of complex products", "reduce_complex", reduce_complex, 4},
                         Row{"filter", "kept", kept, 4}, Row{"partition", "parted", parted, 4}})
    for (const std::int64_t n : {std::int64_t{10'000}, kMany}) one(table, program, row, n);
  for (const Row& row : {Row{"histogram of capped sums", "hist_capped", hist_capped, 15},
                         Row{"histogram of log-sum-exps", "hist_logs", hist_logs, 3},
                         Row{"histogram of pairs", "hist_pairs", hist_pairs, 15}}) {
    for (const std::int64_t bins : {10, 1000, 1'000'000})
      histogram(table, program, row, bins, false);
    histogram(table, program, row, 1000, true);
  }
}

}  // namespace laguz::bench
