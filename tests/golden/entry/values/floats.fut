-- Floats: with or without point, exponent and suffix; f64 without one.
-- ==
-- input { 1.5 1e3 -2.5e-1 1f32 0.5f16 f32.inf -f64.inf f16.nan }
-- output { 1.5f64 1000.0 -0.25 1.0f32 0.5f16 f32.inf -f64.inf f16.nan }
entry main (a: f64) (b: f64) (c: f64) (d: f32) (e: f16) (f: f32) (g: f64) (h: f16) = (a, b, c, d, e, f, g, h)
