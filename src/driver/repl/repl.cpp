#include "driver/repl/repl.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <iostream>
#include <memory>
#include <new>
#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/commands.hpp"
#include "driver/print_view.hpp"
#include "driver/repl/paste.hpp"
#include "driver/trace.hpp"
#include "engine/numbers_of.hpp"
#include "support/printable.hpp"

namespace laguz::driver::repl {
namespace {

using support::UserError;

std::string trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t\r\n");
  if (from == std::string_view::npos) return {};
  return std::string(text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1));
}

/// `[3]> f x` pasted from a session is `f x`.
std::string without_prompt(const std::string& text) {
  std::size_t at = 0;
  if (text.empty() || text[at++] != '[') return text;
  while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) ++at;
  return at > 1 && text.compare(at, 3, "]> ") == 0 ? text.substr(at + 3) : text;
}

}  // namespace

Repl::Repl(Session& session, Reader& reader, std::ostream& out, Settings settings)
    : session_(session), reader_(reader), out_(out), settings_(settings) {
  session_.options().memo = true;
  scope_ = session_.prelude();
  reader_.complete_with([this](std::string_view line, std::size_t start, std::string_view word) {
    return complete(line, start, word);
  });
}

void Repl::run(const std::string& file) {
  CatchInterrupts catching(session_.governor());
  if (!file.empty()) load(file);
  for (int failures = 0; !leaving_;) {
    catching.forget();
    try {
      if (!step()) break;
      failures = 0;
    } catch (const std::bad_alloc&) {  // in the console's own work: an input is lost, no more
      constexpr int kMost = 100;       // in a row, of which not even the prompt remains
      out_ << "Error: out of memory.\n";
      if (++failures == kMost) throw;
    }
  }
  out_ << "Leaving 'laguz repl'.\n" << std::flush;
}

std::string Repl::prompt() const { return fmt::format("[{}]> ", count_); }
std::string Repl::source_name() const { return fmt::format("[{}]", count_); }

engine::DefPtr Repl::expression(const std::string& text) {
  return session_.expression(scope_, source_name(), text);
}
void Repl::line(const std::string& text) { out_ << support::printable(text) << "\n"; }

std::optional<engine::Form> Repl::form_of(const std::string& text) {
  const auto form = std::make_shared<engine::Form>();
  if (!guard([text, form] { *form = engine::form_of(text); })) return std::nullopt;
  return *form;
}

bool Repl::guard(std::function<void()> action) {
  const int status = session_.guarded(out_, settings_.colour, 1, [action = std::move(action)] {
    action();
    return 0;
  });
  out_.flush();
  return status == 0;
}

bool Repl::step() {
  Line input = read_input();
  if (input.kind == Line::Kind::end) return false;
  if (input.kind == Line::Kind::interrupted) {
    pasted_.clear();
    line("Interrupted");
  } else if (!trimmed(input.text).empty()) {
    reader_.remember(input.text);
    const bool done = guard([this, text = input.text] { handle(text); });
    if (!done && !pasted_.empty()) {
      pasted_.clear();
      line("(What was pasted behind that is left out.)");
    }
  }
  ++count_;
  return true;
}

std::optional<Line> Repl::pasted_input() {
  if (pasted_.empty()) return std::nullopt;
  Line input{Line::Kind::text, std::move(pasted_.front())};
  pasted_.pop_front();
  return input;
}

Line Repl::first_line() {
  if (auto next = pasted_input()) {
    line(prompt() + next->text);
    return *next;
  }
  Line input = reader_.read(prompt());
  if (input.text.find('\n') == std::string::npos) return input;
  const auto inputs = std::make_shared<std::deque<std::string>>();
  if (!guard([inputs, text = input.text] { *inputs = inputs_in(text); })) return {};
  pasted_ = std::move(*inputs);
  return pasted_input().value_or(Line());
}

Line Repl::read_input() {
  Line input = first_line();
  if (input.kind != Line::Kind::text) return input;
  input.text = without_prompt(input.text);
  const std::string more(prompt().size() - 2, '.');
  std::string start = trimmed(input.text);
  if (start == ":{") {
    input.text.clear();
    for (;;) {
      Line next = reader_.read(more + "> ");
      if (next.kind == Line::Kind::interrupted) return next;
      if (next.kind == Line::Kind::end || trimmed(next.text) == ":}") return input;
      if (!input.text.empty()) input.text += '\n';
      input.text += next.text;
      if (refused(input)) return input;
    }
  }
  if (start.empty() || start.front() == ':') return input;
  for (;;) {
    const auto form = form_of(input.text);
    if (!form) input.text.clear();  // what stopped that has been told
    if (form != engine::Form::beginning && form != engine::Form::names) break;
    if (!pasted_.empty()) break;  // what is behind it is an input of its own
    Line next = reader_.read(more + "> ");
    if (next.kind == Line::Kind::interrupted) return next;
    // An empty line is the way out: then the message says what is missing.
    if (next.kind == Line::Kind::end || trimmed(next.text).empty()) break;
    input.text += "\n" + next.text;
    if (refused(input)) break;
  }
  return input;
}

bool Repl::refused(Line& input) {
  if (input.text.size() <= support::kMostSource) return false;
  line(fmt::format("Error: an input has more than {} MB.", support::kMostSource >> 20));
  input.text.clear();
  return true;
}

void Repl::handle(const std::string& text) {
  const std::string whole = trimmed(text);
  session_.call_it(whole);
  if (whole.front() == ':')
    command(whole.substr(1));
  else
    evaluate(text);
}

void Repl::command(const std::string& text) {
  std::size_t end = 0;
  while (end < text.size() && std::isspace(static_cast<unsigned char>(text[end])) == 0) ++end;
  std::string message;
  const Command* command = find_command(text.substr(0, end), message);
  if (command == nullptr)
    line(message);
  else
    command->run(*this, trimmed(std::string_view(text).substr(end)));
}

void Repl::evaluate(const std::string& text) {
  const auto input = session_.parse(source_name(), text);
  if (input.declarations != nullptr)
    go_on(session_.declare(scope_, input));
  else
    show_value(input, settings_.timing);
}

void Repl::show_value(const engine::Engine::Input& input, bool timing) {
  const engine::DefPtr checked = session_.expression(scope_, input);
  if (!checked->scheme.types.empty()) {
    std::string names;
    for (const auto& type : checked->scheme.types) names += (names.empty() ? "" : ", ") + type.name;
    line("Inferred type of expression: " + check::show(checked->scheme.type) +
         "\nThe following types are ambiguous: " + names);
    return;
  }
  if (engine::is_function(*checked)) return show_value(*checked, scope_, timing);
  const engine::Scope scope = session_.bind(scope_, "it", input);
  show_value(session_.find(scope, "it"), scope, timing);
}

void Repl::show_value(const engine::Def& def, const engine::Scope& scope, bool timing) {
  const auto begin = std::chrono::steady_clock::now();
  const auto [entry, values] = session_.value(def);
  const auto end = std::chrono::steady_clock::now();
  const support::Doing doing(support::Work::printing);
  runtime::Text text([&](std::string_view part) { out_ << part; });
  print_view(text, entry.result, values, runtime::Style::human, settings_.limit);
  if (settings_.types) text += " : " + check::show(def.result);
  text += '\n';
  text.flush();
  if (session_.has_derivative(entry) && engine::has_nan(values))
    line("(:nan it tells where the first NaN comes from.)");
  if (timing)
    line(
        fmt::format("({:.3f} ms)", std::chrono::duration<double, std::milli>(end - begin).count()));
  if (!engine::is_function(def)) go_on(scope);
}

void Repl::go_on(engine::Scope scope) {
  const bool was_cut = session_.trail_is_cut();
  session_.leave_behind(scope_, scope);
  scope_ = std::move(scope);
  const support::Unstoppable bound;  // what is said of it cannot end it any more
  if (session_.trail_is_cut() && !was_cut)
    line(
        fmt::format("(Of values older than {} others that have lost their names, nothing is known "
                    "but what they are: :set trail.)",
                    session_.options().trail));
}

void Repl::begin_with(engine::Scope scope) { scope_ = std::move(scope); }

void Repl::load(const std::string& file) {
  file_ = file;
  guard([this, file] {
    begin_with(session_.restart(file));
    session_.show_warnings(out_, settings_.colour);
  });
}

std::vector<std::string> Repl::complete(std::string_view line, std::size_t start,
                                        std::string_view word) {
  if (start == 0 && !word.empty() && word.front() == ':') {
    std::vector<std::string> found;
    for (const Command& command : commands())
      if (command.name.substr(0, word.size() - 1) == word.substr(1))
        found.push_back(":" + std::string(command.name));
    return found;
  }
  if (line.rfind(":load ", 0) == 0 || line.rfind(":cd ", 0) == 0) return {};
  const auto found = std::make_shared<std::vector<std::string>>();
  (void)session_.guarded(out_, false, 1, [this, found, word = std::string(word)] {
    *found = session_.names().names(scope_, word);
    return 0;
  });
  // No match, and no file names either.
  if (found->empty()) return {std::string(word)};
  return *found;
}

}  // namespace laguz::driver::repl

namespace laguz::driver {

int repl_command(const ReplCommand& options) {
  const bool terminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  SessionOptions session_options = options.session;
  session_options.eval.on_trace = trace_to(std::cout, false, true);
  Session session(std::move(session_options));
  repl::Settings settings;
  settings.colour = use_colour(options.session.colour, STDOUT_FILENO);
  const auto reader = terminal ? repl::terminal_reader(settings.colour)
                               : repl::descriptor_reader(STDIN_FILENO, std::cout);
  if (terminal) std::cout << "Laguz, a differentiable array language. :help lists the commands.\n";
  repl::Repl(session, *reader, std::cout, settings).run(options.file);
  return 0;
}

}  // namespace laguz::driver
