-- ==
-- input { 1 } output { 1 }
-- warning: ^$
def main (x: i32) = x
