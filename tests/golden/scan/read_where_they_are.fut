-- Long scans and reductions read elements of arrays where they are, and numbers that go on by a step
-- from nowhere: whatever the types, steps that wrap, arrays that lie backwards, results nobody reads.
-- ==
-- tags { threads }
-- entry: at_greatest only_greatest steps backwards bytes shared reduced
-- input { [0i64, 1i64, 257i64, 4096i64, 4097i64, 4351i64, 32768i64, 32769i64, 33025i64, 70001i64] }
-- output { [true, true, true, true, true, true, true, true, true, true] }

-- Left to right, as a loop.
def from_left 't [n] (op: t -> t -> t) (ne: t) (xs: [n]t) : [n]t =
  (loop (acc, out) = (ne, copy xs) for i < n do
     let acc = op acc xs[i] in (acc, out with [i] = acc)).1

def last 't [n] (op: t -> t -> t) (ne: t) (xs: [n]t) : t = loop acc = ne for x in xs do op acc x

def numbers (n: i64) = map (\i -> u32.i64 (i * 7919 + 13) ^ u32.i64 (i >> 3)) (iota n)

def later 'a 'b (less: a -> a -> bool) (x: a, i: b) (y: a, j: b) = if less x y then (y, j) else (x, i)

entry at_greatest =
  map (\n ->
    let xs = map (\x -> f64.u32 (x % 1009)) (numbers n)
    let all = zip xs (iota n)
    in and (map2 (==) (map (.1) (scan (later (<)) (-1, -1) all))
                      (map (.1) (from_left (later (<)) (-1, -1) all))))

entry only_greatest =
  map (\n ->
    let xs = map (\x -> f32.u32 (x % 1009)) (numbers n)
    let all = zip xs (iota n)
    in and (map2 (==) (map (.0) (scan (later (<)) (-1, -1) all))
                      (map (.0) (from_left (later (<)) (-1, -1) all))))

-- Of numbers that wrap around on their way.
entry steps =
  map (\n ->
    let sums (a: u8, b: i16, c: i64) (d: u8, e: i16, f: i64) = (a + d, b ^ e, c + f)
    let all = zip3 (map u8.i64 (iota n)) (map i16.i64 (iota n))
                   (map (\i -> 3_000_000_000_000_000_000 + i * (-7_000_000_000_000_000_003)) (iota n))
    in and (map2 (==) (scan sums (0, 0, 0) all) (from_left sums (0, 0, 0) all)))

entry backwards =
  map (\n ->
    let xs = reverse (numbers n)
    let all = zip xs (reverse (iota n))
    in and (map2 (==) (scan (later (<)) (0, -1) all) (from_left (later (<)) (0, -1) all)))

entry bytes =
  map (\n ->
    let flags = map (\x -> x % 97 == 0) (numbers n)
    let op (f, x) (g, y) = (f || g, if g then y else x + y)
    let all = zip flags (map u16.u32 (numbers n))
    in and (map2 (==) (map (.1) (scan op (false, 0) all)) (map (.1) (from_left op (false, 0) all))))

-- The same elements are mapped, scanned and summed.
entry shared =
  map (\n ->
    let xs = numbers n
    let tops = scan (later (<)) (0, -1) (zip xs (iota n))
    let more = map (+ 1) xs
    let sums = scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip xs xs)
    in and (map2 (==) tops (from_left (later (<)) (0, -1) (zip xs (iota n))))
       && u32.sum more == u32.sum xs + u32.i64 n
       && and (map2 (==) (map (.1) sums)
                         (map (.1) (from_left (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip xs xs)))))

entry reduced =
  map (\n ->
    let xs = numbers n
    let all = zip xs (iota n)
    let back = zip (reverse xs) (reverse (iota n))
    let single = map (\x -> f32.u32 (x % 4093)) xs
    in reduce (later (<)) (0, -1) all == last (later (<)) (0, -1) all
       && reduce (later (<)) (0, -1) back == last (later (<)) (0, -1) back
       && reduce (later (<)) (0, -1) (zip single (iota n)) == last (later (<)) (0, -1) (zip single (iota n)))
