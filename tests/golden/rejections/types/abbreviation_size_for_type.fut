-- ==
-- error: :4:21-.*Type argument
type pair 'a = (a, a)
def main (x: i32) : pair [2] = (x, x)
