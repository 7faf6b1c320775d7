-- | What the prelude is built from: the operations on arrays, and on functions, that the
-- interpreter itself provides.
--
-- This file states their types; the checker reads them and offers each as `intrinsics.name`. The
-- scalar operations (`intrinsics.add_f64`, `intrinsics.cvt_f64_i32`, ...) are not listed: they come
-- from the table of primitives. The operators are listed for the sake of their documentation: the
-- checker knows for itself which types they take. Programs have no need of any of this; the other
-- files of the prelude give the same things under better names.
module type intrinsics = {
  -- | An accumulator: a write-only view of an array, to which the iterations of a stream add.
  type acc 'arr

  -- | The function of every element.
  val map [n] 'a 'x : (f: a -> x) -> (as: [n]a) -> *[n]x

  -- | All elements combined by an associative operator, beginning with its neutral element.
  val reduce [n] 'a : (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> a

  -- | `reduce` with an operator that also commutes.
  val reduce_comm [n] 'a : (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> a

  -- | All prefixes combined, each including its last element.
  val scan [n] 'a : (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> *[n]a

  -- | Two arrays as one of pairs.
  val zip [n] 'a 'b : (as: [n]a) -> (bs: [n]b) -> *[n](a, b)

  -- | An array of pairs as two arrays.
  val unzip [n] 'a 'b : (xs: [n](a, b)) -> ([n]a, [n]b)

  -- | The integers from 0 up to, and not including, `n`.
  val iota : (n: i64) -> *[n]i64

  -- | An array holding `x` everywhere.
  val replicate 'a : (n: i64) -> (x: a) -> *[n]a

  -- | `replicate` with the length that the context asks for.
  val rep [n] 'a : (x: a) -> *[n]a

  -- | One array behind the other.
  val concat [n] [m] 'a : (as: [n]a) -> (bs: [m]a) -> *[n + m]a

  -- | The elements from last to first; a view.
  val reverse [n] 'a : (as: [n]a) -> *[n]a

  -- | Element `i` of the result is element `(i + r) % n` of the array.
  val rotate [n] 'a : (r: i64) -> (as: [n]a) -> *[n]a

  -- | Rows become columns; a view.
  val transpose [n] [m] 'a : (as: [n][m]a) -> [m][n]a

  -- | The rows one behind the other.
  val flatten [n] [m] 'a : (as: [n][m]a) -> [n * m]a

  -- | The inverse of `flatten`; the context decides `n` and `m`.
  val unflatten [n] [m] 'a : (as: [n * m]a) -> [n][m]a

  -- | A value that shares nothing with its argument.
  val copy 'a : (x: a) -> *a

  -- | As `copy`, with every array laid out row by row.
  val manifest 'a : (x: a) -> *a

  -- | The length of the outer dimension.
  val length [n] 'a : (as: [n]a) -> i64

  -- | Element `j` of the result is `as[is[j]]`, or zeros where that index is out of bounds.
  val gather [n] [m] 'a : (as: [n]a) -> (is: [m]i64) -> *[m]a

  -- | `dest` with `vs[j]` written at `is[j]`; indices out of bounds are ignored.
  val scatter [k] [n] 'a : (dest: *[k]a) -> (is: [n]i64) -> (vs: [n]a) -> *[k]a

  -- | `scatter` into two dimensions.
  val scatter_2d [k] [l] [n] 'a :
    (dest: *[k][l]a) -> (is: [n](i64, i64)) -> (vs: [n]a) -> *[k][l]a

  -- | `scatter` into three dimensions.
  val scatter_3d [k] [l] [m] [n] 'a :
    (dest: *[k][l][m]a) -> (is: [n](i64, i64, i64)) -> (vs: [n]a) -> *[k][l][m]a

  -- | `dest` with `vs[j]` combined into the bin `is[j]`. The first argument is ignored.
  val hist_1d [k] [n] 'a :
    (race_factor: i64) -> (dest: *[k]a) -> (op: a -> a -> a) -> (ne: a)
    -> (is: [n]i64) -> (vs: [n]a) -> *[k]a

  -- | `hist_1d` with bins in two dimensions.
  val hist_2d [k] [l] [n] 'a :
    (race_factor: i64) -> (dest: *[k][l]a) -> (op: a -> a -> a) -> (ne: a)
    -> (is: [n](i64, i64)) -> (vs: [n]a) -> *[k][l]a

  -- | `hist_1d` with bins in three dimensions.
  val hist_3d [k] [l] [m] [n] 'a :
    (race_factor: i64) -> (dest: *[k][l][m]a) -> (op: a -> a -> a) -> (ne: a)
    -> (is: [n](i64, i64, i64)) -> (vs: [n]a) -> *[k][l][m]a

  -- | A fold over consecutive chunks whose size the interpreter picks.
  val stream_seq [n] 'acc 'a 'b :
    (f: (c: i64) -> acc -> [c]a -> (acc, [c]b)) -> (init: acc) -> (as: [n]a) -> (acc, [n]b)

  -- | Every element becomes an array of its own length and one further value. The results: the
  -- lengths, flags that mark where each begins, offsets, all the arrays joined, the other values.
  val flatmap [n] 'a 'b 'c :
    (f: a -> ?[k].([k]b, c)) -> (as: [n]a) -> ?[m].([n]i64, [m]bool, [n]i64, [m]b, [n]c)

  -- | The result and the directional derivative along `x'`.
  val jvp2 'a 'b : (f: a -> b) -> (x: a) -> (x': a) -> (b, b)

  -- | The result and the cotangent of the argument for the cotangent `y'` of the result.
  val vjp2 'a 'b : (f: a -> b) -> (x: a) -> (y': b) -> (b, a)

  -- | `jvp2` along many directions at once.
  val jmp2 [n] 'a 'b : (f: a -> b) -> (x: a) -> (x': [n]a) -> (b, [n]b)

  -- | `vjp2` for many cotangents at once.
  val mjp2 [n] 'a 'b : (f: a -> b) -> (x: a) -> (y': [n]b) -> (b, [n]a)

  -- | As `jmp2`, with 1 for every number that depends on one where `x'`, of zeros and ones, has 1.
  val dependences [n] 'a 'b : (f: a -> b) -> (x: a) -> (x': [n]a) -> (b, [n]b)

  -- | `f x`, with the cotangent of `x` given by the rule: from result and its cotangent.
  val with_vjp 'a 'b : (f: a -> b) -> (rule: (res: b) -> (adj: b) -> a) -> (x: a) -> b

  -- | `f x`, with the tangent of the result given by the rule: from argument and its tangent.
  val with_jvp 'a 'b : (f: a -> b) -> (rule: (arg: a) -> (tan: a) -> b) -> (x: a) -> b

  -- | Its argument, as a constant for differentiation.
  val stop_gradient 'a : (x: a) -> a

  -- | A value of the same shape with 0 for every number and `false` for every boolean.
  val zeros_like 'a : (x: a) -> *a

  -- | All numbers of the float type `t` in `x`, one behind the other.
  val ravel 'a 't : (x: a) -> ?[n].[n]t

  -- | The same, of a point that is varied: an error where its type has no such numbers.
  val variables 'a 't : (x: a) -> ?[n].[n]t

  -- | `like` with the numbers of the vector where `ravel` finds those of `like`.
  val unravel [n] 'a 't : (like: a) -> (v: [n]t) -> a

  -- | For each element, writes to the accumulator of `dest`; what was written last stays.
  val scatter_stream [k] [n] 'a 'b :
    (dest: *[k]a) -> (f: *acc ([k]a) -> b -> acc ([k]a)) -> (bs: [n]b) -> *[k]a

  -- | For each element, combines values into the accumulator of `dest`.
  val hist_stream [k] [n] 'a 'b :
    (dest: *[k]a) -> (op: a -> a -> a) -> (ne: a)
    -> (f: *acc ([k]a) -> b -> acc ([k]a)) -> (bs: [n]b) -> *[k]a

  -- | The accumulator with `v` written, or combined, at index `i`.
  val acc_write [k] 'a : (acc: *acc ([k]a)) -> (i: i64) -> (v: a) -> *acc ([k]a)

  -- | The elements at `offset + i * s0 + j * s1`, for i below `n0` and j below `n1`.
  val flat_index_2d [n] 'a :
    (as: [n]a) -> (offset: i64) -> (n0: i64) -> (s0: i64) -> (n1: i64) -> (s1: i64)
    -> [n0][n1]a

  -- | `flat_index_2d` with a third dimension.
  val flat_index_3d [n] 'a :
    (as: [n]a) -> (offset: i64) -> (n0: i64) -> (s0: i64) -> (n1: i64) -> (s1: i64)
    -> (n2: i64) -> (s2: i64) -> [n0][n1][n2]a

  -- | `flat_index_2d` with a third and a fourth dimension.
  val flat_index_4d [n] 'a :
    (as: [n]a) -> (offset: i64) -> (n0: i64) -> (s0: i64) -> (n1: i64) -> (s1: i64)
    -> (n2: i64) -> (s2: i64) -> (n3: i64) -> (s3: i64) -> [n0][n1][n2][n3]a

  -- | The array with `v` written where `flat_index_2d` would read.
  val flat_update_2d [n] [k] [l] 'a :
    (as: *[n]a) -> (offset: i64) -> (s0: i64) -> (s1: i64) -> (v: [k][l]a) -> *[n]a

  -- | The array with `v` written where `flat_index_3d` would read.
  val flat_update_3d [n] [k] [l] [m] 'a :
    (as: *[n]a) -> (offset: i64) -> (s0: i64) -> (s1: i64) -> (s2: i64) -> (v: [k][l][m]a)
    -> *[n]a

  -- | The array with `v` written where `flat_index_4d` would read.
  val flat_update_4d [n] [k] [l] [m] [o] 'a :
    (as: *[n]a) -> (offset: i64) -> (s0: i64) -> (s1: i64) -> (s2: i64) -> (s3: i64)
    -> (v: [k][l][m][o]a) -> *[n]a

  -- | Its argument, printed when evaluated.
  val trace 'a : (x: a) -> a

  -- | Its argument, hidden from the optimiser.
  val opaque 'a : (x: a) -> a

  -- Operators come last: the sizes above are sums and products.

  -- | The sum of two numbers of one type. Integers wrap around where it leaves their range.
  val (+) 'a : (x: a) -> (y: a) -> a

  -- | The difference of two numbers of one type. Integers wrap around where it leaves their range.
  -- Before a single number, the number with its sign changed.
  val (-) 'a : (x: a) -> (y: a) -> a

  -- | The product of two numbers of one type. Integers wrap around where it leaves their range.
  val (*) 'a : (x: a) -> (y: a) -> a

  -- | The quotient of two numbers of one type. That of integers is rounded down, and an error if
  -- `y` is 0; that of floats is then infinity or NaN.
  val (/) 'a : (x: a) -> (y: a) -> a

  -- | The remainder of `/` rounded down, of two numbers of one type: it has the sign of `y`. If `y`
  -- is 0, an error for integers, NaN for floats.
  val (%) 'a : (x: a) -> (y: a) -> a

  -- | `x` to the power of `y`, two numbers of one type; 1 if `y` is 0. An error for integers if `y`
  -- is negative.
  val (**) 'a : (x: a) -> (y: a) -> a

  -- | The quotient of two integers of one type, rounded towards zero. An error if `y` is 0.
  val (//) 'a : (x: a) -> (y: a) -> a

  -- | The remainder of `//`, of two integers of one type: it has the sign of `x`. An error if `y`
  -- is 0.
  val (%%) 'a : (x: a) -> (y: a) -> a

  -- | The bits that are set in both of two integers of one type.
  val (&) 'a : (x: a) -> (y: a) -> a

  -- | The bits that are set in either of two integers of one type.
  val (|) 'a : (x: a) -> (y: a) -> a

  -- | The bits that are set in just one of two integers of one type. Powers are `**`.
  val (^) 'a : (x: a) -> (y: a) -> a

  -- | The bits of `x` moved `y` places up, zeros coming in; both are integers of one type.
  val (<<) 'a : (x: a) -> (y: a) -> a

  -- | The bits of `x` moved `y` places down, copies of the sign coming in, or zeros if the type has
  -- none; both are integers of one type.
  val (>>) 'a : (x: a) -> (y: a) -> a

  -- | Are they equal? Values of any type without functions: numbers, arrays, records, sums. NaN
  -- equals nothing.
  val (==) 'a : (x: a) -> (y: a) -> bool

  -- | Are they different? Values of any type without functions.
  val (!=) 'a : (x: a) -> (y: a) -> bool

  -- | Is `x` less? Two numbers of one type, or two booleans, of which false is the lesser. Never if
  -- either is NaN.
  val (<) 'a : (x: a) -> (y: a) -> bool

  -- | Is `x` less or equal? Two numbers of one type, or two booleans. Never if either is NaN.
  val (<=) 'a : (x: a) -> (y: a) -> bool

  -- | Is `x` greater? Two numbers of one type, or two booleans. Never if either is NaN.
  val (>) 'a : (x: a) -> (y: a) -> bool

  -- | Is `x` greater or equal? Two numbers of one type, or two booleans. Never if either is NaN.
  val (>=) 'a : (x: a) -> (y: a) -> bool

  -- | Are both true? `y` is evaluated only if `x` is true.
  val (&&) : (x: bool) -> (y: bool) -> bool

  -- | Is either true? `y` is evaluated only if `x` is false.
  val (||) : (x: bool) -> (y: bool) -> bool
}
