-- With its own parameters of sizes and types, a local function is polymorphic.
-- ==
-- input { [1, 2] } output { 2i64 3i64 1 true }
def main (xs: []i32) =
  let len [n] 'a (_: [n]a) = n
  let first 'a 'b (x: a, _: b) = x
  in (len xs, len [true, false, true], first (1, 2.0), first (true, 5u8))
