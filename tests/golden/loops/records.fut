-- ==
-- input { 4 } output { 6 4 }
def main (n: i32) =
  let r = loop r = {sum = 0, count = 0} for i < n do {sum = r.sum + i, count = r.count + 1}
  in (r.sum, r.count)
