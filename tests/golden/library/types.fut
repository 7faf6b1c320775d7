-- The library in each type of numbers, by the modules' names.
import "ad"

-- Second derivatives that are small integers come out exactly in every type.
module check (R: float) = {
  module ad = mk_ad R
  def f (x: R.t, y: [2]R.t) : R.t = x R.* x R.* y[0] R.+ y[1] R.* y[1]
  def at : (R.t, [2]R.t) = (R.i64 3, [R.i64 5, R.i64 2])
  def all_of (x: (R.t, [2]R.t)) =
    let (a, b) = ad.grad f x
    let (c, d) = ad.hvp f x (R.i64 1, [R.i64 1, R.i64 1])
    let numbers [n] (xs: [n]R.t) : [n]f64 = map R.to_f64 xs
    in ( numbers ([a] ++ b), map numbers (ad.hessian f x), numbers ([c] ++ d)
       , map numbers (ad.jacfwd f x), map numbers (ad.jacrev f x)
       , numbers [ad.laplacian f x, ad.divergence (\(x, y) -> (x R.* x, y)) x, (ad.value_and_grad f x).0]
       , numbers [ad.directional f x (R.i64 1, [R.i64 0, R.i64 1])]
       , R.to_f64 (ad.ggnvp (\(x: R.t) -> [x, x R.* x]) (\y -> y[0] R.* y[0] R.+ y[1] R.* y[1])
                            (R.i64 3) (R.i64 1)) )
}
module in_f64 = check f64
module in_f32 = check f32
module in_f16 = check f16

-- ==
-- entry: f64s f32s f16s
-- input { }
-- output { [30.0, 9.0, 4.0] [[10.0, 6.0, 0.0], [6.0, 0.0, 0.0], [0.0, 0.0, 2.0]] [16.0, 6.0, 2.0]
--          [[30.0, 9.0, 4.0]] [[30.0, 9.0, 4.0]] [12.0, 8.0, 49.0] [34.0] 74.0 }
entry f64s = in_f64.all_of in_f64.at
entry f32s = in_f32.all_of in_f32.at
entry f16s = in_f16.all_of in_f16.at

-- What is there without a name is what `ad_f64` has.
-- ==
-- entry: unnamed
-- input { 3.0 } output { 6.0 6.0 6.0 }
module own_ad = mk_ad f64
entry unnamed (x: f64) = (grad (\x -> x * x) x, ad_f64.grad (\x -> x * x) x, own_ad.grad (\x -> x * x) x)

-- Each module sees its own numbers only.
-- ==
-- entry: mixed
-- input { } output { [[6.0]] [[1.0]] [[2.0]] 6.0 1f32 2f16 }
entry mixed =
  let f (x: f64, y: f32, z: f16) = x * x + f64.f32 y + f64.f16 z * f64.f16 z
  let g x = f32.f64 (f x)
  let h x = f16.f64 (f x)
  let x = (3.0, 2f32, 1f16)
  let (a, b, c) = grad f x
  in ( jacfwd f x, map (map f64.f32) (ad_f32.jacrev g x), map (map f64.f16) (ad_f16.jacfwd h x)
     , a, b, c )
