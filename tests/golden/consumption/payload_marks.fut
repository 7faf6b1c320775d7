-- Of a sum, each payload may be a value of its own, or not.
-- ==
-- entry: first either
-- input { [1i64, 2i64, 3i64] } output { [8i64, 2i64, 3i64] [1i64, 2i64, 3i64] }
-- ==
-- entry: wanted
-- input { [1i64, 2i64, 3i64] } output { 1i64 }
def two (x: [3]i64) = #c (copy x) x : #c ([3]i64) ([3]i64)
entry first (x: [3]i64) = match two x case #c a b -> (a with [0] = 8, b)

def one (c: bool) (x: [3]i64) = (if c then #a (copy x) else #b x) : #a ([3]i64) | #b ([3]i64)
entry either (x: [3]i64) =
  match one true x
  case #a y -> (y with [0] = 8, x)
  case #b y -> (copy y, x)

def use (x: [3]i64) (g: [3]i64 -> *(#a ([3]i64) | #b ([3]i64))) =
  match g x
  case #a y -> y[0]
  case #b y -> y[1]
entry wanted (x: [3]i64) = use x (one true)
