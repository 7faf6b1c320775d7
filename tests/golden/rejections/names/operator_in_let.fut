-- `&&` evaluates its second operand only if it has to: nothing else may be called so.
-- ==
-- error: :4:16-.*"&&" may not be redefined
def main = let (&&) = \(x: bool) (y: bool) -> x in true
