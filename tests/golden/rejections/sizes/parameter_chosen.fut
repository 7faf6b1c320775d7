-- What comes from a parameter has one size; a filter chooses its own.
-- ==
-- error: Cannot apply "twice" to "\(filter \(> 1\)\)"[^$]*Sizes "n" and "d" do not match
def twice '~a (x: a) (f: a -> a) : a = f (f x)
def h (xs: []i32) = twice xs (filter (> 1))
