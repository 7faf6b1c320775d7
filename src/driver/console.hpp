// What we know of the terminal and of signals.
#pragma once

#include <csignal>
#include <cstdint>
#include <optional>
#include <string_view>

#include "support/governor.hpp"

namespace laguz::driver {

enum class Colour : std::uint8_t { automatic, always, never };

/// Whether to colour what goes to the file descriptor: by the option, else only a terminal that is
/// not dumb, and not when NO_COLOR is set to something.
bool use_colour(Colour option, int descriptor);

/// Is the file descriptor a terminal that can write over a line?
bool is_live_terminal(int descriptor);

/// The columns of the terminal that the file descriptor is, if it is one.
std::optional<int> columns_of(int descriptor);

/// For the process: Ctrl-C stops what is under way for whoever catches it, or else the process
/// (status 130); a closed pipe, or a file that may not grow, is an error of writing and not a
/// signal.
void install_signals();

/// While it lives, Ctrl-C asks [governor] to stop instead of ending the process, however often it
/// is pressed.
class CatchInterrupts {
 public:
  explicit CatchInterrupts(support::Governor& governor);
  ~CatchInterrupts();
  CatchInterrupts(const CatchInterrupts&) = delete;
  CatchInterrupts& operator=(const CatchInterrupts&) = delete;

  /// Those before this moment are answered.
  void forget();

 private:
  support::Governor& governor_;
  support::Governor* before_;
};

/// While it lives, Ctrl-C does not end the process on any thread: for what is written, and how that
/// is taken away again, to change at once. Short; of any thread.
class HoldInterrupt {
 public:
  HoldInterrupt();
  ~HoldInterrupt();
  HoldInterrupt(const HoldInterrupt&) = delete;
  HoldInterrupt& operator=(const HoldInterrupt&) = delete;

 private:
  sigset_t before_;
};

/// Readable when Ctrl-C has been pressed; `drain_interrupts` empties it. For waiting at a prompt.
int interrupt_descriptor();
bool drain_interrupts();

/// Called before Ctrl-C ends the process: a prompt puts the terminal back, a line of progress goes.
void set_terminal_restorer(void (*restore)());
/// Has Ctrl-C been pressed, and ends the process? Nothing more is to be said.
bool is_ending();
/// For such a function: writes [text] behind the ^C that the terminal shows.
void write_behind_interrupt(int descriptor, std::string_view text);

}  // namespace laguz::driver
