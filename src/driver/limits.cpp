#include "driver/limits.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "support/assert.hpp"

namespace laguz::driver {
namespace {

constexpr Limit kLimits[] = {
    // What a user may set.
    {"Most memory, such as 512M or 2G", "80 % of the machine", "--max-memory",
     "`Out of memory`, with who needs how much; what a session knew before is as it was"},
    {"Most memory for states of a loop in reverse mode", "512M", "--loop-states",
     "no error: what is left of the loop is run once more, stretch by stretch, when it is read. At "
     "most a quarter of `--max-memory`, whatever is asked for"},
    {"Most seconds for one input, a command's all in all, each program of `bench`", "0: no limit",
     "--timeout",
     "`The time limit of … s passed`, with what was being done if that is known; a session goes "
     "on"},
    {"Most seconds for a file", "300; 0: no limit", "test --timeout",
     "the process that tests the file is killed, and a case of it has failed"},
    {"Most seconds for a case, and for each run of a property", "60; 0: no limit",
     "test --case-timeout", "the case has failed"},
    {"Most bytes of a program, and of each import", "64M", "--max-source",
     "`the file has more than 64 MB`"},
    {"Candidates for each property", "100", "test --num-tests", "the property has passed"},
    {"Size of the last candidates", "50", "test --max-size",
     "none is larger; an array of a candidate has 100,000 elements at most"},
    {"Steps of a shrinker that lead nowhere, before it ends", "5", "test --num-tries",
     "the counterexample is shown as it is, as after 10,000 steps of any kind"},
    // The text.
    {"Levels of nesting of expressions, patterns, types and modules; arguments in a row of a type "
     "or module",
     "500", "", "`Nested too deeply`"},
    {"Operators in a row that are functions (arithmetic does not count)", "30,000", "",
     "`Too many operators in a row`"},
    {"Arguments of one application", "1,000", "", "`Too many arguments`"},
    {"Parameters of a function or lambda", "1,000", "", "`Too many parameters`"},
    {"Bytes of a string literal", "16 MB", "", "`String literal too long`"},
    // Types and modules.
    {"Constructors of a sum type", "255", "", "`Sum types must have fewer than 256 constructors`"},
    {"Parts of a type once tuples, records and sums are taken apart", "32,768", "",
     "`A type here is too large`"},
    {"Levels of a type, whatever declarations they come from", "500", "",
     "`A type here is nested too deeply`"},
    {"Names that `open`, `import` and `include` bring into scope", "2,000,000", "",
     "`Modules are too large here`"},
    {"Dimensions of an array", "12", "", "`more than 12 dimensions`"},
    {"Declarations that module types and applications of parametric modules make", "100,000", "",
     "`Modules are too large here`"},
    {"Steps to find a value that no pattern matches", "200,000", "",
     "the patterns are taken to cover all values; a value that none matches is an error when it "
     "comes"},
    // Lowering and derivatives.
    {"Copies of functions that take or give functions, for an entry point",
     "65,536, and 32 more for each place that calls one; 4,096 in one another", "",
     "the functions are told, with how many copies of each"},
    {"Variables of derivatives in one another",
     "300,000, and 100 more for each statement of what is derived", "", "an error that says so"},
    {"Calls that are inlined in what is derived", "20,000", "",
     "no error: functions are derived apart and called"},
    {"Derivatives of a recursive function, by which parameters they are wanted for", "32", "",
     "no error: further ones derive by more parameters than needed"},
    {"Forms of a recursive function in what is derived, by which parameters bring integers that "
     "were floats",
     "256", "",
     "no error: further calls take all integers for such, which have no derivative as floats"},
    // Running.
    {"Nested calls", "a stack of 512 MB, of half of --max-memory if that is less (but 8 MB)", "",
     "`Stack overflow`, with how many calls are nested"},
    {"Elements of an array, and its bytes", "2^63", "", "`Out of memory`"},
    // What is shown.
    {"Errors shown of one program", "20", "", "the check ends there"},
    {"Places shown of the same mistake", "5", "", "`and more`"},
    {"Warnings shown", "100", "", "`… more warnings are not shown`"},
    {"Warnings of ambiguous types in one definition", "1,000", "", "further ones are left out"},
    {"Characters of a message", "10,000", "", "its middle is left out"},
    {"Seconds to find out in which iteration an error comes up, where that is not known at once",
     "2, or a fifth of what it took; no more than half of what `--timeout` leaves", "",
     "the error is told without it; Ctrl-C does so, too"},
    {"Calls shown of a stack", "100", "", "the innermost are shown"},
    {"Elements of an array shown at the prompt", "1,000", ":set limit",
     "arrays with more are shown by their edges"},
    {"Lines of the prompt's history", "10,000", "", "older ones are forgotten"},
};

}  // namespace

std::span<const Limit> limits() { return kLimits; }

std::string limit_help(std::string_view option) {
  const auto found = std::find_if(std::begin(kLimits), std::end(kLimits),
                                  [&](const Limit& limit) { return limit.option == option; });
  LAGUZ_ASSERT(found != std::end(kLimits), "no limit " + std::string(option));
  return fmt::format("{} ({})", found->what, found->standard);
}

std::string limits_text() {
  std::string text =
      "# Limits\n\n"
      "What Laguz refuses or cuts short, and where. Everything else is limited by memory and time "
      "alone.\n`laguz help limits` prints this page.\n\n"
      "| limit | is | set by | beyond it |\n|---|---|---|---|\n";
  for (const Limit& limit : kLimits) {
    const std::string option = limit.option.empty() ? "fixed" : fmt::format("`{}`", limit.option);
    text +=
        fmt::format("| {} | {} | {} | {} |\n", limit.what, limit.standard, option, limit.beyond);
  }
  return text;
}

}  // namespace laguz::driver
