-- ==
-- error: "n", which is a part of a parameter
def table (n: i64, m: i64) : [n][m]i32 = replicate n (replicate m 0)
def main = table (2, 3)
