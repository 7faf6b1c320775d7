-- | Whole-array operations that take a function: the parallel vocabulary of the language.
--
-- Two words are used throughout. An operator `op` is *associative* when
-- `op (op x y) z` equals `op x (op y z)` for all values; it *commutes* when `op x y` equals
-- `op y x`. A *neutral element* `ne` of `op` changes nothing: `op ne x` and `op x ne` are both `x`.
--
-- The order in which a reduction combines its elements depends on their number alone, never on
-- the number of threads; so the same program gives the same result, bit for bit, on every run.

-- | `f` of every element, in their order; the result is as long as the array. An empty array has an
-- empty result, whose rows have the shape that `f` would give them. Parallel: `f` is called once
-- for each element.
def map 'a [n] 'x (f: a -> x) (as: [n]a) : *[n]x = intrinsics.map f as

-- | The same as `map`.
def map1 'a [n] 'x (f: a -> x) (as: [n]a) : *[n]x = intrinsics.map f as

-- | `f` of the elements of two arrays, place by place. Both have to be of one length. Parallel, as
-- `map`; no array of pairs is made.
def map2 'a 'b [n] 'x (f: a -> b -> x) (as: [n]a) (bs: [n]b) : *[n]x =
  intrinsics.map (\(a, b) -> f a b) (intrinsics.zip as bs)

-- | `f` of the elements of three arrays of one length, place by place. Parallel, as `map`.
def map3 'a 'b 'c [n] 'x (f: a -> b -> c -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) : *[n]x =
  intrinsics.map (\(a, (b, c)) -> f a b c) (intrinsics.zip as (intrinsics.zip bs cs))

-- | `f` of the elements of four arrays of one length, place by place. Parallel, as `map`.
def map4 'a 'b 'c 'd [n] 'x
         (f: a -> b -> c -> d -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) : *[n]x =
  intrinsics.map (\((a, b), (c, d)) -> f a b c d)
                 (intrinsics.zip (intrinsics.zip as bs) (intrinsics.zip cs ds))

-- | `f` of the elements of five arrays of one length, place by place. Parallel, as `map`.
def map5 'a 'b 'c 'd 'e [n] 'x
         (f: a -> b -> c -> d -> e -> x)
         (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e) : *[n]x =
  intrinsics.map (\((a, b), (c, (d, e))) -> f a b c d e)
                 (intrinsics.zip (intrinsics.zip as bs)
                                 (intrinsics.zip cs (intrinsics.zip ds es)))

-- | All elements combined into one by an associative operator with neutral element `ne`, which is
-- also the result for an empty array. Operands keep their order. Elements may be arrays; the
-- operator then has to keep their shape. With an operator that is not associative, or an `ne`
-- that is not neutral, the result means nothing. Parallel: about `n` calls of `op`.
def reduce [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : a = intrinsics.reduce op ne as

-- | `reduce` for an operator that also commutes, which may be faster, since operands need not keep
-- their order. For a single built-in operator such as `+` or `f32.max` there is no need to say
-- so. Parallel: about `n` calls of `op`.
def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : a =
  intrinsics.reduce_comm op ne as

-- | Running reduction: element `i` of the result combines the elements 0 to `i`, both included. The
-- result is as long as the array. As for `reduce`, `op` has to be associative and `ne` neutral.
-- About `n` calls of `op`.
def scan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : *[n]a = intrinsics.scan op ne as

-- | Running reduction that leaves out its own element: element `i` of the result combines the
-- elements before `i`, and the first is `ne`. The result is as long as the array; the last
-- element of the array takes no part. About `n` calls of `op`.
def exscan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a) : *[n]a =
  (intrinsics.concat [ne] (intrinsics.scan op ne as))[0:n]

-- | A histogram of `k` bins: bin `b` combines, by `op`, those `as[j]` for which `is[j]` is `b`. An
-- empty bin holds `ne`. Elements whose index is no bin, negative ones too, are left out. The
-- operator has to be associative and to commute; `ne` has to be neutral. An error if `k` is
-- negative. Takes `k` steps to make the bins and at most `n` calls of `op`.
def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (as: [n]a) : *[k]a =
  intrinsics.hist_1d 1 (intrinsics.replicate k ne) op ne is as

-- | `hist` on top of what the bins of `dest` hold already, which is consumed. Bins that nothing
-- falls into stay as they are. Elements whose index is no bin are left out. At most `n` calls of
-- `f`, however many bins there are.
def reduce_by_index 'a [k] [n]
                    (dest: *[k]a) (f: a -> a -> a) (ne: a) (is: [n]i64) (as: [n]a) : *[k]a =
  intrinsics.hist_1d 1 dest f ne is as

-- | `reduce_by_index` with bins in two dimensions: an index is a row and a column, and an element
-- is left out if either is out of bounds.
def reduce_by_index_2d 'a [k] [n] [m]
                       (dest: *[k][m]a) (f: a -> a -> a) (ne: a)
                       (is: [n](i64, i64)) (as: [n]a) : *[k][m]a =
  intrinsics.hist_2d 1 dest f ne is as

-- | `reduce_by_index` with bins in three dimensions: an element is left out if any part of its
-- index is out of bounds.
def reduce_by_index_3d 'a [k] [n] [m] [l]
                       (dest: *[k][m][l]a) (f: a -> a -> a) (ne: a)
                       (is: [n](i64, i64, i64)) (as: [n]a) : *[k][m][l]a =
  intrinsics.hist_3d 1 dest f ne is as

-- | `k` elements, all `x` but for `vs[j]` at each index `is[j]`. Indices out of bounds are ignored;
-- of several equal ones, the last wins (Futhark leaves that open). An error if `k` is negative.
-- Takes `k + n` steps.
def spread 't [n] (k: i64) (x: t) (is: [n]i64) (vs: [n]t) : *[k]t =
  intrinsics.scatter (intrinsics.replicate k x) is vs

-- | `dest`, which is consumed, with `vs[j]` written at each index `is[j]`. Indices out of bounds,
-- negative ones too, are ignored; of several equal ones, the last wins (Futhark leaves that
-- open). Takes `n` steps, however long `dest` is.
def scatter 't [k] [n] (dest: *[k]t) (is: [n]i64) (vs: [n]t) : *[k]t =
  intrinsics.scatter dest is vs

-- | `scatter` into two dimensions: an index is a row and a column, and is ignored if either is out
-- of bounds. Takes as many steps as there are indices.
def scatter_2d 't [k] [n] [l] (dest: *[k][n]t) (is: [l](i64, i64)) (vs: [l]t) : *[k][n]t =
  intrinsics.scatter_2d dest is vs

-- | `scatter` into three dimensions: an index is ignored if any part of it is out of bounds. Takes
-- as many steps as there are indices.
def scatter_3d 't [k] [n] [o] [l]
               (dest: *[k][n][o]t) (is: [l](i64, i64, i64)) (vs: [l]t) : *[k][n][o]t =
  intrinsics.scatter_3d dest is vs

-- | Does the predicate hold for every element? Yes for an empty array. Parallel: the predicate is
-- called for every element, even if one fails early.
def all [n] 'a (f: a -> bool) (as: [n]a) : bool =
  intrinsics.reduce (\x y -> intrinsics.and_bool x y) true (intrinsics.map f as)

-- | Does the predicate hold for some element? No for an empty array. Parallel: the predicate is
-- called for every element, even if one succeeds early.
def any [n] 'a (f: a -> bool) (as: [n]a) : bool =
  intrinsics.reduce (\x y -> intrinsics.or_bool x y) false (intrinsics.map f as)

-- | The elements that satisfy the predicate, in their order. How many they are is known only when
-- the program runs: the length of the result is a size of its own. Parallel: `n` calls of the
-- predicate.
def filter [n] 'a (p: a -> bool) (as: [n]a) : *[]a =
  let keep = intrinsics.map p as
  -- How many are kept up to and including each element; so also, less one, where it goes.
  let ranks = intrinsics.scan (\x y -> x + y) 0 (intrinsics.map (\f -> if f then 1i64 else 0) keep)
  let k = if n == 0 then 0 else ranks[n - 1]
  let targets = intrinsics.map (\(f, r) -> if f then r - 1 else -1) (intrinsics.zip keep ranks)
  let sources = intrinsics.scatter (intrinsics.replicate k 0) targets (intrinsics.iota n)
  in intrinsics.gather as sources

-- | The elements that satisfy the predicate, and those that do not; both in their order. Together
-- they are as many as there were. Parallel: `n` calls of the predicate.
def partition [n] 'a (p: a -> bool) (as: [n]a) : ?[k].([k]a, [n - k]a) =
  let keep = intrinsics.map p as
  let ranks = intrinsics.scan (\x y -> x + y) 0 (intrinsics.map (\f -> if f then 1i64 else 0) keep)
  let k = if n == 0 then 0 else ranks[n - 1]
  let targets =
    -- Before element i there are i + 1 - r that fail, if itself it fails and r is its rank.
    intrinsics.map (\(i, (f, r)) -> if f then r - 1 else k + i - r)
                   (intrinsics.zip (intrinsics.iota n) (intrinsics.zip keep ranks))
  let sources = intrinsics.scatter (intrinsics.iota n) targets (intrinsics.iota n)
  let sorted = intrinsics.gather as sources
  in (sorted[0:k], sorted[k:n])

-- | The elements that satisfy `p1`, those that satisfy `p2` and not `p1`, and the rest; each in
-- their order. Parallel: `n` calls of `p1`, at most as many of `p2`.
def partition2 [n] 'a (p1: a -> bool) (p2: a -> bool) (as: [n]a)
               : ?[k][l].([k]a, [l]a, [n - k - l]a) =
  let class a : (i64, i64) = if p1 a then (1, 0) else if p2 a then (0, 1) else (0, 0)
  let classes = intrinsics.map class as
  let ranks = intrinsics.scan (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) classes
  let (k, l) = if n == 0 then (0, 0) else ranks[n - 1]
  let target (i, ((c1, c2), (r1, r2))) : i64 =
    if c1 == 1
    then r1 - 1
    else if c2 == 1 then k + r2 - 1 else k + l + i - r1 - r2
  let targets =
    intrinsics.map target (intrinsics.zip (intrinsics.iota n) (intrinsics.zip classes ranks))
  let sources = intrinsics.scatter (intrinsics.iota n) targets (intrinsics.iota n)
  let sorted = intrinsics.gather as sources
  in (sorted[0:k], sorted[k:k + l] :> [l]a, sorted[k + l:n] :> [n - k - l]a)

-- | A map whose results are arrays of different lengths, joined into one, with one more value of
-- fixed shape for each element. The results are, in order:
--
-- * the length of each part, `[n]`;
-- * for every joined element, whether a part begins there, `[m]`;
-- * where each part begins, `[n]`;
-- * the parts themselves, joined, `[m]`;
-- * the further values, `[n]`.
--
-- Empty parts begin nowhere: there is no flag for them. `f` is called once for each element.
def flatmap [n] 'a 'b 'c (f: a -> ?[k].([k]b, c)) (as: [n]a)
            : ?[m].([n]i64, [m]bool, [n]i64, [m]b, [n]c) =
  intrinsics.flatmap f as

-- | `flatmap` without the further values.
def flatmap' [n] 'a 'b (f: a -> ?[k].[k]b) (as: [n]a)
             : ?[m].([n]i64, [m]bool, [n]i64, [m]b) =
  let (lengths, flags, offsets, parts, _) = intrinsics.flatmap (\x -> (f x, ())) as
  in (lengths, flags, offsets, parts)

-- | A fold over chunks. The array is cut into consecutive chunks; `f` takes the length of a chunk,
-- the accumulator so far and the chunk, and gives the next accumulator and as many results. The
-- outcome is the last accumulator and all results, joined.
--
-- The interpreter picks the length of the chunks (`#[chunk(k)]` on the call asks for `k`); a
-- program must not depend on it beyond rounding. This is how a long computation keeps only a
-- chunk's worth of intermediate values alive, above all when it is differentiated: the reverse
-- sweep goes chunk by chunk, from the accumulators at their borders. Futhark has no such function.
def stream_seq 'a 'b 'acc [n]
               (f: (c: i64) -> acc -> [c]a -> (acc, [c]b)) (init: acc) (xs: [n]a)
               : (acc, [n]b) =
  intrinsics.stream_seq f init xs

-- | Another name for `stream_seq`.
def streamSeq 'a 'b 'acc [n]
              (f: (c: i64) -> acc -> [c]a -> (acc, [c]b)) (init: acc) (xs: [n]a)
              : (acc, [n]b) =
  intrinsics.stream_seq f init xs
