-- In modules too, and through types of modules that say less.
-- ==
-- entry: both
-- input { 3 1.5 } output { 10 3.25 7 }

module m = {
  #[general]
  def square_and_one x = x * x + 1

  #[general]
  def thrice x = 3 * x
}

module type of_ints = {
  val thrice : i32 -> i32
}

module ints = m : of_ints

open m

entry both (x: i32) (y: f64) =
  (m.square_and_one x, square_and_one y, ints.thrice x - 2)
