// Line editing: the one file that knows readline (or libedit, which has most of its interface).
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "driver/console.hpp"
#include "driver/repl/reader.hpp"
#include "support/diagnostic.hpp"
#include "support/file_write.hpp"

#if defined(LAGUZ_READLINE)
#include <readline/history.h>
#include <readline/readline.h>
#elif defined(LAGUZ_EDITLINE)
#include <editline/readline.h>
#endif

namespace laguz::driver::repl {

#if defined(LAGUZ_READLINE) || defined(LAGUZ_EDITLINE)
namespace {

namespace fs = std::filesystem;

/// $XDG_STATE_HOME/laguz/history; empty when there is no home for it.
std::string history_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  fs::path folder;
  if (state != nullptr && *state != '\0')
    folder = state;
  else if (home != nullptr && *home != '\0')
    folder = fs::path(home) / ".local" / "state";
  else
    return {};
  std::error_code error;
  fs::create_directories(folder / "laguz", error);
  return error ? std::string() : (folder / "laguz" / "history").string();
}

// Readline is global and calls plain functions.
struct State {
  bool done = false;
  bool end = false;
  std::string line;
  Completer completer;
  std::vector<std::string> matches;
  std::size_t next_match = 0;
  std::string held;            ///< bytes that readline gets before those of the terminal
  bool broken_off = false;     ///< Ctrl-C came while readline waited for a key
  bool ended = false;          ///< readline has been given the end of a paste, for there is no more
  std::pair<int, int> screen;  ///< rows and columns that readline has been told of
  int keys = STDIN_FILENO;     ///< the terminal, opened so that reading it never waits
  termios terminal{};
};
State the_state;

constexpr int kMostHistory = 10'000;
constexpr const char* kBreaks = " \t\n()[]{},;:\"'`+-*/%<>=!&|^~\\@$";
constexpr const char* kCommandBreaks = " \t\n";
constexpr std::uintmax_t kMostHistoryBytes = 64 << 20;
#if defined(LAGUZ_READLINE)
constexpr int kEscape = 0x1b, kEndSearch = '\n';
#endif

void on_line(char* line) {
  the_state.done = true;
  the_state.end = line == nullptr;
  the_state.line = line == nullptr ? "" : line;
  std::free(line);
  rl_callback_handler_remove();
}

char* next_match(const char*, int first) {
  if (first == 0) the_state.next_match = 0;
  if (the_state.next_match >= the_state.matches.size()) return nullptr;
  return strdup(the_state.matches[the_state.next_match++].c_str());
}

char** complete(const char* word, int start, int) {
  the_state.matches =
      the_state.completer
          ? the_state.completer(rl_line_buffer, static_cast<std::size_t>(start), word)
          : std::vector<std::string>{};
  if (the_state.matches.empty()) return nullptr;  // names of files
  rl_attempted_completion_over = 1;
  rl_completion_append_character = word[0] == ':' ? ' ' : '\0';
  return rl_completion_matches(word, next_match);
}

#if defined(LAGUZ_READLINE)
/// A byte from the terminal. Ctrl-C ends the waiting: readline waits for the end of a paste, or of
/// a character, for as long as that takes.
int next_byte() {
  for (;;) {
    pollfd waiting[2] = {{STDIN_FILENO, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    if (poll(waiting, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return EOF;
    }
    if (waiting[1].revents != 0) {
      the_state.broken_off = true;
      return EOF;
    }
    // (Ctrl-C makes the terminal forget what has been typed: there may be nothing any more.)
    unsigned char byte = 0;
    const ssize_t n = ::read(the_state.keys, &byte, 1);
    if (n == 1) return byte;
    if (n == 0 || (errno != EINTR && errno != EAGAIN)) return EOF;
  }
}

/// What readline calls for every byte. A key that begins others, such as Ctrl-X, is more than a
/// search in readline 8.2 can bear, with callbacks: there it comes after one that ends the search.
/// Escape ends it, and begins something only if more is there already.
int next_key(FILE*) {
  std::string& held = the_state.held;
  if (!held.empty()) {
    const auto key = static_cast<unsigned char>(held.front());
    held.erase(0, 1);
    return key;
  }
  const int key = next_byte();
  if (key == EOF && !std::exchange(the_state.ended, true)) {
    // It may wait for the end of a paste, and readline 8.2 cannot bear that of the input there.
    constexpr std::string_view kPasteEnd = "\x1b[201~";
    held = kPasteEnd.substr(1);
    return kPasteEnd.front();
  }
  const bool searching = RL_ISSTATE(RL_STATE_ISEARCH);
  if (!searching || key <= 0 || rl_get_keymap()[key].type != ISKMAP) return key;
  pollfd more{STDIN_FILENO, POLLIN, 0};
  if (key == kEscape && poll(&more, 1, 0) <= 0) return key;
  held = static_cast<char>(key);
  return kEndSearch;
}

/// Tells readline how large the terminal is, if that has changed. Readline 8.2 divides by the width
/// of one that has a column only.
void fit_screen() {
  constexpr int kLeastRows = 2, kLeastColumns = 16;
  winsize size{};
  if (ioctl(STDIN_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return;
  const std::pair now(std::max<int>(size.ws_row, kLeastRows),
                      std::max<int>(size.ws_col, kLeastColumns));
  if (std::exchange(the_state.screen, now) != now) rl_set_screen_size(now.first, now.second);
}

char* word_breaks() {
  const bool command = rl_line_buffer != nullptr && rl_line_buffer[0] == ':';
  const std::string_view line = rl_line_buffer == nullptr ? "" : rl_line_buffer;
  const bool files = command && (line.rfind(":load ", 0) == 0 || line.rfind(":cd ", 0) == 0);
  const bool first = command && line.substr(0, static_cast<std::size_t>(rl_point)).find(' ') ==
                                    std::string_view::npos;
  return const_cast<char*>(files || first ? kCommandBreaks : kBreaks);
}
#endif

/// For a Ctrl-C that ends the process: what is safe in a signal handler.
void restore_terminal() {
  tcsetattr(STDIN_FILENO, TCSANOW, &the_state.terminal);
  constexpr char kEndPaste[] = "\x1b[?2004l\n";
  (void)!write(STDOUT_FILENO, kEndPaste, sizeof kEndPaste - 1);
}

/// An input as the library writes it into its file [path].
std::string entry(const std::string& path, const std::string& input) {
#if defined(LAGUZ_READLINE)
  (void)path;
  return fmt::format("#{}\n{}\n", std::time(nullptr), input);
#else
  std::error_code error;
  const bool first = !fs::exists(path, error) || fs::file_size(path, error) == 0;
  std::string out = first ? "_HiStOrY_V2_\n" : "";
  for (const char c : input)
    out += c > ' ' && c < '\x7f' && c != '\\'
               ? std::string(1, c)
               : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  return out + "\n";
#endif
}

class Editor final : public Reader {
 public:
  explicit Editor(bool colour) : colour_(colour), path_(history_path()) {
    tcgetattr(STDIN_FILENO, &the_state.terminal);
    set_terminal_restorer(restore_terminal);
    rl_readline_name = const_cast<char*>("laguz");
    rl_attempted_completion_function = complete;
    using_history();
#if defined(LAGUZ_READLINE)
    rl_catch_signals = rl_catch_sigwinch = 0;
    rl_completion_word_break_hook = word_breaks;
    rl_getc_function = next_key;
    const int keys = open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (keys >= 0) the_state.keys = keys;
    rl_initialize();
    // As they are unless ~/.inputrc has others, and as [next_key] needs them.
    rl_variable_bind("isearch-terminators", "\\e\\C-j");
    history_comment_char = '#';  // time stamps: entries of several lines stay whole
    history_write_timestamps = 1;
#endif
    rl_completer_word_break_characters = const_cast<char*>(kBreaks);
    stifle_history(kMostHistory);
    std::error_code error;
    if (fs::is_regular_file(path_, error) && fs::file_size(path_, error) <= kMostHistoryBytes)
      read_history(path_.c_str());
  }
  ~Editor() override {
    set_terminal_restorer(nullptr);
    the_state.completer = nullptr;
    if (the_state.keys != STDIN_FILENO) close(std::exchange(the_state.keys, STDIN_FILENO));
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  Line read(const std::string& prompt) override {
    std::cout.flush();
    std::fflush(stdout);
    the_state.done = the_state.ended = false;
    const std::string shown = colour_ ? "\x01\x1b[1m\x02" + prompt + "\x01\x1b[0m\x02" : prompt;
#if defined(LAGUZ_READLINE)
    fit_screen();
#endif
    rl_callback_handler_install(shown.c_str(), on_line);
    while (!the_state.done) {
#if defined(LAGUZ_READLINE)
      fit_screen();
#endif
      if (!the_state.held.empty()) {
        rl_callback_read_char();
        continue;
      }
      pollfd waiting[2] = {{STDIN_FILENO, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
      const int ready = poll(waiting, 2, -1);
      if (ready < 0 && errno != EINTR) return {Line::Kind::end};
      if (drain_interrupts()) return abandon();
      if (ready > 0 && waiting[0].revents != 0) rl_callback_read_char();
      if (std::exchange(the_state.broken_off, false)) {
        drain_interrupts();
        return abandon();
      }
    }
    if (!the_state.end) return {Line::Kind::text, the_state.line};
    return {Line::Kind::end};
  }

  void remember(const std::string& input) override {
    if (input.find_first_not_of(" \t\n") == std::string::npos) return;
    const HIST_ENTRY* last =
        history_length > 0 ? history_get(history_base + history_length - 1) : nullptr;
    if (last != nullptr && input == last->line) return;
    add_history(input.c_str());
    if (path_.empty()) return;
    try {
      support::append_file(path_, entry(path_, input));
    } catch (const support::UserError& error) {
      path_.clear();
      std::cerr << support::render(error, false);
    }
  }

  void complete_with(Completer completer) override { the_state.completer = std::move(completer); }

 private:
  /// Ctrl-C at the prompt: the line is given up.
  Line abandon() {
    the_state.held.clear();
#if defined(LAGUZ_READLINE)
    rl_callback_sigcleanup();
    rl_free_line_state();
    rl_replace_line("", 0);
#endif
    rl_callback_handler_remove();
    std::fputc('\n', stdout);
    std::fflush(stdout);
    return {Line::Kind::interrupted};
  }

  bool colour_;
  std::string path_;
};

}  // namespace

std::unique_ptr<Reader> terminal_reader(bool colour) { return std::make_unique<Editor>(colour); }

#else

std::unique_ptr<Reader> terminal_reader(bool) { return stream_reader(std::cin, std::cout); }

#endif

}  // namespace laguz::driver::repl
