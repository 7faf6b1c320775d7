-- Through modules to a value, then through its fields.
-- ==
-- input { 1 } output { 3 7 8 }
module a = { module b = { def r = {p = {q = 3}, t = (7, [8])} } }
def main (_: i32) = (a.b.r.p.q, a.b.r.t.0, a.b.r.t.1[0])
