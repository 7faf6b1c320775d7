-- ==
-- entry: double
-- input { 3 } output { 6 }

-- ==
-- entry: halve
-- input { 6 } output { 3 }
entry double (x: i32) = x * 2
entry halve (x: i32) = x / 2
