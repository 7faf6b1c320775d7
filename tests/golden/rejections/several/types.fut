-- A type that is wrong makes nothing wrong that mentions it.
-- ==
-- error: ^Error at [^!]*:4:[^!]*Error at [^!]*:10:[^!]*$
type point = {x: f32, y: float}

def origin : point = {x = 0, y = 0}

def norm (p: point) = f32.sqrt (p.x * p.x + p.y * p.y)

def main (n: i64) : [n]f32 = iota n
