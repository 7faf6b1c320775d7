-- ==
-- error: When matching the value "keep"
module m : { val keep [n] : [n]i32 -> [n]i32 } = { def keep xs = filter (> 1i32) xs }
