-- a[i][j] is a[i, j] in core; its errors are those of the step that fails, where it stands.
def numbers = [[[0, 1], [2, 3], [4, 5i64]]]
def part [n] [m] [k] (a: [n][m][k]i64) (i: i64) : [m][k]i64 = a[i]

-- ==
-- entry: element
-- input { 0i64 1i64 0i64 } output { 2i64 }
-- input { 1i64 0i64 0i64 } error: :22:50-59(.|\n)*Index \[1\] out of bounds for array of shape \[1\]\[3\]\[2\]
-- input { 0i64 3i64 9i64 } error: :22:50-62(.|\n)*Index \[3\] out of bounds for array of shape \[3\]\[2\]
-- input { 0i64 2i64 -1i64 } error: :22:50-65(.|\n)*Index \[-1\] out of bounds for array of shape \[2\]
-- ==
-- entry: row
-- input { 0i64 3i64 } error: Index \[3\] out of bounds for array of shape \[3\]\[2\]
-- input { 7i64 3i64 } error: Index \[7\] out of bounds for array of shape \[1\]\[3\]\[2\]
-- ==
-- entry: pairs
-- input { 0i64 5i64 0i64 } error: Index \[0, 5\] out of bounds for array of shape \[1\]\[3\]\[2\]
-- input { 0i64 0i64 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]
-- ==
-- entry: called
-- input { 2i64 0i64 } error: #1 (.|\n)*Index \[2\] out of bounds for array of shape \[1\]\[3\]\[2\]
entry element (i: i64) (j: i64) (k: i64) : i64 = numbers[i][j][k]
entry row (i: i64) (j: i64) : [2]i64 = copy numbers[i][j]
entry pairs (i: i64) (j: i64) (k: i64) : i64 = numbers[i, j][k]
entry called (i: i64) (j: i64) : [2]i64 = copy (part numbers i)[j]
-- ==
-- entry: mapped
-- input { 0i64 } output { [0i64, 2i64, 4i64] }
-- input { 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { -1i64 } error: Index \[-1\] out of bounds for array of shape \[2\]
entry mapped (k: i64) : [3]i64 = map (\j -> numbers[0][j][k]) (iota 3)
-- ==
-- entry: gradient
-- input { 1i64 0i64 } error: Index \[1\] out of bounds for array of shape \[1\]\[3\]
-- input { 0i64 3i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { 0i64 1i64 } output { [[0f64, 1f64, 0f64]] }
entry gradient (i: i64) (j: i64) : [1][3]f64 = vjp (\(a: [1][3]f64) -> a[i][j]) [[5, 6, 7]] 1
