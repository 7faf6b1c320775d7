-- An error is shown in the file that has it.
-- ==
-- error: lib/broken/wrong.fut:4:42-45

import "lib/broken/wrong"
