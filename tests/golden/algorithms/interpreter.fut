-- A little machine with registers and jumps, running Fibonacci.
-- ==
-- input { 10 } output { 55 }
type instr = #set i64 i32 | #add i64 i64 | #copy i64 i64 | #dec i64 | #jump_if i64 i64 | #halt
def program : [10]instr =
  [ #set 1 0, #set 2 1, #jump_if 0 4, #halt, #copy 3 2, #add 2 1, #copy 1 3, #dec 0, #jump_if 0 4, #halt ]
def main (n: i32) =
  let (regs, _) =
    loop (regs, pc) = ([n, 0, 0, 0], 0i64) while pc >= 0 do
      match program[pc]
      case #set r x -> (regs with [r] = x, pc + 1)
      case #add a b -> (regs with [a] = regs[a] + regs[b], pc + 1)
      case #copy a b -> (regs with [a] = regs[b], pc + 1)
      case #dec r -> (regs with [r] = regs[r] - 1, pc + 1)
      case #jump_if r to -> (regs, if regs[r] != 0 then to else pc + 1)
      case #halt -> (regs, -1)
  in regs[1]
