-- ==
-- error: :3:22-.*Array element does not have expected type
def main (x: i32) = [(+ 1), (+ 2)][0] x
