// A program at a terminal of its own, and a person there.
#pragma once

#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

namespace laguz::bad_input {

/// `laguz words...` at a terminal.
class Terminal {
 public:
  struct Setting {
    std::string home;  ///< for its history
    std::string kind = "xterm";
    rlim_t most_bytes = RLIM_INFINITY;  ///< in a file
    unsigned short columns = 80;
    std::string folder{};  ///< where it starts; empty: where the tests are
  };
  Terminal(const std::vector<std::string>& words, const Setting& setting);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void type(const std::string& keys);
  /// All that has been written and was not waited for, once [text] comes, and without what comes
  /// behind that; empty when it does not come.
  std::string before(const std::string& text);
  /// Reads until [text] comes, of what was not waited for yet. False when the program ends, or
  /// nothing comes for long.
  bool wait_for(const std::string& text);
  /// Waits until all that was typed has been read.
  bool wait_until_read();
  /// Waits for its end; what was written and not waited for.
  std::string rest();
  /// Its exit status, or 128 + the signal; waits for its end.
  int status();

 private:
  bool read_more();

  pid_t child_ = 0;
  int terminal_ = -1;  ///< a person's end
  int line_ = -1;      ///< the program's end
  std::string seen_;
};

}  // namespace laguz::bad_input
