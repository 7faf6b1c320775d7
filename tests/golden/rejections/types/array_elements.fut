-- ==
-- error: :3:35-.*Array element does not have expected type
def main (x: i32) (b: bool) = [x, b]
