#include "ad/rules.hpp"

#include <array>
#include <type_traits>
#include <variant>

#include "ad/activity.hpp"
#include "ad/forward/rules.hpp"
#include "ad/reverse/rules.hpp"
#include "support/assert.hpp"

namespace laguz::ad {
namespace {

using core::Exp;
using forward::DualRules;
using reverse::Sweep;

using Kinds = decltype(Exp::node);
constexpr std::size_t kKinds = std::variant_size_v<Kinds>;

template <class Kind, std::size_t at = 0>
constexpr std::size_t alternative_of() {
  if constexpr (std::is_same_v<Kind, std::variant_alternative_t<at, Kinds>>)
    return at;
  else
    return alternative_of<Kind, at + 1>();
}

/// Rules that are typed by their kind; that of activity may be one for any.
template <class Kind, auto active, Atoms (*forward)(DualRules&, const Kind&),
          void (*reverse)(Sweep&, const Kind&, const Swept&)>
constexpr Rule row(std::string_view kind, std::string_view check) {
  return {alternative_of<Kind>(),
          kind,
          [](Activity& activity, const Exp& exp, std::size_t results) {
            if constexpr (std::is_invocable_v<decltype(active), Activity&, const Exp&, std::size_t>)
              return active(activity, exp, results);
            else
              return active(activity, std::get<Kind>(exp.node), results);
          },
          [](DualRules& rules, const Exp& exp) { return forward(rules, std::get<Kind>(exp.node)); },
          [](Sweep& sweep, const Exp& exp, const Swept& node) {
            reverse(sweep, std::get<Kind>(exp.node), node);
          },
          check};
}

/// What gives nothing that could have a derivative.
template <class Kind>
void reverse_nothing(Sweep&, const Kind&, const Swept&) {}

Atoms forward_diff(DualRules&, const core::Diff&) {
  LAGUZ_ASSERT(false, "an inner Diff is expanded before the outer one");
  return {};
}

void reverse_diff(Sweep&, const core::Diff&, const Swept&) {
  LAGUZ_ASSERT(false, "an inner Diff is expanded before the outer one");
}

constexpr std::array<Rule, kKinds> kRules = {{
    row<core::Copy, active_copy, forward::copy_rule, reverse::copy_rule>("copy", R"(
def twice (a: f64) = let b = a in (b, b * a)
def check (x: [4]f64) : [4]f64 =
  let (a, b) = twice x[1]
  let (c, d) = twice (a + x[0])
  in [a, b, c, d])"),
    row<core::PrimApp, active_prim, forward::prim_rule, reverse::prim_rule>("prim", R"(
def check (x: [4]f64) : [3]f64 =
  [f64.sin (x[0] * x[1]) - x[2] / x[3], f64.max x[0] x[3] ** x[1], f64.sqrt x[2] + f64.i64 3])"),
    row<core::If, active_if, forward::if_rule, reverse::if_rule>("if", R"(
def check (x: [4]f64) : [3]f64 =
  let (a, b) = if x[0] < 1 then (x[0] * x[1], f64.sum (map (* x[2]) x)) else (x[3], 1)
  let c = if x[1] < 1 then x[0] else f64.sum (map f64.exp x) * a
  in [a, b, c])"),
    row<core::Loop, active_loop, forward::loop_rule, reverse::loop_rule>("loop", R"(
def check (x: [4]f64) : [6]f64 =
  let (a, ys) = loop (a, ys) = (x[0], copy x) for i < 4 do
    (f64.sin (a * ys[i]) + x[1], ys with [(i + 1) % 4] = a * ys[i] + ys[(i + 1) % 4])
  let (b, _) = loop (b, i) = (x[2], 0i64) while i < 3 do (b * x[i] + a, i + 1)
  in [a, b] ++ ys :> [6]f64)"),
    row<core::Call, active_call, forward::call_rule, reverse::call_rule>("call", R"(
def power (n: i64) (x: f64) (y: f64) : f64 =
  if n <= 0 then y else x * f64.sin (power (n - 1) (x * y) (y + 0.1))
def check (x: [4]f64) : [2]f64 = [power 3 x[0] x[1], power 2 x[2] x[3]])"),
    row<core::Soac, active_soac, forward::soac_rule, reverse::soac_rule>("soac", R"(
def check (x: [4]f64) : [24]f64 =
  map (\y -> f64.sin y * x[1]) x ++ scan (+) 0 x ++ scan (*) 1 x ++ scan f64.max f64.lowest x
  ++ scan (\a b -> a * b + b) 0.5 x
  ++ [f64.sum x, f64.product x, f64.minimum x, reduce (\a b -> a * b + a + b) 0 x] :> [24]f64)"),
    row<core::Hist, active_any, forward::hist_rule, reverse::hist_rule>("hist", R"(
def check (x: [4]f64) : [8]f64 =
  let is = [1, 0, 1, 7i64]
  in hist (+) 0 2 is x ++ reduce_by_index (copy (take 2 x)) (*) 1 is x
     ++ hist f64.max f64.lowest 2 is x ++ hist (\a b -> a * b + a + b) 0 2 is x :> [8]f64)"),
    row<core::Scatter, active_scatter, forward::scatter_rule, reverse::scatter_rule>("scatter", R"(
def check (x: [4]f64) : [4]f64 = scatter (map (* 2) x) [2, 0, 2, 9] (map (\y -> y * y) x))"),
    row<core::Stream, active_any, forward::stream_rule, reverse::stream_rule>("stream", R"(
def check (x: [4]f64) : [5]f64 =
  let step [c] (a: f64) (xs: [c]f64) = (a + f64.sum (map f64.sin xs), map (* x[1]) xs)
  let (a, ys) = stream_seq (\c a (xs: [c]f64) -> step a xs) x[0] x
  in [a] ++ ys :> [5]f64)"),
    row<core::Index, active_index, forward::index_rule, reverse::index_rule>("index", R"(
def check (x: [4]f64) : [2]f64 = [x[1] * x[3], x[1] + x[0]])"),
    row<core::Slice, active_slice, forward::slice_rule, reverse::slice_rule>("slice", R"(
def check (x: [4]f64) : [2]f64 = map2 (*) (x[1:3] :> [2]f64) (x[3:0:-2] :> [2]f64))"),
    row<core::Update, active_update, forward::update_rule, reverse::update_rule>("update", R"(
def check (x: [4]f64) : [4]f64 =
  let y = copy x with [2] = x[0] * x[1]
  in copy y with [0:2] = map (* x[3]) y[1:3])"),
    row<core::ArrayLit, active_literal, forward::literal_rule, reverse::literal_rule>("literal", R"(
def check (x: [4]f64) : [4]f64 = [x[2] * x[0], x[1], 3, x[2]])"),
    row<core::ArrayApp, active_array, forward::array_rule, reverse::array_rule>("array", R"(
def check (x: [4]f64) : [11]f64 =
  let y = flatten (transpose (unflatten (x :> [2 * 2]f64)))
  in rotate 1 y ++ reverse x ++ map2 (*) (replicate 3 x[1]) (take 3 x) :> [11]f64)"),
    row<core::Assert, active_any, forward::assert_rule, reverse_nothing<core::Assert>>("assert",
                                                                                       ""),
    row<core::Diff, active_any, forward_diff, reverse_diff>("diff", ""),
    row<core::Custom, active_custom, forward::custom_rule, reverse::custom_rule>("custom", R"(
def check (x: [4]f64) : [8]f64 =
  with_vjp (map f64.sqrt) (\ys ws -> map2 (\y w -> w / (2 * y)) ys ws) x
  ++ with_jvp (map f64.sin) (\xs ds -> map2 (\x d -> d * f64.cos x) xs ds) x :> [8]f64)"),
    row<core::WithAcc, active_with_acc, forward::with_acc_rule, reverse::with_acc_rule>("with_acc",
                                                                                        R"(
def check (x: [4]f64) : [6]f64 =
  let add (acc: *intrinsics.acc ([]f64)) i = intrinsics.acc_write acc (i % 3) (x[i] * x[1])
  in intrinsics.hist_stream (copy (take 3 x)) (+) 0 add (iota 4)
     ++ intrinsics.hist_stream (copy (drop 1 x)) (*) 1 add (iota 4) :> [6]f64)"),
    row<core::AccUpdate, active_any, forward::acc_update_rule, reverse::acc_update_rule>(
        "acc_update", R"(
def check (x: [4]f64) : [3]f64 =
  intrinsics.hist_stream (copy (take 3 x)) (+) 0
    (\(acc: *intrinsics.acc ([]f64)) i ->
       intrinsics.acc_write (intrinsics.acc_write acc (i % 2) (f64.exp x[i])) 2 (x[i] * x[0]))
    (iota 4))"),
    row<core::Trace, active_any, forward::trace_rule, reverse_nothing<core::Trace>>("trace", ""),
}};

constexpr bool is_in_order() {
  for (std::size_t k = 0; k < kKinds; ++k)
    if (kRules[k].alternative != k) return false;
  return true;
}
static_assert(is_in_order(), "a row for each kind of expression, in their order");

}  // namespace

std::span<const Rule> rules() { return kRules; }

const Rule& rule_of(const core::Exp& exp) { return kRules[exp.node.index()]; }

}  // namespace laguz::ad
