-- ==
-- input { "4096" } output { 4096 }
-- input { "0" } output { 0 }
def main (s: []u8) = loop n = 0 for c in s do n * 10 + i32.u8 (c - '0')
