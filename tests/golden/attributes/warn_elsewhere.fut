-- Other things that one may want to be warned of are not known here.
-- ==
-- input { [1, 2, 3] } output { 1 }
-- warning: ^$

def main (xs: []i32) = #[warn(weather)] xs[0]
