-- ==
-- input { 5 } output { 120 15 }
module type op = { val op : i32 -> i32 -> i32 val unit : i32 }
module fold (o: op) = { def to (n: i32) : i32 = if n == 0 then o.unit else o.op n (to (n - 1)) }
module product = fold { def op = (i32.*) def unit : i32 = 1 }
module sum = fold { def op = (i32.+) def unit : i32 = 0 }
def main (n: i32) = (product.to n, sum.to n)
