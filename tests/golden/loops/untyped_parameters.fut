-- Loops over parameters without types: sizes vary that have to, though nothing says so before.
-- ==
-- entry: field_of_state
-- input { [1i32, 2i32, 3i32] } output { [1i32] [1i32] }

-- ==
-- entry: loop_in_loop
-- input { [1i64, 2i64, 3i64, 4i64] } output { [3i64, 4i64] [1i32] }

-- ==
-- entry: projected
-- input { 2i64 } output { [0i64, 1i64, 2i64, 0i64, 1i64] [0i64, 1i64, 1i64] }

-- ==
-- entry: exchanged
-- input { 2i64 } output { [0i64, 1i64, 2i64] [0i64, 1i64] 2i64 }

-- ==
-- entry: in_lambdas
-- input { 2i64 } output { [0i64, 1i64, 2i64] [3i64, 3i64] }

-- ==
-- entry: made_of_parameter
-- input { [4i64] } output { [2i64, 5i64] }

def last_two s0 = loop s = s0 for _i < 2i64 do {cur = [1i32], old = s.cur}

entry field_of_state (xs: []i32) =
  let s = last_two {cur = xs, old = []} in (s.cur, s.old)

def tails x =
  loop p = x for _i < 2i64 do
    let a = loop _c = x for _i < 1i64 do p
    in a[1:]

def reset y =
  loop b = y for _i < 2i64 do
    let _c = (loop _d = b for _i < 1i64 do y) in [1i32]

entry loop_in_loop (xs: []i64) = (tails xs, reset (map i32.i64 xs))

def push_and_swap r (n: i64) = loop s = r for i < n do (s.1, s.0 ++ [i])

entry projected (n: i64) =
  let (a, b) = push_and_swap (iota (n + 1), iota n) n
  in (a ++ [1], b)

entry exchanged (n: i64) =
  let swap p = loop (a, b) = p for _i < 3i32 do (b, a)
  let (a, b) = swap (iota n, iota 3)
  in (a, b, length b)

def longer x y = let r = loop _z = x for _i < 2i64 do y in (r, length x, length y)

entry in_lambdas (n: i64) =
  let (r, a, b) = longer (iota n) (iota 3)
  let f = \x y -> loop _z = x for _i < 2i32 do y
  in (f (iota n) r, [a + 1, b])

-- (The size of "x" is the initial one, and none of the loop's making.)
def replaced x = loop _q = map (+ 1i64) x for _i < 2i64 do [2, 5i64]

entry made_of_parameter (xs: []i64) = replaced xs
