// Inputs at the prompt that are stopped anywhere, for patience or memory has run out: they leave
// nothing, neither a name nor a value nor where a value comes from.
#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "driver/repl/repl.hpp"
#include "random_session.hpp"
#include "seeds.hpp"
#include "typed.hpp"

namespace {

using laguz::driver::Session;
using laguz::driver::repl::Line;
using laguz_test::contains;
using laguz_test::RandomSession;

/// What was typed, and what came of it.
struct Typed {
  std::string line, out{};
  bool stopped = false;
};

/// Types lines, stops some of them, and types those again.
class Typist : public laguz::driver::repl::Reader {
 public:
  /// With a [seed] it stops them at random.
  Typist(Session& session, std::vector<std::string> lines, std::optional<unsigned> seed = {})
      : session_(session), most_(session.governor().account().limit()), lines_(std::move(lines)) {
    if (seed) random_.emplace(*seed);
    laguz::driver::repl::Repl(session, *this, out_, {}).run({});
  }

  Line read(const std::string& prompt) override {
    session_.governor().interrupt_after(0);
    session_.governor().account().set_limit(most_);
    if (at_ > 0) note();
    if (at_ == lines_.size()) return {Line::Kind::end, {}};
    typed.push_back({prompt + lines_[at_]});
    if (random_ && !typed_again()) stop_soon();
    return {Line::Kind::text, lines_[at_++]};
  }
  void remember(const std::string&) override {}
  void complete_with(laguz::driver::repl::Completer) override {}

  std::vector<Typed> typed;

 private:
  void note() {
    Typed& last = typed.back();
    last.out = out_.str();
    out_.str("");
    last.stopped = contains(last.out, "Interrupted") || contains(last.out, "ut of memory");
    if (last.stopped) --at_;
  }
  bool typed_again() const { return typed.size() > 1 && typed[typed.size() - 2].stopped; }
  void stop_soon() {
    constexpr unsigned kLooks = 120, kBytes = 1 << 19;
    auto& governor = session_.governor();
    switch ((*random_)() % 4) {
      case 0: governor.interrupt_after(1 + (*random_)() % ((*random_)() % kLooks + 1)); break;
      case 1:
        governor.account().set_limit(governor.account().used() + (*random_)() % kBytes);
        break;
      default: break;
    }
  }

  Session& session_;
  const std::size_t most_;
  std::optional<std::mt19937> random_;
  std::ostringstream out_;
  std::vector<std::string> lines_;
  std::size_t at_ = 0;
};

/// What has been printed but for the numbers of variables, which are never given twice, and how
/// wide they are.
std::string without_numbers(const std::string& out) {
  return std::regex_replace(out, std::regex("_[0-9]+| +"), " ");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("An input that is stopped leaves nothing", "[values]") {
  const unsigned many = laguz_test::kSanitized ? 8 : 100;
  unsigned stopped = 0;
  for (unsigned seed = 0; seed < many; ++seed) {
    RandomSession random(seed);
    std::vector<std::string> lines = lines_of(random.lines());
    const bool forgets = seed % 4 != 0;
    if (forgets) lines.insert(lines.begin(), ":set trail " + std::to_string(seed % 4 - 1));
    std::vector<RandomSession::Question> questions;
    for (int i = 0; i < 4; ++i) {
      questions.push_back(random.question());
      lines.push_back(questions.back().command);
    }
    for (const std::string& name : random.names()) {
      lines.push_back(":where " + name);
      lines.push_back(":graph " + name);
    }
    Session session({});
    const Typist user(session, lines, seed);

    // Without those that were stopped, but for their numbers.
    std::vector<std::string> rest;
    for (const Typed& one : user.typed)
      rest.push_back(one.stopped ? "1 + true" : one.line.substr(one.line.find("> ") + 2));
    Session calm({});
    const Typist other(calm, rest);
    REQUIRE(other.typed.size() == user.typed.size());
    std::string before;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      before += user.typed[i].line + "\n";
      INFO("seed " << seed << "\n" << before);
      CHECK_FALSE(contains(user.typed[i].out, "internal fault"));
      if (user.typed[i].stopped)
        ++stopped;
      else
        CHECK(without_numbers(user.typed[i].out) == without_numbers(other.typed[i].out));
    }

    // And the same bits as one function.
    if (forgets) continue;  // (There, values are known no more to be functions of others.)
    for (const auto& question : questions) {
      const auto asked = std::find_if(user.typed.begin(), user.typed.end(), [&](const Typed& one) {
        return !one.stopped && contains(one.line, "> " + question.command);
      });
      REQUIRE(asked != user.typed.end());
      INFO("seed " << seed << "\n" << before << question.expression);
      const std::string lone = laguz_test::last_of(calm, question.expression);
      CHECK(laguz_test::last_printed(question.command + "> " + asked->out + "[") == lone);
    }
  }
  CHECK(stopped > many);
}

TEST_CASE("Of what an input binds, all names are bound or none", "[values]") {
  // Each hides one that is too old to be a function of others from now on, which takes its time.
  constexpr int kNames = laguz_test::kSanitized ? 10 : 40;
  std::string first, next, sum = "0";
  for (int i = 0; i < kNames; ++i) {
    const std::string name = "a" + std::to_string(i);
    first += "def " + name + " = 1f64 ";
    next += "def " + name + " = f64.sum (map (+ " + name + ") [0.5, 0.5]) ";
    sum += " + " + name;
  }
  struct User final : laguz::driver::repl::Reader {
    Line read(const std::string&) override {
      session.governor().interrupt_after(0);
      const bool stopped = contains(out.str(), "Interrupted");
      if (at == 2 && stopped) ++looks;
      if (at == 3) {
        sums.push_back(out.str().substr(0, out.str().find('\n')));
        if (!was_stopped) return {Line::Kind::end, {}};
        at = 1;
      }
      was_stopped = stopped;
      out.str("");
      if (at == 1) session.governor().interrupt_after(looks);
      return {Line::Kind::text, lines[at++]};
    }
    void remember(const std::string&) override {}
    void complete_with(laguz::driver::repl::Completer) override {}

    Session session{options()};
    static laguz::driver::SessionOptions options() {
      laguz::driver::SessionOptions options;
      options.trail = 0;
      return options;
    }
    std::ostringstream out;
    std::vector<std::string> lines, sums;
    std::size_t at = 0;
    int looks = 1;
    bool was_stopped = false;
  } user;
  user.lines = {first, next, sum};
  laguz::driver::repl::Repl(user.session, user, user.out, {}).run({});
  CHECK(user.looks > 20);
  REQUIRE(user.sums.size() > 1);
  for (std::size_t i = 0; i + 1 < user.sums.size(); ++i)
    CHECK(user.sums[i] == std::to_string(kNames) + ".0");
  CHECK(user.sums.back() == std::to_string(3 * kNames) + ".0");
}
