-- What must hold in every module of integers, whatever its width and sign; each law is checked for a
-- handful of awkward numbers. A functor, so that one text serves all eight.

module laws (M: integral) = {
  def zero = M.i32 0
  def one = M.i32 1
  def minus_one = M.(zero - one)

  def numbers : []M.t =
    [zero, one, M.i32 2, M.i32 7, M.i32 100, minus_one, M.(zero - i32 7), M.highest, M.lowest,
     M.(highest - one), M.(lowest + one)]

  def for_all (law: M.t -> bool) : bool = all law numbers

  def for_all2 (law: M.t -> M.t -> bool) : bool =
    all (\x -> all (law x) numbers) numbers

  -- Inside `M.(...)`, `==` is that of M.
  def iff (a: bool) (b: bool) : bool = a == b

  def wraps = M.(highest + one == lowest && lowest - one == highest)
  def extremes = for_all (\x -> M.(lowest <= x && x <= highest))
  def negation = for_all (\x -> M.(x + neg x == zero && neg x == not x + one))
  def magnitude = for_all (\x -> M.(abs x * sgn x == x))
  def signs = for_all (\x -> M.(sgn x == (if x > zero then one else if x == zero then zero else minus_one)))

  def floored =
    for_all2 (\x y -> M.(y == zero || ((x / y) * y + x % y == x
                                       && (x % y == zero || sgn (x % y) == sgn y)
                                       && (abs (x % y) < abs y || abs y == lowest))))

  def truncated =
    for_all2 (\x y -> M.(y == zero || ((x // y) * y + x %% y == x
                                       && (x %% y == zero || sgn (x %% y) == sgn x))))

  def powers =
    for_all (\x -> M.(x ** zero == one && x ** one == x && x ** i32 3 == x * x * x))

  def bits =
    for_all2 (\x y -> M.(x ^ y == ((x | y) & not (x & y)) && not (not x) == x
                         && x - y == x + not y + one))

  def order =
    for_all2 (\x y -> M.(iff (x < y) (y > x) && iff (x <= y) (!(x > y)) && iff (x >= y) (!(x < y))
                         && iff (x != y) (!(x == y))
                         && max x y == (if x > y then x else y)
                         && min x y == (if x > y then y else x)))

  def shifts =
    for_all (\x -> M.(x << one == x + x && x >>> one << one == x & not one
                      && (x >> one) == (if x < zero then not (not x >>> one) else x >>> one)
                      && x << zero == x && x >> zero == x))

  def counts =
    for_all (\x -> M.popc x == i32.sum (map (\i -> M.get_bit i x) (map i32.i64 (iota (i64.i32 M.num_bits)))))
    && M.clz zero == M.num_bits && M.ctz zero == M.num_bits
    && M.clz one == M.num_bits - 1 && M.ctz one == 0
    && M.clz minus_one == 0 && M.popc minus_one == M.num_bits

  def single_bits =
    for_all (\x -> all (\i -> M.get_bit i (M.set_bit i x 1) == 1 && M.get_bit i (M.set_bit i x 0) == 0
                              && M.(set_bit i x (get_bit i x) == x))
                       [0, 1, 5, M.num_bits - 1])

  def halves =
    for_all (\x -> M.(mul_hi x zero == zero && mad_hi x zero one == one
                      && mul_hi x one == (if x < zero then minus_one else zero)))

  def folds =
    M.(sum [] == zero && product [] == one && maximum [] == lowest && minimum [] == highest
       && sum numbers == foldl (+) zero numbers
       && product [i32 3, minus_one] == neg (i32 3)
       && maximum numbers == highest && minimum numbers == lowest)

  def conversions =
    M.(bool true == one && bool false == zero
       && for_all (\x -> i64 (to_i64 x) == x)
       && f64 (-0.5) == zero && f32 2.9 == i32 2 && f16 2.5 == i32 2
       && u8 255 == i32 255 && u64 18446744073709551615 == minus_one)

  def holds =
    [ wraps, extremes, negation, magnitude, signs, floored, truncated, powers, bits, order, shifts
    , counts, single_bits, halves, folds, conversions ]
}

module laws_i8 = laws i8
module laws_i16 = laws i16
module laws_i32 = laws i32
module laws_i64 = laws i64
module laws_u8 = laws u8
module laws_u16 = laws u16
module laws_u32 = laws u32
module laws_u64 = laws u64

-- ==
-- entry: i8_laws i16_laws i32_laws i64_laws u8_laws u16_laws u32_laws u64_laws
-- input { }
-- output { [true, true, true, true, true, true, true, true,
--           true, true, true, true, true, true, true, true] }
entry i8_laws = laws_i8.holds
entry i16_laws = laws_i16.holds
entry i32_laws = laws_i32.holds
entry i64_laws = laws_i64.holds
entry u8_laws = laws_u8.holds
entry u16_laws = laws_u16.holds
entry u32_laws = laws_u32.holds
entry u64_laws = laws_u64.holds
