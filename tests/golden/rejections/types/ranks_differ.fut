-- ==
-- error: :3:29-.*Array element does not have expected type
def main (xs: []i32) = [xs, 1]
