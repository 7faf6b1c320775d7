-- ==
-- error: :3:33-.*Function body does not have expected type
def f 'a 'b (x: a) (y: b) : a = y
def main (x: i32) = f x x
