-- Lanes that do not do the same: what one of them keeps, adds or overwrites is no other's.
-- ==
-- entry: same_copy added_again kept_apart kept_rows
-- input {} output { true }
import "lib/check"

-- Two sides of a branch update one array that is the same for all lanes, until they do.
entry same_copy =
  let f (x: [4]f64) (i: i64) =
    (loop (p, q) = (0, copy x) for _k < 2 do
       let u = copy x
       let a = if 0.1 > q[i] then u with [2] = 0.3 else u
       in (a[2], q with [0] = 1)).0
  in map (f [0.4, -0.3, 0.7, 0.2]) (iota 2) == [0.7, 0.3]

-- What is the same for all lanes is added by each tile of them.
entry added_again =
  let f n (x: [4]f64) =
    f64.sum (map (\_ -> f64.sum (map f64.tanh (reduce_by_index (replicate 2 0.1) (*) 1 [0, 1, 0, 1] x)))
                 (iota n))
  let second n x = vjp (\x -> vjp (f n) x 1) x [1, 0.5, 0.25, -0.5]
  let x = [0.4, -0.3, 0.7, 0.2]
  in near_all (second 700 x) (map (* 700) (second 1 x))

-- Arrays that change places, as often as each lane says.
def swapped (ns: []i32) (x: [3]f64) : f64 =
  f64.sum (map (\n -> let (a, b) = loop (a, b) = (copy x, copy x) for _j < n do
                        let c = tabulate 1 (\_ -> f64.tanh a[0])
                        let b' = if n % 2 == 1 then b with [0] = 0.5 * b[0] else b
                        in (b', a with [0] = 0.5 * a[0] + f64.max 0 c[0])
                      in f64.sum a + f64.sum b)
               ns)

entry kept_apart =
  let x = [0.4, -0.3, 0.7]
  let second f = vjp (\x -> vjp f x 1) x [1, 0.5, 0.25]
  let truth = jvp (\x -> vjp (swapped [0, 1, 2, 5, 3]) x 1) x [1, 0.5, 0.25]
  in near_all (second (swapped [0, 1, 2, 5, 3])) truth

entry kept_rows = agrees (\x -> [swapped [4, 0, 2, 3] (x :> [3]f64)]) [0.4, -0.3, 0.7]
