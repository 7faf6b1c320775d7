-- ==
-- error: :4:21-.*Type constructor
type pair 'a 'b = (a, b)
def main (x: i32) : pair i32 i32 i32 = (x, x)
