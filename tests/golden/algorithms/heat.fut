-- Heat flows until the rod has a straight profile.
-- ==
-- input { 5i64 2000 } output { [0.0, 25.0, 50.0, 75.0, 100.0] }
def main (n: i64) (steps: i32) =
  loop u = replicate n 0 with [n - 1] = 100 for _i < steps do
    tabulate n (\i -> if i == 0 || i == n - 1 then u[i] else u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]))
