-- | Minimisers of functions of any type without functions: `optimise.lbfgs` and its kin for `f64`,
-- and the same in `optimise_f32` and `optimise_f16`. A program has them by `import "ad"`, or by
-- `import "optimise"` alone.
--
-- Numbers of other types than the module's are constants, and stay what they are. Whoever wants
-- another option than the usual ones changes that: `optimise.adam_options with rate = 0.1`.

-- | The minimisers for one type of numbers, such as `f32`.
module mk_optimise (R: float) = {
  -- | Where a minimum has been looked for: the best argument that was met, the value there, the
  -- number of steps taken, and whether the gradient is as small there as the tolerance asks for.
  type found 'a = {argument: a, value: R.t, steps: i64, converged: bool}

  -- | When to stop: when no component of the gradient is larger than the tolerance, or after so
  -- many steps.
  type stop = {tolerance: R.t, steps: i64}

  local def zero : R.t = R.i64 0
  local def one : R.t = R.i64 1

  local def dot [n] (a: [n]R.t) (b: [n]R.t) : R.t = R.sum (map2 (R.*) a b)
  -- The vector `y + s * x`.
  local def plus [n] (y: [n]R.t) (s: R.t) (x: [n]R.t) : [n]R.t =
    map2 (\y x -> y R.+ s R.* x) y x
  -- What the numbers of `v` are divided by before products of them are summed: 1 where these sums are
  -- certain to have room, or else about the largest of them, a power of two. (Half precision ends at
  -- 65504, which a squared norm passes soon.)
  local def unit [n] (v: [n]R.t) : R.t =
    let largest = R.maximum (map R.abs v)
    let squares = largest R.* largest R.* R.i64 n
    let has_room = squares R.* R.epsilon R.> zero && !(R.isinf (squares R./ R.epsilon))
    in if has_room || !(largest R.> zero) || R.isinf largest
       then one else R.i64 2 R.** R.floor (R.log2 largest)
  local def over [n] (unit: R.t) (v: [n]R.t) : [n]R.t = map (R./ unit) v
  local def is_small [n] (tolerance: R.t) (v: [n]R.t) : bool =
    all (\x -> R.abs x R.<= tolerance) v

  -- Value and gradient as functions of the numbers of `x`.
  local def on_vectors [n] 'a (f: a -> R.t) (x: a) (v: [n]R.t) : (R.t, [n]R.t) =
    let (value, slope) = vjp2 f (unravel x v) one
    in (value, ravel slope :> [n]R.t)

  -- | Steps against the gradient, each the gradient times `rate`. For comparison rather than for
  -- use. A step costs a gradient.
  --
  -- `gradient_descent 0.1 100 (\x -> (x - 3) ** 2) 0` is all but `3`.
  def gradient_descent 'a (rate: R.t) (steps: i64) (f: a -> R.t) (x: a) : a =
    let [n] (start: [n]R.t) = intrinsics.variables x
    in unravel x (loop v = start for _i < steps do plus v (R.neg rate) (on_vectors f x v).1)

  -- | Gradient descent with momentum (the heavy ball): each step is `decay` times the one before,
  -- and the gradient times `rate` less. Usual values of `decay` are 0.9 and 0.99. A step costs a
  -- gradient.
  --
  -- `momentum 0.1 0.5 100 (\x -> (x - 3) ** 2) 0` is all but `3`.
  def momentum 'a (rate: R.t) (decay: R.t) (steps: i64) (f: a -> R.t) (x: a) : a =
    let [n] (start: [n]R.t) = intrinsics.variables x
    let (v, _) =
      loop (v, step) = (start, replicate n zero) for _i < steps do
        let step = plus (map (decay R.*) step) (R.neg rate) (on_vectors f x v).1
        in (plus v one step, step)
    in unravel x v

  -- | What `adam` does unless told otherwise: 1000 steps of about 0.001; what it remembers of
  -- gradients and of their squares fades by `beta1` and `beta2` a step.
  def adam_options =
    { rate = R.f64 1e-3
    , beta1 = R.f64 0.9
    , beta2 = R.f64 0.999
    , epsilon = R.max (R.f64 1e-8) R.epsilon
    , steps = 1000i64
    }

  -- | Adam: steps of about `rate` in each number, whatever its scale: the mean of the last
  -- gradients by the root of that of their squares. For functions of many numbers, and for those
  -- that are estimates. A step costs a gradient.
  --
  -- `adam (adam_options with rate = 0.1) (\x -> (x - 3) ** 2) 0` is all but `3`.
  def adam 'a (options: {rate: R.t, beta1: R.t, beta2: R.t, epsilon: R.t, steps: i64})
              (f: a -> R.t) (x: a) : a =
    let [n] (start: [n]R.t) = intrinsics.variables x
    let nothing = replicate n zero
    -- (Larger ones have no square, and steps are as large for any slope.)
    let largest = R.sqrt (R.nextafter R.inf zero) R./ R.i64 2
    let within (g: R.t) = if R.abs g R.> largest then R.copysign largest g else g
    let mix (beta: R.t) = map2 (\old new -> beta R.* old R.+ (one R.- beta) R.* new)
    let (v, _, _, _, _) =
      loop (v, mean, squares, power1, power2) = (start, nothing, nothing, one, one)
      for _i < options.steps do
        let slope = map within (on_vectors f x v).1
        let mean = mix options.beta1 mean slope
        let squares = mix options.beta2 squares (map (\g -> g R.* g) slope)
        -- Both begin at 0, which is made up for.
        let power1 = power1 R.* options.beta1
        let power2 = power2 R.* options.beta2
        let step (m: R.t) (s: R.t) : R.t =
          options.rate R.* (m R./ (one R.- power1))
          R./ (R.sqrt (s R./ (one R.- power2)) R.+ options.epsilon)
        in (map3 (\v m s -> v R.- step m s) v mean squares, mean, squares, power1, power2)
    in unravel x v

  -- From `v`, with this value and slope, along `direction`, by a step that satisfies the weak Wolfe
  -- conditions, found by doubling and halving. Gives whether the value has become less, and where
  -- that is. What is no number counts as too large. (Slopes and the direction are multiplied as
  -- their units have them: what is compared is the same.)
  local def search [n] (f: [n]R.t -> (R.t, [n]R.t)) (direction: [n]R.t)
                       (v: [n]R.t, value: R.t, slope: [n]R.t) : (bool, ([n]R.t, R.t, [n]R.t)) =
    let first = unit slope
    let length = unit direction
    let along (unit: R.t) (v: [n]R.t) : R.t = dot (over unit v) (over length direction)
    let descent = along first slope
    let (low, _, _, _, _, best) =
      loop (low, high, step, found, tries, best) =
           (zero, R.inf, one, false, 0i32, (v, value, slope))
      while !found && tries < 60 do
        let at = plus v step direction
        let (value', slope') = f at
        let there = unit slope'
        in if !(value' R.<= value R.+ R.f64 1e-4 R.* step R.* descent R.* first R.* length)
           then (low, step, (low R.+ step) R./ R.i64 2, false, tries + 1, best)
           else if along there slope' R.* (there R./ first) R.< R.f64 0.9 R.* descent
           then let next = if R.isinf high then step R.* R.i64 2 else (step R.+ high) R./ R.i64 2
                in (step, high, next, false, tries + 1, (at, value', slope'))
           else (step, high, step, true, tries + 1, (at, value', slope'))
    -- (A step may be lost in the rounding of `v`.)
    in (low R.> zero && any id (map2 (R.!=) best.0 v), best)

  -- | What `lbfgs` does unless told otherwise: at most 1000 steps, until no component of the
  -- gradient is larger than the root of the type's `epsilon`; 10 steps are remembered.
  def lbfgs_options = {history = 10i64, tolerance = R.sqrt R.epsilon, steps = 1000i64}

  -- | L-BFGS with a line search by the weak Wolfe conditions: the first choice for smooth
  -- functions. What the last steps (`history` of them) did to the gradient stands for the Hessian.
  -- A step costs one or two gradients, and memory is that of 2 `history` arguments.
  --
  -- `(lbfgs lbfgs_options (\(x, y) -> (1 - x) ** 2 + 100 * (y - x * x) ** 2) (-1.2, 1)).argument`
  -- is all but `(1, 1)`.
  def lbfgs 'a (options: {history: i64, tolerance: R.t, steps: i64})
               (f: a -> R.t) (x: a) : found a =
    let [n] (start: [n]R.t) = intrinsics.variables x
    let (value, slope) = on_vectors f x start
    let history = i64.max 1 options.history
    let nothing = replicate history (replicate n zero)
    -- The inverse of the Hessian that the last `count` steps suggest, times the slope; `scale` is
    -- what the last one says of it alone. Moves and changes have units of their own, of which
    -- `units` are the quotients.
    let newton (count: i64) (scale: R.t) (moves: [history][n]R.t) (changes: [history][n]R.t)
               (units: [history]R.t) (slope: [n]R.t) : [n]R.t =
      let used = i64.min count history
      let along i = dot moves[i] changes[i]
      let size = unit slope
      let start = over size slope
      let (rest, shares) =
        loop (rest, shares) = (start, replicate history zero) for j < used do
          let i = (count - 1 - j) % history
          let share = dot moves[i] rest R./ along i
          in (plus rest (R.neg share) changes[i], shares with [i] = share)
      in if used == 0
         then map ((one R./ R.max (one R./ size) (R.sqrt (dot start start))) R.*) start
         else let rest =
                loop rest = map (scale R.*) rest for j < used do
                  let i = (count - used + j) % history
                  let share = shares[i] R.* units[i]
                  in plus rest (share R.- dot changes[i] rest R./ along i) moves[i]
              in map (size R.*) rest
    -- (What is overwritten in the end may share nothing with the rest.)
    let ((v, value, slope), steps, _, _, _, _, _, _) =
      loop (at, steps, stuck, count, scale, moves, changes, units) =
           ( (copy start, value, copy slope), 0, false, 0, one, copy nothing, copy nothing
           , replicate history one )
      while !stuck && steps < options.steps && !(is_small options.tolerance at.2) do
        let direction = map R.neg (newton count scale moves changes units at.2)
        let (better, next) = search (on_vectors f x) direction at
        let move = plus next.0 (R.neg one) at.0
        let change = plus next.2 (R.neg one) at.2
        let far = unit move
        let much = unit change
        let move' = over far move
        let change' = over much change
        let ratio = far R./ much
        let says = dot move' change' R.* ratio R.> R.epsilon R.* dot change' change'
        let scale' =
          if says then dot move' change' R./ dot change' change' R.* ratio else R.inf
        let i = count % history
        in if !better
           -- What is remembered may be to blame.
           then (at, steps, count == 0, 0, scale, moves, changes, units)
           else if !(R.isinf scale')
           then ( next, steps + 1, false, count + 1, scale'
                , moves with [i] = move', changes with [i] = change', units with [i] = ratio )
           else (next, steps + 1, false, count, scale, moves, changes, units)
    in { argument = unravel x v
       , value
       , steps
       , converged = is_small options.tolerance slope
       }

  -- Newton's method, with `product x v` for the Hessian at x times v. The system is solved by
  -- conjugate gradients, which stop where they are close enough for this step, or at a direction
  -- along which the value is not convex.
  local def newton 'a (options: stop) (f: a -> R.t) (product: a -> a -> a) (x: a) : found a =
    let [n] (start: [n]R.t) = intrinsics.variables x
    let (value, slope) = on_vectors f x start
    let nowhere = zeros_like x
    let times (v: [n]R.t) (d: [n]R.t) : [n]R.t =
      ravel (product (unravel x v) (unravel nowhere d)) :> [n]R.t
    let solve (v: [n]R.t) (slope: [n]R.t) : [n]R.t =
      let length = unit slope
      let down = map R.neg (over length slope)
      let size = dot down down
      let enough = R.min (R.f64 0.01) (length R.* R.sqrt size) R.* size
      let (result, _, _, _, _, _) =
        loop (result, rest, d, size, tries, done) =
             (replicate n zero, map R.neg down, down, size, 0i64, false)
        while !done && tries < 2 * n do
          let image = times v d
          let much = unit image
          let curvature = dot d (over much image)
          in if !(curvature R.> R.epsilon R.* dot d d R./ much)
             then (if tries == 0 then down else result, rest, d, size, tries, true)
             else let step = size R./ curvature R./ much
                  let rest = plus rest step image
                  let left = dot rest rest
                  let d' = plus (map R.neg rest) (left R./ size) d
                  in (plus result step d, rest, d', left, tries + 1, left R.<= enough)
      in map (length R.*) result
    let ((v, value, slope), steps, _) =
      loop (at, steps, stuck) = ((start, value, slope), 0, false)
      while !stuck && steps < options.steps && !(is_small options.tolerance at.2) do
        let (better, next) = search (on_vectors f x) (solve at.0 at.2) at
        in if better then (next, steps + 1, false) else (at, steps, true)
    in { argument = unravel x v
       , value
       , steps
       , converged = is_small options.tolerance slope
       }

  -- | What `newton_cg` and `gauss_newton` do unless told otherwise: at most 100 steps, until no
  -- component of the gradient is larger than the root of the type's `epsilon`.
  def newton_options : stop = {tolerance = R.sqrt R.epsilon, steps = 100i64}

  -- | Newton's method by conjugate gradients: the Hessian is only ever multiplied by vectors. For
  -- smooth functions whose curvature differs much from direction to direction; near a minimum each
  -- step about doubles the digits. A step costs a gradient or two, and two gradients for each of at
  -- most 2 n products, mostly far fewer.
  --
  -- `(newton_cg newton_options (\(x, y) -> (x - 1) ** 4 + y * y) (3, 3)).argument` is near `(1,
  -- 0)`.
  def newton_cg 'a (options: stop) (f: a -> R.t) (x: a) : found a =
    newton options f (\x v -> jvp (\x -> vjp f x one) x v) x

  -- | Least squares: the argument at which the sum of the squares of all numbers in the result of
  -- `f`, its residuals, is least; the value that is found is half that sum. As `newton_cg`, with
  -- the Gauss-Newton matrix, which takes first derivatives only, in place of the Hessian: fit for
  -- models that come near to their data.
  --
  -- `(gauss_newton newton_options (\(a, b) -> map2 (\x y -> a * x + b - y) xs ys) (0, 0)).argument`
  -- is the line through the points.
  def gauss_newton 'a 'b (options: stop) (f: a -> b) (x: a) : found a =
    let half_squares (y: b) : R.t =
      let r = ravel y
      in dot r r R./ R.i64 2
    in newton options (\x -> half_squares (f x)) (\x v -> vjp f x (jvp f x v)) x
}

-- | Minimisers of functions on `f64`.
module optimise = mk_optimise f64

-- | Minimisers of functions on `f32`.
module optimise_f32 = mk_optimise f32

-- | Minimisers of functions on `f16`.
module optimise_f16 = mk_optimise f16
