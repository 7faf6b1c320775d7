-- A loop that grows its state has no known size.
-- ==
-- error: "k" is an unknown size that a loop returns

def main (n: i32): [1]i32 = loop k = [1] for _i < n do k ++ k
