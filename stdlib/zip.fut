-- | Several arrays as one array of tuples, and back.
--
-- None of this moves data: an array of tuples is stored as one array per component.

-- | Pairs: element `i` is `(as[i], bs[i])`. Both arrays have to be of one length.
def zip [n] 'a 'b (as: [n]a) (bs: [n]b) : *[n](a, b) = intrinsics.zip as bs

-- | The same as `zip`.
def zip2 [n] 'a 'b (as: [n]a) (bs: [n]b) : *[n](a, b) = intrinsics.zip as bs

-- | Triples: element `i` is `(as[i], bs[i], cs[i])`. The arrays have to be of one length.
def zip3 [n] 'a 'b 'c (as: [n]a) (bs: [n]b) (cs: [n]c) : *[n](a, b, c) =
  intrinsics.map (\(a, (b, c)) -> (a, b, c)) (zip as (zip bs cs))

-- | Quadruples from four arrays of one length, place by place.
def zip4 [n] 'a 'b 'c 'd (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) : *[n](a, b, c, d) =
  intrinsics.map (\((a, b), (c, d)) -> (a, b, c, d)) (zip (zip as bs) (zip cs ds))

-- | Quintuples from five arrays of one length, place by place.
def zip5 [n] 'a 'b 'c 'd 'e (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e)
         : *[n](a, b, c, d, e) =
  intrinsics.map (\((a, b), (c, (d, e))) -> (a, b, c, d, e))
                 (zip (zip as bs) (zip cs (zip ds es)))

-- | All first components, and all second components. The inverse of `zip`.
def unzip [n] 'a 'b (xs: [n](a, b)) : ([n]a, [n]b) = intrinsics.unzip xs

-- | The same as `unzip`.
def unzip2 [n] 'a 'b (xs: [n](a, b)) : ([n]a, [n]b) = intrinsics.unzip xs

-- | An array of triples as three arrays. The inverse of `zip3`.
def unzip3 [n] 'a 'b 'c (xs: [n](a, b, c)) : ([n]a, [n]b, [n]c) =
  (intrinsics.map (.0) xs, intrinsics.map (.1) xs, intrinsics.map (.2) xs)

-- | An array of quadruples as four arrays. The inverse of `zip4`.
def unzip4 [n] 'a 'b 'c 'd (xs: [n](a, b, c, d)) : ([n]a, [n]b, [n]c, [n]d) =
  ( intrinsics.map (.0) xs
  , intrinsics.map (.1) xs
  , intrinsics.map (.2) xs
  , intrinsics.map (.3) xs
  )

-- | An array of quintuples as five arrays. The inverse of `zip5`.
def unzip5 [n] 'a 'b 'c 'd 'e (xs: [n](a, b, c, d, e)) : ([n]a, [n]b, [n]c, [n]d, [n]e) =
  ( intrinsics.map (.0) xs
  , intrinsics.map (.1) xs
  , intrinsics.map (.2) xs
  , intrinsics.map (.3) xs
  , intrinsics.map (.4) xs
  )
