// Products of matrices: the kernel gives the bits of the plain evaluation, whatever the text, the
// shape, the tier and the number of threads.
#include <catch2/catch.hpp>

#include <cstring>
#include <random>

#include "driver/session.hpp"
#include "prims/matmul.hpp"

namespace {

using namespace laguz;
using runtime::Array;
using runtime::Shape;
using runtime::Value;
using support::ScalarType;

using Values = std::vector<Value>;

class Program {
 public:
  Program(eval::Tier tier, int threads)
      : session_(options(tier, threads)),
        scope_(session_.load("tests/golden/products/texts.fut")) {}
  Values call(const std::string& name, const Values& args) {
    return session_.call(session_.prepare(*session_.names().lookup(scope_, name)), args);
  }

 private:
  static driver::SessionOptions options(eval::Tier tier, int threads) {
    driver::SessionOptions options;
    options.eval.tier = tier;
    options.eval.threads = threads;
    return options;
  }
  driver::Session session_;
  engine::Scope scope_;
};

template <class T>
Array reals(Shape shape, std::mt19937& random) {
  std::vector<T> xs(static_cast<std::size_t>(shape.size()));
  for (T& x : xs) x = static_cast<T>(static_cast<double>(random() % 20001) / 7001 - 1.4);
  return Array::copy_of(sizeof(T) == 4 ? ScalarType::f32 : ScalarType::f64, shape, xs.data());
}

bool same(const Values& a, const Values& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Array x = std::get<Array>(a[i]).dense(), y = std::get<Array>(b[i]).dense();
    if (!(x.shape() == y.shape())) return false;
    const auto bytes = static_cast<std::size_t>(x.size() * support::size_of(x.type()));
    if (bytes != 0 && std::memcmp(x.raw(), y.raw(), bytes) != 0) return false;
  }
  return true;
}

class All {
 public:
  void agree(const std::string& name, const Values& args) {
    INFO(name);
    const Values expected = plain_.call(name, args);
    CHECK(same(expected, automatic_.call(name, args)));
    CHECK(same(expected, lanes_.call(name, args)));
  }

 private:
  Program plain_{eval::Tier::scalar, 1}, automatic_{eval::Tier::automatic, 1},
      lanes_{eval::Tier::lanes, 3};
};

constexpr std::int64_t kSizes[] = {0, 1, 2, 3, 7, 8, 16, 17, 33};

}  // namespace

TEST_CASE("Products of matrices have the bits of plain evaluation", "[products]") {
  All all;
  std::mt19937 random(1);
  const auto size = [&] { return kSizes[random() % std::size(kSizes)]; };
  for (int turn = 0; turn < 12; ++turn) {
    // Sums longer than 256 have blocks, those longer than 1024 chunks.
    const std::int64_t lengths[] = {size(), size(), 40, 256, 257, 300, 1030, 4100};
    const std::int64_t n = size(), p = size(), m = lengths[random() % std::size(lengths)];
    INFO(n << " x " << m << " x " << p);
    const Values args{reals<double>({n, m}, random), reals<double>({m, p}, random)};
    for (const char* name : {"rows", "hoisted", "indices", "chained", "slices", "sequential",
                             "outers", "outers_reduce"})
      all.agree(name, args);
    all.agree("gradient", {args[0], args[1], reals<double>({n, p}, random)});
    const Values floats{reals<float>({n, m}, random), reals<float>({m, p}, random)};
    all.agree("rows_f32", floats);
    all.agree("sequential_f32", floats);
    const Values turned{std::get<Array>(args[1]).rearrange(std::array{1, 0}),
                        std::get<Array>(args[0]).rearrange(std::array{1, 0})};
    all.agree("rows", turned);
    all.agree("outers", turned);
    const Value x = reals<double>({m}, random), y = reals<double>({n}, random);
    all.agree("vector", {args[0], x});
    all.agree("transposed_vector", {args[0], y});
    all.agree("sequential_vector", {args[0], x});
    all.agree("vector", {turned[1], y});
  }
}

TEST_CASE("Products among other things have the bits of plain evaluation", "[products]") {
  All all;
  std::mt19937 random(2);
  const auto size = [&] { return kSizes[random() % std::size(kSizes)]; };
  for (int turn = 0; turn < 8; ++turn) {
    const std::int64_t n = turn % 3 == 0 ? 300 : size(), m = size(), p = size();
    const std::int64_t b = turn % 4 == 1 ? 600 : size();  // accumulators' sums are parted from 512
    INFO(n << ", " << m << ", " << p << ", batch " << b);
    const Value w = reals<double>({m, n}, random), v = reals<double>({p, m}, random),
                xs = reals<double>({b, n}, random);
    all.agree("layer", {w, reals<double>({m}, random), xs});
    all.agree("layers", {w, v, xs});
    all.agree("layers_gradient", {w, v, xs});
    all.agree("batched", {reals<double>({p, n, m}, random), reals<double>({p, m, 9}, random)});
    all.agree("gradient", {xs, reals<double>({n, m}, random), reals<double>({b, m}, random)});
  }
}

TEST_CASE("Products of matrices are added in the order that is asked for", "[products]") {
  std::mt19937 random(3);
  for (const auto [rows, terms, columns] : {std::array<std::int64_t, 3>{1, 1, 1},
                                            {9, 5000, 35},
                                            {140, 600, 50},
                                            {1, 4200, 300},
                                            {300, 4200, 1},
                                            {5, 17, 1},
                                            {1, 0, 4},
                                            {40, 1025, 130}}) {
    const Array a = reals<double>({rows, terms}, random),
                b = reals<double>({terms, columns}, random);
    for (const prims::SumOrder order :
         {prims::SumOrder{0, 1}, prims::SumOrder{1024, 1}, prims::SumOrder{4096, 16}}) {
      Array expected = Array::owned(Array::filled({rows, columns}, support::Scalar::f64(0.25)));
      Array result = Array::owned(expected);
      for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j) {
          double& total = expected.mutable_data<double>()[i * columns + j];
          const auto product = [&](std::int64_t t) {
            return a.data<double>()[i * terms + t] * b.data<double>()[t * columns + j];
          };
          if (order.block == 0)
            for (std::int64_t t = 0; t < terms; ++t) total += product(t);
          else
            for (std::int64_t first = 0; first < terms; first += order.block) {
              const std::int64_t count = std::min(order.block, terms - first);
              double sums[16] = {};
              for (std::int64_t t = 0; t < count; ++t)
                sums[t % order.accumulators] =
                    t < order.accumulators ? product(first + t)
                                           : sums[t % order.accumulators] + product(first + t);
              for (int apart = order.accumulators / 2; apart >= 1; apart /= 2)
                for (int s = 0; s < apart && s + apart < std::min<std::int64_t>(count, 16); ++s)
                  sums[s] += sums[s + apart];
              total += sums[0];
            }
        }
      prims::MatrixProduct p;
      p.rows = rows;
      p.columns = columns;
      p.terms = terms;
      p.a = {a.raw(), terms, 1};
      p.b = {b.raw(), columns, 1};
      p.c = result.mutable_raw();
      p.c_row = columns;
      p.order = order;
      prims::add_product(p, 2);
      INFO(rows << " x " << terms << " x " << columns << ", blocks of " << order.block);
      CHECK(same({expected}, {result}));
    }
  }
}
