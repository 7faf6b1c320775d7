-- A documentation comment is some declaration's.
-- ==
-- error: :5:.*Unexpected end of file.*Expected a declaration.*A documentation comment needs a declaration behind it

-- | What this file is about.
