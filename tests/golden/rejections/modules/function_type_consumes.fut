-- A type that is stated is what the module has it be, down to what its functions consume.
-- ==
-- error: Module defines[^$]*\*\[3\]i64 -> i64[^$]*requires[^$]*\[3\]i64 -> i64
module m: { type^ f = [3]i64 -> i64 } = { type^ f = *[3]i64 -> i64 }
