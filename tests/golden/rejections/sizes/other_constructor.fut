-- ==
-- error: Sizes "count \(#some n\)" and "count #none" do not match
def count (x: #some i64 | #none) : i64 = match x case #some k -> k case #none -> 0
def main (n: i64) = zip (iota (count (#some n))) (iota (count #none))
