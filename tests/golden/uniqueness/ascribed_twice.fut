-- Ascriptions within ascriptions: a star of a tuple is one of each component, and one of a number none.
-- ==
-- input { 5 } output { 5 10 5 6 }

def whole ((x: *[]i32): *[]i32) = x
def parts ((x: *[]i32, y: *[]i32): *([]i32, []i32)) = x[0] + y[0]
def number ((x: *i32): i32) = x
def mixed (((x: []i32, n)): ([]i32, i32)) = let (y: []i32) = x in y[0] + n
def main (x: i32) = ((whole [x])[0], parts ([x], [x]), number x, mixed ([x], 1))
