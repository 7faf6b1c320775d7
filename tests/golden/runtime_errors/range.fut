-- ==
-- entry: upto downto through by
-- input { 5 1 } error: Range (5.*1|1..>5) is invalid
entry upto (a: i32) (b: i32) = a..<b
entry downto (a: i32) (b: i32) = b..>a
entry through (a: i32) (b: i32) = a...b
entry by (a: i32) (b: i32) = a..4..<b
