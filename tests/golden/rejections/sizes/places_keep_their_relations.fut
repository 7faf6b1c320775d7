-- Each place of a type parameter may have other sizes, but as many of them as the type has.
-- ==
-- error: :10:[^$]*do not match[^$]*:14:[^$]*do not match
def second '~a (f: i64 -> (a, a)) : a = (f 3).1

-- (Of the second part the two sizes differ, of the first one they do not.)
def chosen (xs: []i32) =
  let zipped (a, b) = zip a b
  in zipped
       (second (\_ -> let ys = filter (> 1) xs in ((ys, ys), (filter (< 1) xs, ys))))

def by_definition (k: i64) = ((iota k, iota k), (iota k, iota (k + 1)))

def dependent = let (a, b) = second by_definition in zip a b
