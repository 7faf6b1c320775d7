#include "laguz.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

extern char** environ;

namespace laguz::bad_input {
namespace {

namespace fs = std::filesystem;

const fs::path& folder() {
  static const Folder only;
  static const fs::path path = only.path();
  return path;
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

void Folder::write(const std::string& name, const std::string& text) const {
  bad_input::write(fs::path(path()) / name, text);
}

std::string Folder::read(const std::string& name) const {
  return bad_input::read(fs::path(path()) / name);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(path())) out.push_back(entry.path().filename());
  std::sort(out.begin(), out.end());
  return out;
}

namespace {

/// Runs a program with arguments; killed when it does not end.
Outcome run_words(const std::vector<std::string>& words, const std::string& input) {
  const fs::path in = folder() / "in", out = folder() / "out", err = folder() / "err";
  write(in, input);
  std::vector<std::string> all{"timeout", "-s", "KILL", "120"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (auto& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&files, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, argv[0], &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) throw std::runtime_error("cannot start laguz");
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), read(out), read(err)};
}

}  // namespace

Outcome run_laguz(const std::vector<std::string>& words, const std::string& input) {
  std::vector<std::string> all{LAGUZ_BINARY};
  all.insert(all.end(), words.begin(), words.end());
  return run_words(all, input);
}

Outcome run_script(const std::string& script, const std::string& input) {
  return run_words({"bash", "-c", "laguz='" LAGUZ_BINARY "'\n" + script}, input);
}

std::string file_with(const std::string& text) {
  const fs::path path = folder() / "program.fut";
  write(path, text);
  return path.string();
}

std::string repeat(const std::string& text, int n) {
  std::string out;
  out.reserve(text.size() * static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

void expect(const Outcome& outcome, Want want) {
  const std::string said = outcome.err.substr(0, 1000);
  CAPTURE(said);
  CHECK((outcome.status == 0 || outcome.status == 1 || outcome.status == 2));
  CHECK(outcome.err.find("internal fault") == std::string::npos);
  CHECK(outcome.out.find("internal fault") == std::string::npos);
  if (want == Want::refusal) {
    CHECK(outcome.status != 0);
    CHECK(outcome.err.find("Error") != std::string::npos);
  }
  // A message is to be read: not a megabyte of source, nor of a type.
  std::size_t longest = 0;
  for (std::size_t at = 0; at < outcome.err.size();) {
    const std::size_t end = std::min(outcome.err.find('\n', at), outcome.err.size());
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  CHECK(longest < 12'000);
}

void expect_check(const std::string& text, Want want) {
  expect(run_laguz({"check", file_with(text)}), want);
}

void expect_program(const std::string& text, Want want) {
  const std::string file = file_with(text);
  for (const char* command : {"check", "core", "run"}) {
    CAPTURE(command);
    expect(run_laguz({command, file}), want);
  }
  // Each line is an input of its own there.
  constexpr std::size_t kMostTyped = 200'000;
  const bool lines = text.find('\n') != std::string::npos;
  const Outcome typed = run_laguz({"repl"}, (lines ? text.substr(0, kMostTyped) : text) + "\n");
  expect(typed, Want::anything);
  CHECK(typed.status <= 1);
  CHECK(typed.out.find("Leaving 'laguz repl'.") != std::string::npos);
}

}  // namespace laguz::bad_input
