-- ==
-- input { 4 } output { 6 4 }
def main (n: i32) =
  let {sum, count} = loop {sum, count} = {sum = 0, count = 0} for i < n do {sum = sum + i, count = count + 1}
  in (sum, count)
