// What lanes add to shared places: the sums of a loop over lanes around a loop over the updates.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "prims/lanes_accumulate.hpp"
#include "seeds.hpp"

namespace lanes = laguz::prims::lanes;
using laguz::support::ScalarType;

namespace {

constexpr std::int64_t kPlaces = 600;

/// Updates at random, and what they point to.
struct Updates {
  std::vector<lanes::Update> all;
  std::vector<std::vector<double>> values;
  std::vector<std::vector<std::int64_t>> places;
  std::vector<std::unique_ptr<bool[]>> masks;
};

enum class Form { one_place, evenly, any };

Updates make_updates(std::mt19937_64& random, std::int64_t n, Form form) {
  auto roll = [&](std::int64_t below) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(below));
  };
  Updates made;
  const std::int64_t steps[] = {1, -1, 2, -3};
  const std::int64_t step = form == Form::one_place ? 0 : steps[roll(4)];
  const std::int64_t count = 1 + roll(30), span = 1 + roll(roll(2) == 0 ? 6 : 40);
  for (std::int64_t u = 0; u < count; ++u) {
    lanes::Update update;
    update.uniform = roll(5) == 0;
    auto& values = made.values.emplace_back(static_cast<std::size_t>(update.uniform ? 1 : n));
    // Sums of these depend on the order of additions.
    for (double& value : values) value = std::ldexp(static_cast<double>(roll(1000)), roll(60));
    update.values = values.data();
    if (roll(4) == 0) {
      auto& mask = made.masks.emplace_back(std::make_unique<bool[]>(static_cast<std::size_t>(n)));
      for (std::int64_t l = 0; l < n; ++l) mask[static_cast<std::size_t>(l)] = roll(3) > 0;
      update.mask = mask.get();
    }
    update.step = step;
    update.place = std::max<std::int64_t>(0, -step * (n - 1)) + roll(span);
    if (form == Form::any && roll(2) == 0) {
      auto& places = made.places.emplace_back(static_cast<std::size_t>(n));
      for (auto& place : places) place = roll(span);
      update.places = places.data();
    }
    made.all.push_back(update);
  }
  return made;
}

std::vector<double> plainly(std::int64_t n, const std::vector<lanes::Update>& updates) {
  std::vector<double> sums(kPlaces, 0.25);
  for (std::int64_t l = 0; l < n; ++l)
    for (const lanes::Update& update : updates) {
      if (update.mask != nullptr && !update.mask[l]) continue;
      const std::int64_t place =
          update.places != nullptr ? update.places[l] : update.place + l * update.step;
      sums[static_cast<std::size_t>(place)] +=
          static_cast<const double*>(update.values)[update.uniform ? 0 : l];
    }
  return sums;
}

/// The same, with kStripes sums for each place.
std::vector<double> plainly_striped(std::int64_t n, std::int64_t stripe,
                                    const std::vector<lanes::Update>& updates) {
  std::vector<double> sums(kPlaces * lanes::kStripes, 0.25);
  for (std::int64_t l = 0; l < n; ++l)
    for (const lanes::Update& update : updates) {
      if (update.mask != nullptr && !update.mask[l]) continue;
      const std::int64_t place =
          update.places != nullptr ? update.places[l] : update.place + l * update.step;
      sums[static_cast<std::size_t>(place * lanes::kStripes + (stripe + l) % lanes::kStripes)] +=
          static_cast<const double*>(update.values)[update.uniform ? 0 : l];
    }
  return sums;
}

}  // namespace

TEST_CASE("lanes add to places in the order of lanes", "[lanes]") {
  for (unsigned seed = 0; seed < 3000; seed += laguz_test::kSeedStep) {
    std::mt19937_64 random(seed);
    const auto n = static_cast<std::int64_t>(1 + random() % 100);
    Updates updates = make_updates(random, n, static_cast<Form>(random() % 3));
    const std::vector<double> expected = plainly(n, updates.all);
    std::vector<double> sums(kPlaces, 0.25);
    lanes::accumulate({ScalarType::f64, sums.data()}, n, updates.all);
    REQUIRE(sums == expected);
  }
}

TEST_CASE("lanes add rows to places side by side", "[lanes]") {
  for (unsigned seed = 0; seed < 200; seed += laguz_test::kSeedStep) {
    std::mt19937_64 random(seed);
    const auto n = static_cast<std::int64_t>(1 + random() % 40);
    const auto count = static_cast<std::int64_t>(random() % 30), stride = n + 3;
    std::vector<double> values(static_cast<std::size_t>(count * stride) + 1);
    for (double& value : values)
      value = std::ldexp(static_cast<double>(random() % 1000), static_cast<int>(random() % 60));
    std::vector<double> sums(static_cast<std::size_t>(count), 0.25), expected = sums;
    for (std::int64_t l = 0; l < n; ++l)
      for (std::int64_t i = 0; i < count; ++i)
        expected[static_cast<std::size_t>(i)] += values[static_cast<std::size_t>(i * stride + l)];
    lanes::accumulate_row({ScalarType::f64, sums.data()}, n, 0, count, values.data(), stride);
    REQUIRE(sums == expected);
  }
}

TEST_CASE("lanes add to striped sums, each to its own", "[lanes]") {
  for (unsigned seed = 0; seed < 3000; seed += laguz_test::kSeedStep) {
    std::mt19937_64 random(seed);
    const auto n = static_cast<std::int64_t>(1 + random() % 100);
    const auto stripe = static_cast<std::int64_t>(random() % 3 == 0 ? random() % 16 : 0);
    Updates updates = make_updates(random, n, static_cast<Form>(random() % 3));
    const std::vector<double> expected = plainly_striped(n, stripe, updates.all);
    std::vector<double> sums(kPlaces * lanes::kStripes, 0.25);
    lanes::accumulate({ScalarType::f64, sums.data(), true, stripe}, n, updates.all);
    REQUIRE(sums == expected);
  }
}

TEST_CASE("lanes add rows to striped sums, which are folded in pairs", "[lanes]") {
  std::mt19937_64 random(1);
  const std::int64_t n = 37, count = 5, stride = 40, stripes = lanes::kStripes;
  std::vector<double> values(count * stride);
  for (double& value : values)
    value = std::ldexp(static_cast<double>(random() % 1000), static_cast<int>(random() % 60));
  std::vector<double> sums(count * stripes, 0.0), expected(count, 1.0), totals = expected;
  lanes::accumulate_row({ScalarType::f64, sums.data(), true, 3}, n, 0, count, values.data(),
                        stride);
  for (std::int64_t i = 0; i < count; ++i) {
    std::vector<double> of(stripes, 0.0);
    for (std::int64_t l = 0; l < n; ++l)
      of[static_cast<std::size_t>((l + 3) % stripes)] +=
          values[static_cast<std::size_t>(i * stride + l)];
    for (std::size_t step = stripes / 2; step >= 1; step /= 2)
      for (std::size_t k = 0; k < step; ++k) of[k] += of[k + step];
    expected[static_cast<std::size_t>(i)] += of[0];
  }
  lanes::fold_stripes(ScalarType::f64, count, totals.data(), sums.data());
  REQUIRE(totals == expected);
}
