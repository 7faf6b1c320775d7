-- Folds of more than 256 elements in the iterations of maps, in blocks or chunks, of lengths that
-- are known before or that are not; of arrays, and of what is computed.
-- ==
-- entry: sums
-- input { [0i64, 1, 255, 256, 257, 4095, 4096, 4097, 9000] } output { true }

-- ==
-- entry: of_rows
-- input { 40i64 300i64 } output { true }
-- input { 3i64 5000i64 } output { true }
-- input { 300i64 256i64 } output { true }

-- ==
-- entry: nested
-- input { 4i64 260i64 300i64 } output { true }

def f (i: i64) (j: i64) : f64 = f64.sin (f64.i64 (i * 31 + j))

-- By the definition of the order in which elements are added.
def blocked [n] (xs: [n]f64) : f64 =
  if n <= 256
  then loop s = 0 for x in xs do s + x
  else loop s = 0 for b < (n + 4095) / 4096 do
    let first = b * 4096
    let live = i64.min 4096 (n - first)
    let acc = loop acc = replicate 16 0 for k < live do
      let x = xs[first + k]
      in acc with [k % 16] = if k < 16 then x else acc[k % 16] + x
    let acc = loop acc for step in [8i64, 4, 2, 1] do
      loop acc for j < step do
        if j + step < live then acc with [j] = acc[j] + acc[j + step] else acc
    in s + acc[0]

def chunked [n] (op: (f64, f64) -> (f64, f64) -> (f64, f64)) (ne: (f64, f64))
                (xs: [n](f64, f64)) : (f64, f64) =
  if n <= 256
  then loop s = ne for x in xs do op s x
  else loop s = ne for c < (n + 255) / 256 do
    let first = c * 256
    let part = loop part = xs[first] for k < i64.min 256 (n - first) - 1 do op part xs[first + k + 1]
    in op s part

def pair (a: f64, b: f64) (c: f64, d: f64) : (f64, f64) = (a * 0.75 + c, f64.max b d + a * 0.125)

def same (a: f64) (b: f64) = f64.to_bits a == f64.to_bits b

entry sums (ns: []i64) : bool =
  let one n = f64.sum (map (\j -> f n j) (iota n))
  let pairs n = reduce pair (0.5, -1) (map (\j -> (f n j, f j n)) (iota n))
  let expected = map (\n -> blocked (map (f n) (iota n))) ns
  let expected_pairs = map (\n -> chunked pair (0.5, -1) (map (\j -> (f n j, f j n)) (iota n))) ns
  in and (map2 same (map one ns) expected)
     && and (map2 (\(a, b) (c, d) -> same a c && same b d) (map pairs ns) expected_pairs)

entry of_rows (m: i64) (n: i64) : bool =
  let rows = tabulate_2d m n f
  let most = map f64.maximum rows
  in and (map2 same (map f64.sum rows) (map blocked rows))
     && and (map2 same most (map (\row -> loop s = -f64.inf for x in row do f64.max s x) rows))
     && same (f64.sum (flatten rows)) (blocked (flatten rows))

entry nested (k: i64) (m: i64) (n: i64) : bool =
  let sum i = f64.sum (map (\j -> f64.sum (map (\l -> f (i + j) l) (iota n))) (iota m))
  let expected i = blocked (map (\j -> blocked (map (f (i + j)) (iota n))) (iota m))
  in and (map2 same (map sum (iota k)) (map expected (iota k)))
