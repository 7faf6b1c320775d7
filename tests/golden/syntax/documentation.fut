-- | A module comment, then comments on everything.

-- | A type.
type t = i32

-- | A module type.
module type mt = {
  -- | A value.
  val x : t
}

-- | A module.
module m : mt = {
  -- | The value.
  def x : t = 5
}

-- | The entry,
-- over two lines.
--
-- And a third.
entry main (y: i32) = m.x + y

-- ==
-- input { 1 } output { 6 }
