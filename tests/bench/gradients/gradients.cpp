// The table of gradients: programs as users write them, what their derivatives cost beside
// themselves and beside plain C++, in one process and on one thread.
//
//   laguz_gradients [words]           the programs whose names contain a word; all without words
//   laguz_gradients --sizes [words]   the same with other lengths, one length at a time: beside
//                                     themselves only, where they run at all and take 30 µs to
//                                     80 ms; some 1,000 rows
//   laguz_gradients --chained [words] the same with a[i][j] for a[i, j]: gradients beside each
//                                     other
//
// Times are processor time, least of several, the sides in turns. Rows over a limit are measured
// again when all others have been: whatever else the machine does only adds. The worst row comes
// first.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "../table.hpp"
#include "blas.hpp"
#include "case.hpp"
#include "chained.hpp"
#include "driver/session.hpp"
#include "sizes.hpp"
#include "support/deep_stack.hpp"

namespace laguz::bench {

Inputs::Inputs(std::vector<runtime::Value> values) : values_(std::move(values)) {
  for (auto& value : values_)
    if (auto* array = std::get_if<runtime::Array>(&value)) *array = array->dense();
}

namespace {

using runtime::Array;
using runtime::Value;
using Values = std::vector<Value>;

constexpr double kMegabyte = 1e6;
constexpr double kFreeMemory = 16 * kMegabyte;  ///< a primal may be given so much more
constexpr double kMostMemory = 4;

double real(const support::Scalar& scalar) {
  if (scalar.type == support::ScalarType::f32) return scalar.as_f32();
  if (scalar.type == support::ScalarType::f64) return scalar.as_f64();
  return static_cast<double>(scalar.as_i64());
}

/// All numbers of some results, one result after the other.
std::vector<double> flat(const Values& values) {
  std::vector<double> out;
  for (const Value& value : values) {
    if (const auto* scalar = std::get_if<support::Scalar>(&value)) {
      out.push_back(real(*scalar));
      continue;
    }
    const Array& array = std::get<Array>(value);
    const Array all = array.reshape({array.size()});
    for (std::int64_t i = 0; i < array.size(); ++i) out.push_back(real(all.get({&i, 1})));
  }
  return out;
}

/// Both sides must have computed the same, or their times mean nothing.
void expect_same(const Values& ours, const std::vector<double>& theirs, const std::string& what) {
  const std::vector<double> numbers = flat(ours);
  if (numbers.size() != theirs.size())
    throw std::runtime_error(
        fmt::format("{}: {} numbers here, {} in C++", what, numbers.size(), theirs.size()));
  double largest = 0;
  for (const double x : theirs) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < theirs.size(); ++i)
    if (!(std::abs(numbers[i] - theirs[i]) <= 1e-7 * std::abs(theirs[i]) + 1e-9 * largest))
      throw std::runtime_error(
          fmt::format("{}: number {} is {} here, {} in C++", what, i, numbers[i], theirs[i]));
}

/// Least times, in seconds.
struct Times {
  double primal = 1e30, gradient = 1e30, second = 1e30, plain = 1e30, adjoint = 1e30;

  void take(const Times& other) {
    for (double Times::*time :
         {&Times::primal, &Times::gradient, &Times::second, &Times::plain, &Times::adjoint})
      this->*time = std::min(this->*time, other.*time);
  }
};

struct Row {
  std::string name;
  const Case* of = nullptr;
  std::optional<OtherSize> size{};  ///< another one than the program's own
  std::string failure{};
  Times times{};
  bool has_second = false, has_adjoint = false, has_plain = true;
  double primal_memory = 0, gradient_memory = 0;  ///< bytes, inputs and results included
  double deriving = 0;                            ///< seconds until `gradient` is ready to run
  std::vector<std::string> over{};

  double ratio() const { return times.gradient / times.primal; }
  double memory() const { return gradient_memory / (primal_memory + kFreeMemory); }
};

driver::SessionOptions options() {
  driver::SessionOptions options;
  options.eval.threads = 1;
  options.timeout = 120;
  options.max_memory = std::size_t{8} << 30;
  return options;
}

/// A program in a session of its own.
class Program {
 public:
  explicit Program(const std::string& path)
      : session_(options()), scope_(session_.load(path)), before_(account().used()) {}

  std::optional<engine::EntryPoint> entry(const std::string& name) {
    const auto found = session_.names().lookup(scope_, name);
    if (!found) return std::nullopt;
    return session_.prepare(*found);
  }
  Values call(const engine::EntryPoint& entry, const Values& args) {
    return session_.call(entry, args);
  }
  /// The most bytes in use while it runs, above those of the program.
  double peak(const engine::EntryPoint& entry, const Values& args) {
    account().forget_peak();
    call(entry, args);
    return static_cast<double>(account().peak()) - static_cast<double>(before_);
  }

 private:
  support::Account& account() { return session_.governor().account(); }
  driver::Session session_;
  engine::Scope scope_;
  std::size_t before_;
};

void judge(Row& row) {
  const Case& which = *row.of;
  row.over.clear();
  const auto limit = [&](const char* what, double value, double most) {
    if (value > most) row.over.push_back(fmt::format("{} > {}", what, most));
  };
  limit("g/p", row.ratio(), which.most);
  if (row.has_adjoint && which.most_to_adjoint > 0)
    limit("g/C++", row.times.gradient / row.times.adjoint, which.most_to_adjoint);
  if (row.has_second) limit("2nd/p", row.times.second / row.times.primal, which.most_second);
  if (!which.loop_memory) limit("memory", row.memory(), kMostMemory);
}

Row measure(const Case& which, const std::string& folder) {
  Row row{which.program, &which};
  Program program(fmt::format("{}/programs/{}.fut", folder, which.program));
  const auto input = program.entry("input").value(), primal = program.entry("primal").value();
  std::optional<engine::EntryPoint> gradient, second;
  row.deriving = seconds([&] { gradient = program.entry("gradient").value(); });
  second = program.entry("second");

  const Inputs inputs(program.call(input, {}));
  const Values& args = inputs.values();
  volatile double keep = 0;
  expect_same(program.call(primal, args), which.primal(inputs), "primal");
  row.primal_memory = program.peak(primal, args);
  row.gradient_memory = program.peak(*gradient, args);
  if (which.adjoint) expect_same(program.call(*gradient, args), which.adjoint(inputs), "gradient");
  row.has_second = second.has_value();
  row.has_adjoint = which.adjoint != nullptr;

  double spent = 0;
  auto least = [&spent](double& so_far, const std::function<void()>& work) {
    if (so_far < 0.05) work();  // so that what it meets in memory is its own
    const double time = seconds(work);
    so_far = std::min(so_far, time);
    spent += time;
  };
  for (int turn = 0; turn < 3 || (spent < 1 && turn < 1000); ++turn) {
    least(row.times.primal, [&] { program.call(primal, args); });
    least(row.times.gradient, [&] { program.call(*gradient, args); });
    least(row.times.plain, [&] { keep = which.primal(inputs).front(); });
    if (which.adjoint) least(row.times.adjoint, [&] { keep = which.adjoint(inputs).front(); });
    if (second) least(row.times.second, [&] { program.call(*second, args); });
  }

  judge(row);
  return row;
}

/// [which] with another length; nothing where that does not go, or takes too little or too long.
std::optional<Row> measure(const Case& which, const OtherSize& size, const SizesFolder& folder) {
  constexpr double kLeast = 30e-6, kMost = 80e-3;
  Row row{size.name, &which, size};
  row.has_plain = false;
  std::optional<Program> program;
  std::optional<engine::EntryPoint> primal;
  Values args;
  try {  // the number may have been something else than a length
    program.emplace(folder.path_of(size));
    primal = program->entry("primal");
    args = Inputs(program->call(program->entry("input").value(), {})).values();
    program->call(*primal, args);
  } catch (const std::exception&) {
    return std::nullopt;
  }
  const double once = seconds([&] { program->call(*primal, args); });
  if (once < kLeast || once > kMost) return std::nullopt;
  std::optional<engine::EntryPoint> gradient;
  row.deriving = seconds([&] { gradient = program->entry("gradient").value(); });
  const auto second = program->entry("second");
  row.has_second = second.has_value();
  row.primal_memory = program->peak(*primal, args);
  row.gradient_memory = program->peak(*gradient, args);
  double spent = 0;
  const auto least = [&spent](double& so_far, const std::function<void()>& work) {
    const double time = seconds(work);
    so_far = std::min(so_far, time);
    spent += time;
  };
  // (What is short is not compiled before it has been run often, and more often where it is long.)
  for (int turn = 0; turn < 6 || (spent < 0.1 && turn < 200); ++turn) {
    least(row.times.primal, [&] { program->call(*primal, args); });
    least(row.times.gradient, [&] { program->call(*gradient, args); });
    if (second) least(row.times.second, [&] { program->call(*second, args); });
  }
  judge(row);
  return row;
}

std::string cell(bool there, double value) {
  return there ? fmt::format("{:.2f}", value) : std::string("-");
}

void print(const Row& row) {
  if (!row.failure.empty()) {
    fmt::print("{:<28} FAILS: {}\n", row.name, row.failure);
    return;
  }
  const Times& t = row.times;
  fmt::print(
      "{:<28} {:>7.2f} {:>9.3f} {:>10.3f} {:>7} {:>8} {:>8} {:>8.1f} {:>8.1f} {:>6.2f} "
      "{:>7.1f}{}{}\n",
      row.name, row.ratio(), t.primal * 1e3, t.gradient * 1e3,
      cell(row.has_plain, t.primal / t.plain), cell(row.has_adjoint, t.gradient / t.adjoint),
      cell(row.has_second, t.second / t.primal), row.primal_memory / kMegabyte,
      row.gradient_memory / kMegabyte, row.memory(), row.deriving * 1e3,
      row.over.empty() ? "" : "  OVER: ", fmt::join(row.over, ", "));
}

void print_table(std::vector<Row> rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    if (a.failure.empty() != b.failure.empty()) return b.failure.empty();
    return a.ratio() > b.ratio();
  });
  fmt::print("{:<28} {:>7} {:>9} {:>10} {:>7} {:>8} {:>8} {:>8} {:>8} {:>6} {:>7}\n", "program",
             "g/p", "primal ms", "gradient", "p/C++", "g/C++", "2nd/p", "p MB", "g MB", "g/4p",
             "derive");
  for (const Row& row : rows) print(row);
  std::vector<double> ratios;
  for (const Row& row : rows)
    if (row.failure.empty()) ratios.push_back(row.ratio());
  std::sort(ratios.begin(), ratios.end());
  const auto over = std::count_if(rows.begin(), rows.end(), [](const Row& row) {
    return !row.failure.empty() || !row.over.empty();
  });
  if (!ratios.empty())
    fmt::print("{} programs, median of g/p {:.2f}, {} over a limit\n", rows.size(),
               ratios[ratios.size() / 2], over);
}

bool wanted(const std::string& name, const std::vector<std::string>& words) {
  return words.empty() || std::any_of(words.begin(), words.end(), [&](const std::string& word) {
           return name.find(word) != std::string::npos;
         });
}

std::string text_of(const Case& which) {
  std::ifstream file(fmt::format("{}/programs/{}.fut", LAGUZ_GRADIENTS_FOLDER, which.program));
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A gradient, written with `a[i, j]` and with `a[i][j]`: least times, in seconds.
struct Written {
  std::string name;
  std::string failure{};
  double at_once = 1e30, chained = 1e30;
  double ratio() const { return chained / at_once; }
  static constexpr double kMost = 1.1;
  bool is_over() const { return !failure.empty() || ratio() > kMost; }
};

std::optional<Written> measure_chained(const Case& which, const SizesFolder& folder) {
  const std::string text = text_of(which);
  const auto other = chained(text);
  if (!other) return std::nullopt;
  const std::string name = which.program;
  Program one(folder.path_of({name, text}));
  Program two(folder.path_of({name + "_chained", *other}));
  const auto first = one.entry("gradient").value(), second = two.entry("gradient").value();
  const Values args = Inputs(one.call(one.entry("input").value(), {})).values();
  expect_same(two.call(second, args), flat(one.call(first, args)), name);
  Written written{name};
  double spent = 0;
  // Longer where it is over: that may have been the machine's.
  const auto enough = [&] { return spent >= (written.is_over() ? 3 : 0.5); };
  for (int turn = 0; turn < 4 || (!enough() && turn < 1000); ++turn) {
    const double a = seconds([&] { one.call(first, args); });
    const double b = seconds([&] { two.call(second, args); });
    written.at_once = std::min(written.at_once, a);
    written.chained = std::min(written.chained, b);
    spent += a + b;
  }
  return written;
}

int print_written(std::vector<Written> all) {
  std::sort(all.begin(), all.end(),
            [](const Written& a, const Written& b) { return a.ratio() > b.ratio(); });
  fmt::print("{:<28} {:>10} {:>10} {:>7}\n", "gradient", "a[i, j] ms", "a[i][j] ms", "ratio");
  for (const Written& one : all)
    if (!one.failure.empty()) fmt::print("{:<28} FAILS: {}\n", one.name, one.failure);
  for (const Written& one : all)
    if (one.failure.empty())
      fmt::print("{:<28} {:>10.3f} {:>10.3f} {:>7.2f}{}\n", one.name, one.at_once * 1e3,
                 one.chained * 1e3, one.ratio(), one.is_over() ? "  OVER" : "");
  const auto over =
      std::count_if(all.begin(), all.end(), [](const Written& one) { return one.is_over(); });
  fmt::print("{} programs, {} over {}\n", all.size(), over, Written::kMost);
  return over == 0 ? 0 : 1;
}

std::vector<Row> measure_sizes(const Case& which, const SizesFolder& folder) {
  const std::string text = text_of(which);
  std::vector<Row> rows;
  for (const OtherSize& size : other_sizes(which.program, text)) {
    try {
      if (auto row = measure(which, size, folder)) rows.push_back(std::move(*row));
    } catch (const std::exception& error) {
      rows.push_back({size.name, &which, size, error.what()});
    }
  }
  return rows;
}

void measure_again(Row& row, const std::optional<SizesFolder>& folder) {
  constexpr int kMostTimes = 2;
  for (int time = 0; time < kMostTimes && row.failure.empty() && !row.over.empty(); ++time) {
    fmt::print(stderr, "{} again ...\n", row.name);
    const auto other =
        row.size ? measure(*row.of, *row.size, *folder) : measure(*row.of, LAGUZ_GRADIENTS_FOLDER);
    if (other) row.times.take(other->times);
    judge(row);
  }
}

int run(std::vector<std::string> words) {
  std::vector<Row> rows;
  std::vector<Written> written;
  std::optional<SizesFolder> sizes;
  const bool chains = !words.empty() && words[0] == "--chained";
  if (chains || (!words.empty() && words[0] == "--sizes")) {
    sizes.emplace(std::string(LAGUZ_GRADIENTS_FOLDER) + "/programs");
    words.erase(words.begin());
  }
  for (const auto cases : {dense_cases(), models_cases(), sequences_cases(), grids_cases(),
                           numeric_cases(), folds_cases(), rows_cases()})
    for (const Case& which : cases) {
      if (!wanted(which.program, words)) continue;
      fmt::print(stderr, "{} ...\n", which.program);
      if (chains) {
        try {
          if (auto one = measure_chained(which, *sizes)) written.push_back(std::move(*one));
        } catch (const std::exception& error) {
          written.push_back({which.program, error.what()});
        }
        continue;
      }
      if (sizes) {
        for (Row& row : measure_sizes(which, *sizes)) rows.push_back(std::move(row));
        continue;
      }
      try {
        rows.push_back(measure(which, LAGUZ_GRADIENTS_FOLDER));
      } catch (const std::exception& error) {
        rows.push_back({which.program, &which, {}, error.what()});
      }
    }
  if (chains) return print_written(std::move(written));
  for (Row& row : rows) measure_again(row, sizes);
  print_table(rows);
  return std::all_of(rows.begin(), rows.end(),
                     [](const Row& row) { return row.failure.empty() && row.over.empty(); })
             ? 0
             : 1;
}

}  // namespace
}  // namespace laguz::bench

int main(int argc, char** argv) {
#ifdef LAGUZ_OPENBLAS
  laguz::bench::start_blas(argv);
#endif
  int status = 0;
  laguz::support::on_deep_stack([&] { status = laguz::bench::run({argv + 1, argv + argc}); });
  return status;
}
