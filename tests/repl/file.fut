-- | The first.
--
-- More of it.
def first x = x + 1i32

-- | The second.
def second = first 2
