-- ==
-- input { "Man" } output { "TWFu" }
-- input { "light w" } output { "bGlnaHQgdw==" }
def letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
def main [n] (s: [n]u8) =
  let groups = (n + 2) / 3
  let byte i = if i < n then u32.u8 s[i] else 0
  let group g =
    let word = byte (3 * g) << 16 | byte (3 * g + 1) << 8 | byte (3 * g + 2)
    in tabulate 4 (\k -> if 3 * g + k > n then '=' else letters[i64.u32 (word >> u32.i64 (18 - 6 * k) & 63)])
  in flatten (tabulate groups group)
