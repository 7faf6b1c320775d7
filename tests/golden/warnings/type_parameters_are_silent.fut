-- Types need not be used, nor what a specification binds.
-- ==
-- input { 1 } output { 1 }
-- warning: ^$

type number 'a = i32
module type S = {
  type t 'a
  val f 'a : i32
  val g [n] : [n]i32 -> i32
}
module type T = S with t 'b = i32
def f 'a 'b (x: a) (_: i32) = x
def main (x: number bool) = f x 2
