-- A general function takes numbers of the types that its literals fit.
-- ==
-- error: Cannot apply "far" to "1i8"

#[general]
def far x = x + 1000

entry near = far 1i16
entry main = far 1i8
