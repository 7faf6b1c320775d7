-- ==
-- input { [1, 2] } output { [7, 2] 3 }
type state = {data: [2]i32, steps: i32}
def step ({data, steps}: *state) : *state = {data = data with [0] = 7, steps = steps + 1}
def main (xs: *[2]i32) =
  let s = step {data = xs, steps = 2}
  in (s.data, s.steps)
