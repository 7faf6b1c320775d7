-- ==
-- error: ".fut" is left out: import "lib/square"

import "lib/square.fut"
