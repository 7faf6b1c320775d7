-- ==
-- error: :5:18-23.*It has the fields pc, running\..*Hint: did you mean "running"\?
type vm = {running: bool, pc: i64}
def stop (v: vm) : vm =
  let v = v with runing = false
  in v
def main (pc: i64) : i64 = (stop {running = true, pc}).pc
