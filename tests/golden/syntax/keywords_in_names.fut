-- ==
-- input { 1 } output { 36 }
def main (x: i32) =
  let iff = x let then' = 2 let elsewhere = 3 let lets = 4
  let loops = 5 let do_it = 6 let casement = 7 let types = 8
  in iff + then' + elsewhere + lets + loops + do_it + casement + types
