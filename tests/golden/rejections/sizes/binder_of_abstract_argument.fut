-- What an abstract type does with its argument is not known: no value shows n.
-- ==
-- error: Cannot bind \[n\].*never the size
module m : { type tagged 'a val tag 'a : a -> tagged a } = {
  type tagged 'a = i32
  def tag _ = 0
}
def main (xs: []i32) =
  let [n] (_: m.tagged ([n]i32)) = m.tag xs
  in n
