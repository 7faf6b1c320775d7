-- What is outside may be consumed once, but a loop runs often.
-- ==
-- error: :4:52-.*Consuming variable
def main (xs: *[]i32) = loop s = 0 for i < 3i32 do (xs with [0] = s)[0]
