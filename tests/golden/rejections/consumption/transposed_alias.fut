-- A transposed array is the array.
-- ==
-- error: :7:7-.*Using variable
def main (a: *[2][2]i32) =
  let t = transpose a
  let a[0, 0] = 9
  in (t, a)
