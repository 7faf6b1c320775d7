-- How many letters to insert, delete or change, row by row.
-- ==
-- input { "kitten" "sitting" } output { 3i64 }
-- input { "" "abc" } output { 3i64 }
-- input { "abc" "abc" } output { 0i64 }
def main [n] [m] (a: [n]u8) (b: [m]u8) =
  let last_row =
    loop row = iota (m + 1) for i < n do
      (loop new = replicate (m + 1) (i + 1) for j < m do
         let change = row[j] + i64.bool (a[i] != b[j])
         in new with [j + 1] = i64.min change (1 + i64.min new[j] row[j + 1]))
  in last_row[m]
