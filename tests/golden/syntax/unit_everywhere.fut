-- ==
-- input { } output { 1 }
def f (() : ()) () : () = ()
def main = match f () () case () -> 1
