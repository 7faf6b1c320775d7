-- ==
-- error: :3:42-.*If-expression returns type
def choose '^a (c: bool) (x: a) (y: a) = if c then x else y
def main (x: i32) = x
