-- ==
-- input { 1 } output { 1 }
-- warning: ^Warning[^W]*Unused name "x"[^W]*$

module type F = (x: {}) -> {}
module type G = (y: {type t}) -> {val z: y.t}
def main (x: i32) = x
