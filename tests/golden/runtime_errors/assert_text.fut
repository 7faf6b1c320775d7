-- The text of what does not hold is part of the message.
-- ==
-- input { 3 } error: x % 2 == 0 && x > 0
-- input { 4 } output { 2 }
def main (x: i32) = assert (x % 2 == 0 && x > 0) (x / 2)
