-- One place may be written twice with one value.
-- ==
-- input { [1i64, 1i64, 2i64] } output { [0, 5, 5] }
def main (is: []i64) = scatter (replicate 3 0) is (map (const 5) is)
