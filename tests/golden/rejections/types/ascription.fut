-- ==
-- error: :3:21-.*Expression does not have expected type from type ascription
def main (x: i32) = x : i64
