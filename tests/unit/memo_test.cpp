// What a session has is not computed again.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "seeds.hpp"
#include "typed.hpp"

namespace {

using laguz::driver::Session;
using laguz_test::contains;
using laguz_test::typed;

const std::string kFunctions =
    "def f (x: f64) = loop s = x for _i < 10 do s * 0.5 + f64.sin s\n"
    "def g (x: f64) = loop s = x for _i < 10 do s * 0.25 - x\n"
    "def rows (n: i64) = map (\\i -> f (f64.i64 i)) (iota n)\n"
    "let x = 0.75\n";

/// How many values are taken, as a whole or as parts, when [lines] are typed behind the functions.
std::size_t taken(const std::string& lines) {
  Session session({});
  const std::string out = typed(session, kFunctions + lines);
  INFO(out);
  CHECK_FALSE(contains(out, "internal fault"));
  return session.taken();
}

}  // namespace

TEST_CASE("What is equal to a living value is taken", "[memo]") {
  CHECK(taken("let a = f x\nlet b = g x\nlet c = f 0.75\n") == 0);
  CHECK(taken("let a = f x\nlet b = f x\n") == 1);
  CHECK(taken("let a = f x let b = f x\n") == 1);
  CHECK(taken("let a = f x\nf x\nf x\n") == 2);
  CHECK(taken("f x\nf x\n") == 1);
  CHECK(taken("f x\n1\nf x\n") == 0);  // no name stands for it
  CHECK(taken("let a = rows 5\nrows 5\nrows 6\n") == 1);
  CHECK(taken("let a = map (\\i -> f i) [1, 2, 3]\nmap (\\j -> f j) [1, 2, 3]\n") == 1);
  CHECK(taken("let a = vjp f x 1\nvjp f x 1\njvp f x 1\n") == 1);
  CHECK(taken("let a = rows 5\n:grad (f64.sum a) x\nlet y = f x * x\n:grad y x\n:grad y x\n") == 1);
}

TEST_CASE("So are parts of values, and what is written otherwise", "[memo]") {
  CHECK(taken("let p = (f x, g x)\ng x\nf x\n(g x, 3i32, f x)\n") == 3);
  CHECK(taken("let r = {a = f x, b = g x}\nlet s = (f x, g x)\n") == 1);
  CHECK(taken("let a = let y = x let z = f y in z\nf x\n") == 1);
  // Functions are what they do; those of the session may have other names.
  CHECK(taken("let a = reduce (\\u v -> u + f v) 0 [x, x]\n"
              "reduce (\\s t -> s + f t) 0 [x, x]\n") == 1);
  CHECK(taken("let a = f x\ndef f (y: f64) = y\nf x\n") == 0);
  CHECK(taken("let a = f x\n"
              "def f (z: f64) = loop t = z for _j < 10 do t * 0.5 + f64.sin t\nf x\n") == 1);
}

TEST_CASE("Values that are read are what is bound, not what they are", "[memo]") {
  CHECK(taken("let a = f x\nlet x = 0.75\nf x\n") == 0);
  CHECK(taken("let a = f x\nlet y = x\nf y\n") == 0);
  CHECK(taken("let a = f x\nlet b = g a\nlet c = f x\ng a\ng c\n") == 2);  // c, and g a
}

TEST_CASE("An operand of a later input is taken", "[memo]") {
  CHECK(taken("let a = f x\ng (f x) + 1\n") == 1);
  CHECK(taken("let a = f x\nlet b = f (g (f x)) * f x\n") == 2);
  CHECK(taken("let a = f x\nmap (\\y -> y * f x) [1, 2, 3]\n") == 1);
  CHECK(taken("let a = f x\nif x > 2 then 0 else loop s = 0 for i < 3 do s + f x\n") == 1);
  CHECK(taken("let a = f x\nlet b = g x\nf64.sum (map (\\y -> g x + y) [f x, f x, 1])\n") >= 2);
  CHECK(taken("let a = f x\ndef h (y: f64) = y + f x\nh 1\n") == 0);  // in a function
  CHECK(taken("let a = rows 5\n(rows 5) with [0] = 1\n(rows 5)[2]\nf64.sum (rows 5)\n") == 3);
}

TEST_CASE("What is taken is as it would be", "[memo]") {
  Session session({});
  const std::string out = typed(session, kFunctions +
                                             "let a = rows 3\n"
                                             "(copy (rows 3)) with [0] = 9\n"
                                             "let b = (rows 3) with [1] = 8\n"
                                             "a[0] - f 0 + a[1] - f 1\n"
                                             "rows 3 == a\n"
                                             "let y = f x * g x\n"
                                             ":grad y x\n"
                                             "let z = f x * g x\n"
                                             ":grad z x\n"
                                             ":grad z y\n"
                                             "vjp (\\x -> f x * g x) x 1\n"
                                             ":where z\n");
  INFO(out);
  CHECK(session.taken() > 4);
  CHECK(contains(out, "> 0.0\n"));
  CHECK(contains(out, "> true\n"));
  CHECK(contains(out, "z does not depend on y.\n0.0\n"));
  CHECK(contains(out, "  [11] let z = f x * g x\n"));
  CHECK_FALSE(contains(out, "rror"));
}

TEST_CASE("An input that fails leaves no value", "[memo]") {
  CHECK(taken("let a = f x let b = [1, 2][x |> i64.f64 |> (+ 2)]\nf x\n") == 0);
  CHECK(taken("(f x, [1, 2][2])\nf x\n") == 0);
  const std::string endless = "loop x = 0i64 while x >= 0 do (x + 1) % 1000";
  CHECK(taken(":set timeout 0.05\nlet a = f x let b = " + endless + "\n:set timeout 0\nf x\n") ==
        0);
  CHECK(taken(":set timeout 0.05\n(f x, " + endless + ")\n:set timeout 0\nf x\n") == 0);
  CHECK(taken("let a = f x let b = manifest (map f (map f64.i64 (iota 1000000000000)))\nf x\n") ==
        0);
  // What has failed is not taken for what holds.
  const std::string fails = "let is = filter (> 7) [1i64, 2]\nlet a = f x\n";
  Session session({});
  const std::string out = typed(session, kFunctions + fails + "f x + f64.i64 is[0]\nf x\n");
  CHECK(contains(out, "out of bounds"));
  CHECK(session.taken() == 2);
}

TEST_CASE("Inputs that show something are computed whenever they are typed", "[memo]") {
  laguz::driver::SessionOptions options;
  std::size_t shown = 0;
  options.eval.on_trace = [&](const auto&, auto, auto) { ++shown; };
  Session session(options);
  const std::string out = typed(session, kFunctions +
                                             "let a = trace (f x)\ntrace (f x)\nf x\n"
                                             "def loud (y: f64) = trace (y + f x)\n"
                                             "loud 1\nloud 1\n"
                                             "def again (n: i64) : f64 = if n == 0 then trace 1.0 "
                                             "else again (n - 1)\n"
                                             "let c = again 1\nagain 1\n");
  CHECK(shown == 6);
  CHECK(session.taken() == 0);
}

TEST_CASE("Settings that a bit can depend on are part of what is equal", "[memo]") {
  CHECK(taken("let a = f x\n:set chunk 3\nf x\n:set chunk 0\nf x\n") == 1);
  CHECK(taken("let a = f x\n:set threads 1\n:set tier scalar\nf x\n") == 1);
  CHECK(taken("let a = f x\n:set memory 100M\nf x\n") == 0);  // loops keep less
  CHECK(taken(":set memo off\nlet a = f x\nf x\n:set memo on\nf x\nf x\n") == 1);
  CHECK(taken("let a = f x\n:set memo off\nf x\n:set memo on\n1\nf x\n") == 1);
  CHECK(taken("let a = f x\n:time f x\n:nan f x\n:set nan on\nf x\n") == 0);
  laguz::driver::SessionOptions options;
  Session script(options);
  const auto def = script.expression(script.prelude(), "t", "f64.sin 2");
  CHECK_FALSE(script.options().memo);
  CHECK(script.value(*def).values.size() == 1);
}

TEST_CASE("Values that are there are read before lambdas, also where these may not need them",
          "[memo]") {
  Session session({});
  const std::string out = typed(session,
                                "let a = map f64.sin [1, 2]\n"
                                ":core map (\\i -> if i > 3 then a[i % 2] else 0) (iota 2000)\n");
  const auto it = out.find("constant it");
  REQUIRE(it != std::string::npos);
  CHECK(out.find("call a", it) < out.find("soac", it));
}

TEST_CASE("Deep code is read in time that is in proportion", "[memo]") {
  std::string branches = "f x";
  for (int i = 0; i < 3000; ++i)
    branches = "if x > " + std::to_string(i + 1) + " then x else " + branches;
  CHECK(taken("let a = f x\nlet b = " + branches + "\nlet c = " + branches + "\n") == 2);
}

TEST_CASE("What is forgotten is not taken", "[memo]") {
  CHECK(taken("let a = f x\n:reset\n" + kFunctions + "f x\n") == 0);
  CHECK(taken("let a = f x\nlet a = 1\nf x\n") == 0);
  CHECK(taken("let a = f x\nlet b = f x\nlet a = 1\nf x\n") == 2);
  CHECK(taken("let a = f x\n:detach a\nf x\nlet b = f x * 2\n") == 2);
  CHECK(taken(":set trail 0\nlet a = f x\nlet b = g a\nlet a = 0\ng (f x)\n") == 1);  // b needs it
  // Values go with their names, whatever has been taken from them.
  laguz::driver::SessionOptions options;
  options.max_memory = std::size_t{64} << 20;
  Session session(options);
  std::string lines;
  for (int i = 0; i < 100; ++i)
    lines += "let a = map (+ " + std::to_string(i) + ") (iota 1000000)\nlet b = map (+ " +
             std::to_string(i) + ") (iota 1000000)\n";
  CHECK_FALSE(contains(typed(session, lines), "rror"));
  CHECK(session.taken() == 100);
}

TEST_CASE("Constants of a file that has been loaded are values of the session", "[memo]") {
  const auto file = std::filesystem::temp_directory_path() /
                    ("laguz_memo_" + std::to_string(::getpid()) + ".fut");
  std::ofstream(file) << kFunctions << "def a = f x\ndef b = g a\ndef shown = trace (g x)\n";
  const auto typed_there = [&](const std::string& lines) {
    Session session({});
    INFO(typed(session, ":load " + file.string() + "\n" + lines));
    return session.taken();
  };
  CHECK(typed_there("f x\n") == 0);  // nobody has asked for it
  CHECK(typed_there("a\nf x\ng a\n") == 1);
  CHECK(typed_there("b\nf x\n1\ng (f x)\ng a\n") == 3);
  CHECK(typed_there("let c = f x\na\n") == 1);
  CHECK(typed_there("shown\ng x\n") == 0);
  std::filesystem::remove(file);
}
