-- | Training on batches of examples: what the two networks for digits share.

-- | The pixels of an image, 8 by 8.
def pixels : i64 = 64

-- | An image, each pixel from 0 to 1, and the digit that it shows.
type example = ([pixels]f64, i64)

-- | Examples from pixels that count from 0 to 16.
def examples [n] (images: [n][pixels]u8) (labels: [n]u8) : [n]example =
  map2 (\image label -> (map (\p -> f64.u8 p / 16) image, i64.u8 label)) images labels

-- | Every fifth example, to be held out; and the others.
def fifth [n] 'a (xs: [n]a) : ?[k].([k]a, [n - k]a) =
  let (held_out, others) = partition (\(i, _) -> i % 5 == 4) (zip (indices xs) xs)
  in (map (.1) held_out, map (.1) others)

-- | Batch number b of an epoch. Steps of 611 through the examples, which go round at the end, mix
-- them well enough, and another start in each epoch mixes them anew.
def batch [n] 'a (size: i64) (epoch: i64) (b: i64) (xs: [n]a) : [size]a =
  tabulate size (\j -> xs[((b * size + j) * 611 + epoch) % n])

-- | Goes through the examples so many times, batch by batch. The step takes a batch and the state of
-- the optimiser; it gives the loss and the next state. The results are the mean loss of each epoch
-- and the last state.
def train [n] 'a 'state
          (epochs: i64) (size: i64) (step: [size]a -> state -> (f64, state))
          (start: state) (xs: [n]a) : ([epochs]f64, state) =
  let batches = n / size
  in loop (curve, state) = (replicate epochs 0, start)
     for e < epochs do
       let (total, state) =
         loop (total, state) = (0, state)
         for b < batches do
           let (loss, state) = step (batch size e b xs) state
           in (total + loss, state)
       in (curve with [e] = total / f64.i64 batches, state)
