-- Each place of a type parameter may have other sizes, but as many of them as the type has.
-- ==
-- error: :10:[^$]*do not match[^$]*:14:[^$]*do not match[^$]*:19:[^$]*do not match[^$]*:21:[^$]*do not match[^$]*:26:[^$]*do not match
def second '~a (f: i64 -> (a, a)) : a = (f 3).1

-- (Of the second part the two sizes differ, of the first one they do not.)
def chosen (xs: []i32) =
  let zipped (a, b) = zip a b
  in zipped
       (second (\_ -> let ys = filter (> 1) xs in ((ys, ys), (filter (< 1) xs, ys))))

def by_definition (k: i64) = ((iota k, iota k), (iota k, iota (k + 1)))

def dependent = let (a, b) = second by_definition in zip a b

def evens (n: i64) : []i64 = filter (\x -> x % 2 == 0) (iota n)
def pair '^a (f: i64 -> a) (n: i64) : (a, a) = (f n, f (n + 2))

def partly n = let t = pair evens in let (a, b) = t n in zip a b

def piped n = let (a, b) = (evens |> pair) n in zip a b

def equal (k: i64) : ([k]i64, [k]i64) = (iota k, iota k)
def other '^a '^b (f: i64 -> (a, b)) (n: i64) : (a, b) = ((f n).0, (f (n + 1)).1)

def two_parameters n = let (a, b) = other equal n in zip a b
