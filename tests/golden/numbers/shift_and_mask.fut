-- Bits of colours: 0xAARRGGBB taken apart and put together.
-- ==
-- input { 0x80FF4001u32 } output { [128u32, 255u32, 64u32, 1u32] true }
def main (c: u32) =
  let parts = [c >> 24, c >> 16 & 0xFF, c >> 8 & 0xFF, c & 0xFF]
  in (parts, (parts[0] << 24 | parts[1] << 16 | parts[2] << 8 | parts[3]) == c)
