-- ==
-- error: :4:21-.*Ambiguous size
def f [n] (g: [n]i32 -> i32) : i64 = n
def main (x: i32) = f (\_ -> x)
