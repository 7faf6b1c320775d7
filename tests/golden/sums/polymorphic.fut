-- ==
-- input { 4 } output { 4 -1 true }
type opt 'a = #some a | #none
def or_else 'a (d: a) (x: opt a) : a = match x case #some v -> v case #none -> d
def main (x: i32) = (or_else (-1) (#some x), or_else (-1) #none, or_else true #none)
