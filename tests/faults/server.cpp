#include "server.hpp"

#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <new>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace laguz::faults {
namespace {

namespace fs = std::filesystem;

/// A run that takes longer hangs.
constexpr int kPatience = 300'000;  // milliseconds

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

void require(bool good, const char* what) {
  if (!good) throw std::runtime_error(what);
}

}  // namespace

Server::Server(const std::vector<std::string>& words, const std::string& input, Files files)
    : files_(std::move(files)) {
  fs::create_directory(folder_.path() / "work");
  write_file(folder_.path() / "in", input);
  start(words);
}

void Server::start(const std::vector<std::string>& words) {
  const int memory = memfd_create("faults", MFD_CLOEXEC);
  require(memory >= 0 && ftruncate(memory, sizeof(Shared)) == 0, "no shared memory");
  void* mapped = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  require(mapped != MAP_FAILED, "no shared memory");
  shared_ = new (mapped) Shared;
  int orders[2], answers[2];
  require(pipe2(orders, O_CLOEXEC) == 0 && pipe2(answers, O_CLOEXEC) == 0, "no pipe");

  std::vector<std::string> all{LAGUZ_BINARY};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> argv, env;
  for (auto& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::string preload = std::string("LD_PRELOAD=") + LAGUZ_INJECT;
  env.push_back(preload.data());
  for (char** entry = environ; *entry != nullptr; ++entry) env.push_back(*entry);
  env.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, (folder_.path() / "work").c_str());
  posix_spawn_file_actions_adddup2(&actions, memory, kSharedMemory);
  posix_spawn_file_actions_adddup2(&actions, orders[0], kOrders);
  posix_spawn_file_actions_adddup2(&actions, answers[1], kAnswers);
  const int failed = posix_spawn(&server_, argv[0], &actions, nullptr, argv.data(), env.data());
  posix_spawn_file_actions_destroy(&actions);
  for (int file : {memory, orders[0], answers[1]}) close(file);
  orders_ = orders[1];
  answers_ = answers[0];
  require(failed == 0, "cannot start laguz");
}

Server::~Server() {
  close(orders_);
  close(answers_);
  waitpid(server_, nullptr, 0);
  munmap(shared_, sizeof(Shared));
}

Outcome Server::run(Kind kind, Whom whom, long fault) {
  put_files();
  shared_->kind = kind;
  shared_->whom = whom;
  shared_->fault = fault;
  shared_->count = 0;
  shared_->fired = false;
  shared_->descriptor = -1;
  Outcome outcome;
  const char go = 0;
  require(write(orders_, &go, 1) == 1, "the server is gone");
  pollfd waiting{answers_, POLLIN, 0};
  if (poll(&waiting, 1, kPatience) == 0) {
    outcome.hung = true;
    kill(shared_->child, SIGKILL);
  }
  int status = 0;
  require(read(answers_, &status, sizeof status) == sizeof status, "the server is gone");
  outcome.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  require(outcome.status != kNoStart, "no run could begin");
  outcome.fired = shared_->fired;
  outcome.descriptor = shared_->descriptor;
  outcome.steps = shared_->count;
  outcome.out = read_file(folder_.path() / "out");
  outcome.err = read_file(folder_.path() / "err");
  outcome.files = read_files();
  return outcome;
}

void Server::put_files() {
  if (read_files() == files_) return;
  for (const auto& entry : fs::directory_iterator(folder_.path() / "work")) fs::remove_all(entry);
  for (const auto& [name, text] : files_) write_file(folder_.path() / "work" / name, text);
}

Files Server::read_files() const {
  Files found;
  for (const auto& entry : fs::directory_iterator(folder_.path() / "work"))
    found[entry.path().filename().string()] = read_file(entry.path());
  return found;
}

}  // namespace laguz::faults
