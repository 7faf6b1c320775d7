-- How many ways for n queens, by bits, with a stack instead of recursion.
-- ==
-- input { 4 } output { 2 }
-- input { 6 } output { 4 }
-- input { 8 } output { 92 }
def main (n: i32) =
  let full = (1 << n) - 1
  let stack = replicate 1024 (0, 0, 0)
  let (_, _, count) =
    loop (stack, top, count) = (stack with [0] = (0, 0, 0), 1i64, 0) while top > 0 do
      let (cols, left, right) = stack[top - 1]
      let top = top - 1
      in if cols == full
         then (stack, top, count + 1)
         else
           let (stack, top, _) =
             loop (stack, top, free) = (stack, top, full & !(cols | left | right)) while free != 0 do
               let bit = free & -free
               in ( stack with [top] = (cols | bit, (left | bit) << 1, (right | bit) >> 1)
                  , top + 1, free & (free - 1) )
           in (stack, top, count)
  in count
