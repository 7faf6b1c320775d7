-- What a parameter may stand for shows in the message.
-- ==
-- error: :4:12-.*Module defines.*type\^ f 'a = a.*requires.*type\^ f '\^a
module m : { type^ f '^a } = { type^ f 'a = a }
def main = 1
