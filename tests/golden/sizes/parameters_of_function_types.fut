-- `[]` in any parameter of a function type is a size that the function does not choose.
-- ==
-- entry: second
-- input { } output { 4i32 }
-- ==
-- entry: named
-- input { } output { [2i32] }
-- ==
-- entry: gives_function
-- input { [1i32, 5i32] } output { [5i32] }
-- ==
-- entry: less_general
-- input { } output { 2i64 1i64 }

def second_is (g: i32 -> []i32 -> i32) = g 1 [1, 2]
entry second = second_is (\x xs -> i32.sum xs + x)

def named_is (g: (n: i64) -> []i32 -> [n]i32) = g 1 [2, 3]
entry named = named_is (\n xs -> take n xs)

def gives_is [n] (g: i32 -> ([n]i32 -> []i32)) (xs: [n]i32) = g 3 xs
entry gives_function xs = gives_is (\x -> filter (> x)) xs

-- Who may be given any function may be given one that keeps sizes.
def with_keeping (f: ([2]i32 -> [2]i32) -> i64) = f (map (+ 1))
def with_choosing (f: ([2]i32 -> []i32) -> i64) = f (filter (> 1))
def count (g: [2]i32 -> []i32) = length (g [1, 2])
entry less_general = (with_keeping count, with_choosing count)
