-- A function of which two parts are said to be of one size gives them one, whatever functions before it chose.
-- ==
-- error: :8:[^$]*Sizes "d[^"]*" and "d[^"]*" do not match[^$]*:11:[^$]*do not match[^$]*:16:[^$]*do not match[^$]*:19:[^$]*do not match

def zipped (g: () -> ?[k].([k]i32, [k]i32)) = let (a, b) = g () in zip a b

def by_two_filters (xs: []i32) =
  zipped (\_ -> (filter (> 0) xs, filter (< 0) xs))

def by_filter_and_literal (xs: []i32) =
  zipped (\_ -> (filter (> 0) xs, [7, 8, 9]))

def second '~a (_: i64 -> a) (g: i64 -> a) (x: i64) : a = g x
def equal (k: i64) = (iota k, iota k)

def by_arguments (n: i64) = let (a, b) = second equal (\k -> (iota k, iota (k + 1))) n in zip a b

def written (xs: []i32) =
  let f : i64 -> ?[k].([k]i32, [k]i32) = \_ -> (filter (> 0) xs, [1, 2])
  in f 1
