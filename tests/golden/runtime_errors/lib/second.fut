def second (xs: []i32) = xs[1]
