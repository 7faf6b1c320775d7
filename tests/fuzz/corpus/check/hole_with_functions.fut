def pair (x: i64) = let (f, y) : (i64 -> i64, i64) = ??? in f y + x
def sum (x: i64) : i64 = match (??? : #a (i64 -> i64) | #b) case #a f -> f x case #b -> 2
def result [k] (dest: *[k]i32) = intrinsics.hist_stream dest (+) 0 (???) [1, 2]
