-- What counts is the last index that is produced, not the end: 0:8:7 of 7 is [0], but 0:9:7 is 0, 7.
-- ==
-- input { 8i64 } error: out of bounds
-- input { 7i64 } output { [0i64] }
def main (j: i64) = (iota 7)[0:j:7]
