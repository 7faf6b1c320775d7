// Line editing: the one file that knows readline (or libedit, which has most of its interface).
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "driver/console.hpp"
#include "driver/repl/reader.hpp"

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
  termios terminal{};
};
State the_state;

constexpr int kMostHistory = 10'000;
constexpr const char* kBreaks = " \t\n()[]{},;:\"'`+-*/%<>=!&|^~\\@$";
constexpr const char* kCommandBreaks = " \t\n";

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

class Editor final : public Reader {
 public:
  explicit Editor(bool colour) : colour_(colour), path_(history_path()) {
    tcgetattr(STDIN_FILENO, &the_state.terminal);
    set_terminal_restorer(restore_terminal);
    rl_readline_name = const_cast<char*>("laguz");
    rl_attempted_completion_function = complete;
    using_history();
#if defined(LAGUZ_READLINE)
    rl_catch_signals = 0;
    rl_completion_word_break_hook = word_breaks;
    history_comment_char = '#';  // time stamps: entries of several lines stay whole
    history_write_timestamps = 1;
#endif
    rl_completer_word_break_characters = const_cast<char*>(kBreaks);
    stifle_history(kMostHistory);
    if (!path_.empty()) read_history(path_.c_str());
  }
  ~Editor() override {
    set_terminal_restorer(nullptr);
    the_state.completer = nullptr;
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  Line read(const std::string& prompt) override {
    std::cout.flush();
    std::fflush(stdout);
    the_state.done = false;
    const std::string shown = colour_ ? "\x01\x1b[1m\x02" + prompt + "\x01\x1b[0m\x02" : prompt;
    rl_callback_handler_install(shown.c_str(), on_line);
    while (!the_state.done) {
      pollfd waiting[2] = {{STDIN_FILENO, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
      const int ready = poll(waiting, 2, -1);
      if (ready < 0 && errno != EINTR) return {Line::Kind::end};
      if (drain_interrupts()) return abandon();
      if (ready > 0 && waiting[0].revents != 0) rl_callback_read_char();
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
#if defined(LAGUZ_READLINE)
    if (append_history(1, path_.c_str()) == 0) return;
#endif
    write_history(path_.c_str());
  }

  void complete_with(Completer completer) override { the_state.completer = std::move(completer); }

 private:
  /// Ctrl-C at the prompt: the line is given up.
  Line abandon() {
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
