-- ==
-- error: :3:40-.*Function body does not have expected type
def main (c: bool) (n: i64) : [n]i64 = if c then iota n else iota (n + 1)
