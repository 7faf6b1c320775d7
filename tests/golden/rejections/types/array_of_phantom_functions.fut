-- ==
-- error: :4:15-.*Cannot create array with elements of lifted type "ph \(i32 -> i32\)"
type ph 'a = i32
def main (xs: [2](ph (i32 -> i32))) = xs[0]
