-- ==
-- error: Unshared constructors: #c, which is no constructor of #a \| #b
type t = #a | #b
def main : t = #c
