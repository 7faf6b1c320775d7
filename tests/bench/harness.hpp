// How rows get their programs, inputs and times.
#pragma once

#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "driver/session.hpp"
#include "table.hpp"

namespace laguz::bench {

using runtime::Array;
using runtime::Value;
using support::Scalar;
using support::ScalarType;

/// Least times of both, measured in turns for about [budget] seconds and at least 5 times.
/// [clock]: of the wall where threads are compared.
inline Pair measure(const std::function<void()>& ours, const std::function<void()>& theirs,
                    double budget = 2, double (*clock)(const std::function<void()>&) = seconds) {
  ours();
  theirs();
  Pair least{1e30, 1e30};
  double spent = 0;
  for (int turn = 0; turn < 5 || (spent < budget && turn < 1000); ++turn) {
    const double a = clock(ours), b = clock(theirs);
    least.ours = std::min(least.ours, a);
    least.theirs = std::min(least.theirs, b);
    spent += a + b;
  }
  return least;
}

/// A program of this folder, its entry points ready.
class Program {
 public:
  explicit Program(const std::string& path, int threads = 1,
                   eval::Tier tier = eval::Tier::automatic)
      : session_(options(threads, tier)), env_(session_.load(path)) {}
  lower::EntryPoint entry(const std::string& name) {
    return session_.prepare(*session_.names().lookup(env_, name));
  }
  std::vector<Value> call(const lower::EntryPoint& entry, const std::vector<Value>& args) {
    return session_.call(entry, args);
  }

 private:
  static driver::SessionOptions options(int threads, eval::Tier tier) {
    driver::SessionOptions options;
    options.eval.threads = threads;
    options.eval.tier = tier;
    return options;
  }
  driver::Session session_;
  engine::Scope env_;
};

inline std::vector<double> uniform(std::int64_t n, double low, double high, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> draw(low, high);
  std::vector<double> out(static_cast<std::size_t>(n));
  for (double& x : out) x = draw(random);
  return out;
}

inline std::vector<std::int64_t> below(std::int64_t bound, std::int64_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::int64_t> out(static_cast<std::size_t>(n));
  for (auto& x : out) x = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
  return out;
}

inline Value array(const std::vector<std::int64_t>& data) {
  return Array::copy_of(ScalarType::i64, {static_cast<std::int64_t>(data.size())}, data.data());
}
inline Value array(const std::vector<double>& data, std::initializer_list<std::int64_t> shape) {
  return Array::copy_of(ScalarType::f64, runtime::Shape(shape), data.data());
}

inline double real(const Value& value) { return std::get<Scalar>(value).as_f64(); }

/// Both sides must have computed the same thing, or their times mean nothing.
inline void expect_close(double ours, double theirs, const char* what) {
  if (std::abs(ours - theirs) <= 1e-8 * (1 + std::abs(theirs))) return;
  fmt::print(stderr, "{}: ours is {}, theirs {}\n", what, ours, theirs);
  std::exit(2);
}

/// The element at a flat index, as a real.
inline double element(const Value& value, std::int64_t flat) {
  const Array all = std::get<Array>(value).reshape({std::get<Array>(value).size()});
  return all.get({&flat, 1}).as_f64();
}
inline double whole(const Value& value, std::int64_t flat) {
  const Array all = std::get<Array>(value).reshape({std::get<Array>(value).size()});
  return static_cast<double>(all.get({&flat, 1}).as_i64());
}

}  // namespace laguz::bench
