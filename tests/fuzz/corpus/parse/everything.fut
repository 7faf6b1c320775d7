-- | All of the syntax in one file; what the names mean does not matter.

-- | A type.
type^ t 'a [n] '~b = [n]a -> {x: b, 0: *[]i32}
type s = #none | #some (i64, f32) [3]bool | #other
type~ u = ?[n][m].([n]i32, [n + m * 2](t i32 [n]))
#[opaque] local type v = m.t s [1]
module type mt = {
  -- | A value.
  val f [n] 't : (k: i64) -> [n]t -> [k]t
  val (+++) : t -> t
  type a
  type^ b 'x = [2]x
  include other with a = i32 with m.b 'x = x
  module n : (p: mt) -> {val x : i32}
}
module m = f (import "lib/x") {def y = 1} : mt with a = i64
module g (a: mt) (b: {type t}) : {} = \(c: mt) -> h a (b : mt)
open {local open m import "a/b"}
def x +++ y = x
def x `op` y = y
entry main' [n] 'a (xs: *[n]a) ({p, q = (_, -1)}: r) : ?[k].[k]a =
  let #[trace] (a: i32, #some b c) = f xs.0.1 (-x ** 2 // 3 %% 4) \y z -> y
  let [l] (ys: [l]i64) = filter (.[0].a) zs
  let g 't [n] (v: t) : t = v with a.b[1:] = [1, 2,] with [0, ::2, i] = 3
  let h[1].c = 'a'
  in if !a && b || c <= 0x1Fi64 then "x\n\"\955" else if d then ??? else
     match m.(e + 1) case 1.5e-3 -> 0b1_0u8 case #c x -> (match x case {y} -> 0rXIV) case _ ->
     loop (i, j) = (1..3...n, a..<b) for k < n do
       loop acc for e in es do
         loop w = w while w > 1f16 do #[unsafe] #[a(b, 1, c())] assert (w <= 1) (w :> [n]t : u)
     |> (+ 1) <| (m.- 2) >-> (`op` 3) >>> 0x1.8p3f32 ^ !x
