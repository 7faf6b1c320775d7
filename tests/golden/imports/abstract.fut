-- A type hidden in its file.
-- ==
-- input { 5 } output { 7 }
import "lib/counter"
def main (x: i32) = counter.get (counter.next (counter.next (counter.start x)))
