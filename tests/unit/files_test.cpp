// Text that is shown, and files that are read and written.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include "support/diagnostic.hpp"
#include "support/file_read.hpp"
#include "support/file_write.hpp"
#include "support/governor.hpp"
#include "support/look.hpp"
#include "support/printable.hpp"
#include "tests/temporary_folder.hpp"

using namespace laguz::support;
namespace fs = std::filesystem;

namespace {

class Place {
 public:
  std::string operator/(const char* name) const { return (folder_.path() / name).string(); }
  std::ptrdiff_t count() const {
    return std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator());
  }

 private:
  laguz_test::TemporaryFolder folder_{"laguz-unit"};
};

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string excerpt(const std::string& line, std::uint32_t lo, std::uint32_t hi) {
  const SourceFile file("f", line);
  const UserError error(Phase::type, {&file, lo, hi}, "m");
  const std::string text = render(error);
  return text.substr(text.find("m\n") + 2);
}

}  // namespace

TEST_CASE("what would steer a terminal is shown as escapes", "[files]") {
  CHECK(printable("a\tb\nc") == "a\tb\nc");
  CHECK(printable_line("a\tb\nc") == "a\\x09b\\x0Ac");
  CHECK(printable(std::string("\0\r\x1b\x7f", 4)) == "\\x00\\x0D\\x1B\\x7F");
  CHECK(printable("\xc2\x80\xc2\x9f\xc2\xa0") == "\\u{80}\\u{9F}\xc2\xa0");
  for (const char* hidden :
       {"\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaa",
        "\xe2\x80\xab", "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa6",
        "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9", "\xef\xbf\xbe", "\xef\xbf\xbf"})
    CHECK(printable(hidden).rfind("\\u{", 0) == 0);
  CHECK(printable("\xe2\x80\xae") == "\\u{202E}");
  for (const char* text : {"\xc3\xa9", "\xe2\x88\x80", "\xf0\x9f\x98\x80", "\xef\xbf\xbd"})
    CHECK(printable(text) == text);
  CHECK(printable("\xff\xc3") == "\\xFF\\xC3");
  CHECK(printable("\xc0\x80\xed\xa0\x80") == "\\xC0\\x80\\xED\\xA0\\x80");
  CHECK(printable("\xf4\x90\x80\x80") == "\\xF4\\x90\\x80\\x80");
  CHECK(printable("\xe2\x80") == "\\xE2\\x80");
}

TEST_CASE("carets stand under what they mark", "[files]") {
  CHECK(excerpt("ab cd", 3, 5) == "   1 | ab cd\n     |    ^^\n");
  CHECK(excerpt("\xc3\xa9 cd", 3, 5) == "   1 | \xc3\xa9 cd\n     |   ^^\n");
  CHECK(excerpt("\xe6\xbc\xa2 cd", 4, 6) == "   1 | \xe6\xbc\xa2 cd\n     |    ^^\n");
  CHECK(excerpt("\tx\x1by cd", 5, 7) == "   1 | \tx\\x1By cd\n     | \t       ^^\n");
  CHECK(excerpt("a \x1b", 2, 3) == "   1 | a \\x1B\n     |   ^^^^\n");
  CHECK(excerpt("a \xc3\xa9!", 2, 3) == "   1 | a \xc3\xa9!\n     |   ^\n");
  CHECK(excerpt("ab\r\ncd", 0, 2) == "   1 | ab\n     | ^^\n");
  CHECK(excerpt("ab", 2, 2) == "   1 | ab\n     |   ^\n");
}

TEST_CASE("of a long line the part around the mistake is shown", "[files]") {
  std::string line;
  for (int i = 0; i < 300; ++i) line += static_cast<char>('a' + i % 26);
  const SourceFile file("f", line);
  const std::string dots = "…";
  for (const int columns : {20, 40, 80, 120, 400})
    for (std::uint32_t lo = 0; lo < line.size(); lo += 7)
      for (const std::uint32_t length : {1u, 5u, 30u, 200u}) {
        const std::uint32_t hi = std::min<std::uint32_t>(lo + length, 300);
        CAPTURE(columns, lo, hi);
        const std::string text = excerpt({&file, lo, hi}, Look{nullptr, columns});
        const auto end = text.find('\n');
        std::string shown = text.substr(7, end - 7), carets = text.substr(end + 8);
        CHECK(display_width(shown) + 7 <= columns);
        CHECK(display_width(carets) + 7 <= columns + 1);  // (the end of the line)
        if (shown.starts_with(dots)) shown = "." + shown.substr(dots.size());
        const auto first = carets.find('^'), last = carets.rfind('^');
        REQUIRE(first != std::string::npos);
        // What is above the first caret is where the mistake begins, and all of it has carets if
        // there is room.
        CHECK(shown[first] == line[lo]);
        if (hi - lo + 9 < static_cast<std::uint32_t>(columns)) CHECK(last - first + 1 == hi - lo);
      }
}

TEST_CASE("sentences are broken between words", "[files]") {
  CHECK(folded("one two three", 0) == "one two three");
  CHECK(folded("one two three", 13) == "one two three");
  CHECK(folded("one two three", 12) == "one two\nthree");
  CHECK(folded("one two three", 3) == "one\ntwo\nthree");
  CHECK(folded("one\n  two three\n", 6) == "one\n  two\n  three\n");
  CHECK(folded("a_long_name b", 4) == "a_long_name\nb");
  CHECK(folded("", 4).empty());
  UserError error(Phase::usage, {}, "one two three");
  error.diagnostic().hint = "four five six";
  CHECK(render(error, Look{nullptr, 12}) == "Error: one\ntwo three\nHint: four\nfive six\n");
}

TEST_CASE("files are replaced whole", "[files]") {
  const Place place;
  const std::string path = place / "f";
  write_file(path, "one");
  CHECK(contents(path) == "one");
  write_file(path, std::string(100'000, 'x'));
  CHECK(contents(path) == std::string(100'000, 'x'));
  // Through a link to a file that is not there yet.
  fs::create_symlink("new", place / "link");
  write_file(place / "link", "two");
  CHECK(contents(place / "new") == "two");
  CHECK(fs::is_symlink(place / "link"));
  // Whoever has the old one open keeps it.
  std::ifstream old(path);
  write_file(path, "three");
  std::string first(5, '\0');
  old.read(first.data(), 5);
  CHECK(first == "xxxxx");
  CHECK_THROWS_AS(write_file(place / "none/f", ""), UserError);
  CHECK_THROWS_AS(write_file(place / "", ""), UserError);
  CHECK_THROWS_AS(write_file(path + std::string("\0", 1), ""), UserError);
  CHECK_THROWS_AS(write_file("/dev/full", "x"), UserError);
  fs::create_symlink("/dev/full", place / "full");
  CHECK_THROWS_AS(write_file(place / "full", "x"), UserError);
  fs::create_symlink("loop", place / "loop");
  CHECK_THROWS_AS(write_file(place / "loop", "x"), UserError);
  expect_writable(path);
  expect_writable(place / "later");
  CHECK_THROWS_AS(expect_writable(place / "none/f"), UserError);
  CHECK(contents(path) == "three");
  CHECK(place.count() == 5);
}

TEST_CASE("many write at once, and each line is there", "[files]") {
  const Place place;
  const std::string path = place / "history";
  { std::ofstream(path) << "broken off"; }
  constexpr int kWriters = 4, kLines = 50;
  std::atomic<int> failures{0};
  std::vector<std::thread> writers;
  for (int w = 0; w < kWriters; ++w)
    writers.emplace_back([&, w] {
      std::string line(1000, static_cast<char>('a' + w));
      line += '\n';
      for (int i = 0; i < kLines; ++i) try {
          append_file(path, line);
        } catch (const UserError&) {
          ++failures;
        }
    });
  for (auto& writer : writers) writer.join();
  CHECK(failures == 0);
  std::ifstream in(path);
  std::string line;
  REQUIRE(std::getline(in, line));
  CHECK(line == "broken off");
  int lines = 0;
  for (; std::getline(in, line); ++lines) CHECK(line == std::string(1000, line.at(0)));
  CHECK(lines == kWriters * kLines);
  CHECK_THROWS_AS(append_file("/dev/full", "x\n"), UserError);
}

TEST_CASE("files are read within bounds", "[files]") {
  const Place place;
  const std::string path = place / "f.fut";
  write_file(path, std::string(200'000, 'x'));
  CHECK(read_file(path) == std::string(200'000, 'x'));
  CHECK(read_file(path, {.most = 200'000}).size() == 200'000);
  CHECK_THROWS_AS(read_file(path, {.most = 199'999}), UserError);
  CHECK_THROWS_AS(read_file("/dev/zero", {.most = 1000}), UserError);
  CHECK_THROWS_AS(read_file("/dev/null", {.regular = true}), UserError);
  CHECK(read_file("/dev/null").empty());
  // What says it is empty may have something to say.
  CHECK_FALSE(read_file("/proc/self/status", {.regular = true}).empty());
  CHECK_THROWS_AS(read_file(place / "none"), UserError);
  CHECK_THROWS_AS(read_file(place / ""), UserError);
  CHECK(read_import(path, "", kMostSource)->size() == 200'000);
  CHECK(read_import(path, place / "", kMostSource)->size() == 200'000);
  CHECK_FALSE(read_import(place / "g.fut", "", kMostSource).has_value());
  CHECK_THROWS_AS(read_import(path, "/proc", kMostSource), UserError);
}

TEST_CASE("waiting for a pipe can be ended", "[files]") {
  const Place place;
  const std::string path = place / "fifo";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  Governor governor;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    governor.interrupt();
  });
  const auto wait = [&] {
    const Task task(governor);
    (void)read_file(path);
  };
  CHECK_THROWS_AS(wait(), Interrupted);
  user.join();
  std::thread writer([&] { std::ofstream(path) << "text"; });
  CHECK(read_file(path) == "text");
  writer.join();
}
