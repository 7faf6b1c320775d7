type pair = {a: f64, b: f64}
def make (a: f64) (b: f64) : pair = {a, b}
