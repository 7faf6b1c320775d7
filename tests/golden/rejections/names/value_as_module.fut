-- ==
-- error: :4:12-.*is not a module
def f (x: i32) = x
module m = f
def main = 1
