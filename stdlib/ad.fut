-- | Derivatives.
--
-- Any function that gives a value can be differentiated: loops, branches, scans, histograms,
-- in-place updates and all. The derivatives are exact (no differences are taken), and since they
-- are ordinary functions, they can be differentiated again, in any mixture and to any depth.
--
-- Think of the function as having an n-vector of numbers for its argument and an m-vector for its
-- result, whatever their types; its derivative at a point is then the m by n matrix of partial
-- derivatives, the Jacobian. It is never built. Instead:
--
-- * `jvp` (forward) multiplies it by a direction in the space of arguments: how does the result
--   change when the argument moves that way? One run yields one column.
-- * `vjp` (reverse) multiplies it from the left by a weight for each result: how does the weighted
--   sum of the results depend on each argument? One run yields one row. For a function with a
--   single result that is the whole gradient, at a small multiple of the function's own cost.
-- * `jmp` and `mjp` do the same for many directions, or many weights, in one run.
--
-- A direction or a weight has the type of the argument or result that it belongs to. That goes for
-- integers too, which are differentiated as if `+` and `*` were all there is, and for booleans.

-- | The result of `f` at `x`, and how it changes along the direction `x'`.
def jvp2 'a 'b (f: a -> b) (x: a) (x': a) : (b, b) = intrinsics.jvp2 f x x'

-- | The result of `f` at `x`, and how its parts, weighted by `y'`, depend on `x`.
def vjp2 'a 'b (f: a -> b) (x: a) (y': b) : (b, a) = intrinsics.vjp2 f x y'

-- | `jvp2` for every direction in `x'`. The function itself is evaluated once.
def jmp2 'a 'b [n] (f: a -> b) (x: a) (x': [n]a) : (b, [n]b) = intrinsics.jmp2 f x x'

-- | `vjp2` for every weighting in `y'`. The function itself is evaluated once.
def mjp2 'a 'b [n] (f: a -> b) (x: a) (y': [n]b) : (b, [n]a) = intrinsics.mjp2 f x y'

-- | How the result of `f` changes when its argument moves from `x` along the direction `x'`.
def jvp 'a 'b (f: a -> b) (x: a) (x': a) : b = (intrinsics.jvp2 f x x').1

-- | How the results of `f` at `x`, weighted by `y'`, depend on each number in `x`. With a single
-- result and the weight 1 that is the gradient.
def vjp 'a 'b (f: a -> b) (x: a) (y': b) : a = (intrinsics.vjp2 f x y').1

-- | `jvp` for every direction in `x'`.
def jmp 'a 'b [n] (f: a -> b) (x: a) (x': [n]a) : [n]b = (intrinsics.jmp2 f x x').1

-- | `vjp` for every weighting in `y'`.
def mjp 'a 'b [n] (f: a -> b) (x: a) (y': [n]b) : [n]a = (intrinsics.mjp2 f x y').1

-- | `f x`, with a reverse derivative of your own: where you know a better one than the general
-- rules would find. The rule takes the result of `f` and the weights of that result, in this order,
-- and gives the weights of the argument. If it needs more than the result, let `f` give that as
-- well and drop it afterwards; or use `with_vjp_tape`. Variables that `f` merely refers to count as
-- constants: whatever is to be differentiated has to be part of the argument.
def with_vjp 'a 'b (f: a -> b) (f': (res: b) -> (b_adj: b) -> a) (x: a) : b =
  intrinsics.with_vjp f f' x

-- | `with_vjp` where `f` gives, beside its result, what the rule will want to know. The rule takes
-- that and the weights of the result.
def with_vjp_tape 'a 'b 'c (f: a -> (c, b)) (f': (c, b) -> a) (x: a) : b =
  (intrinsics.with_vjp f (\(tape, _) (_, adj) -> f' (tape, adj)) x).1

-- | `f x`, with a forward derivative of your own. The rule takes the argument and the direction in
-- which it moves, and gives the change of the result. Reverse mode follows from the rule too, as
-- its transpose. As for `with_vjp`, other variables count as constants. Futhark has no such
-- function.
def with_jvp 'a 'b (f: a -> b) (f': (arg: a) -> (arg_tan: a) -> b) (x: a) : b =
  intrinsics.with_jvp f f' x

-- | The argument, which differentiation takes for a constant. Futhark has no such function.
def stop_gradient 'a (x: a) : a = intrinsics.stop_gradient x

-- | A value of the same type and shape in which every number is 0 and every boolean is `false`.
-- Futhark has no such function.
def zeros_like 'a (x: a) : *a = intrinsics.zeros_like x

-- | All numbers of one float type in a value of any type, as a vector: arrays row by row, tuples
-- and records by their components (in the order of the fields' names), an array of tuples as the
-- tuple of arrays that it amounts to. Of a sum, the payloads of every constructor (likewise): zeros
-- for those that it has not. What is not of the type `t` is left out. Values that hold functions are refused.
--
-- The type of the numbers is that of the vector, as it is used or as an annotation says:
-- `(ravel {w = [1, 2], b = 3} : []f64)` is `[3, 1, 2]`. It costs one copy at most. Futhark has no
-- such function.
def ravel 'a 't (x: a) : ?[n].[n]t = intrinsics.ravel x

-- | The inverse of `ravel`: a value of the type and the shapes of `like`, whose numbers of type `t`
-- are those of the vector; all else in it is that of `like`. So `unravel x (ravel x : []f64)` is
-- `x`. The vector must be as long as there are numbers, else it is an error. It costs next to
-- nothing: arrays are views of the vector. Futhark has no such function.
def unravel [n] 'a 't (like: a) (v: [n]t) : a = intrinsics.unravel like v

-- | `f x`, of which reverse mode keeps nothing but `x`: when the sweep comes back, `f` is evaluated
-- once more. That trades time for memory in a long computation. Results and derivatives are those
-- of `f x`. Futhark has no such function.
def checkpoint 'a 'b (f: a -> b) (x: a) : b =
  -- A map keeps its arguments only; so a map over one element is just what is asked for.
  (#[checkpoint] intrinsics.map f [x])[0]
