-- Properties: what holds for arguments by chance.
-- ==
-- property: commutes
-- property: reversing
#[prop]
entry commutes ((x, y): (i32, i32)) : bool = x + y == y + x

#[prop]
entry reversing (xs: []u8) : bool = reverse (reverse xs) == xs
