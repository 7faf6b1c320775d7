// Programs of any length for measuring what reads them.
#pragma once

#include <string>

namespace laguz::bench {

/// About [lines] lines in which everything of the language occurs, the same for the same number:
/// records, sums, arrays with sizes, loops, polymorphic and higher-order functions, modules and
/// functors. Its `main` uses all of it.
std::string generated_program(int lines);

}  // namespace laguz::bench
