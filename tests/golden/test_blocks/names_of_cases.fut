-- ==
-- "small" input { 1 } output { 2 }
-- "large" nobench input { 1000 } output { 1001 }
def main (x: i32) = x + 1
