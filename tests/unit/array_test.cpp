#include "runtime/array.hpp"

#include <atomic>
#include <chrono>
#include <numeric>
#include <random>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "runtime/parallel_for.hpp"
#include "support/diagnostic.hpp"
#include "support/governor.hpp"

namespace laguz::runtime {
namespace {

Array numbers(Shape shape) {
  Array a = Array::uninitialised(ScalarType::i32, shape);
  std::iota(a.mutable_data<std::int32_t>(), a.mutable_data<std::int32_t>() + a.size(), 0);
  return a;
}

/// Elements one by one, in row-major order.
std::vector<std::int64_t> elements(const Array& a) {
  std::vector<std::int64_t> result;
  std::vector<std::int64_t> index(static_cast<std::size_t>(a.rank()), 0);
  for (std::int64_t n = a.size(); n > 0; --n) {
    result.push_back(a.get(index).as_i64());
    for (int d = a.rank() - 1; d >= 0; --d) {
      if (++index[static_cast<std::size_t>(d)] < a.shape()[d]) break;
      index[static_cast<std::size_t>(d)] = 0;
    }
  }
  return result;
}

std::vector<std::int64_t> range(std::int64_t n) {
  std::vector<std::int64_t> result(static_cast<std::size_t>(n));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

}  // namespace

TEST_CASE("a shape knows its size, also when it is empty or too large", "[array]") {
  CHECK(Shape{}.size() == 1);
  CHECK(Shape{2, 3}.size() == 6);
  CHECK(Shape{0, std::int64_t{1} << 62, 8}.size() == 0);
  CHECK_THROWS_AS((Shape{std::int64_t{1} << 62, 8}.size()), support::UserError);
  CHECK(Shape{2, 3, 4}.drop(1) == Shape{3, 4});
  CHECK(Shape{3}.prepend(2) == Shape{2, 3});
}

TEST_CASE("views share their buffer", "[array]") {
  const Array a = numbers({2, 3, 4});
  const Array row = a.row(1);
  CHECK(row.shape() == Shape{3, 4});
  CHECK(row.get(std::vector<std::int64_t>{2, 3}).as_i64() == 23);
  CHECK(row.is_dense());
  CHECK_FALSE(row.is_unique());
  const int swap[] = {2, 0, 1};
  const Array turned = a.rearrange(swap);
  CHECK(turned.shape() == Shape{4, 2, 3});
  CHECK_FALSE(turned.is_dense());
  CHECK(turned.get(std::vector<std::int64_t>{3, 1, 2}).as_i64() == 23);
  const Array backwards = a.slice(2, 3, 4, -1);
  CHECK(elements(backwards.row(0).row(0)) == std::vector<std::int64_t>{3, 2, 1, 0});
  CHECK(elements(a.slice(1, 2, 0, 1)).empty());
  CHECK(a.at(std::vector<std::int64_t>{1, 2, 3}).rank() == 0);
}

TEST_CASE("an array is extended where it is if nobody else holds it and there is room", "[array]") {
  constexpr std::int64_t kLong = std::int64_t{5} << 20;  // large for every build
  Array a = numbers({kLong, 1});
  const std::byte* const place = a.raw();
  {
    const Array held = a;
    CHECK_FALSE(a.extend(1));
  }
  CHECK(a.length() == kLong);
  REQUIRE(a.extend(1));  // (blocks are of few sizes: this one is not full)
  CHECK(a.raw() == place);
  CHECK(a.shape() == Shape{kLong + 1, 1});
  CHECK(a.is_unique());
  CHECK(a.get(std::vector<std::int64_t>{kLong - 1, 0}).as_i64() == kLong - 1);

  CHECK_FALSE(a.extend(kLong));                 // more than its block has
  CHECK_FALSE(a.slice(0, 0, 10, 1).extend(1));  // held by both
  CHECK_FALSE(Array::zeros(ScalarType::i32, {0}).extend(1));
  CHECK_FALSE(Array::iota(ScalarType::i32, 10, 0, 1).extend(1));
  CHECK_FALSE(numbers({kLong}).slice(0, 0, 10, 1).extend(1));  // all but ten would be left over
}

TEST_CASE("affine arrays have no storage", "[array]") {
  support::Account& account = support::Account::current();
  const auto before = account.used();
  const Array a = Array::iota(ScalarType::i64, 1'000'000'000, 5, 3);
  CHECK(account.used() == before);
  CHECK(a.get(std::vector<std::int64_t>{7}).as_i64() == 26);
  const Array part = a.slice(0, 10, 4, 2);
  CHECK(part.is_affine());
  CHECK(elements(part.dense()) == std::vector<std::int64_t>{35, 41, 47, 53});
  const Array bytes = Array::iota(ScalarType::u8, 300, 0, 1);
  CHECK(bytes.dense().get(std::vector<std::int64_t>{299}).as_i64() == 43);
  CHECK(bytes.get(std::vector<std::int64_t>{299}).as_i64() == 43);
  const Array grid = a.slice(0, 0, 12, 1).reshape({3, 4});
  CHECK(grid.is_affine());
  CHECK(elements(grid.dense()) == elements(grid));
}

TEST_CASE("replicated and filled arrays have stride 0", "[array]") {
  const Array a = Array::replicated(3, numbers({2}));
  CHECK(elements(a) == std::vector<std::int64_t>{0, 1, 0, 1, 0, 1});
  CHECK(elements(a.dense()) == elements(a));
  const Array b = Array::filled({2, 2}, Scalar::integer(ScalarType::i16, -7));
  CHECK(elements(b.dense()) == std::vector<std::int64_t>(4, -7));
  CHECK_FALSE(b.is_dense());
}

TEST_CASE("every view copies to the elements it shows", "[array]") {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    Shape shape;
    shape.rank = 1 + static_cast<int>(random() % 4);
    for (int d = 0; d < shape.rank; ++d) shape[d] = static_cast<std::int64_t>(random() % 20);
    const ScalarType types[] = {ScalarType::u8, ScalarType::i16, ScalarType::i32, ScalarType::i64};
    const ScalarType type = types[random() % 4];
    Array a = random() % 3 == 0 ? Array::iota(type, shape.size(), -5, 3).reshape(shape)
                                : Array::uninitialised(type, shape);
    if (!a.is_affine()) {
      std::vector<std::int64_t> index(static_cast<std::size_t>(shape.rank));
      for (std::int64_t i = 0; i < a.size(); ++i) {
        std::int64_t rest = i;
        for (int d = shape.rank - 1; d >= 0; rest /= shape[d--])
          index[static_cast<std::size_t>(d)] = rest % shape[d];
        a.set(index, Scalar::integer(type, i));
      }
    }
    std::vector<int> permutation(static_cast<std::size_t>(shape.rank));
    std::iota(permutation.begin(), permutation.end(), 0);
    std::shuffle(permutation.begin(), permutation.end(), random);
    Array view = a.rearrange(permutation);
    for (int d = 0; d < view.rank(); ++d) {
      const std::int64_t n = view.shape()[d];
      if (n < 2 || random() % 2 == 0) continue;
      view = random() % 2 == 0 ? view.slice(d, n - 1, n / 2, -2) : view.slice(d, 1, n - 1, 1);
    }
    CHECK(elements(view.dense()) == elements(view));
    const Array flat = view.reshape({view.size()});
    CHECK(elements(flat) == elements(view));
    CHECK(elements(flat.reshape(view.shape())) == elements(view));
  }
}

TEST_CASE("reshape is a view where strides allow", "[array]") {
  const Array a = numbers({4, 6});
  const Array b = a.slice(0, 0, 2, 2).reshape({2, 2, 3});
  CHECK(b.raw() == a.raw());
  CHECK(elements(b) == std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17});
  const int swap[] = {1, 0};
  const Array c = a.rearrange(swap).reshape({24});
  CHECK(c.raw() != a.raw());
  CHECK(c.get(std::vector<std::int64_t>{1}).as_i64() == 6);
  CHECK(a.reshape({1, 24, 1}).raw() == a.raw());
  CHECK(numbers({0, 3}).reshape({3, 0, 2}).shape() == Shape{3, 0, 2});
  CHECK(elements(numbers({24}).reshape({2, 3, 4})) == range(24));
}

TEST_CASE("a buffer held once is overwritten, a shared one copied", "[array]") {
  Array a = numbers({3});
  CHECK(a.is_unique());
  const auto* where = a.raw();
  a = Array::owned(std::move(a));
  CHECK(a.raw() == where);
  Array b = a;
  CHECK_FALSE(a.is_unique());
  b = Array::owned(std::move(b));
  CHECK(b.raw() != where);
  b.set(std::vector<std::int64_t>{0}, Scalar::integer(ScalarType::i32, 9));
  CHECK(elements(a) == range(3));
  CHECK(a.is_unique());
  Array part = b.slice(0, 1, 2, 1);
  Array::copy_into(part, a.slice(0, 0, 2, 1));
  CHECK(elements(b) == std::vector<std::int64_t>{9, 0, 1});
}

TEST_CASE("the limit on memory is a user error that names it", "[array]") {
  support::Governor governor;
  support::Account& account = governor.account();
  CHECK(account.limit() > 0);
  Array outlives;
  {
    const support::Governed governed(&governor);
    const auto before = account.used();
    const Array a = Array::zeros(ScalarType::f64, {1000});
    CHECK(account.used() == before + 8000);
    account.set_limit(account.used() + 100);
    const std::string limit = std::to_string(account.limit());
    try {
      (void)Array::zeros(ScalarType::f64, {1000});
      FAIL("the limit does not hold");
    } catch (const support::UserError& error) {
      CHECK(error.diagnostic().phase == support::Phase::run);
      CHECK_THAT(error.what(), Catch::Contains("8000 bytes"));
      CHECK_THAT(error.what(), Catch::Contains(limit));
    }
    outlives = a;
  }
  CHECK(account.used() >= 8000);
  CHECK_THROWS_AS(Array::zeros(ScalarType::f64, {std::int64_t{1} << 60}), support::UserError);
  CHECK_THROWS_AS(Array::zeros(ScalarType::f64, {std::int64_t{1} << 50}), support::UserError);
}

TEST_CASE("an array may outlive the governor that it is charged to", "[array]") {
  Array outlives;
  {
    support::Governor governor;
    const support::Governed governed(&governor);
    outlives = Array::zeros(ScalarType::f64, {1000});
  }
  CHECK(outlives.data<double>()[999] == 0);
}

TEST_CASE("large buffers are used again", "[array]") {
  support::Governor governor;
  support::Account& account = governor.account();
  const support::Governed governed(&governor);
  const auto live = account.used();
  const std::int64_t n = 5'000'000;
  Array a = Array::zeros(ScalarType::f64, {n});
  // (At another place of the first page.)
  const auto page = [](const Array& array) {
    return reinterpret_cast<std::uintptr_t>(array.raw()) / 4096;
  };
  const auto where = page(a);
  CHECK(reinterpret_cast<std::uintptr_t>(a.raw()) % 64 == 0);
  const auto place = reinterpret_cast<std::uintptr_t>(a.raw()) % 4096;
  a = Array();
  Array b = Array::zeros(ScalarType::f64, {n - 1000});
  CHECK(page(b) == where);
  CHECK(reinterpret_cast<std::uintptr_t>(b.raw()) % 4096 != place);
  Array c = Array::zeros(ScalarType::f64, {n});
  CHECK(page(c) != where);
  c = b = Array();
  // Kept memory gives way to the limit.
  account.set_limit(live + 50'000'000);
  CHECK_NOTHROW(Array::zeros(ScalarType::u8, {49'000'000}));
}

TEST_CASE("parallel_for runs every block once, nested too, and hands exceptions on", "[threads]") {
  for (int threads : {1, 2, 5}) {
    std::vector<std::atomic<int>> seen(1000);
    parallel_for(100, threads, [&](std::int64_t i) {
      parallel_for(10, threads,
                   [&](std::int64_t j) { ++seen[static_cast<std::size_t>(10 * i + j)]; });
    });
    for (auto& n : seen) REQUIRE(n == 1);
    CHECK_THROWS_AS(parallel_for(50, threads,
                                 [](std::int64_t i) {
                                   if (i == 17) throw std::runtime_error("17");
                                 }),
                    std::runtime_error);
    parallel_for(0, threads, [](std::int64_t) { FAIL("no block"); });
  }
  CHECK(hardware_threads() >= 1);
}

TEST_CASE("lengths beside a 0 may be of any size", "[array]") {
  constexpr std::int64_t kMany = std::int64_t{1} << 62;
  const std::vector<Shape> shapes{
      {kMany, kMany, 0}, {0, kMany, kMany}, {kMany, 0, kMany}, {3, 0, kMany, kMany}};
  for (const Shape& shape : shapes) {
    const Array array = Array::uninitialised(ScalarType::f64, shape);
    std::vector<int> turned;
    for (int d = array.rank(); d-- > 0;) turned.push_back(d);
    const Array other = array.rearrange(turned);
    CHECK(other.size() == 0);
    CHECK(other.dense().shape() == other.shape());
    CHECK(Array::owned(other).shape() == other.shape());
    // Going along it leads nowhere.
    for (const Array& each : {array, other})
      for (std::int64_t i = 0; i < std::min<std::int64_t>(3, each.length()); ++i)
        CHECK(each.row(i).shape() == each.shape().drop(1));
    CHECK(array.slice(0, 0, 0, kMany).length() == 0);
  }
}

TEST_CASE("strides of single elements, and progressions of unsigned numbers, may wrap", "[array]") {
  constexpr std::int64_t kMany = std::int64_t{1} << 62;
  const Array zeros = Array::zeros(ScalarType::f64, {2, 3});
  CHECK(zeros.slice(0, 1, 1, kMany).dense().shape() == Shape{1, 3});
  const Array steps = Array::iota(ScalarType::u64, 4, 0, kMany);
  const auto at = [](const Array& array, std::int64_t i) { return array.get({&i, 1}).bits; };
  for (std::int64_t i = 0; i < 4; ++i) {
    CHECK(at(steps, i) == static_cast<std::uint64_t>(i) << 62);
    CHECK(at(steps.slice(0, 3, 4, -1), i) == static_cast<std::uint64_t>(3 - i) << 62);
    CHECK(at(steps.reshape({2, 2}).row(i / 2), i % 2) == static_cast<std::uint64_t>(i) << 62);
  }
}

}  // namespace laguz::runtime
