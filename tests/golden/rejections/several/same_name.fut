-- A name that is missing is one mistake, wherever it is used.
-- ==
-- error: ^Error at [^!]*:4:30-[^!]*did you mean length\? \(Also at 5:30, 6:30\.\)
def a [n] (xs: [n]i32) = 1 + lenght xs
def b [n] (xs: [n]i32) = 2 + lenght xs
def c [n] (xs: [n]i32) = 3 + lenght xs
def main [n] (xs: [n]i32) = a xs + b xs + c xs
