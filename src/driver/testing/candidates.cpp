#include "driver/testing/candidates.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "driver/testing/values.hpp"
#include "runtime/half.hpp"
#include "support/overloaded.hpp"

namespace laguz::driver::testing {
namespace {

using support::Scalar;
using support::ScalarType;

class Planner {
 public:
  bool add(const check::TypePtr& written) {
    const check::TypePtr type = check::resolve(written);
    return std::visit(
        support::overloaded{
            [&](const check::TypeScalar& t) {
              plan.columns.push_back({t.scalar, around_, 0});
              return true;
            },
            [&](const check::TypeArray& t) {
              around_.push_back(dimension(t.size));
              const std::size_t before = plan.columns.size();
              const bool known = add(t.element);
              // An array of units has a column all the same, for its length.
              if (known && plan.columns.size() == before)
                plan.columns.push_back({ScalarType::u8, around_, 0});
              around_.pop_back();
              return known;
            },
            [&](const check::TypeRecord& t) {
              return std::all_of(t.fields.begin(), t.fields.end(),
                                 [&](const auto& field) { return add(field.second); });
            },
            [&](const check::TypeSum& t) {
              plan.columns.push_back({ScalarType::u8, around_, t.constructors.size()});
              return std::all_of(
                  t.constructors.begin(), t.constructors.end(), [&](const auto& constructor) {
                    return std::all_of(constructor.second.begin(), constructor.second.end(),
                                       [&](const auto& payload) { return add(payload); });
                  });
            },
            [](const check::TypeMeta&) { return false; },
            [](const check::TypeArrow&) { return false; },
            [](const check::TypeParamRef&) { return false; },
            [](const check::TypeAbstract&) { return false; },
            [](const check::TypeAcc&) { return false; },
        },
        type->node);
  }

  Plan plan;

 private:
  std::size_t dimension(const check::SizePtr& written) {
    const check::SizePtr size = check::resolve(written);
    std::optional<std::int64_t> fixed;
    if (const auto* constant = std::get_if<check::SizeConst>(&size->node)) fixed = constant->value;
    if (const auto* variable = std::get_if<check::SizeVar>(&size->node)) {
      const auto [at, fresh] = named_.emplace(variable->id, plan.fixed.size());
      if (!fresh) return at->second;
    }
    plan.fixed.push_back(fixed);
    return plan.fixed.size() - 1;
  }

  std::vector<std::size_t> around_;
  std::unordered_map<check::ValId, std::size_t> named_;
};

std::size_t elements(const Plan::Column& column, const std::vector<std::int64_t>& lengths) {
  std::size_t n = 1;
  for (const std::size_t dim : column.dims) n *= static_cast<std::size_t>(lengths[dim]);
  return n;
}

Scalar real(ScalarType type, double x) {
  if (type == ScalarType::f64) return Scalar::f64(x);
  if (type == ScalarType::f32) return Scalar::f32(static_cast<float>(x));
  return Scalar::f16(runtime::float_to_half(static_cast<float>(x)));
}

Scalar random_element(ScalarType type, std::int64_t size, std::mt19937_64& random) {
  if (type == ScalarType::boolean) return Scalar::boolean(random() % 2 == 0);
  const bool near = random() % 2 == 0;
  if (support::is_float(type)) {
    const double scale = near ? static_cast<double>(size) : 1000 * static_cast<double>(size);
    const double x = std::uniform_real_distribution<double>(-scale, scale)(random);
    return real(type, random() % 4 == 0 ? std::round(x) : x);
  }
  if (!near) return Scalar::integer(type, static_cast<std::int64_t>(random()));
  const std::int64_t low = support::is_signed(type) ? -size : 0;
  return Scalar::integer(type, std::uniform_int_distribution<std::int64_t>(low, size)(random));
}

/// What might do instead of [x], the simplest first.
std::vector<Scalar> simpler(Scalar x) {
  const Scalar zero{x.type, 0};
  if (x == zero) return {};
  if (x.type == ScalarType::boolean) return {zero};
  if (support::is_float(x.type)) {
    const double v = as_double(x);
    std::vector<Scalar> out{zero};
    for (const double y :
         {std::trunc(v), std::trunc(v / 2), v > 0 ? std::trunc(v) - 1 : std::trunc(v) + 1})
      if (std::fabs(y) < std::fabs(v)) out.push_back(real(x.type, y));
    return out;
  }
  if (!support::is_signed(x.type))
    return {zero, Scalar::integer(x.type, static_cast<std::int64_t>(x.bits / 2)),
            Scalar::integer(x.type, static_cast<std::int64_t>(x.bits - 1))};
  const std::int64_t v = x.as_i64();
  std::vector<Scalar> out{zero};
  // The lowest number has no opposite.
  const Scalar opposite = Scalar::integer(x.type, static_cast<std::int64_t>(0 - x.bits));
  if (v < 0 && !(opposite == x)) out.push_back(opposite);
  out.push_back(Scalar::integer(x.type, v / 2));
  out.push_back(Scalar::integer(x.type, v < 0 ? v + 1 : v - 1));
  return out;
}

/// [candidate] without [count] of the dimension's elements, from [start] on.
Candidate without_part(const Plan& plan, const Candidate& candidate, std::size_t dim,
                       std::int64_t start, std::int64_t count) {
  Candidate out = candidate;
  out.lengths[dim] -= count;
  for (std::size_t c = 0; c < plan.columns.size(); ++c) {
    const Plan::Column& column = plan.columns[c];
    if (std::find(column.dims.begin(), column.dims.end(), dim) == column.dims.end()) continue;
    std::vector<Scalar> kept;
    std::vector<std::int64_t> index(column.dims.size(), 0);
    for (const Scalar& element : candidate.columns[c]) {
      bool keep = true;
      for (std::size_t d = 0; d < index.size(); ++d)
        if (column.dims[d] == dim) keep = keep && (index[d] < start || index[d] >= start + count);
      if (keep) kept.push_back(element);
      for (std::size_t d = index.size(); d-- > 0;) {
        if (++index[d] < candidate.lengths[column.dims[d]]) break;
        index[d] = 0;
      }
    }
    out.columns[c] = std::move(kept);
  }
  return out;
}

class Shrinker {
 public:
  Shrinker(const Plan& plan, Candidate& best, const std::function<bool(const Candidate&)>& fails,
           int budget)
      : plan_(plan), best_(best), fails_(fails), budget_(budget) {}

  void run() {
    for (bool better = true; better && budget_ > 0;) {
      better = false;
      for (std::size_t dim = 0; dim < plan_.fixed.size(); ++dim)
        if (!plan_.fixed[dim]) better = shorten(dim) || better;
      for (std::size_t c = 0; c < plan_.columns.size(); ++c)
        for (std::size_t i = 0; i < best_.columns[c].size() && budget_ > 0; ++i)
          better = simplify(c, i) || better;
    }
  }

 private:
  bool accept(Candidate next) {
    if (budget_-- <= 0 || !fails_(next)) return false;
    best_ = std::move(next);
    return true;
  }

  /// Leaves out ever smaller parts, as long as that goes.
  bool shorten(std::size_t dim) {
    bool better = false;
    for (std::int64_t part = best_.lengths[dim]; part > 0; part /= 2)
      for (std::int64_t start = 0; start + part <= best_.lengths[dim];) {
        if (accept(without_part(plan_, best_, dim, start, part)))
          better = true;
        else
          start += part;
        if (budget_ <= 0) return better;
      }
    return better;
  }

  bool simplify(std::size_t c, std::size_t i) {
    bool better = false;
    for (bool again = true; again;) {
      again = false;
      for (const Scalar& x : simpler(best_.columns[c][i])) {
        Candidate next = best_;
        next.columns[c][i] = x;
        if (!accept(std::move(next))) continue;
        better = again = true;
        break;
      }
    }
    return better;
  }

  const Plan& plan_;
  Candidate& best_;
  const std::function<bool(const Candidate&)>& fails_;
  int budget_;
};

}  // namespace

std::optional<Plan> plan_of(const check::TypePtr& type) {
  Planner planner;
  if (!planner.add(type)) return std::nullopt;
  return std::move(planner.plan);
}

Candidate random_candidate(const Plan& plan, std::int64_t size, std::mt19937_64& random) {
  constexpr double kMostElements = 100'000;
  std::size_t deepest = 1;
  for (const auto& column : plan.columns) deepest = std::max(deepest, column.dims.size());
  const auto most =
      static_cast<std::int64_t>(std::pow(kMostElements, 1.0 / static_cast<double>(deepest)));
  Candidate out;
  for (const auto& fixed : plan.fixed) out.lengths.push_back(fixed.value_or(std::min(size, most)));
  for (const auto& column : plan.columns) {
    auto& elements_of = out.columns.emplace_back();
    for (std::size_t n = elements(column, out.lengths); n > 0; --n)
      elements_of.push_back(
          column.constructors == 0
              ? random_element(column.type, size, random)
              : Scalar::integer(column.type,
                                static_cast<std::int64_t>(random() % column.constructors)));
  }
  return out;
}

std::vector<runtime::Value> values_of(const Plan& plan, const Candidate& candidate) {
  std::vector<runtime::Value> out;
  for (std::size_t c = 0; c < plan.columns.size(); ++c) {
    const Plan::Column& column = plan.columns[c];
    if (column.dims.empty()) {
      out.emplace_back(candidate.columns[c][0]);
      continue;
    }
    std::vector<std::int64_t> lengths;
    for (const std::size_t dim : column.dims) lengths.push_back(candidate.lengths[dim]);
    runtime::Array array = runtime::Array::uninitialised(column.type, runtime::Shape(lengths));
    std::vector<std::int64_t> index(lengths.size(), 0);
    for (const Scalar& element : candidate.columns[c]) {
      array.set(index, element);
      for (std::size_t d = index.size(); d-- > 0;) {
        if (++index[d] < lengths[d]) break;
        index[d] = 0;
      }
    }
    out.emplace_back(std::move(array));
  }
  return out;
}

void shrink(const Plan& plan, Candidate& candidate,
            const std::function<bool(const Candidate&)>& fails, int budget) {
  Shrinker(plan, candidate, fails, budget).run();
}

}  // namespace laguz::driver::testing
