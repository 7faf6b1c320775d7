-- A weighted sum of order statistics, with a radix sort of 64-bit keys made of the numbers' bits:
-- each turn of the loop partitions numbers and keys by a bit.

import "lib/random"

def key (x: f64) : u64 =
  let bits = f64.to_bits x
  in if bits >> 63 == 1 then !bits else bits | (1 << 63)

def by_bit [n] (b: i32) (xs: [n](f64, u64)) : [n](f64, u64) =
  let zeros = map (\(_, k) -> i64.u64 (1 - ((k >> u64.i32 b) & 1))) xs
  let before = scan (+) 0 zeros
  let total = last before
  let place i z r = if z == 1 then r - 1 else total + i - r
  let places = map3 place (iota n) zeros before
  in scatter (copy xs) places xs

def sorted [n] (xs: [n]f64) : [n]f64 =
  map (.0) (loop ks = map (\x -> (x, key x)) xs for b < 64 do by_bit b ks)

def estimate [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  f64.sum (map2 (*) ws (sorted xs))

entry input : ([16384]f64, [16384]f64) = (reals 16384 1 (-3) 3, reals 16384 2 0 1)

entry primal [n] (xs: [n]f64) (ws: [n]f64) : f64 = estimate xs ws

entry gradient [n] (xs: [n]f64) (ws: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, ws) -> estimate xs ws) (xs, ws) 1
