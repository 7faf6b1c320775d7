-- A constant is not in its own scope.
-- ==
-- error: :4:15-.*Unknown name
def x : i32 = x + 1
def main = x
