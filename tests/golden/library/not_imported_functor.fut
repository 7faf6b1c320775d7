-- ==
-- error: Unknown module "mk_ad".*mk_ad is in the library ad: import "ad"\.
module d = mk_ad f32
def main (x: f32) = d.grad (\y -> y * y) x
