-- Both arguments of one type parameter have one type.
-- ==
-- error: :5:28-.*Cannot apply
def pair 'a (x: a) (y: a) = (x, y)
def main (x: i32) = pair x true
