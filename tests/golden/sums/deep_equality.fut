-- ==
-- input { 1 } output { true false true }
type inner = #x [2]i32 | #y
type t = #a inner bool | #b
def main (k: i32) =
  let v : t = #a (#x [k, 2]) true
  in (v == #a (#x [1, 2]) true, v == #a #y true, v != #b)
