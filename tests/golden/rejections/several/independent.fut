-- Each of the three wrong definitions is told; what only uses one of them is not.
-- ==
-- error: ^Error at [^!]*:6:11-[^!]*Error at [^!]*:10:26-[^!]*Error at [^!]*:15:20-[^!]*$

def half (x: f32) : f32 =
  x / 2 * true

def quarter (x: f32) : f32 = half (half x)

def third (x: f32) = x / three

def sixth (x: f32) = half (third x)

def main : i32 = quarter 1 + sixth 2 1 + true
def other : bool = quarter 1
