-- The condition comes first: when it fails, nothing else is looked at.
-- ==
-- input { 0 } error: :5:21-44
-- input { 5 } output { 2 }
def main (x: i32) = assert (x != 0) (10 / x)
