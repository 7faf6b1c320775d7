-- ==
-- error: :3:27-.*Function body does not have expected type
def f (x: i32) : *[]i32 = x
def main (x: i32) = f x
