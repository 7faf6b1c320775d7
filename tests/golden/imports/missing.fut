-- ==
-- error: Could not read file ".*nowhere/at/all.fut" \(imported as "nowhere/at/all"\)

import "nowhere/at/all"
