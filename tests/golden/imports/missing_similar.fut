-- ==
-- error: Could not read file ".*lib/sqare.fut" \(imported as "lib/sqare"\).*did you mean "lib/square"\?

import "lib/sqare"
