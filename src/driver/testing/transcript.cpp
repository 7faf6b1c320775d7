// Transcripts: a session's input and what it must print.
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "driver/repl/repl.hpp"
#include "driver/testing/program.hpp"
#include "driver/trace.hpp"
#include "support/file_read.hpp"
#include "support/file_write.hpp"

namespace laguz::driver::testing {
namespace {

std::string read_text(const std::filesystem::path& path) {
  return support::read_file(path.string(), {.regular = true});
}

/// Works in a folder while it lives.
class InFolder {
 public:
  explicit InFolder(const std::filesystem::path& folder)
      : before_(std::filesystem::current_path()) {
    if (!folder.empty()) std::filesystem::current_path(folder);
  }
  ~InFolder() {
    std::error_code ignored;
    std::filesystem::current_path(before_, ignored);
  }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;

 private:
  std::filesystem::path before_;
};

}  // namespace

void run_transcript(const std::string& in_path, const TestOptions& options,
                    const Listener& listener) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(in_path).parent_path();
  const InFolder in_folder(folder);
  const fs::path in = fs::path(in_path).filename();
  const fs::path out = fs::path(in).replace_extension(".out");
  const fs::path program = fs::path(in).replace_extension(".fut");

  std::istringstream input(read_text(in));
  std::ostringstream output;
  SessionOptions session_options = options.session;
  session_options.eval.on_trace = trace_to(output, false);
  session_options.lower.breaks = true;
  Session session(std::move(session_options));
  const auto reader = repl::stream_reader(input, output);
  std::vector<std::string> programs;
  if (fs::exists(program)) programs.push_back(program.string());
  repl::Repl(session, *reader, output, {}).run(programs);

  const auto differs = difference(read_text(out), output.str());
  if (differs && options.update) support::write_file(out.string(), output.str());
  const bool passed = !differs || options.update;
  listener.end({passed ? Outcome::Status::passed : Outcome::Status::failed, "transcript",
                !passed   ? *differs
                : differs ? fmt::format("{} is written: {}", out.string(), *differs)
                          : std::string()});
}

}  // namespace laguz::driver::testing
