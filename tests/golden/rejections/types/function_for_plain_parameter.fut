-- ==
-- error: :4:26-.*function
def pass 'a (x: a) = x
def main (x: i32) = pass (+ 1) x
