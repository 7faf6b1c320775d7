#include "support/file_write.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "support/descriptor.hpp"
#include "support/diagnostic.hpp"

namespace laguz::support {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const std::string& path, int error) {
  throw UserError(Phase::usage, {},
                  fmt::format("{}: cannot write the file ({}).", path, std::strerror(error)));
}

/// Writes all of [text]; false, and errno, when it cannot.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

/// What a path leads to.
struct Target {
  std::string path;  ///< links followed
  bool exists = false;
  struct stat found {};
  int standard = -1;      ///< it is what this descriptor, 1 or 2, writes to
  bool in_place = false;  ///< there is nothing to be put in its place
};

/// Links are followed by hand: the last one may lead to a file that is not there yet. Those of
/// /proc lead to open files and not to names.
std::string followed(const std::string& path) {
  constexpr int kMost = 40;
  fs::path at = path;
  for (int i = 0; i < kMost; ++i) {
    struct stat link {};
    if (lstat(at.c_str(), &link) != 0 || !S_ISLNK(link.st_mode)) return at.string();
    const fs::path folder = at.has_parent_path() ? at.parent_path() : fs::path(".");
    struct statfs system {};
    if (statfs(folder.c_str(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC)
      return at.string();
    std::error_code error;
    const fs::path next = fs::read_symlink(at, error);
    if (error) cannot_write(path, error.value());
    at = folder / next;
  }
  cannot_write(path, ELOOP);
}

Target target_of(const std::string& path) {
  if (path.find('\0') != std::string::npos || path.empty()) cannot_write(path, ENOENT);
  Target target;
  target.path = followed(path);
  target.exists = stat(target.path.c_str(), &target.found) == 0;
  if (!target.exists && errno != ENOENT) cannot_write(path, errno);
  if (!target.exists) return target;
  if (S_ISDIR(target.found.st_mode)) cannot_write(path, EISDIR);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat standard {};
    if (target.standard < 0 && fstat(descriptor, &standard) == 0 &&
        standard.st_dev == target.found.st_dev && standard.st_ino == target.found.st_ino)
      target.standard = descriptor;
  }
  struct stat link {};
  target.in_place = !S_ISREG(target.found.st_mode) ||
                    (lstat(target.path.c_str(), &link) == 0 && S_ISLNK(link.st_mode));
  // A file that may not be written is not to be replaced either.
  if (!target.in_place && target.standard < 0) {
    const Descriptor may(open(target.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (may.number() < 0) cannot_write(path, errno);
  }
  return target;
}

/// A file beside the target, gone with this unless it has taken the target's place.
class Beside {
 public:
  Beside(const std::string& path, const Target& target)
      : path_(path), target_(target), file_(create()) {
    if (file_.number() < 0) cannot_write(path_, errno);
    if (!target.exists) return;
    // The owner first: changing it takes rights away.
    struct stat mine {};
    const bool same = fstat(file_.number(), &mine) == 0 && mine.st_uid == target.found.st_uid &&
                      mine.st_gid == target.found.st_gid;
    const bool kept = same || fchown(file_.number(), target.found.st_uid, target.found.st_gid) == 0;
    if (!kept || fchmod(file_.number(), target.found.st_mode & 07777) != 0) {
      const int error = errno;
      remove();
      cannot_write(path_, error);
    }
  }
  ~Beside() { remove(); }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  void put(std::string_view text) {
    // Some file systems have no way to wait for the disk.
    const bool good = write_all(file_.number(), text) &&
                      (fsync(file_.number()) == 0 || errno == EINVAL || errno == ENOTSUP);
    if (!good) cannot_write(path_, errno);
    if (!file_.close()) cannot_write(path_, errno);
  }
  void take_place() {
    if (rename(name_.c_str(), target_.path.c_str()) != 0) cannot_write(path_, errno);
    name_.clear();
  }

 private:
  /// The first name that nobody has. Nobody reads what is not known to be for everybody.
  int create() {
    constexpr int kMost = 1000;
    const fs::path folder = fs::path(target_.path).parent_path();
    const mode_t mode = target_.exists ? 0600 : 0666;
    for (int i = 0; i < kMost; ++i) {
      name_ = (folder / fmt::format(".laguz-{}-{}", getpid(), i)).string();
      const int file =
          open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
      if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
  }
  void remove() {
    if (!name_.empty()) (void)unlink(std::exchange(name_, {}).c_str());
  }

  const std::string& path_;
  const Target& target_;
  std::string name_;
  Descriptor file_;
};

}  // namespace

void write_file(const std::string& path, std::string_view text) {
  const Target target = target_of(path);
  if (target.standard >= 0) {
    std::fflush(stdout);
    if (!write_all(target.standard, text)) cannot_write(path, errno);
  } else if (target.in_place) {
    Descriptor file(open(target.path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY));
    if (file.number() < 0 || !write_all(file.number(), text)) cannot_write(path, errno);
    if (!file.close()) cannot_write(path, errno);
  } else {
    Beside beside(path, target);
    beside.put(text);
    beside.take_place();
  }
}

void append_file(const std::string& path, std::string_view text) {
  Descriptor file(
      open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0600));
  struct stat found {};
  if (file.number() < 0 || fstat(file.number(), &found) != 0) cannot_write(path, errno);
  if (!S_ISREG(found.st_mode)) cannot_write(path, EINVAL);
  while (flock(file.number(), LOCK_EX) != 0)
    if (errno != EINTR) cannot_write(path, errno);
  if (fstat(file.number(), &found) != 0) cannot_write(path, errno);
  // Who was stopped in the middle of a line has left it without an end.
  char last = '\n';
  if (found.st_size > 0) (void)!pread(file.number(), &last, 1, found.st_size - 1);
  const std::string whole = (last == '\n' ? "" : "\n") + std::string(text);
  if (write_all(file.number(), whole)) return;
  const int error = errno;
  (void)!ftruncate(file.number(), found.st_size);
  cannot_write(path, error);
}

void expect_writable(const std::string& path) {
  const Target target = target_of(path);
  if (target.standard < 0 && !target.in_place) (void)Beside(path, target);
}

}  // namespace laguz::support
