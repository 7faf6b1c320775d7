-- By whatever route a file is reached, its abstract types are the same.
-- ==
-- input { 5 } output { 6 }

module a = import "lib/counter"
module b = import "../imports/lib/./square/../counter"
module c = import "lib/../lib/counter"

def main (x: i32) = c.counter.get (b.counter.next (a.counter.start x))
