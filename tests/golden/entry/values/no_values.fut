-- ==
-- input { } output { }
entry main = ()
