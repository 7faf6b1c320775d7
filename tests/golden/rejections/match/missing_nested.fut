-- ==
-- error: :5:21-.*Unmatched.*#out \(#b _\)
type inner = #a | #b i32
type outer = #out inner
def main (x: i32) = match (#out #a : outer) case #out #a -> x
