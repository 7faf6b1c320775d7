-- Constants that only a branch of a map's reads.
-- ==
-- entry: chosen
-- input { 3000i64 } output { 3999000.0 }
-- input { 0i64 } output { 0.0 }
-- ==
-- entry: rows
-- input { 900i64 } output { 4950.0 }
-- ==
-- entry: updated
-- input { 600i64 } output { 3041.0 45.0 }
-- ==
-- entry: never
-- input { 700i64 } output { 244650i64 }
-- ==
-- entry: fails
-- input { 700i64 } error: Index \[7\] out of bounds
-- input { 40i64 } error: Index \[7\] out of bounds
-- ==
-- entry: slope
-- input { 500i64 } output { 90.0 [2.0, 1.0] }
-- ==
-- entry: nested
-- input { 300i64 } output { 16200i64 }
-- ==
-- entry: two
-- input { 5000i64 } output { 137979.0 }

def sum_of (n: i64) = f64.sum (map f64.i64 (iota n))
def number = sum_of 1000 / 500
def table = map f64.i64 (iota 10)
def lengths = filter (> 4) (iota 10)
def missing = (iota 7)[length table - 3]

entry chosen (n: i64) =
  f64.sum (map (\i -> if i % 3 == 0 then number else if i % 3 == 1 then number + f64.i64 i - number
                      else f64.i64 i) (iota n))

-- An array, gone through.
entry rows (n: i64) =
  f64.sum (map (\i -> if i % 9 == 4 then f64.sum (map (* 1.1) table) else 0) (iota n))

-- What is overwritten is a copy.
entry updated (n: i64) =
  let changed =
    map (\i -> if i % 10 == 0 then f64.sum (copy table with [i % 7] = 50 / 10) + 4 else 0.75) (iota n)
  in (f64.sum changed - 425, f64.sum table)

-- An error that nobody asks for.
entry never (n: i64) = i64.sum (map (\i -> if i < 0 then missing else i) (iota n))
entry fails (n: i64) = map (\i -> if i == n - 5 then missing else i) (iota n)

-- In what is differentiated, and its way back, which adds to what is around.
entry slope (n: i64) =
  let f (ws: [2]f64) =
    f64.sum (map (\i -> if i % 50 == 0 then ws[0] * table[i / 50] * ws[1] else ws[i % 2] * 0 + number) (iota n))
  in (f [2, 1] - number * f64.i64 (n - 10), map (/ 45) (vjp f [1, 2] 1))

entry nested (n: i64) =
  i64.sum (map (\i -> loop a = 0 for k < 3 do if (i + k) % 2 == 0 then a + i64.sum lengths else a + i % 3)
               (iota n))

-- One constant that reads another, and one that only a later iteration needs.
def other = number * 10 + table[9]
entry two (n: i64) =
  f64.sum (map (\i -> if i >= 4000 then other * f64.bool (i % 80 == 0) else if i < 8 then number else 0) (iota n))
