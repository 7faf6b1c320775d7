// Loops over numbers and elements, which run as machine code, against plain C++.
#include <algorithm>
#include <stdexcept>

#include "harness.hpp"
#include "plain_loops.hpp"

namespace laguz::bench {
namespace {

std::vector<std::int32_t> letters(std::int64_t n, unsigned seed) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(n));
  std::uint32_t x = seed;
  for (std::int32_t& letter : all) {
    x = x * 1664525 + 1013904223;
    letter = static_cast<std::int32_t>(x >> 30);
  }
  return all;
}

void numbers(Table& table, Program& program) {
  volatile double keep = 0;
  const std::int64_t n = 10'000'000;
  const std::vector<Value> args{Scalar::i64(n)};
  if (table.wanted("loop: recurrence, 1e7 steps")) {
    const auto entry = program.entry("recurrence");
    expect_close(real(program.call(entry, args)[0]), recurrence(n), "recurrence");
    table.row("loop: recurrence, 1e7 steps",
              measure([&] { program.call(entry, args); }, [&] { keep = recurrence(n); }), 1.3);
  }
  if (table.wanted("loop: LCG, 1e7 steps")) {
    const auto entry = program.entry("generator");
    expect_close(static_cast<double>(std::get<Scalar>(program.call(entry, args)[0]).bits),
                 generator(n), "LCG");
    table.row("loop: LCG, 1e7 steps",
              measure([&] { program.call(entry, args); }, [&] { keep = generator(n); }), 3);
  }
}

void calls(Table& table, Program& program) {
  volatile double keep = 0;
  if (table.wanted("calls: Fibonacci's number 30")) {
    volatile std::int32_t n = 30;
    const std::vector<Value> args{Scalar::integer(support::ScalarType::i32, n)};
    const auto entry = program.entry("fibonacci");
    expect_close(std::get<Scalar>(program.call(entry, args)[0]).as_i64(), fibonacci(n),
                 "Fibonacci");
    table.row("calls: Fibonacci's number 30",
              measure([&] { program.call(entry, args); }, [&] { keep = fibonacci(n); }), 5);
  }
  if (table.wanted("calls: adaptive quadrature")) {
    const double within = 1e-13;
    const std::vector<Value> args{Scalar::f64(within)};
    const auto entry = program.entry("quadrature");
    expect_close(real(program.call(entry, args)[0]), quadrature(within), "quadrature");
    table.row("calls: adaptive quadrature",
              measure([&] { program.call(entry, args); }, [&] { keep = quadrature(within); }), 5);
  }
}

void elements(Table& table, Program& program) {
  volatile double keep = 0;
  if (table.wanted("loop: sieve, n = 1e6")) {
    const std::int64_t n = 1'000'000;
    const auto entry = program.entry("sieve");
    std::vector<char> prime(static_cast<std::size_t>(n));
    sieve(n, prime);
    const auto found = program.call(entry, {Scalar::i64(n)});
    const bool* const ours = std::get<Array>(found[0]).data<bool>();
    if (!std::equal(prime.begin(), prime.end(), ours)) throw std::runtime_error("sieve differs");
    table.row("loop: sieve, n = 1e6",
              measure([&] { program.call(entry, {Scalar::i64(n)}); }, [&] { sieve(n, prime); }), 3);
  }
  if (table.wanted("loop: edit distance, 500")) {
    const std::int64_t n = 500;
    const auto a = letters(n, 1), b = letters(n, 2);
    std::vector<std::int64_t> room(static_cast<std::size_t>((n + 1) * (n + 1)));
    const std::vector<Value> args{Array::copy_of(ScalarType::i32, {n}, a.data()),
                                  Array::copy_of(ScalarType::i32, {n}, b.data())};
    const auto entry = program.entry("edit");
    expect_close(static_cast<double>(std::get<Scalar>(program.call(entry, args)[0]).as_i64()),
                 static_cast<double>(edit(a, b, room)), "edit distance");
    table.row("loop: edit distance, 500",
              measure([&] { program.call(entry, args); },
                      [&] { keep = static_cast<double>(edit(a, b, room)); }),
              3);
  }
  if (table.wanted("loop: histogram, n = 1e6, 1000 bins")) {
    const std::int64_t n = 1'000'000, bins = 1000;
    std::vector<std::int64_t> is, room(static_cast<std::size_t>(bins));
    for (const double x : uniform(n, 0, 1, 5)) is.push_back(static_cast<std::int64_t>(x * 1000));
    const std::vector<Value> args{Scalar::i64(bins),
                                  Array::copy_of(ScalarType::i64, {n}, is.data())};
    const auto entry = program.entry("counts");
    counts(is, room);
    const auto found = program.call(entry, args);
    if (!std::equal(room.begin(), room.end(), std::get<Array>(found[0]).data<std::int64_t>()))
      throw std::runtime_error("histogram differs");
    table.row("loop: histogram, n = 1e6, 1000 bins",
              measure([&] { program.call(entry, args); }, [&] { counts(is, room); }), 3);
  }
  if (table.wanted("loop: insertion sort, 2000")) {
    const std::int64_t n = 2000;
    const auto xs = uniform(n, 0, 1, 6);
    const auto entry = program.entry("sorted");
    auto order = xs;
    insertion_sort(order);
    const auto found = program.call(entry, {array(xs, {n})});
    if (!std::equal(order.begin(), order.end(), std::get<Array>(found[0]).data<double>()))
      throw std::runtime_error("insertion sort differs");
    table.row("loop: insertion sort, 2000",
              measure([&] { program.call(entry, {array(xs, {n})}); },
                      [&] {
                        auto own = xs;
                        insertion_sort(own);
                        keep = own[0];
                      }),
              3);
  }
}

}  // namespace

void loops(Table& table, const std::string& folder) {
  if (!table.wanted("loop: recurrence, 1e7 steps") && !table.wanted("loop: LCG, 1e7 steps") &&
      !table.wanted("loop: sieve, n = 1e6") && !table.wanted("loop: edit distance, 500") &&
      !table.wanted("loop: histogram, n = 1e6, 1000 bins") &&
      !table.wanted("loop: insertion sort, 2000") &&
      !table.wanted("calls: Fibonacci's number 30") && !table.wanted("calls: adaptive quadrature"))
    return;
  Program program(folder + "/programs/loops.fut", 1, eval::Tier::machine);
  numbers(table, program);
  calls(table, program);
  elements(table, program);
}

}  // namespace laguz::bench
