// Standard streams that are closed, or give and take only a part at a time.
#include <array>
#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include "laguz.hpp"

extern char** environ;

namespace laguz::bad_input {
namespace {

/// What the descriptor gives until its end.
std::string drain(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t n; (n = read(descriptor, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(n));
  close(descriptor);
  return text;
}

struct Pipe {
  int out = -1, in = -1;
  /// Neither end is inherited as it is.
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    out = ends[0];
    in = ends[1];
  }
};

void never_wait(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

/// `laguz run [program]` under way, with these for its streams (-1: closed). Afterwards they are
/// the child's alone.
class Run {
 public:
  Run(const std::string& program, int in, int out, int err) {
    std::vector<std::string> all{LAGUZ_BINARY, "run", program};
    std::vector<char*> argv;
    for (auto& word : all) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    int target = 0;
    for (const int from : {in, out, err}) {
      if (from < 0)
        posix_spawn_file_actions_addclose(&files, target++);
      else
        posix_spawn_file_actions_adddup2(&files, from, target++);
    }
    const int failed = posix_spawn(&child_, argv[0], &files, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) throw std::runtime_error("cannot start laguz");
    for (const int from : {in, out, err})
      if (from >= 0) close(from);
  }
  int status() const {
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

 private:
  pid_t child_ = 0;
};

}  // namespace

TEST_CASE("input that comes late on a stream that does not wait", "[streams]") {
  const std::string program = file_with("def main (x: i64) = x + 1");
  Pipe in, out, err;
  never_wait(in.out);
  const Run run(program, in.out, out.in, err.in);
  for (const char* piece : {"4", "1i6", "4\n"}) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    REQUIRE(write(in.in, piece, std::char_traits<char>::length(piece)) > 0);
  }
  close(in.in);
  CHECK(drain(out.out) == "42i64\n");
  CHECK(drain(err.out).empty());
  CHECK(run.status() == 0);
}

TEST_CASE("output that a stream does not take is told of", "[streams]") {
  // Whole buffers' worth, so that nothing is left to be written at the end.
  const std::string program = file_with("def main = replicate (1 << 20) 'x'");
  Pipe in, out, err;
  close(in.in);
  never_wait(out.in);
  const Run run(program, in.out, out.in, err.in);
  CHECK(drain(err.out).find("standard output") != std::string::npos);
  CHECK(run.status() == 1);
  CHECK_FALSE(drain(out.out).empty());
}

TEST_CASE("a time limit ends what writes to a reader who does not read", "[streams]") {
  const Folder folder;
  folder.write("x.fut", "def main (n: i64) = iota n");
  const Outcome ended =
      run_script("cd " + folder.path() +
                 " && mkfifo f && exec 9<>f && $laguz run --timeout 0.3 x.fut <<<300000i64 >f");
  CHECK(ended.status == 1);
  CHECK(ended.err.find("The time limit of 0.3 s passed") != std::string::npos);
}

TEST_CASE("Ctrl-C is answered at a prompt that is no terminal, and takes no input", "[streams]") {
  const Folder folder;
  const Outcome ended = run_script("cd " + folder.path() +
                                   " && mkfifo f && exec 9<>f || exit 3\n"
                                   "heard() { until grep -q \"$1\" out; do sleep 0.02; done; }\n"
                                   "$laguz repl <f >out & pid=$!\n"
                                   "echo '20 + 2' >&9; heard 22\n"
                                   "kill -INT $pid; heard Interrupted\n"
                                   "printf '30 + 3\\n:quit\\n' >&9; wait $pid && cat out");
  CHECK(ended.status == 0);
  CHECK(ended.out == "[0]> 22\n[1]> Interrupted\n[2]> 33\n[3]> Leaving 'laguz repl'.\n");
}

TEST_CASE("a line without an end is refused at a prompt", "[streams]") {
  const Outcome ended = run_script(
      "{ head -c 70000000 /dev/zero; printf '\\n40 + 4\\n'; } | $laguz repl --max-memory 200M");
  CHECK(ended.status == 0);
  CHECK(ended.out.find("Error: a line has more than 64 MB.\n[1]> 44\n") != std::string::npos);
}

TEST_CASE("closed streams are told of, if they are needed", "[streams]") {
  const auto wants = [] { return file_with("def main (x: i64) = x"); };
  const auto gives = [] { return file_with("def main = 1i64"); };
  {
    Pipe out, err;
    const Run run(wants(), -1, out.in, err.in);
    CHECK(drain(err.out).find("standard input: cannot read") != std::string::npos);
    CHECK(run.status() == 1);
    CHECK(drain(out.out).empty());
  }
  {
    Pipe out, err;
    const Run run(gives(), -1, out.in, err.in);
    CHECK(drain(out.out) == "1i64\n");
    CHECK(drain(err.out).empty());
    CHECK(run.status() == 0);
  }
  {
    Pipe in, err;
    close(in.in);
    const Run run(gives(), in.out, -1, err.in);
    CHECK(drain(err.out).find("standard output") != std::string::npos);
    CHECK(run.status() == 1);
  }
  {
    Pipe in;
    close(in.in);
    CHECK(Run(gives(), in.out, -1, -1).status() == 1);
  }
}

TEST_CASE("a directory is no input", "[streams]") {
  Pipe out, err;
  const int folder = open("/", O_RDONLY | O_CLOEXEC);
  const Run run(file_with("def main (x: i64) = x"), folder, out.in, err.in);
  CHECK(drain(err.out).find("standard input: cannot read") != std::string::npos);
  CHECK(run.status() == 1);
  CHECK(drain(out.out).empty());
}

TEST_CASE("records on standard input are expressions, whoever reads them", "[streams]") {
  const std::string program =
      file_with("entry f (p: {w: [2]f64, b: f64}) : f64 = p.w[0] * p.w[1] + f64.sin p.b");
  const std::string record = "{w = [1, 2], b = 3}\n";
  CHECK(run_laguz({"run", "-e", "f", program}, record).out == "2.1411200080598674f64\n");
  const Outcome check = run_laguz({"gradcheck", "-e", "f", program}, record);
  CHECK(check.status == 0);
  CHECK(check.out.find("p.w  [2]f64  2 numbers: agree") != std::string::npos);
  const Outcome profile = run_laguz({"profile", "-e", "f", "--seconds", "0.01", program}, record);
  CHECK(profile.status == 0);
  const Outcome statistics = run_laguz({"graph", "--stats", "-e", "f", program}, record);
  CHECK(statistics.status == 0);
  CHECK(statistics.out.find("numbers looked at") != std::string::npos);
}

}  // namespace laguz::bad_input
