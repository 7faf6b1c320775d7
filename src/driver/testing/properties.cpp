#include "driver/testing/properties.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "driver/gradcheck.hpp"
#include "driver/print_view.hpp"
#include "driver/testing/candidates.hpp"
#include "engine/arguments.hpp"
#include "engine/numbers_of.hpp"

namespace laguz::driver::testing {
namespace {

using core::View;
using engine::EntryPoint;
using runtime::Value;
using support::UserError;

/// A property, or what its attribute names, is not what it has to be.
class Invalid : public UserError {
 public:
  explicit Invalid(const std::string& message) : UserError(support::Phase::usage, {}, message) {}
};

bool same(const View& a, const View& b) {
  if (a.kind != b.kind || !(a.leaf == b.leaf) || a.rank != b.rank ||
      a.parts.size() != b.parts.size() || a.constructors.size() != b.constructors.size())
    return false;
  for (std::size_t i = 0; i < a.parts.size(); ++i)
    if (a.parts[i].first != b.parts[i].first || !same(a.parts[i].second, b.parts[i].second))
      return false;
  for (std::size_t i = 0; i < a.constructors.size(); ++i) {
    const auto& [name, payloads] = a.constructors[i];
    if (name != b.constructors[i].first || payloads.size() != b.constructors[i].second.size())
      return false;
    for (std::size_t k = 0; k < payloads.size(); ++k)
      if (!same(payloads[k], b.constructors[i].second[k])) return false;
  }
  return true;
}

bool is_scalar(const View& view, support::ScalarType type) {
  return view.kind == View::Kind::leaf && view.leaf == core::Type{type, 0, false};
}

/// Whether there may be floats in what has [view].
bool holds_floats(const View& view) {
  if (view.kind == View::Kind::leaf) return support::is_float(view.leaf.elem);
  const auto in_any = [](const std::vector<View>& all) {
    return std::any_of(all.begin(), all.end(), holds_floats);
  };
  return std::any_of(view.parts.begin(), view.parts.end(),
                     [](const auto& part) { return holds_floats(part.second); }) ||
         std::any_of(view.constructors.begin(), view.constructors.end(),
                     [&](const auto& one) { return in_any(one.second); });
}

/// Whether there are any: arrays may be empty.
bool have_floats(const std::vector<Value>& values) {
  return std::any_of(values.begin(), values.end(), [](const Value& value) {
    const auto numbers = engine::Numbers::of(value);
    return numbers && !numbers->values.empty();
  });
}

std::string type_of(const EntryPoint& entry) {
  std::string out;
  for (const std::string& type : entry.param_types) out += type + " -> ";
  return out + entry.result_type;
}

/// The argument of [attr] that is applied to something: `f` in `gen(f)`.
const ast::Attr* argument(const ast::Attr& attr, std::string_view name) {
  for (const ast::Attr& arg : attr.args)
    if (arg.name == name && arg.args.size() == 1) return &arg.args[0];
  return nullptr;
}

/// Numbers that look random, one for each place in a row (splitmix64, Steele et al. 2014).
std::uint64_t mixed(std::uint64_t seed, std::uint64_t place) {
  std::uint64_t x = seed + (place + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// `box` of `m.box`; a type that is no mere name stays as it is.
std::string unqualified(const std::string& type) {
  const bool is_name = std::all_of(type.begin(), type.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'' || c == '.';
  });
  const auto point = type.rfind('.');
  return is_name && point != std::string::npos ? type.substr(point + 1) : type;
}

class PropertyTest {
 public:
  PropertyTest(Session& session, engine::Scope env, std::string name,
               const PropertyOptions& options, Claim claim)
      : session_(session),
        env_(std::move(env)),
        name_(std::move(name)),
        options_(options),
        claim_(claim) {}

  /// The counterexample in words; nothing when there is none.
  std::string run() {
    prepare();
    for (int i = 0; i < options_.tests; ++i) {
      // Small candidates come first: they are quicker, and easier to read.
      const std::int64_t size =
          size_.value_or(std::max<std::int64_t>(1, options_.largest * (i + 1) / options_.tests));
      const std::uint64_t seed = mixed(options_.seed, static_cast<std::uint64_t>(i));
      std::vector<Value> values = candidate(size, seed);
      if (!fails(values)) continue;
      std::string out = fmt::format("Property {} (size={}, seed={}) failed after {} test{}:\n",
                                    name_, size, options_.seed, i + 1, i == 0 ? "" : "s");
      const auto simplest = simplified(std::move(values), size, seed);
      out += fmt::format("Counterexample: {}", shown(simplest));
      if (fails(simplest, true) && !why_.empty()) out += "\n" + why_;
      return out;
    }
    return {};
  }

 private:
  void prepare() {
    const auto& def = session_.find(env_, name_);
    if (!def.entry)
      throw Invalid(fmt::format("Declared as property, but is not an entry point: \"{}\".", name_));
    const auto attr = std::find_if(def.attrs.begin(), def.attrs.end(),
                                   [](const ast::Attr& a) { return a.name == "prop"; });
    if (attr == def.attrs.end())
      throw Invalid(fmt::format("Declared as property, but has no #[prop]: \"{}\".", name_));
    property_ = session_.prepare(def);
    if (property_.params.size() != 1)
      throw Invalid(property_.params.empty()
                        ? fmt::format("Property {} has no inputs: expected 1.", name_)
                        : fmt::format("Property {} has {} inputs; expected 1.", name_,
                                      property_.params.size()));
    if (claim_ == Claim::derives) {
      for (const View* view : {&property_.params[0], &property_.result})
        if (!holds_floats(*view))
          throw Invalid(fmt::format(
              "Property {} is to be differentiated (gradcheck), but its {}.", name_,
              view == &property_.result ? "output has no floats: " + property_.result_type
                                        : "input has no floats: " + property_.param_types[0]));
    } else if (!is_scalar(property_.result, support::ScalarType::boolean)) {
      throw Invalid(
          fmt::format("Property {} output must be bool, got: {}", name_, property_.result_type));
    }
    if (const auto* size = argument(*attr, "size"); size != nullptr && size->number)
      size_ = std::max<std::int64_t>(0, *size->number);
    const auto type = check::resolve(def.scheme.type);
    const auto* arrow = std::get_if<check::TypeArrow>(&type->node);
    if (arrow != nullptr) plan_ = plan_of(arrow->from);
    if (const auto* gen = argument(*attr, "gen"))
      use_generator(gen->name);
    else if (!plan_)
      use_generator(default_generator(def));
    if (const auto* shrinker = argument(*attr, "shrink")) use_shrinker(shrinker->name);
  }

  /// The entry point `gen_<type>`, the type named as it is written in [def], or as the checker
  /// knows it (`m.box`), or without the module: no entry point has a name with a point.
  std::string default_generator(const engine::Def& def) const {
    const std::string& known = property_.param_types[0];
    const std::string written = engine::written_type(def).value_or(known);
    for (const std::string& type : {written, known, unqualified(written), unqualified(known)}) {
      const auto* found = session_.names().lookup(env_, "gen_" + type);
      if (found != nullptr && found->entry) return "gen_" + type;
    }
    return "gen_" + unqualified(written);
  }

  void use_generator(const std::string& generator) {
    const auto* def = session_.names().lookup(env_, generator);
    if (def == nullptr || !def->entry)
      throw Invalid(fmt::format("Generator is not a server entry point: {}", generator));
    generator_ = session_.prepare(*def);
    if (generator_->params.size() != 2 ||
        !is_scalar(generator_->params[0], support::ScalarType::i64) ||
        !is_scalar(generator_->params[1], support::ScalarType::u64) ||
        !same(generator_->result, property_.params[0]))
      throw Invalid(
          fmt::format("Generator \"{}\" for property \"{}\" has invalid type.\nExpected: "
                      "i64 -> u64 -> {}\nActual:   {}",
                      generator, name_, property_.param_types[0], type_of(*generator_)));
  }

  void use_shrinker(const std::string& shrinker) {
    const auto* def = session_.names().lookup(env_, shrinker);
    if (def == nullptr || !def->entry)
      throw Invalid(fmt::format("Shrinker is not a server entry point: {}", shrinker));
    shrinker_ = session_.prepare(*def);
    if (shrinker_->params.size() != 2 || !same(shrinker_->params[0], property_.params[0]) ||
        !is_scalar(shrinker_->params[1], support::ScalarType::u64) ||
        !same(shrinker_->result, property_.params[0]))
      throw Invalid(
          fmt::format("Shrinker \"{}\" for property \"{}\" has invalid type.\nExpected: "
                      "{} -> u64 -> {}\nActual:   {}",
                      shrinker, name_, property_.param_types[0], property_.param_types[0],
                      type_of(*shrinker_)));
  }

  std::vector<Value> candidate(std::int64_t size, std::uint64_t seed) {
    if (generator_)
      return session_.call(*generator_, {support::Scalar::i64(size),
                                         support::Scalar{support::ScalarType::u64, seed}});
    std::mt19937_64 random(seed);
    random_ = random_candidate(*plan_, size, random);
    return values_of(*plan_, random_);
  }

  /// An error is a failure too. Why it is one, if there is more to say, is kept; [explains] it: in
  /// which iterations, too.
  bool fails(const std::vector<Value>& values, bool explains = false) {
    why_.clear();
    try {
      const auto again = [&] { return engine::copies(values); };
      const auto result =
          explains ? session_.call(property_, again(), again) : session_.call(property_, again());
      if (claim_ == Claim::holds) return !std::get<support::Scalar>(result[0]).as_bool();
      if (!have_floats(values) || !have_floats(result)) return false;
      const auto check =
          session_.check_gradient(session_.find(env_, name_), engine::copies(values), {});
      if (!check.has_failed()) return false;
      why_ = "Its derivatives are wrong:\n" + gradient_check_text(check);
    } catch (const support::TimedOut&) {
      throw;
    } catch (const UserError& error) {
      why_ = "It is an error:\n" + support::render(error);
    }
    return true;
  }

  std::vector<Value> simplified(std::vector<Value> values, std::int64_t size, std::uint64_t seed) {
    if (shrinker_) return by_shrinker(std::move(values));
    if (generator_) {
      for (std::int64_t smaller = size_ ? 0 : 1; smaller < size; ++smaller) {
        std::vector<Value> next = candidate(smaller, seed);
        if (fails(next)) return next;
      }
      return values;
    }
    constexpr int kBudget = 5000, kToDerive = 200;
    shrink(
        *plan_, random_, [this](const Candidate& next) { return fails(values_of(*plan_, next)); },
        claim_ == Claim::derives ? kToDerive : kBudget);
    return values_of(*plan_, random_);
  }

  /// Until it has given nothing that fails for [tries] times.
  std::vector<Value> by_shrinker(std::vector<Value> values) {
    constexpr std::uint64_t kMostSteps = 10'000;
    int rejected = 0;
    for (std::uint64_t step = 0; rejected < options_.tries && step < kMostSteps; ++step) {
      auto args = engine::copies(values);
      args.emplace_back(support::Scalar{support::ScalarType::u64, mixed(~options_.seed, step)});
      std::vector<Value> next = session_.call(*shrinker_, std::move(args));
      if (shown(next) != shown(values) && fails(next)) {
        values = std::move(next);
        rejected = 0;
      } else {
        ++rejected;
      }
    }
    return values;
  }

  /// On one line.
  std::string shown(const std::vector<Value>& values) const {
    const std::string text = print_view(property_.params[0], values, runtime::Style::machine);
    const bool tuple = property_.params[0].kind == View::Kind::tuple;
    std::string out = tuple ? "(" : "";
    for (const char c : text) {
      const bool after_space = !out.empty() && out.back() == ' ';
      if (c == '\n')
        out += tuple && out.back() != ',' ? ", " : " ";
      else if (c != ' ' || !after_space)
        out += c;
    }
    return tuple ? out + ")" : out;
  }

  Session& session_;
  engine::Scope env_;
  std::string name_;
  const PropertyOptions& options_;
  const Claim claim_;
  EntryPoint property_;
  std::optional<EntryPoint> generator_, shrinker_;
  std::optional<std::int64_t> size_;
  std::optional<Plan> plan_;
  Candidate random_;  ///< the last random one
  std::string why_;   ///< the last call has failed, if that says more than false
};

}  // namespace

Outcome test_property(Session& session, const engine::Scope& env, const std::string& name,
                      const PropertyOptions& options, Claim claim) {
  const std::string where = "Property: " + name;
  std::string failure;
  try {
    failure = PropertyTest(session, env, name, options, claim).run();
  } catch (const support::TimedOut& late) {
    failure = late.error().what();
  } catch (const support::OutOfMemory& none) {
    failure = none.error().what();
  } catch (const UserError& error) {
    failure = support::render(error);
  }
  const auto status = failure.empty() ? Outcome::Status::passed : Outcome::Status::failed;
  return {status, where, failure};
}

}  // namespace laguz::driver::testing
