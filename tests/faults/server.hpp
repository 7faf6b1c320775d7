// Laguz as a server of runs that each have one fault (inject.cpp).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

#include "shared.hpp"

#include "tests/temporary_folder.hpp"

namespace laguz::faults {

/// Files of a folder: name to content.
using Files = std::map<std::string, std::string>;

struct Outcome {
  int status = 0;  ///< the exit status; 128 + the signal that ended it
  bool hung = false;
  bool fired = false;   ///< false: the run was over before
  int descriptor = -1;  ///< where the write that failed was to go
  long steps = 0;       ///< allocations or writes of the run
  std::string out, err;
  Files files;  ///< what there is now
};

class Server {
 public:
  /// Of `laguz words...`, which has [input] on its standard input and runs in a folder of [files].
  Server(const std::vector<std::string>& words, const std::string& input, Files files);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// A run whose step number [fault] fails; 0: none does. The files are as they were given.
  Outcome run(Kind kind, Whom whom, long fault);

 private:
  void start(const std::vector<std::string>& words);
  void put_files();
  Files read_files() const;

  laguz_test::TemporaryFolder folder_{"laguz-faults"};
  Files files_;
  Shared* shared_ = nullptr;
  pid_t server_ = 0;
  int orders_ = -1, answers_ = -1;
};

}  // namespace laguz::faults
