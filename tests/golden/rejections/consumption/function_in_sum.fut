-- ==
-- error: :6:32-.*incompatible regarding consuming
type^ step = #a ([2]i64 -> [2]i64) | #b
def clear (x: *[2]i64) : *[2]i64 = x with [0] = 9
def ap (g: step) (x: [2]i64) = match g case #a h -> h x case #b -> x
def main (xs: [2]i64) = ap (#a clear) xs
