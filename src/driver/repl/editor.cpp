// Line editing: the one file that knows readline (or libedit, which has most of its interface).
#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cwchar>
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
#include "driver/paint.hpp"
#include "driver/repl/completion.hpp"
#include "driver/repl/reader.hpp"
#include "support/diagnostic.hpp"
#include "support/file_write.hpp"
#include "support/printable.hpp"

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
  Completer completer;
  std::vector<std::string> matches;
  std::size_t next_match = 0;
  bool broken_off = false;     ///< Ctrl-C came while a line was read
  std::string ready;           ///< characters that the library has not been given yet
  std::pair<int, int> screen;  ///< rows and columns that readline has been told of
  int prompt_width = 0;
  bool paints = false;  ///< what is typed is shown in colours
  Palette palette = Palette::named;
  int keys = STDIN_FILENO;  ///< the terminal, opened so that reading it never waits
  termios terminal{};
};
State the_state;

constexpr int kMostHistory = 10'000;
constexpr std::uintmax_t kMostHistoryBytes = 64 << 20;
// What is given instead of keys, at first and from then on.
#if defined(LAGUZ_READLINE)
// Version 8.2 leaves the text of an unfinished paste without its end: a NUL comes first.
constexpr int kBrokenOff = '\0', kNoKey = READERR;
#else
constexpr int kBrokenOff = EOF, kNoKey = EOF;
#endif

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

/// Puts the characters that are on the screen there once more, in colours: where readline has put
/// them, so that it need not know.
void paint() {
  rl_redisplay();
  if (!the_state.paints || rl_end == 0) return;
  // (What is looked for in the history, and counts of keys, have prompts of their own.)
  if (RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG)) return;
  const std::string text(rl_line_buffer, static_cast<std::size_t>(rl_end));
  if (support::printable_line(text) != text) return;
  int rows = 0, columns = 0;
  rl_get_screen_size(&rows, &columns);
  const auto cursor = static_cast<std::size_t>(rl_point);
  const int before = the_state.prompt_width + support::display_width(text.substr(0, cursor));
  const int all = the_state.prompt_width + support::display_width(text);
  // (Characters of two columns may leave one empty at the end of a row.)
  const bool plain = static_cast<std::size_t>(support::display_width(text)) <= text.size();
  if (columns <= 0 || all / columns + 1 >= rows || !plain) return;
  const int up = before / columns;
  std::string out =
      "\x1b"
      "7\r";
  if (up > 0) out += fmt::format("\x1b[{}A", up);
  if (the_state.prompt_width > 0) out += fmt::format("\x1b[{}C", the_state.prompt_width);
  out += painted(text, cursor, the_state.palette) +
         "\x1b"
         "8";
  std::fputs(out.c_str(), rl_outstream);
  std::fflush(rl_outstream);
}

char* breaks_here() {
  const std::string_view line = rl_line_buffer == nullptr ? "" : rl_line_buffer;
  return const_cast<char*>(word_breaks(line.substr(0, static_cast<std::size_t>(rl_point))));
}
#endif

/// A byte from the terminal; EOF when Ctrl-C comes instead, or the end.
int next_byte() {
  for (;;) {
#if defined(LAGUZ_READLINE)
    fit_screen();
#endif
    pollfd waiting[2] = {{STDIN_FILENO, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    if (poll(waiting, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return EOF;
    }
    if (waiting[1].revents != 0 && drain_interrupts()) {
      the_state.broken_off = true;
      return EOF;
    }
    if (waiting[0].revents == 0) continue;
    // (Ctrl-C makes the terminal forget what has been typed: there may be nothing any more.)
    unsigned char byte = 0;
    const ssize_t n = ::read(the_state.keys, &byte, 1);
    if (n == 1) return byte;
    if (n == 0 || (errno != EINTR && errno != EAGAIN)) return EOF;
  }
}

constexpr auto kNone = static_cast<std::size_t>(-1), kBegun = static_cast<std::size_t>(-2);

/// The length of the character that [text] begins with; kNone, or kBegun if it may become one.
std::size_t character_length(std::string_view text) {
  std::mbstate_t state{};
  const std::size_t length = std::mbrlen(text.data(), text.size(), &state);
  return length == 0 ? 1 : length;  // (NUL is a character)
}

/// [text] with U+FFFD for what is no character, for readline 8.2 has loops without end over that.
/// As it is in a locale whose characters are bytes.
std::string with_characters(std::string_view text) {
  if (MB_CUR_MAX == 1) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const bool wrong = length == kNone || length == kBegun;
    out += wrong ? "\xef\xbf\xbd" : text.substr(0, length);
    text.remove_prefix(wrong ? 1 : length);
  }
  return out;
}

/// What the library calls for every key: each byte (readline) or each character (libedit). After
/// Ctrl-C it gets none any more: so it ends whatever it is in, and then the line (docs/adr/0011
/// says why it is not called back for each key).
int next_key(FILE*) {
  std::string& ready = the_state.ready;
  if (the_state.broken_off) return kNoKey;
  if (ready.empty()) {
    std::string begun;
    do {
      const int byte = next_byte();
      if (byte == EOF) return the_state.broken_off ? kBrokenOff : kNoKey;
      begun += static_cast<char>(byte);
    } while (MB_CUR_MAX > 1 && character_length(begun) == kBegun);
    ready = with_characters(begun);
  }
#if defined(LAGUZ_READLINE)
  const auto key = static_cast<unsigned char>(ready.front());
  ready.erase(0, 1);
  return key;
#else
  wchar_t key = static_cast<unsigned char>(ready.front());
  std::size_t length = 1;
  if (MB_CUR_MAX > 1) {
    std::mbstate_t state{};
    length = std::mbrtowc(&key, ready.data(), ready.size(), &state);
    if (length == 0) length = 1;  // NUL
  }
  ready.erase(0, length);
  return static_cast<int>(key);
#endif
}

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
    rl_getc_function = next_key;
#if defined(LAGUZ_EDITLINE)
    std::setlocale(LC_CTYPE, "");  // (readline does so itself)
#endif
    using_history();
#if defined(LAGUZ_READLINE)
    rl_catch_signals = rl_catch_sigwinch = 0;
    the_state.paints = colour;
    the_state.palette = palette_here();
    rl_completion_word_break_hook = breaks_here;
    const int keys = open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (keys >= 0) the_state.keys = keys;
    rl_basic_quote_characters = const_cast<char*>("");  // (a folder in quotes is no whole path)
    rl_initialize();
    // (Not before: readline takes no pastes from programs that show the line themselves, which this
    // one does not.)
    rl_redisplay_function = paint;
    history_comment_char = '#';  // time stamps: entries of several lines stay whole
    history_write_timestamps = 1;
#endif
    rl_completer_word_break_characters = const_cast<char*>(word_breaks(""));
    stifle_history(kMostHistory);
    std::error_code error;
    if (fs::is_regular_file(path_, error) && fs::file_size(path_, error) <= kMostHistoryBytes)
      read_entries();
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
    the_state.broken_off = false;
    the_state.ready.clear();
    the_state.prompt_width = support::display_width(prompt);
    const std::string shown = colour_ ? "\x01\x1b[1m\x02" + prompt + "\x01\x1b[0m\x02" : prompt;
    const std::unique_ptr<char, decltype(&std::free)> line(readline(shown.c_str()), std::free);
    if (the_state.broken_off) {
      end_line();
      return {Line::Kind::interrupted};
    }
    if (line == nullptr) return {Line::Kind::end};
    return {Line::Kind::text, line.get()};
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
      std::cerr << support::render(error);
    }
  }

  void complete_with(Completer completer) override { the_state.completer = std::move(completer); }

 private:
  void read_entries() {
    read_history(path_.c_str());
    for (int i = 0; i < history_length; ++i) {
      const HIST_ENTRY* entry = history_get(history_base + i);
      if (entry == nullptr) continue;
      const std::string text = with_characters(entry->line);
      if (text == entry->line) continue;
      HIST_ENTRY* old = replace_history_entry(i, text.c_str(), nullptr);
      if (old != nullptr) free_history_entry(old);
    }
  }

  /// The line that Ctrl-C broke off stays on the screen.
  static void end_line() {
#if defined(LAGUZ_READLINE)
    // It has ended the line itself if it takes pastes.
    const char* pastes = rl_variable_value("enable-bracketed-paste");
    if (pastes != nullptr && std::string_view(pastes) == "on") return;
#endif
    std::fputc('\n', stdout);
    std::fflush(stdout);
  }

  bool colour_;
  std::string path_;
};

}  // namespace

std::unique_ptr<Reader> terminal_reader(bool colour) { return std::make_unique<Editor>(colour); }

#else

std::unique_ptr<Reader> terminal_reader(bool) { return descriptor_reader(STDIN_FILENO, std::cout); }

#endif

}  // namespace laguz::driver::repl
