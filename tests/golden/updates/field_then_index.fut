-- A path of fields and indexes; the array in the record changes in place.
-- ==
-- input { [1, 2, 3] } output { [1, 9, 3] true }
def main (xs: *[3]i32) =
  let r = {a = xs, b = true}
  let r = r with a[1] = 9
  in (r.a, r.b)
