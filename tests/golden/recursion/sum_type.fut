-- A stack machine, instruction by instruction.
-- ==
-- input { 3 } output { 21 }
type op = #push i32 | #add | #mul
def run [n] (ops: [n]op) (pc: i64) (stack: [8]i32) (top: i64) : i32 =
  if pc == n then stack[top - 1]
  else match ops[pc]
       case #push x -> run ops (pc + 1) (copy stack with [top] = x) (top + 1)
       case #add -> run ops (pc + 1) (copy stack with [top - 2] = stack[top - 2] + stack[top - 1]) (top - 1)
       case #mul -> run ops (pc + 1) (copy stack with [top - 2] = stack[top - 2] * stack[top - 1]) (top - 1)
def main (x: i32) = run [#push x, #push 4, #add, #push 3, #mul] 0 (replicate 8 0) 0
