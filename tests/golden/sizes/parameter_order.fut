-- Parameters may only depend on earlier ones.
-- ==
-- error: scope-violation

def pairs xs k = zip xs (iota k)
