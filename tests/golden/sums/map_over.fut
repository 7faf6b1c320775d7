-- ==
-- input { 4 } output { 5.5 0.0 }
type opt 'a = #some a | #none
def fmap 'a 'b (f: a -> b) (x: opt a) : opt b = match x case #some v -> #some (f v) case #none -> #none
def get (x: opt f64) = match x case #some v -> v case #none -> 0
def main (x: i32) = (get (fmap (\v -> f64.i32 v + 1.5) (#some x)), get (fmap f64.i32 #none))
