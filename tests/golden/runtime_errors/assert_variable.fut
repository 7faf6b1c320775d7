-- ==
-- input { true } output { 1 }
-- input { false } error: ok
def main (ok: bool) = assert ok 1
