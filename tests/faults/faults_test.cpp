// Memory that runs out, and writes that fail: each of the first and of the last ones of a command,
// and a sample of those between. Whatever fails, the command says so and ends, files stay whole, a
// session goes on.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "server.hpp"

namespace laguz::faults {
namespace {

constexpr long kEach = 2000;  ///< the first steps, of which each fails in turn
constexpr long kLater = 100;  ///< how many of those behind them do
constexpr long kLast = 300;   ///< the last steps, of which each does again: what is run is compiled

const std::string kProgram = R"(-- ==
-- entry: gradient
-- input { [1.0, 2.0] } output { [2.0, 4.0] }
-- input { [3.0] } output { [7.0] }

def energy [n] (xs: [n]f64) : f64 = f64.sum (map (\x -> x * x) xs)
entry gradient [n] (xs: [n]f64) : [n]f64 = vjp energy xs 1.0
entry main (n: i64) : []i64 = filter (> 2) (scan (+) 0 (iota n))
entry slope (x: f64) : f64 =
  vjp (\y -> loop y for i < 40i64 do (loop z = y for _j < i do f64.sin (z + y))) x 1
)";

struct Session {
  std::string name;
  std::vector<std::string> words;
  std::string input;
  Whom whom = Whom::started;
  bool prompt = false;  ///< it goes on after an error: what it prints last is what it should be
};

const std::vector<Session>& sessions() {
  static const std::vector<Session> all{
      {"run", {"run", "f.fut", "-e", "gradient"}, "[1.0, 2.0, 3.0]"},
      {"machine code",
       {"run", "f.fut", "-e", "slope", "--tier", "machine", "--loop-states", "2000"},
       "0.7"},
      {"check", {"check", "f.fut"}, ""},
      {"wrong", {"check", "wrong.fut"}, ""},
      {"eval", {"eval", "-f", "f.fut", "gradient [1.0, 2.0]", "map (+ 1) (iota 5)"}, ""},
      {"core", {"core", "f.fut", "-e", "gradient"}, ""},
      {"graph", {"graph", "f.fut", "-e", "gradient"}, "[1.0, 2.0]"},
      {"test", {"test", "--no-terminal", "f.fut"}, ""},
      {"worker of test", {"test", "--no-terminal", "f.fut"}, "", Whom::its_children},
      {"update", {"test", "--no-terminal", "--update", "f.fut"}, ""},
      {"worker of update", {"test", "--no-terminal", "--update", "f.fut"}, "", Whom::its_children},
      {"prompt",
       {"repl", "f.fut"},
       "gradient [1.0, 2.0]\nlet x = 4i64\n:type energy\n1 + true\nmap (+ x) (iota 3)\n"
       "def g (y: f64) = y * y\nvjp g 3.0 1.0\n:load f.fut\nenergy [1.0, 2.0, 3.0]\n",
       Whom::started,
       true}};
  return all;
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

/// What is wrong with [outcome], in a command that ends as [sound] does when nothing fails; empty:
/// nothing.
std::string complaint(const Session& session, const Outcome& sound, const Outcome& outcome) {
  if (outcome.hung) return "it hangs";
  if (outcome.status > 128 && outcome.status != 130)
    return "signal " + std::to_string(outcome.status - 128);
  for (const std::string* text : {&outcome.out, &outcome.err}) {
    if (contains(*text, "internal fault")) return "an internal fault";
    if (contains(*text, "terminate called")) return "an exception that nobody catches";
  }
  const Files given{{"f.fut", kProgram}};
  const auto same = [&](const std::string& name, const std::string& text) {
    const auto old = sound.files.find(name);
    return (old != sound.files.end() && old->second == text) ||
           (name == "f.fut" && text == kProgram);
  };
  if (outcome.files.size() != sound.files.size()) return "files come or go";
  for (const auto& [name, text] : outcome.files)
    if (!same(name, text)) return name + " is neither old nor new";
  if (outcome.status == sound.status && outcome.out == sound.out && outcome.err == sound.err &&
      outcome.files == sound.files)
    return {};
  if (outcome.status > 2) return "exit status " + std::to_string(outcome.status);
  const bool told = outcome.descriptor == 2 || !outcome.err.empty() || outcome.out != sound.out;
  if (session.prompt) {
    if (outcome.descriptor >= 0) return {};
    // (Before its first prompt there is no session yet.)
    if (outcome.status != sound.status || outcome.out.empty())
      return outcome.out.empty() && told ? "" : "the session ends";
    const std::string last = sound.out.substr(sound.out.size() - 20);
    if (!outcome.out.ends_with(last) && !contains(outcome.out, "emory"))
      return "what is typed later is answered otherwise";
    return {};
  }
  if (outcome.status == 0) return "success, with other results";
  return told ? "" : "no message";
}

void try_all(const Session& session, Kind kind) {
  const std::string wrong = "def f (x: i32) : bool = x + true\ndef g = h\n";
  Server server(session.words, session.input, {{"f.fut", kProgram}, {"wrong.fut", wrong}});
  const Outcome sound = server.run(kind, session.whom, 0);
  CAPTURE(session.name, sound.steps, sound.out, sound.err);
  REQUIRE(sound.steps > 0);
  REQUIRE(sound.status <= 2);
  const long last = sound.steps - kLast;
  const long stride = std::max(1L, (last - kEach) / kLater);
  for (long fault = 1; fault <= sound.steps;
       fault = fault < kEach || fault >= last ? fault + 1 : std::min(fault + stride, last)) {
    const Outcome outcome = server.run(kind, session.whom, fault);
    CAPTURE(fault, outcome.status, outcome.out, outcome.err);
    CHECK(complaint(session, sound, outcome) == "");
  }
}

}  // namespace

TEST_CASE("memory runs out", "[allocations]") {
  for (const Session& session : sessions()) try_all(session, Kind::allocation);
}

TEST_CASE("writes fail", "[writes]") {
  // (Without --update, the processes that `test` starts write to pipes alone.)
  for (const Session& session : sessions())
    if (session.name != "worker of test") try_all(session, Kind::write);
}

}  // namespace laguz::faults
