-- ==
-- error: :3:30-.*Function body does not have expected type
def main (n: i64) : [3]i64 = iota n
