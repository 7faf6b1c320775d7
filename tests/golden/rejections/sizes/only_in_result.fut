-- ==
-- error: :3:7-.*Size parameter
def f [n] (x: i32) : i32 = x
def main (x: i32) = f x
