-- Several results from one pass over many elements.
-- ==
-- input { 10000i64 } output { 49995000i64 0i64 9999i64 5000i64 }
def main (n: i64) =
  let r =
    reduce (\a b -> {sum = a.sum + b.sum, least = i64.min a.least b.least, most = i64.max a.most b.most, even = a.even + b.even})
           {sum = 0, least = i64.highest, most = i64.lowest, even = 0}
           (map (\x -> {sum = x, least = x, most = x, even = i64.bool (x % 2 == 0)}) (iota n))
  in (r.sum, r.least, r.most, r.even)
