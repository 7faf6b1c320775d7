// `laguz gradcheck`, and what is printed of such a check.
#include "driver/gradcheck.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "driver/commands.hpp"
#include "driver/output.hpp"
#include "driver/trace.hpp"

namespace laguz::driver {
namespace {

using engine::Agreement;
using engine::CheckedArgument;
using engine::CheckedNumber;

std::string number(double x) { return std::isnan(x) ? "nan" : fmt::format("{:.9g}", x); }

std::string places(const std::vector<support::Span>& at) {
  constexpr std::size_t kMost = 4;
  std::string text;
  for (std::size_t i = 0; i < at.size() && i < kMost; ++i)
    text += (i == 0 ? " at " : ", ") + support::locate(at[i]);
  return at.size() > kMost ? text + ", ..." : text;
}

/// What makes steps, or a jump.
std::string passed(const engine::Passed& by) {
  std::vector<std::string> all;
  if (!by.integers.empty())
    all.push_back("a float passes through an integer" + places(by.integers));
  if (!by.roundings.empty()) all.push_back("a float is rounded" + places(by.roundings));
  if (!by.has_steps() && !by.comparisons.empty())
    all.push_back("it is compared" + places(by.comparisons));
  return all.empty() ? "" : fmt::format(": {}", fmt::join(all, ", and "));
}

std::string compared(const CheckedNumber& one) {
  return fmt::format("{}: reverse mode {}, differences {}", one.path, number(one.reverse),
                     std::isnan(one.differences)
                         ? "none"
                         : fmt::format("{} ± {:.1g}", number(one.differences), one.error));
}

/// Why they are not the same, and what to do.
std::string reason(const CheckedNumber& one) {
  switch (one.agreement) {
    case Agreement::agrees: return {};
    case Agreement::rounding:
      return "Differences are too far off to tell: the function cancels what they need.";
    case Agreement::unsettled:
      return "Differences are others at all distances, so they cannot tell: the function changes "
             "too "
             "fast for them, or is rounded too much.";
    case Agreement::kink:
      return fmt::format(
          "There is a kink: the slope is {} below and {} above, and the derivative one of them, or "
          "between them.",
          number(one.left), number(one.right));
    case Agreement::tie:
      return "Beside this place they agree. In it choices are tied (max, min, abs) whose kinks "
             "cancel, "
             "and the sum of what each gives is not the slope.";
    case Agreement::steps:
      return fmt::format("{}{}.",
                         one.reverse == 0
                             ? "The function goes in steps, and its derivative is 0 wherever there "
                               "is one"
                             : "A part of it has no derivative, which explains it unless more is "
                               "wrong",
                         passed(one.passed));
    case Agreement::stopped:
      return fmt::format("stop_gradient{} is in the way; without it they agree.",
                         places(one.places));
    case Agreement::rule:
      return fmt::format(
          "The derivative given by the program{} is wrong; the one that is derived agrees.{}",
          places(one.places),
          one.beside == 0 ? ""
                          : fmt::format(" (Here there is a kink: the figures are those at {}{}.)",
                                        one.beside < 0 ? "" : "+", number(one.beside)));
    case Agreement::jump:
      return fmt::format(
          "The function is not continuous: it jumps by {}, and has no derivative there{}.",
          number(one.jump), passed(one.passed));
    case Agreement::number:
      return std::isfinite(one.reverse)
                 ? "The function has no value there, or on one side of it."
                 : "Reverse mode gives no number: something is evaluated where it has no slope "
                   "(:nan at the prompt and --debug-nans tell where).";
    case Agreement::wrong:
      if (!one.cancels.empty())
        return fmt::format(
            "Digits cancel{}: {}. What is left has mostly been rounded, so neither the derivative "
            "nor differences can be relied on. Write it in another way, or with more digits.",
            places(one.places), one.cancels);
      return "Nothing explains it. If the function is smooth there, this is a bug: please report "
             "it.";
  }
  return {};
}

std::string verdict(const CheckedArgument& argument) {
  if (argument.failed > 0) return fmt::format("{} WRONG", argument.failed);
  switch (argument.worst.agreement) {
    case Agreement::rounding: return "agree as far as can be told";
    case Agreement::unsettled: return "cannot tell";
    case Agreement::kink: return "agree, but for kinks";
    case Agreement::stopped: return "agree, but for stop_gradient";
    case Agreement::agrees:
    case Agreement::tie:
    case Agreement::steps:
    case Agreement::rule:
    case Agreement::jump:
    case Agreement::number:
    case Agreement::wrong: break;
  }
  return "agree";
}

}  // namespace

std::string gradient_check_text(const engine::GradientCheck& check) {
  std::size_t paths = 0, types = 0;
  for (const CheckedArgument& argument : check.arguments) {
    paths = std::max(paths, argument.path.size());
    types = std::max(types, argument.type.size());
  }
  std::string text =
      fmt::format("Reverse mode against forward mode: {}.\n",
                  check.modes <= check.modes_allowed
                      ? fmt::format("agree to {:.1g}", check.modes)
                      : fmt::format("WRONG, they differ by {:.1g} of what they are", check.modes));
  text += "Reverse mode against differences:\n";
  for (const CheckedArgument& argument : check.arguments) {
    const std::string looked_at =
        argument.checked < argument.numbers
            ? fmt::format("{} of {} numbers, and all together", argument.checked, argument.numbers)
            : fmt::format("{} number{}", argument.numbers, argument.numbers == 1 ? "" : "s");
    text += fmt::format("  {:<{}}  {:<{}}  {}: {}\n", argument.path, paths, argument.type, types,
                        looked_at, verdict(argument));
    const std::string why = reason(argument.worst);
    if (argument.passing > 0 && argument.worst.agreement == Agreement::agrees)
      text += fmt::format(
          "    {} in the result by steps, too, of which no derivative is taken{}.\n",
          argument.numbers == 1 ? "It is"
                                : fmt::format("{} {}", argument.passing,
                                              argument.passing == 1 ? "of them is" : "of them are"),
          passed(argument.passed));
    if (!why.empty()) text += fmt::format("    {}\n    {}\n", compared(argument.worst), why);
  }
  return text;
}

int gradcheck(const GradcheckCommand& options) {
  SessionOptions session_options = options.session;
  session_options.eval.on_trace = trace_to(std::cerr, true);
  Session session(std::move(session_options));
  return session.guarded(1, [&] {
    auto env = session.load(options.file);
    session.show_warnings(std::cerr, use_colour(options.session.colour, STDERR_FILENO));
    session.call_it(options.call.empty() ? options.entry : options.call);
    engine::GradientCheck check;
    if (!options.call.empty()) {
      check = session.check_gradient(env, "<call>", options.call, options.check);
    } else {
      const auto& def = session.find(env, options.entry);
      const auto args = arguments_from(session, env, def, session.lower(def), {}).values;
      check = session.check_gradient(def, args, options.check);
    }
    put(gradient_check_text(check));
    return check.has_failed() ? 1 : 0;
  });
}

}  // namespace laguz::driver
