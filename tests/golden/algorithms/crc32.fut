-- The check sum of zip and PNG files.
-- ==
-- input { "123456789" } output { 3421780262u32 }
-- input { "" } output { 0u32 }
def table : [256]u32 =
  map (\i -> loop c = u32.i64 i for _k < 8i32 do if c & 1 == 1 then 0xEDB88320 ^ (c >> 1) else c >> 1) (iota 256)
def main (s: []u8) =
  !(loop c = 0xFFFFFFFFu32 for b in s do table[i64.u32 ((c ^ u32.u8 b) & 0xFF)] ^ (c >> 8))
