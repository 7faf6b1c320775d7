-- Messages show sizes as they are written.
-- ==
-- error: Expected: \(\[\(count #none\) - 1\]i32, \[length \(0\.\.2\.\.<n \+ 1\)\]i32, \[length \(n\.\.\.9\)\]i32, \[\(r with a = n\)\.a\]i32, \[length "a\\n"\]i32, \[ap \(2 -\) n\]i32, \[ap \(`i64\.max` 3\) n\]i32, \[fold \(\*\) \[1, n\]\]i32\)
def count (x: #some i64 | #none) : i64 = match x case #some k -> k case #none -> 1
def ap f (x: i64) : i64 = f x
def fold (f: i64 -> i64 -> i64) (xs: []i64) = reduce f 1 xs
def main (n: i64) (r: {a: i64}) :
         ([count #none - 1]i32, [length (0..2..<n + 1)]i32, [length (n...9)]i32,
          [(r with a = n).a]i32, [length "a\n"]i32, [ap (2 -) n]i32, [ap (`i64.max` 3) n]i32,
          [fold (*) [1, n]]i32) =
  true
