-- ==
-- input { } output { 2 1 }
module a = { def k : i32 = 1 }
module b = { def k : i32 = 2 }
module ab = { open a open b }
module ba = { open b open a }
def main = (ab.k, ba.k)
