-- ==
-- input { 1 } output { 1 }
def main (x: i32) = #[5] #[a(1, b(2, c),)] #[d()] x
