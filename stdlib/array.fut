-- | Making, measuring, cutting and reshaping arrays.
--
-- What only cuts or reorders an array costs the same at any size: the result is a view of the same
-- data.

-- | The number of elements (rows, of an array of several dimensions). Takes one step.
def length [n] 't (_: [n]t) : i64 = n

-- | Are there no elements? Takes one step.
def null [n] 't (_: [n]t) : bool = n == 0

-- | The first element. An error for an empty array.
def head [n] 't (xs: [n]t) : t = xs[0]

-- | The last element. An error for an empty array.
def last [n] 't (xs: [n]t) : t = xs[n - 1]

-- | All but the first element: a view. An error for an empty array.
def tail [n] 't (xs: [n]t) : [n - 1]t = xs[1:]

-- | All but the last element: a view. An error for an empty array.
def init [n] 't (xs: [n]t) : [n - 1]t = xs[0:n - 1]

-- | The first `i` elements: a view. An error if there are fewer, or if `i` is negative.
def take [n] 't (i: i64) (xs: [n]t) : [i]t = xs[0:i]

-- | All but the first `i` elements: a view. An error if there are fewer, or if `i` is negative.
def drop [n] 't (i: i64) (xs: [n]t) : [n - i]t = xs[i:]

-- | The same array, of whose length the checker now knows that it is `n`. An error if it is not.
-- The same as `xs :> [n]t`.
def sized [m] 't (n: i64) (xs: [m]t) : [n]t = xs :> [n]t

-- | The array in two parts, both of them views. The context decides where it is cut: the lengths of
-- the parts are those that the types of the results ask for.
def split [n] [m] 't (xs: [n + m]t) : ([n]t, [m]t) = (xs[0:n], xs[n:n + m] :> [m]t)

-- | The elements from last to first: a view. Rows stay as they are.
def reverse [n] 't (xs: [n]t) : [n]t = xs[::-1]

-- | One array behind the other; either may be empty. Rows have to be of one shape. Takes `n + m`
-- steps, so an array is not well built by appending to it again and again.
def (++) [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = intrinsics.concat xs ys

-- | The same as `++`.
def concat [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = intrinsics.concat xs ys

-- | The integers 0, 1, ..., `n - 1`: none if `n` is 0. An error if `n` is negative. Parallel.
def iota (n: i64) : *[n]i64 = intrinsics.iota n

-- | The valid indices of an array: 0, 1, ..., up to its length less one; none if it is empty.
def indices [n] 't (_: [n]t) : *[n]i64 = intrinsics.iota n

-- | The elements moved `r` places to the left, those that fall off coming back on the right:
-- element `i` of the result is element `(i + r) % n` of the array. `r` may be any number: a
-- negative one moves to the right, one beyond the length goes round more than once. Rotating an
-- empty array does nothing.
def rotate [n] 't (r: i64) (xs: [n]t) : *[n]t = intrinsics.rotate r xs

-- | `n` times the same value, which may be an array. An error if `n` is negative. Parallel.
def replicate 't (n: i64) (x: t) : *[n]t = intrinsics.replicate n x

-- | The same value as often as the context asks for: the length of the result is what its type
-- says. It is an error if nothing says so.
def rep 't [n] (x: t) : *[n]t = intrinsics.rep x

-- | A fresh value that shares nothing with the argument, and so may be updated in place. Takes as
-- many steps as there are numbers in it.
def copy 't (a: t) : *t = intrinsics.copy a

-- | As `copy`, with every array laid out row by row in memory: worth its while where the columns of
-- a transposed array, or a slice with a stride, are read many times.
def manifest 't (a: t) : *t = intrinsics.manifest a

-- | The two outer dimensions as one: the rows one behind the other. It is empty if either dimension
-- is.
def flatten [n] [m] 't (xs: [n][m]t) : [n * m]t = intrinsics.flatten xs

-- | The three outer dimensions as one, row by row.
def flatten_3d [n] [m] [l] 't (xs: [n][m][l]t) : [n * m * l]t = flatten (flatten xs)

-- | The four outer dimensions as one, row by row.
def flatten_4d [n] [m] [l] [k] 't (xs: [n][m][l][k]t) : [n * m * l * k]t =
  flatten (flatten_3d xs)

-- | The outer dimension as two; the context decides which: `n` and `m` are what the type of the
-- result says, and an array of any other length than `n * m` is an error. The inverse of
-- `flatten`.
def unflatten 't [n] [m] (xs: [n * m]t) : [n][m]t = intrinsics.unflatten xs

-- | The outer dimension as three, which the context decides. The inverse of `flatten_3d`.
def unflatten_3d 't [n] [m] [l] (xs: [n * m * l]t) : [n][m][l]t = unflatten (unflatten xs)

-- | The outer dimension as four, which the context decides. The inverse of `flatten_4d`.
def unflatten_4d 't [n] [m] [l] [k] (xs: [n * m * l * k]t) : [n][m][l][k]t =
  unflatten (unflatten_3d xs)

-- | The two outer dimensions exchanged: a view. An array of no rows becomes `m` rows of nothing.
def transpose [n] [m] 't (xs: [n][m]t) : [m][n]t = intrinsics.transpose xs

-- | Are all elements true? Yes for an empty array. Parallel.
def and [n] (xs: [n]bool) : bool =
  intrinsics.reduce (\x y -> intrinsics.and_bool x y) true xs

-- | Is any element true? No for an empty array. Parallel.
def or [n] (xs: [n]bool) : bool =
  intrinsics.reduce (\x y -> intrinsics.or_bool x y) false xs

-- | A sequential fold, from the first element to the last: `f (f (f acc b0) b1) b2`; `acc` for an
-- empty array. Unlike with `reduce`, the function may be anything; but its calls wait for each
-- other.
def foldl [n] 'a 'b (f: a -> b -> a) (acc: a) (bs: [n]b) : a =
  loop a = acc for b in bs do f a b

-- | A sequential fold, from the last element to the first: `f b0 (f b1 (f b2 acc))`; `acc` for an
-- empty array.
def foldr [n] 'a 'b (f: b -> a -> a) (acc: a) (bs: [n]b) : a =
  loop a = acc for b in bs[::-1] do f b a

-- | `f` of every index below `n`, in their order. An error if `n` is negative. Parallel, as `map`.
def tabulate 'a (n: i64) (f: i64 -> a) : *[n]a = intrinsics.map f (intrinsics.iota n)

-- | `f` of every row and column of an `n` by `m` array. An error if either is negative. Parallel,
-- as `map`.
def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a) : *[n][m]a =
  intrinsics.map (\i -> intrinsics.map (\j -> f i j) (intrinsics.iota m)) (intrinsics.iota n)

-- | `f` of every index of an `n` by `m` by `o` array. An error if any of them is negative.
-- Parallel, as `map`.
def tabulate_3d 'a (n: i64) (m: i64) (o: i64) (f: i64 -> i64 -> i64 -> a) : *[n][m][o]a =
  intrinsics.map (\i -> tabulate_2d m o (\j k -> f i j k)) (intrinsics.iota n)
