-- | Derivatives by the names that they have in books: gradients, Jacobians, Hessians, and products
-- with these. All are made of `vjp`, `jvp` and their kin, and can be differentiated again.
--
-- The names are there for `f64`, and in the modules `ad_f64`, `ad_f32` and `ad_f16`. Arguments and
-- results are of any type without functions. Where a vector or a matrix is spoken of, the numbers
-- of a value are in the order of `ravel`, and those of other types than the module's are constants.
--
-- Matrices have sizes that are only known once they are there. Where others have to match these,
-- say what they are: `hessian f x :> [n][n]f64`.
--
-- Costs are counted in evaluations of `f`; a gradient takes some three to five.

-- Minimisers.
open import "optimise"

-- | A colour for each column of a pattern, and how many colours there are: columns of one colour
-- have no row in common. The colours are 0, 1, ...; each column in turn takes the first one that is
-- free, which is not always the least number of them. Time m n times the colours, memory n m.
--
-- `colouring [[true, true, false], [false, true, true]]` is `(2, [0, 1, 0])`.
def colouring [m] [n] (pattern: [m][n]bool) : (i64, [n]i64) =
  let (count, colours, _) =
    -- The rows that the columns of each colour have.
    loop (count, colours, rows) = (0, replicate n 0, replicate n (replicate m false)) for j < n do
      let column = pattern[:, j]
      let colour =
        loop c = 0 while c < count && or (map2 (&&) rows[c] column) do c + 1
      let joined = map2 (||) rows[colour] column
      in (i64.max count (colour + 1), colours with [j] = colour, rows with [colour] = joined)
  in (count, colours)

-- | The library for one type of numbers, such as `f32`.
module mk_ad (R: real) = {
  -- The directions in which one number of `x` grows and the others stay, in the order of `ravel`.
  local def units 'a (x: a) : ?[n].[n]a =
    let nowhere = zeros_like x
    let n = length (ravel x : []R.t)
    in tabulate n (\i -> unravel nowhere (tabulate n (\j -> R.bool (i == j))))

  -- | The gradient of `f` at `x`: how the result changes with each number in `x`, as a value of the
  -- type and shapes of `x`. One run of reverse mode, however many numbers there are.
  --
  -- `grad (\(x, y) -> x * x * y) (3, 5)` is `(30, 9)`.
  def grad 'a (f: a -> R.t) (x: a) : a = vjp f x (R.i64 1)

  -- | The result of `f` at `x`, and the gradient. As dear as the gradient alone.
  --
  -- `value_and_grad (\x -> x * x) 3` is `(9, 6)`.
  def value_and_grad 'a (f: a -> R.t) (x: a) : (R.t, a) = vjp2 f x (R.i64 1)

  -- | How the result of `f`, of any type, changes when its argument moves from `x` along `v`: the
  -- product of the Jacobian and `v`. (The length of `v` counts: it is a direction and a speed.) One
  -- run of forward mode, about two evaluations.
  --
  -- `directional (\(x, y) -> x * y) (3.0, 5.0) (1, 2)` is `11`.
  def directional 'a 'b (f: a -> b) (x: a) (v: a) : b = jvp f x v

  -- | The Jacobian of `f` at `x`: an m by n matrix with a row for each number of the result, and a
  -- column for each number in `x`. By forward mode, one direction for each column: what to take
  -- when `x` has no more numbers than the result. About n + 1 evaluations.
  --
  -- `jacfwd (\(x, y) -> [x * y, x, y]) (3.0, 5.0)` is `[[5, 3], [1, 0], [0, 1]]`.
  def jacfwd 'a 'b (f: a -> b) (x: a) : ?[m][n].[m][n]R.t =
    let (y, columns) = jmp2 f x (units x)
    let m = length (ravel y : []R.t)
    in transpose (map (\column -> ravel column :> [m]R.t) columns)

  -- | The same matrix as that of `jacfwd`, by reverse mode, one weighting for each row: what to
  -- take when the result has fewer numbers than `x`. About one evaluation and some three for each
  -- row.
  --
  -- `jacrev (\x -> [f64.sum x, f64.product x]) [2, 3, 4]` is `[[1, 1, 1], [12, 8, 6]]`.
  def jacrev 'a 'b (f: a -> b) (x: a) : ?[m][n].[m][n]R.t =
    let n = length (ravel x : []R.t)
    in map (\row -> ravel row :> [n]R.t) (mjp f x (units (f x)))

  -- | Which numbers in the result of `f` depend on which in `x`: where the Jacobian may be other
  -- than 0. That is read off what is computed, not off numbers: where `x` has zeros, or a slope
  -- happens to be 0, makes no difference. What `f` would compute on the other side of a branch does
  -- not count, nor what the sizes, indices and conditions depend on. Each number in `x` takes about
  -- as long as one evaluation.
  --
  -- `jacobian_pattern (\(x, y) -> [x * y, y, 2.0]) (0, 0)` is `[[true, true], [false, true],
  -- [false, false]]`.
  def jacobian_pattern 'a 'b (f: a -> b) (x: a) : ?[m][n].[m][n]bool =
    let (y, columns) = intrinsics.dependences f x (units x)
    let m = length (ravel y : []R.t)
    in transpose (map (\column -> map (R.!= R.i64 0) (ravel column :> [m]R.t)) columns)

  -- | The Jacobian of `f` at `x`, as that of `jacfwd`, where it is known to have nothing but zeros
  -- outside of a pattern: columns that have no row in common (`colouring`) are found by one
  -- direction together. One evaluation and one for each colour, of which there are three for a
  -- matrix with three diagonals, however large; so a pattern is best found once, and used often.
  --
  -- `jacobian_compressed (jacobian_pattern f x) f x` is `jacfwd f x`.
  def jacobian_compressed [m] [n] 'a 'b (pattern: [m][n]bool) (f: a -> b) (x: a) : [m][n]R.t =
    let (count, colours) = colouring pattern
    let nowhere = zeros_like x
    let directions =
      tabulate count (\c -> unravel nowhere (map (\own -> R.bool (own == c)) colours))
    let sums = map (\column -> ravel column :> [m]R.t) (jmp f x directions)
    in tabulate_2d m n (\i j -> if pattern[i, j] then sums[colours[j], i] else R.i64 0)

  -- | The Hessian of `f` at `x`: the symmetric n by n matrix of second derivatives by the numbers
  -- in `x`. By forward mode through the gradient, one direction for each row; where products with
  -- it will do, `hvp` is n times cheaper.
  --
  -- `hessian (\(x, y) -> x * x * y) (3, 5)` is `[[10, 6], [6, 0]]`.
  def hessian 'a (f: a -> R.t) (x: a) : ?[n].[n][n]R.t =
    let [n] (directions: [n]a) = units x
    in map (\row -> ravel row :> [n]R.t) (jmp (grad f) x directions)

  -- | The product of the Hessian of `f` at `x` and `v`, without the Hessian: forward mode through
  -- the gradient, about twice the price of a gradient.
  --
  -- `hvp (\(x, y) -> x * x * y) (3, 5) (1, 2)` is `(22, 6)`.
  def hvp 'a (f: a -> R.t) (x: a) (v: a) : a = jvp (grad f) x v

  -- | The product of the Gauss-Newton matrix of `loss (f x)` and `v`: `J^T H J v` with the Jacobian
  -- J of `f` at `x` and the Hessian H of `loss` at `f x`. It is the Hessian of the whole but for
  -- what comes from the curvature of `f`, and positive semidefinite if `loss` is convex. One run of
  -- forward mode and one of reverse mode through `f`.
  --
  -- `ggnvp (\x -> [x, x * x]) (\y -> f64.sum (map (\y -> y * y) y) / 2) 3 1` is `37`.
  def ggnvp 'a 'b (f: a -> b) (loss: b -> R.t) (x: a) (v: a) : a =
    let (y, change) = jvp2 f x v
    in vjp f x (hvp loss y change)

  -- | The sum of the second derivatives of `f` by each number in `x`: the trace of the Hessian, by
  -- forward mode through forward mode. Some four evaluations for each number, and no more memory
  -- than a few of them take.
  --
  -- `laplacian (\(x, y) -> x * x * y + y * y) (3, 5)` is `12`.
  def laplacian 'a (f: a -> R.t) (x: a) : R.t =
    R.sum (map (\u -> jvp (\x -> jvp f x u) x u) (units x))

  -- | The divergence of a field, whose values are like its arguments: the trace of the Jacobian.
  -- About n + 1 evaluations.
  --
  -- `divergence (\(x, y) -> (x * y, y * y)) (3.0, 5.0)` is `15`.
  def divergence 'a (f: a -> a) (x: a) : R.t =
    let [n] (directions: [n]a) = units x
    in R.sum (map2 (\i column -> (ravel column :> [n]R.t)[i]) (iota n) (jmp f x directions))
}

-- | Derivatives of functions on `f64`. What it has is there without its name, too.
module ad_f64 = mk_ad f64

-- | Derivatives of functions on `f32`.
module ad_f32 = mk_ad f32

-- | Derivatives of functions on `f16`.
module ad_f16 = mk_ad f16

open ad_f64
