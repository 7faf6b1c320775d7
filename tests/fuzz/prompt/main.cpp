// Sessions at the prompt, in a terminal, with random keys: whatever is pressed, Ctrl-C brings the
// prompt back and the next expression is answered.
//
//   laguz_fuzz_prompt BINARY [-v] [--seed N] [--first N] [--bursts N] [--seconds N] [--keys TEXT]
//
// The same seed presses the same keys; --keys presses those (\x1b as in what is printed) and no
// others.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/wait.h>

#include "keys.hpp"
#include "terminal.hpp"
#include "tests/temporary_folder.hpp"

namespace laguz::fuzz {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Long enough for a machine that does other things: whoever takes longer hangs.
constexpr seconds kPatience{60};
constexpr int kAttempts = 3;
constexpr int kBurstsOfSession = 40;
constexpr long kMostFindings = 20;

struct Options {
  std::string binary;
  bool verbose = false;  ///< each burst before it is typed
  std::uint64_t seed = 1;
  long first = 0;    ///< the number of the first burst: to try a session again
  long bursts = 0;   ///< 0: no limit
  long seconds = 0;  ///< 0: no limit
  std::string keys;
};

/// A home for the sessions, with a history; gone with the process.
class Home {
 public:
  /// As earlier sessions may have left it.
  void write_history() const {
    fs::create_directories(folder_.path() / "state" / "laguz");
    std::ofstream(folder_.path() / "state" / "laguz" / "history", std::ios::binary)
        << "#1\n1 + 2\n#2\nlet f x =\n  x + 1\n#3\nmap (+ 1) (iota 3)\n\xff\xfe\n"
        << std::string(3000, 'x') << "\n";
  }
  std::vector<std::string> environment() const {
    return {"HOME=" + folder_.path().string(),
            "XDG_STATE_HOME=" + (folder_.path() / "state").string(),
            "TERM=xterm",
            "INPUTRC=/dev/null",
            "LANG=C.UTF-8",
            "PATH=/usr/bin:/bin",
            "LSAN_OPTIONS=print_suppressions=0:suppressions=" LAGUZ_PROMPT_FOLDER "/leaks.supp"};
  }

 private:
  laguz_test::TemporaryFolder folder_{"laguz-prompt"};
};

/// What has been seen to go wrong.
class Finding : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Session {
 public:
  Session(const Options& options, const Home& home, long& questions)
      : terminal_({options.binary, "repl"}, home.environment()), questions_(questions) {
    if (!terminal_.wait_for("[0]>", kPatience)) throw Finding("no prompt");
  }

  void press(const std::vector<Stroke>& burst) {
    for (const Stroke& stroke : burst) {
      switch (stroke.kind) {
        case Stroke::Kind::keys: terminal_.type(stroke.keys); break;
        case Stroke::Kind::resize: terminal_.resize(stroke.rows, stroke.columns); break;
        case Stroke::Kind::pause: terminal_.listen(stroke.pause); break;
      }
    }
  }

  /// Has it ended? Only Ctrl-D and `:quit` (:q is enough) may end it, and well.
  bool over(const std::vector<Stroke>& burst) {
    if (!terminal_.status()) return false;
    check_status();
    for (const Stroke& stroke : burst)
      if (stroke.keys.find_first_of("\x04q") != std::string::npos) return true;
    throw Finding("the session has ended, and nobody wanted that");
  }

  /// Is it still there? False: it has ended, as it may after [burst].
  bool answers(const std::vector<Stroke>& burst) {
    // Ctrl-C may come when nobody expects it any more, on a machine that does other things; then
    // it takes the question away.
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      if (over(burst)) return false;
      const bool prompt = interrupt();
      if (over(burst)) return false;
      if (!prompt) throw Finding("no prompt after Ctrl-C" + last());
      // What is typed is not what is answered.
      const long number = 7'000'000 + ++questions_;
      terminal_.forget();
      terminal_.type("1000000 + " + std::to_string(number) + "\r");
      if (terminal_.wait_for(std::to_string(1'000'000 + number), kPatience / kAttempts))
        return true;
    }
    if (over(burst)) return false;
    throw Finding("no answer" + last());
  }

  void quit() {
    terminal_.type(":quit\r");
    if (!terminal_.wait_for_end(kPatience)) throw Finding("it does not end");
    check_status();
  }

 private:
  static std::string tail(const std::string& text) {
    constexpr std::size_t kLast = 400;
    return text.size() > kLast ? text.substr(text.size() - kLast) : text;
  }

  /// Presses Ctrl-C until there is a new prompt. One may be taken for text (after Ctrl-V).
  bool interrupt() {
    terminal_.type("\x11");  // Ctrl-Q: what Ctrl-S has stopped goes on
    terminal_.listen(milliseconds(10));
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < end && !terminal_.status()) {
      terminal_.forget();
      terminal_.type("\x03");
      if (!terminal_.wait_for("Interrupted", seconds(2))) continue;
      // Not the prompt itself, which a narrow terminal breaks into pieces.
      if (terminal_.wait_for("\x1b[?2004h", seconds(2))) return true;
    }
    return false;
  }

  std::string last() const { return "; printed last: " + shown(tail(terminal_.printed())); }

  void check_status() {
    const int status = *terminal_.status();
    if (WIFSIGNALED(status))
      throw Finding("ended by signal " + std::to_string(WTERMSIG(status)) + last());
    if (WEXITSTATUS(status) != 0)
      throw Finding("exit status " + std::to_string(WEXITSTATUS(status)) + last());
  }

  Terminal terminal_;
  long& questions_;
};

class Hunt {
 public:
  explicit Hunt(const Options& options) : options_(options) {}

  int run() {
    if (!options_.keys.empty()) return session({{Stroke::Kind::keys, options_.keys, 0, 0, {}}});
    while (!finished()) session({});
    std::printf("%ld bursts in %ld sessions, %ld findings\n", bursts_, sessions_, findings_);
    // Sessions that always end at once would be asked nothing.
    return findings_ == 0 && questions_ * 2 >= bursts_ ? 0 : 1;
  }

 private:
  bool finished() const {
    const auto now = std::chrono::steady_clock::now();
    return findings_ >= kMostFindings || (options_.bursts > 0 && bursts_ >= options_.bursts) ||
           (options_.seconds > 0 && now - begin_ >= seconds(options_.seconds));
  }

  /// A burst has its own seed: what is found in one does not change the next.
  std::uint64_t burst_seed() const {
    return options_.seed * 1'000'003 + static_cast<std::uint64_t>(options_.first + bursts_);
  }

  /// One session: [only] these keys, or random ones. 0: nothing was found.
  int session(const std::vector<Stroke>& only) {
    ++sessions_;
    home_.write_history();
    const long first = options_.first + bursts_;
    std::vector<Stroke> burst = only;
    std::string typed;
    try {
      Session session(options_, home_, questions_);
      for (int i = 0; i < kBurstsOfSession && !finished(); ++i) {
        if (only.empty()) burst = Keyboard(burst_seed()).burst();
        ++bursts_;
        typed += "-- burst\n" + shown(burst);
        if (options_.verbose) std::fprintf(stderr, "-- burst\n%s", shown(burst).c_str());
        session.press(burst);
        if (!session.answers(burst)) return 0;
        if (!only.empty()) break;
      }
      session.quit();
      return 0;
    } catch (const Finding& finding) {
      ++findings_;
      std::printf("== session of bursts %ld to %ld: %s\n%s\n", first, options_.first + bursts_ - 1,
                  finding.what(), typed.c_str());
      std::fflush(stdout);
      return 1;
    }
  }

  const Options& options_;
  Home home_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  long sessions_ = 0, bursts_ = 0, findings_ = 0, questions_ = 0;
};

/// \x1b and the like, as `shown` writes them.
std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\\x") == 0 && i + 3 < text.size()) {
      out += static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16));
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool more = i + 1 < argc;
    if (word == "-v")
      options.verbose = true;
    else if (word == "--seed" && more)
      options.seed = std::stoull(argv[++i]);
    else if (word == "--first" && more)
      options.first = std::stol(argv[++i]);
    else if (word == "--bursts" && more)
      options.bursts = std::stol(argv[++i]);
    else if (word == "--seconds" && more)
      options.seconds = std::stol(argv[++i]);
    else if (word == "--keys" && more)
      options.keys = unescaped(argv[++i]);
    else
      options.binary = fs::absolute(word).string();
  }
  if (options.binary.empty()) throw std::runtime_error("which binary?");
  if (options.bursts == 0 && options.seconds == 0) options.bursts = 100;
  return options;
}

}  // namespace
}  // namespace laguz::fuzz

int main(int argc, char** argv) {
  try {
    const auto options = laguz::fuzz::parse(argc, argv);
    return laguz::fuzz::Hunt(options).run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
