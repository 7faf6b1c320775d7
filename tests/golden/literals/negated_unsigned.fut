-- Negating an unsigned number wraps around.
-- ==
-- input { } output { 255u8 4294967295u32 }
def main = (-1u8, -1u32)
