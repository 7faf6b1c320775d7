-- ==
-- error: :3:21-.*Array element does not have expected type
def f '^a (x: a) = [x]
def main (x: i32) = x
