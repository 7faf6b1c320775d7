-- ==
-- input { [[[[[1]]]]] } output { [[[[[2]]]]] }
entry main (a: [][][][][]i32) = map (map (map (map (map (+ 1))))) a
