#include "driver/repl/reader.hpp"

#include <istream>
#include <ostream>

namespace laguz::driver::repl {
namespace {

class StreamReader final : public Reader {
 public:
  StreamReader(std::istream& in, std::ostream& out) : in_(in), out_(out) {}

  Line read(const std::string& prompt) override {
    out_ << prompt << std::flush;
    Line line;
    if (!std::getline(in_, line.text)) return {Line::Kind::end};
    if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
    return line;
  }
  void remember(const std::string&) override {}
  void complete_with(Completer) override {}

 private:
  std::istream& in_;
  std::ostream& out_;
};

}  // namespace

std::unique_ptr<Reader> stream_reader(std::istream& in, std::ostream& out) {
  return std::make_unique<StreamReader>(in, out);
}

}  // namespace laguz::driver::repl
