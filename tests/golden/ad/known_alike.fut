-- Two arrays that are put back at one place, which one of them knew again and the other had kept, since the
-- first places had used up what may be computed again: found at random, and only at second order.
import "lib/check"

def body (i: i64) (x: [5]f64, m: [16][2]f64) : f64 =
    let ys = tabulate 5 (\q -> f64.tanh (x[(q + i) % 5] + m[i % 16, q % 2]))
    let tt = tabulate_3d 2 1 5 (\p q k -> f64.sin (x[(p + k) % 5] - m[(i + q * p) % 16, k % 2]))
    let c = i % 5
    let (ys, tt, c) = loop (ys, tt, c) = (ys, tt, c) for t < 4 do
        let ys = let v = f64.max (-2) (f64.min 2 (f64.tanh (ys[(((t + 3)) % 5)]))) in if m[(((c)) % 16), (((c)) % 2)] <= (let zs = map (\z_5 -> f64.exp (-z_5 * z_5) * ys[0]) ys[((t) % 5):] in zs[0] * f64.maximum zs) then ys with [(((t * i)) % 5)] = v else ys
        let (ys, tt, c, _) = loop (ys, tt, c, w_15) = (ys, tt, c, (i64.i8 (i8.i64 t * 77)) % 5) while w_15 > 0 && (0) % 2 != 1 do
            let ys = let v = f64.tanh (f64.tanh (ys[0])) in if ys[((i64.i32 (i32.i64 i * 1000000007)) % 5)] < ys[(((if i % 2 == 0 then i else t)) % 5)] then ys with [((i64.i8 (i8.i64 w_15 * 77)) % 5)] = v else ys
            let (ys, tt, c) = loop (ys, tt, c) = (ys, tt, c) for j_35 in 5..2...1 do
                let ys = let v = 0.5 * f64.sin ((((let r = tt[(((c)) % 2)] in r[(((w_15 / 2)) % 1), (((t ^ 1)) % 5)]) + (let r = tt[((j_35) % 2)] in let q = r[0] in q[((t) % 5)] * f64.minimum q)) * (if (i64.f64 (4 + 4 * f64.tanh ((let r = tt[((w_15) % 2)] in let q = r[0] in q[(((t & 3)) % 5)] * f64.minimum q)))) % 3 == 1 then (let zs = copy ys[2:] let zs = zs with [0] = f64.sin x[((6) % 5)] in f64.sum zs * 0.3) else 0.25))) in if (f64.i64 (t % 5) * 0.3) > ys[((i64.min w_15 3) % 5)] then ys with [(((c)) % 5)] = v else ys
                let ys = let v = reduce f64.max 0.2 ys in ys with [((3) % 5)] = 0.7 * v
                let tt = let v = f64.max (-2) (f64.min 2 ((let q = (reduce f64.max 0.1 ys[:(((j_35 ^ 1)) % 5)]) in (let q = tt[((1) % 2), 0, ((j_35) % 5)] in ys[(((w_15 * w_15)) % 5)] / (1.5 + q * q)) / (1.5 + q * q)))) in tt with [(((c)) % 2), 0, (((((((((((0 ^ 5) * j_35) ^ t) * i) ^ w_15) * j_35) * t) + j_35) ^ j_35)) % 5)] = v
                in (ys, tt, c)
            in (ys, tt, c, w_15 - 1)
        let tt = let i = (((t >> 1)) % 2) let j = ((6) % 2) let (p, q) = (copy tt[i], copy tt[j]) in (tt with [i] = q) with [j] = p
        let ys = let v = f64.max (-2) (f64.min 2 (((-0.7) - (let zs = map (\z_88 -> f64.exp (-z_88 * z_88) * ys[((2) % 5)]) ys[(((c)) % 5):] in zs[0] * f64.maximum zs)))) in ys with [((5) % 5)] = v
        in (ys, tt, c)
    in (let fl = ys in f64.sum (map2 (\z q -> z * f64.cos (f64.i64 (q * 4 + 1))) fl (indices fl))) + (let fl = flatten (flatten tt) in f64.sum (map2 (\z q -> z * f64.cos (f64.i64 (q * 7 + 1))) fl (indices fl)))
def loss (x: [5]f64, m: [16][2]f64) : f64 = f64.sum (map (\i -> body i (x, m)) (iota 16))

-- ==
-- entry: known_alike
-- input {} output { true }
entry known_alike =
  let p = ([0.31, -0.52, 0.77, 0.13, -0.94], tabulate_2d 16 2 (\i j -> f64.sin (f64.i64 (i * 68 + j * 56 + 4))))
  let t = ([0.9, -0.4, 0.6, 0.25, -0.7], tabulate_2d 16 2 (\i j -> f64.cos (f64.i64 (i * 31 + j * 17))))
  let (hx, hm) = vjp (\p -> vjp loss p 1) p t
  let (jx, jm) = jvp (\p -> vjp loss p 1) p t
  in near_all hx jx && near_matrix hm jm
