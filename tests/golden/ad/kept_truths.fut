-- Which of two numbers is the larger is all that the way back asks of them: in loops over numbers, in
-- loops in loops that read what the outer one goes on with, and in maps in loops, in branches too.
-- Reverse mode, forward mode and differences say the same, at first and second order, alone and as a
-- row among others.
import "lib/check"

def inputs (n: i64) : [n]f64 = tabulate n (\i -> 1.3 * f64.sin (2.7 * f64.i64 i + 0.4) + 0.01 * f64.i64 i)

-- A number against another, whose value is used as well; and what is not a number against 0.
def along [n] (x: [n]f64) : f64 =
  let (best, sum) =
    loop (best, sum) = (-1, 0) for i < n do
      let s = x[i] * x[(i + 1) % n]
      let v = f64.max s (f64.min (best - 0.3) (0.5 * s))
      in (f64.max best v, sum + v * f64.min s 0.2)
  in best + sum

-- Rows of a table, of which the one before is read.
def table [n] (x: [n]f64) : f64 =
  let last =
    loop row = replicate (n + 1) 2 with [0] = 0 for i < n do
      let (row, _) =
        loop (next, left) = (replicate (n + 1) 2, 2) for j < n do
          let v = (x[i] - x[j]) ** 2 + f64.min left (f64.min row[j] row[j + 1])
          in (next with [j + 1] = v, v)
      in row
  in last[n] * last[n / 2]

-- The same by maps, two rows back, with borders.
def antidiagonals [n] (x: [n]f64) : f64 =
  let (_, last) =
    loop (before, last) = (replicate (n + 1) 3, replicate (n + 1) 3) for d < 2 * n - 1 do
      let next = tabulate (n + 1) (\i ->
        let j = d + 1 - i
        in if i == 0 || j < 0 || j > n - 1 then 3
           else let least = if i == 1 then 0 else f64.min before[i - 1] (f64.min last[i - 1] last[i])
                in (x[i - 1] - x[j]) ** 2 + least)
      in (last, next)
  in last[n] + 0.1 * f64.maximum last

-- By a branch that compares, by ranges of another type, and with a not a number in between.
def packed [n] (x: [n]f64) : f64 =
  let worth =
    loop worth = replicate 9 0 for i in 0i32..<i32.i64 n do
      let w = 1 + (i * 7) % 4
      in tabulate 9 (\c -> if i32.i64 c >= w && worth[c - i64.i32 w] + x[i64.i32 i] > worth[c]
                           then worth[c - i64.i32 w] + x[i64.i32 i] * x[0]
                           else worth[c])
  in worth[8]

def among_rows [n] (f: [n]f64 -> f64) (x: [n]f64) : f64 =
  f64.sum (tabulate 66 (\r -> f (map (\a -> a + 0.41 * f64.sin (f64.i64 r + 3 * a)) x)))

def agree [n] (f: [n]f64 -> f64) (x: [n]f64) : bool =
  let each g = and (first_order (\x -> [g x]) x) && and (second_order (\x -> [g x]) x)
  in each f && each (among_rows f)

-- ==
-- entry: of_along of_table of_antidiagonals of_packed
-- input { 2i64 } output { true }
-- input { 5i64 } output { true }
entry of_along (n: i64) = agree along (inputs n)
entry of_table (n: i64) = agree table (inputs n)
entry of_antidiagonals (n: i64) = agree antidiagonals (inputs n)
entry of_packed (n: i64) = agree packed (inputs n)

-- Not a number is neither the larger nor the smaller.
-- ==
-- entry: of_nothing
-- input { } output { [0f64, 1f64] [0f64, 1f64] }
entry of_nothing =
  let f (x: [2]f64) = loop s = x[0] for i < 2 do f64.max s x[i]
  in (vjp f [-1, 3] 1, vjp (\x -> (loop s = x for _i < 3 do map (\a -> f64.max a s[1]) s)[0]) [f64.nan, 2] 1)
