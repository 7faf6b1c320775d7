-- Beside this file stands param.fut.tuning; other types and other names are left alone.
-- ==
-- input { 10i64 } output { 7i64 10i64 10i32 21i64 }

def main (x: i64) =
  ( #[param(width)] x
  , #[param(height)] x
  , #[param(width)] i32.i64 x
  , i64.sum (map (\y -> #[param(width)] y) (iota 3)) )
