-- What the iterations of a map add to arrays around it at places that inner iterations share: sums
-- of the iteration's own come first. The derivatives are those of differences.
-- ==
-- entry: flat strided by_table rows guarded never small
-- input {} output { true }
import "lib/check"

def tables (f: [12]f64 -> f64) : bool = agrees (\xs -> [f xs]) (some 12)

entry flat =
  tables (\u -> f64.sum (map (\i -> f64.sum (map (\j -> f64.tanh (f64.sum (map (\d -> u[i * 3 + d] * u[j * 3 + d])
                                                                               (iota 3))))
                                                 (iota 5 |> map (% 4))))
                             (iota 4)))

-- By columns, from the last one.
entry strided =
  tables (\u -> f64.sum (map (\i -> loop s = 0 for j < 6 do
                                      s * 0.5 + (loop t = 0 for d < 4 do t + u[(3 - d) * 3 + i] * f64.sin (u[j] + s)))
                             (iota 3)))

entry by_table =
  let ks = [2i64, 0, 2, 3, 1, 0]
  in tables (\u -> f64.sum (map (\k -> f64.sum (map (\j -> loop p = 1 for d < 3 do p * u[k * 3 + d] + u[j])
                                                    (iota 7)))
                                ks))

-- Whole rows, and numbers that are the same for all iterations.
entry rows =
  tables (\u -> let w = unflatten (u :> [3 * 4]f64)
                let step h x = map (\r -> f64.max 0 (f64.sum (map2 (*) r (h ++ [x] :> [4]f64)) * 0.3 + u[0])) w
                in f64.sum (map (\x -> f64.sum (loop h = [x, 0.2, 0.1] for j < 5 do step h (x + f64.i64 j)))
                                [0.5, 0.7, -0.3]))

entry guarded =
  tables (\u -> f64.sum (map (\i -> loop s = 0 for j < 8 do
                                      if j % 3 == i % 3 then s + u[i] * u[j] * s else s + f64.exp (u[i + 6] * 0.1))
                             (iota 6)))

-- Loops that do not run, and bounds below 0.
entry never =
  tables (\u -> f64.sum (map (\n -> (loop s = u[1] for j < n do
                                       (loop t = s for d < n - 2 do t * u[j] + u[d] * 0.1)))
                             [-3, 0, 1, 2, 4]))

-- As many numbers as iterations, of another type.
entry small =
  let f (u: [6]f32) = f32.sum (map (\i -> loop s = 1 for j < 5 do s * u[i] + u[j]) (iota 6))
  let g = vjp f (map f32.f64 (some 6)) 1
  let h = vjp (\(u: [6]f64) -> f64.sum (map (\i -> loop s = 1 for j < 5 do s * u[i] + u[j]) (iota 6))) (some 6) 1
  in and (map2 (\a b -> f64.abs (f64.f32 a - b) < 1e-4) g h)
