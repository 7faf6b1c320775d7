-- ==
-- input { 3 } output { 31 }
module a = {
  module b = {
    module c = { def f (x: i32) = x * 10 }
    def one : i32 = 1
  }
}
def main (x: i32) = a.b.c.f x + a.b.one
