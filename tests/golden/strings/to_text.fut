-- A number written out.
-- ==
-- input { 4096 } output { "4096" }
-- input { 7 } output { "7" }
def main (x: i32) =
  let (_, digits) =
    loop (x, ds: []u8) = (x / 10, [u8.i32 (x % 10) + '0']) while x > 0 do
      (x / 10, [u8.i32 (x % 10) + '0'] ++ ds)
  in digits
