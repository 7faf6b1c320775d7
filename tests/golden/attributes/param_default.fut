-- ==
-- input { 10i64 } output { 10i64 }

def main (x: i64) = #[param(width)] x
