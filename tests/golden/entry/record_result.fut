-- What is no number, array or tuple of such has no text to compare; it must only succeed.
-- ==
-- entry: record sum nested
-- input { 3 }
entry record (x: i32) = {a = x, b = [x]}
entry sum (x: i32) : #a i32 | #b = #a x
entry nested (x: i32) = ({a = x}, x)
