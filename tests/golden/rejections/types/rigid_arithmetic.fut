-- ==
-- error: :3:28-.*Cannot apply
def double 'a (x: a) : a = x + x
def main (x: i32) = double x
