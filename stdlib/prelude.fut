-- | A few conversions and helpers that belong nowhere else.

-- | A 32-bit float from an integer: the nearest one, ties to even. The same as `f32.i32`.
def r32 (x: i32) : f32 = intrinsics.cvt_f32_i32 x

-- | An integer from a 32-bit float, rounded towards zero; 0 for NaN and for infinities, the low 32
-- bits of what does not fit. The same as `i32.f32`.
def t32 (x: f32) : i32 = intrinsics.cvt_i32_f32 x

-- | A 64-bit float from an integer: the same number. The same as `f64.i32`.
def r64 (x: i32) : f64 = intrinsics.cvt_f64_i32 x

-- | An integer from a 64-bit float, rounded towards zero; 0 for NaN and for infinities, the low 32
-- bits of what does not fit. The same as `i32.f64`.
def t64 (x: f64) : i32 = intrinsics.cvt_i32_f64 x

-- | The other boolean: `!x` as a function, to be passed to `map`.
def not (x: bool) : bool = !x

-- | The argument, of which the optimiser learns nothing. The attribute `#[opaque]` does the same.
def opaque 't (x: t) : t = #[opaque] x

-- | The argument, printed each time it is evaluated (by `laguz run`, to standard error). The
-- attribute `#[trace]` does the same.
def trace 't (x: t) : t = #[trace(trace)] x

-- | The argument; at the prompt, evaluation stops here. The attribute `#[break]` does the same.
def break 't (x: t) : t = #[break] x
