#include "driver/session.hpp"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/output.hpp"
#include "driver/paint.hpp"
#include "support/printable.hpp"

namespace laguz::driver {

using support::UserError;

Session::Session(SessionOptions options)
    : Engine(options), settings_(std::move(options)), governed_(&governor()) {
  if (settings_.progress && ProgressLine::is_possible())
    line_ = std::make_unique<ProgressLine>(governor().account());
}

Session::~Session() { rest(); }

bool Session::write_warnings(std::ostream& out, bool colour) {
  const auto warnings = take_warnings();
  // A program made by another program may have as many as it has lines.
  constexpr std::size_t kMost = 100;
  for (std::size_t i = 0; i < warnings.size() && i < kMost; ++i)
    out << support::render(warnings[i], look_on(out, colour));
  if (warnings.size() > kMost)
    out << fmt::format("{} more warnings are not shown.\n", warnings.size() - kMost);
  return !warnings.empty();
}

void Session::show_warnings(std::ostream& out, bool colour) {
  if (write_warnings(out, colour) && settings_.warnings_are_errors)
    throw UserError(support::Phase::usage, {}, "the warnings above count as errors (--Werror).");
}

int Session::guarded(int on_error, std::function<int()> action) {
  const bool colour = use_colour(settings_.colour, STDERR_FILENO);
  const Ending ending = run(std::cerr, colour, on_error, std::move(action), &Errand::wait_in_time);
  if (ending.stopped) std::_Exit(ending.status);
  return ending.status;
}

int Session::guarded(std::ostream& out, bool colour, int on_error, std::function<int()> action) {
  return run(out, colour, on_error, std::move(action), &Errand::wait).status;
}

void Session::rest() {
  if (errand_ != nullptr) errand_->join();  // (which asks it something to its end)
  errand_.reset();
}

bool Session::rest_unless_interrupted() {
  if (errand_ == nullptr) return true;
  while (!errand_->is_done())
    if (governor().interrupted()) return false;
  rest();
  return true;
}

Ending Session::run(std::ostream& out, bool colour, int on_error, std::function<int()> action,
                    Wait wait) {
  if (support::is_on_deep_stack()) return attempt(out, colour, on_error, action);
  if (!rest_unless_interrupted()) {
    out << "Interrupted\n";
    return {130, true};
  }
  try {
    errand_ = std::make_unique<Errand>(governor(), look_on(out, colour), line_.get());
    errand_->begin([this, &out, colour, on_error, action = std::move(action)] {
      return attempt(out, colour, on_error, action);
    });
  } catch (const UserError& error) {
    rest();
    out << support::render(error, look_on(out, colour));
    return {on_error};
  } catch (const std::bad_alloc&) {
    rest();
    out << "Error: out of memory.\n";
    return {on_error};
  }
  const auto reason = (*errand_.*wait)();
  if (line_ != nullptr) line_->hide();
  if (!reason) return errand_->ending();
  // The work may be at writing to a reader who does not read. (A tied stream would wait for it.)
  flush_at_once();
  std::ostream* const tied = out.tie(nullptr);
  out << reason->message << std::flush;
  out.tie(tied);
  return {reason->late ? on_error : 130, true};
}

Ending Session::attempt(std::ostream& out, bool colour, int on_error,
                        const std::function<int()>& action) {
  const Ending ending = outcome(out, colour, on_error, action);
  tidy();
  return ending;
}

Ending Session::outcome(std::ostream& out, bool colour, int on_error,
                        const std::function<int()>& action) {
  const auto say = [&](const UserError& error) {
    std::fflush(stdout);
    // What has been warned of before may be the cause.
    (void)write_warnings(out, colour);
    out << support::render(error, look_on(out, colour)) << std::flush;
    return on_error;
  };
  // The console, if it knows, has told the user.
  const auto stopped = [&](int status, auto tell) {
    if (errand_ != nullptr && errand_->is_to_end())
      (void)take_warnings();
    else
      tell();
    return Ending{status, true};
  };
  try {
    const support::Task task(governor());
    return {action()};
  } catch (const UserError& error) {
    return {say(error)};
  } catch (const support::TimedOut& late) {
    return stopped(on_error, [&] { (void)say(late.error()); });
  } catch (const support::Interrupted&) {
    return stopped(130, [&] { out << "Interrupted\n"; });
  } catch (const support::OutOfMemory& none) {
    return {say(none.error())};
  } catch (const std::bad_alloc&) {
    out << "Error: out of memory.\n";
    return {on_error};
  } catch (const std::exception& fault) {
    out << "laguz: internal fault: " << support::printable(fault.what())
        << "\nThis is a bug of Laguz's own; please report it with the program and its input.\n";
    return {101};
  }
}

}  // namespace laguz::driver
