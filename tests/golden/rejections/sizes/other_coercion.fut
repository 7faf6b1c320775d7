-- A coercion to another size is another size.
-- ==
-- error: Sizes "length \(xs :> \[a\]i32\)" and "length \(xs :> \[b\]i32\)" do not match
def main (a: i64) (b: i64) (xs: []i32) =
  zip (iota (length (xs :> [a]i32))) (iota (length (xs :> [b]i32)))
