// Functions that are hard to check: what is right must not be called wrong, and what is wrong must
// be found, where differences can see it.
#include <catch2/catch.hpp>

#include <string>

#include "driver/gradcheck.hpp"
#include "driver/session.hpp"

using namespace laguz;

namespace {

constexpr const char* kProgram = R"(
def own (f: f64 -> f64) (slope: f64 -> f64) (x: f64) =
  with_vjp (\(x: f64) -> (x, f x)) (\(x, _) (_: f64, d) -> d * slope x) x |> (.1)
-- Narrow beside the largest steps.
def bump (w: f64) (x: f64) = f64.exp (-((w * (x - 1)) ** 2))
def on_line (x: f64) = x + bump 1e6 x
def faint (x: f64) = f64.exp (-x * x) + 1e-4 * bump 1e5 x
def wave (w: f64) (x: f64) = f64.sin (w * x)
def ripple (x: f64) = x + 1e-6 * f64.sin (1e7 * x)
def rough (x: f64) = x * x + 10 * f64.cos (6283 * x)
def step (w: f64) (x: f64) = f64.tanh (w * (x - 1))
def logistic (x: f64) = 1 / (1 + f64.exp (-1e8 * (x - 1)))
def pole (x: f64) = 1 / (x - 1)
def edge (x: f64) = f64.sqrt (x - 1) + f64.log (x - 1)
def smoothed (x: f64) = f64.sqrt (x * x + 1e-12)
def two (xs: [2]f64) = f64.exp (1e8 * xs[0]) + xs[1]
def narrow32 (x: f32) = f32.exp (-((1e3 * (x - 1)) ** 2))
def chirp (x: f64) = f64.sin (1 / x)
-- Kinks near by, and what is smooth to some order only.
def hinge (a: f64) (x: f64) = 1e3 * f64.max 0 (x - a) + x
def flat (x: f64) = (x - 1) ** 7
def even_flatter (x: f64) = if x == 0 then 0 else f64.exp (-1 / (x * x))
def once (x: f64) = x * f64.abs x
def half_more (x: f64) = f64.abs x ** 1.5
def threshold (x: f64) = if x < 1 then 0 else x * x
def square_hinge (x: f64) = f64.max 0 x ** 2
-- Rounded.
def far (x: f64) = (x + 1e8) * (x + 1e8) - 1e16
def cosine (x: f64) = (1 - f64.cos x) / (x * x)
def high (x: f64) = 1e8 + f64.sin (1e3 * x)
def chaos (n: i64) (x: f64) = loop x for _ in 0..<n do 3.9 * x * (1 - x)
def halves (x: f64) = f64.f16 (f16.sin (f16.f64 x))
def singles (xs: []f32) = f32.sum (map (\x -> x * x) xs) |> f64.f32
def large (x: f64) = x ** 100
def sheer (x: f64) = f64.sqrt (f64.abs (x - 1)) * (x - 1)
def picked (xs: [3]f64) = f64.maximum xs
def ladder (x: f64) = x + f64.floor (1e6 * x) * 1e-6
def lone_jump (x: f64) = if x < 1.001 then x * x else x * x + 1
def crowd (x: f64) = f64.sum (map (\i -> f64.max 0 (x - f64.i64 i / 100)) (iota 200))
def ratio (x: f64) = (f64.exp x - 1) / x
def sixteen (x: f16) = f16.sin (8 * x)
def mixed (x: f64) (y: f32) = x * x + f64.f32 (y * y)
-- Rules.
def wrong_bump = own (bump 1e4) (\_ -> 0)
def wrong_wave (w: f64) = own (wave w) (\x -> -w * f64.cos (w * x))
def off_wave = own (wave 1e6) (\x -> 1.001 * 1e6 * f64.cos (1e6 * x))
def wide_ripple = own ripple (\_ -> 1)
def triple = own (\x -> x * x) (\x -> 3 * x)
def slightly = own (\x -> x * x) (\x -> 2.0001 * x)
def at_kink (x: f64) = f64.max 0 (x - 1) + triple x
def at_wide_kink (x: f64) = 1e3 * f64.abs (x - 1) + triple x
def near_kink (x: f64) = 10 * f64.max 0 (x - 1.0000001) + triple x
def own_kink = own f64.abs (\x -> 0.5 * f64.sgn x)
def own_choice = own (f64.max 0) (\x -> if x >= 0 then 1 else 0)
def straight = own (\x -> f64.round (x * 1e3) / 1e3) (\_ -> 1)
def dead = own (\x -> f64.max 0 (x - 1.01)) (\_ -> 1)
def far_triple (x: f64) = far x + 1e9 * triple x
def triple_beside_stop (x: f64) = stop_gradient x + triple x
def near_jump (x: f64) = (if x < 1.001 then 0 else 1) + triple x
def in_crowd (x: f64) = crowd x + triple x
def crowded_rule = own crowd (\x -> 1.01 * f64.sum (map (\i -> if x > f64.i64 i / 100 then 1 else 0) (iota 200)))
def cancelled (x: f64) = (triple x * 1e-3 + 1e6) - 1e6
def right_rule (x: f64) = f64.max 0 (x - 1) + own (\x -> x * x) (\x -> 2 * x) x
)";

enum class Is { right, wrong, unclear };

struct Row {
  const char* call;
  Is is;
};

const Row kTable[] = {
    {"bump 1e4 1", Is::right},
    {"bump 1e4 1.00005", Is::right},
    {"bump 1e4 1.0002", Is::right},
    {"bump 1e4 1.001", Is::right},
    {"bump 1e7 1.00000005", Is::right},
    {"on_line 1.0000005", Is::right},
    {"on_line 1.3", Is::right},
    {"faint 1.000005", Is::right},
    {"wave 1e4 1", Is::right},
    {"wave 1e6 0.3", Is::right},
    {"wave 1e9 1", Is::right},
    {"wave 1e9 0.3", Is::right},
    {"wave 1e12 1", Is::unclear},
    {"wave 1e12 0.3", Is::unclear},
    {"wave 1e14 0.3", Is::unclear},
    {"wave 1e16 0.7", Is::unclear},
    {"ripple 1", Is::right},
    {"ripple 0.3", Is::right},
    {"rough 1.23", Is::right},
    {"step 1e7 1", Is::right},
    {"step 1e7 1.0000001", Is::right},
    {"step 1e13 1", Is::right},
    {"logistic 1", Is::right},
    {"logistic 1.00000001", Is::right},
    {"pole 1.000001", Is::right},
    {"edge 1.000000001", Is::right},
    {"smoothed 0", Is::right},
    {"smoothed 1e-6", Is::right},
    {"two [1e-8, 1]", Is::right},
    {"narrow32 1.0005", Is::right},
    {"narrow32 1.01", Is::right},
    {"chirp 0.001", Is::right},
    {"chirp 1e-6", Is::right},
    {"hinge 1.01 1", Is::right},
    {"hinge 1.0000001 1", Is::right},
    {"hinge 1.00000000001 1", Is::right},
    {"hinge 0.9999999 1", Is::right},
    {"flat 1", Is::right},
    {"even_flatter 0", Is::right},
    {"once 0", Is::right},
    {"half_more 0", Is::right},
    {"threshold 0.95", Is::right},
    {"threshold 0.9999", Is::right},
    {"square_hinge 0", Is::right},
    {"far 1", Is::right},
    {"far 0.3", Is::right},
    {"cosine 1e-6", Is::right},
    {"cosine 3e-5", Is::right},
    {"high 1", Is::right},
    {"chaos 10 0.3", Is::right},
    {"chaos 40 0.3", Is::right},
    {"chaos 100 0.3", Is::unclear},
    {"halves 1", Is::right},
    {"halves 0.3", Is::right},
    {"singles [1, 2, 3.3]", Is::right},
    {"large 2", Is::right},
    {"large 3.7", Is::right},
    {"sheer 1.0000001", Is::right},
    {"picked [1, 1.0000001, 0.3]", Is::right},
    {"ladder 0.3000003", Is::right},
    {"lone_jump 1", Is::right},
    {"lone_jump 1.0009999", Is::right},
    {"crowd 1.005", Is::right},
    {"crowd 1", Is::right},
    {"crowd 1.00999", Is::right},
    {"ratio 1e-7", Is::right},
    {"ratio 1e-12", Is::right},
    {"sixteen 1", Is::right},
    {"mixed 1.3 0.7", Is::right},
    {"wrong_bump 1.00005", Is::wrong},
    {"wrong_bump 1.0002", Is::wrong},
    {"wrong_wave 1e4 0.3", Is::wrong},
    {"wrong_wave 1e6 0.3", Is::wrong},
    {"wrong_wave 1e9 0.3", Is::wrong},
    {"wrong_wave 1e16 0.3", Is::unclear},
    {"off_wave 0.3", Is::wrong},
    {"wide_ripple 0.3", Is::wrong},
    {"triple 3", Is::wrong},
    {"triple 1e-9", Is::wrong},
    {"slightly 3", Is::wrong},
    {"at_kink 1", Is::wrong},
    {"at_wide_kink 1", Is::wrong},
    {"near_kink 1", Is::wrong},
    {"own_kink 0", Is::wrong},
    {"own_kink 1e-9", Is::wrong},
    {"own_choice 0", Is::right},
    {"own_choice 1e-12", Is::right},
    {"straight 0.3", Is::wrong},
    {"dead 1", Is::wrong},
    {"far_triple 1", Is::wrong},
    {"triple_beside_stop 2", Is::wrong},
    {"near_jump 1", Is::wrong},
    {"near_jump 1.0009999", Is::wrong},
    {"in_crowd 1", Is::wrong},
    {"in_crowd 1.005", Is::wrong},
    {"crowded_rule 1.005", Is::wrong},
    {"cancelled 3", Is::wrong},
    {"right_rule 1", Is::right},
    {"right_rule 1.0000001", Is::right},
};

}  // namespace

TEST_CASE("what is right is not called wrong, and what is wrong is found", "[gradcheck]") {
  driver::Session session{driver::SessionOptions{}};
  const auto scope = session.check(session.add_source("table.fut", kProgram));
  for (const Row& row : kTable) {
    const engine::GradientCheck found = session.check_gradient(scope, "<call>", row.call, {});
    INFO(row.call << "\n" << driver::gradient_check_text(found));
    // (The modes differ where a rule is one of them only.)
    bool has_failed = false, cannot_tell = false;
    for (const auto& argument : found.arguments) {
      const engine::Agreement why = argument.worst.agreement;
      has_failed = has_failed || argument.failed > 0;
      cannot_tell =
          cannot_tell || why == engine::Agreement::unsettled || why == engine::Agreement::rounding;
    }
    CHECK(has_failed == (row.is == Is::wrong));
    if (row.is == Is::unclear) CHECK(cannot_tell);
  }
}
