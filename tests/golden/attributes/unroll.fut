-- ==
-- input { 1 } output { 32 }
def main (x: i32) = #[unroll] loop y = x for _i < 5i32 do y * 2
