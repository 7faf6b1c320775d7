-- A payload's array shares nothing with a field of the payload beside it.
-- ==
-- entry: result argument
-- input { [1i64, 2i64] [3i64, 4i64] } output { [9i64, 2i64] [3i64, 4i64] }
type s = #c ([2]i64) {a: [2]i64}
def split (v: *s) : (*[2]i64, *[2]i64) = match v case #c x y -> (x, y.a)
entry result (p: *[2]i64) (q: *[2]i64) =
  let (x, y) = split (#c p {a = q})
  in (x with [0] = 9, y)

def set ((x, y): *([2]i64, [2]i64)) = (x with [0] = 9, copy y)
def whole (v: *s) = match v case #c x y -> set (x, y.a)
entry argument (p: *[2]i64) (q: *[2]i64) = whole (#c p {a = q})
