#include "driver/testing/spec.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "support/diagnostic.hpp"

namespace laguz::driver::testing {
namespace {

/// The text of one block with the comment markers gone, each byte knowing where it came from.
struct BlockText {
  std::string text;
  std::vector<std::size_t> origin;
};

std::vector<BlockText> find_blocks(const std::string& text) {
  std::vector<BlockText> blocks;
  std::size_t at = 0;
  bool inside = false;
  while (at < text.size()) {
    std::size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    const std::string_view line(text.data() + at, end - at);
    if (inside && line.substr(0, 2) == "--" && line.substr(0, 5) != "-- ==") {
      auto& block = blocks.back();
      for (std::size_t i = 2; i < line.size(); ++i) {
        block.text += line[i];
        block.origin.push_back(at + i);
      }
      block.text += '\n';
      block.origin.push_back(end);
    } else {
      inside = line.substr(0, 5) == "-- ==";
      if (inside) blocks.emplace_back();
    }
    at = end + 1;
  }
  return blocks;
}

class Parser {
 public:
  Parser(const support::SourceFile& source, const BlockText& block)
      : source_(source), block_(block), text_(block.text) {}

  void parse(Spec& spec, bool first) {
    skip();
    if (first && word("tags")) {
      expect('{');
      while (!accept('}')) spec.tags.push_back(token("a tag"));
    }
    if (first && word("error:")) {
      spec.type_error = rest_of_line();
      skip();
      if (!done()) fail("nothing may follow an error test");
      return;
    }
    Block block;
    while (word("property:")) read_properties(block);
    if (word("entry:")) block.entries = words(rest_of_line());
    if (block.entries.empty()) block.entries = {"main"};
    int index = 0;
    while (!done()) {
      if (word("structure")) {
        skip_structure();
      } else if (word("warning:")) {
        block.warning = rest_of_line();
      } else if (word("property:")) {
        read_properties(block);
      } else {
        block.cases.push_back(parse_case(index++));
      }
    }
    spec.blocks.push_back(std::move(block));
  }

 private:
  // The word behind it is about the properties; what stands before an input, about that case.
  void read_properties(Block& block) {
    for (auto& name : words(rest_of_line())) block.properties.push_back(name);
    const std::size_t before = at_;
    if (!word("gradcheck")) return;
    const auto follows = [&](std::string_view next) {
      return text_.compare(at_, next.size(), next) == 0;
    };
    if (done() || follows("property:") || follows("entry:") || follows("warning:"))
      block.gradcheck = true;
    else
      at_ = before;
  }

  Case parse_case(int index) {
    Case made;
    if (peek() == '"') {
      const std::size_t from = at_++;
      while (!at_end() && text_[at_] != '"') made.name += text_[at_++];
      if (at_end()) fail_at(from, "this name of a case has no end");
      ++at_;
      skip();
    }
    bool random = false, script = false;
    while (!word("input")) {
      std::string tag = token("`input` or a tag");
      if (tag == "random") random = true;
      if (tag == "script") script = true;
      made.tags.push_back(std::move(tag));
    }
    std::string shown;
    if (accept('@')) {
      File file{token("a file name")};
      shown = file.path;
      if (script) {
        made.input = Script{"@" + file.path};
      } else {
        made.input = std::move(file);
      }
    } else {
      Literal values = braces();
      shown = one_line(values.text);
      if (random) {
        made.input = Random{values.text};
      } else if (script) {
        made.input = Script{values.text};
      } else {
        made.input = std::move(values);
      }
    }
    if (made.name.empty())
      made.name = std::holds_alternative<File>(made.input)
                      ? shown
                      : fmt::format("#{} (\"{}\")", index, shorten(shown));
    if (word("auto")) {
      if (!word("output")) fail("expected `output` after `auto`");
      made.expected = Auto{};
    } else if (word("output")) {
      if (accept('@')) {
        made.expected = File{token("a file name")};
      } else {
        made.expected = braces();
      }
    } else if (word("error:")) {
      made.expected = ErrorPattern{rest_of_line()};
    }
    return made;
  }

  void skip_structure() {
    while (peek() != '{' && !done()) token("a pipeline or `{`");
    braces();
  }

  Literal braces() {
    expect('{', false);
    const std::size_t from = at_;
    int depth = 1;
    bool string = false;
    for (; !at_end(); ++at_) {
      const char c = text_[at_];
      if (string) {
        if (c == '\\')
          ++at_;
        else if (c == '"')
          string = false;
        continue;
      }
      if (c == '"') string = true;
      if (c == '-' && text_.compare(at_, 2, "--") == 0)
        while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
      if (c == '{') ++depth;
      if (c == '}' && --depth == 0) break;
    }
    if (at_end()) fail_at(from - 1, "this `{` has no `}`");
    Literal literal{text_.substr(from, at_ - from), 0, 0};
    literal.offset = origin(from);
    literal.length = origin(at_) - literal.offset;
    ++at_;
    skip();
    return literal;
  }

  static std::string one_line(const std::string& text) {
    std::string out;
    bool space = false;
    for (char c : text) {
      if (std::isspace(static_cast<unsigned char>(c))) {
        space = !out.empty();
      } else {
        if (space) out += ' ';
        space = false;
        out += c;
      }
    }
    return out;
  }
  static std::string shorten(const std::string& text) {
    return text.size() <= 50 ? text : text.substr(0, 50) + "...";
  }
  static std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> out;
    std::string word;
    for (char c : text + " ") {
      if (!std::isspace(static_cast<unsigned char>(c))) {
        word += c;
      } else if (!word.empty()) {
        out.push_back(std::move(word));
        word.clear();
      }
    }
    return out;
  }

  bool at_end() const { return at_ >= text_.size(); }
  bool done() const { return at_end(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  void skip() {
    while (!at_end() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool word(std::string_view wanted) {
    if (text_.compare(at_, wanted.size(), wanted) != 0) return false;
    const std::size_t after = at_ + wanted.size();
    const bool open =
        wanted.back() != ':' && after < text_.size() &&
        (std::isalnum(static_cast<unsigned char>(text_[after])) || text_[after] == '_');
    if (open) return false;
    at_ = after;
    if (wanted.back() != ':') skip();
    return true;
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    skip();
    return true;
  }
  void expect(char c, bool skip_after = true) {
    if (peek() != c) fail(fmt::format("expected `{}`", c));
    ++at_;
    if (skip_after) skip();
  }
  std::string token(const char* what) {
    std::string out;
    while (!at_end() && !std::isspace(static_cast<unsigned char>(text_[at_])) &&
           text_[at_] != '{' && text_[at_] != '}')
      out += text_[at_++];
    if (out.empty()) fail(fmt::format("expected {}", what));
    skip();
    return out;
  }
  std::string rest_of_line() {
    std::string out;
    while (!at_end() && text_[at_] != '\n') out += text_[at_++];
    skip();
    const auto from = out.find_first_not_of(" \t");
    if (from == std::string::npos) return {};
    return out.substr(from, out.find_last_not_of(" \t\r") - from + 1);
  }
  std::size_t origin(std::size_t at) const {
    return at < block_.origin.size() ? block_.origin[at] : source_.text().size();
  }
  [[noreturn]] void fail(const std::string& message) const { fail_at(at_, message); }
  [[noreturn]] void fail_at(std::size_t at, const std::string& message) const {
    // What is missing at the end is missing behind the last word, not where the program goes on.
    if (at >= text_.size())
      for (at = text_.size(); at > 0 && std::isspace(static_cast<unsigned char>(text_[at - 1]));)
        --at;
    const auto place = static_cast<std::uint32_t>(origin(at));
    throw support::UserError(support::Phase::usage, {&source_, place, place + 1},
                             fmt::format("In a test block: {}.", message));
  }

  const support::SourceFile& source_;
  const BlockText& block_;
  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

Spec parse_spec(const support::SourceFile& source) {
  Spec spec;
  bool first = true;
  for (const BlockText& block : find_blocks(source.text())) {
    Parser(source, block).parse(spec, first);
    first = false;
  }
  return spec;
}

// Each further line of a literal begins after the `--` of its comment.
support::Span place_of(const support::SourceFile& source, const Literal& literal, std::size_t at) {
  std::size_t place = literal.offset;
  for (std::size_t i = 0; i < at && i < literal.text.size(); ++i)
    place += literal.text[i] == '\n' ? 3 : 1;
  const auto from = static_cast<std::uint32_t>(std::min(place, source.text().size()));
  return {&source, from, from + 1};
}

}  // namespace laguz::driver::testing
