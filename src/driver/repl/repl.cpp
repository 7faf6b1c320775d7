#include "driver/repl/repl.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/commands.hpp"
#include "driver/repl/completion.hpp"
#include "driver/repl/paste.hpp"
#include "driver/repl/result.hpp"
#include "driver/repl/words.hpp"
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

bool begins_with_word(const std::string& text, const std::string& word) {
  return text.compare(0, word.size(), word) == 0 &&
         (text.size() == word.size() || std::strchr(" \t\n(", text[word.size()]) != nullptr);
}

}  // namespace

Repl::Repl(Session& session, Reader& reader, std::ostream& out, Settings settings)
    : session_(session), reader_(reader), out_(out), settings_(settings) {
  session_.options().memo = session_.options().explains = true;
  auto& on_trace = session_.options().eval.on_trace;
  on_trace = [this, show = on_trace](const core::Trace& trace, auto values, auto places) {
    if (trace.is_break)
      stop_at(trace, values, places);
    else if (show)
      show(trace, values, places);
  };
  scope_ = session_.prelude();
  reader_.complete_with([this](std::string_view line, std::size_t start, std::string_view word) {
    return completions(session_, scope_, line, start, word);
  });
}

void Repl::run(const std::vector<std::string>& files) {
  CatchInterrupts catching(session_.governor());
  if (!files.empty()) (void)load(files);
  for (int failures = 0; !leaving_;) {
    forget_told(catching);
    try {
      if (!step()) break;
      failures = 0;
    } catch (const std::bad_alloc&) {  // in the console's own work: an input is lost, no more
      constexpr int kMost = 100;       // in a row, of which not even the prompt remains
      out_ << "Error: out of memory.\n";
      failed_ = true;
      if (++failures == kMost) throw;
    }
  }
  out_ << "Leaving 'laguz repl'.\n" << std::flush;
}

// A press that came when all was done is the next prompt's: it breaks off what is typed there.
void Repl::forget_told(CatchInterrupts& catching) {
  if (std::exchange(told_interrupt_, false)) catching.forget();
}

std::string Repl::prompt() const {
  return fmt::format("{}[{}]> ", stop_ != nullptr ? kStopped : "", count_);
}
std::string Repl::more() const { return std::string(prompt().size() - 2, '.') + "> "; }
std::string Repl::source_name() const { return fmt::format("[{}]", count_); }

engine::DefPtr Repl::expression(const std::string& text) {
  return session_.expression(scope_, source_name(), text);
}
void Repl::line(const std::string& text) { out_ << support::printable(text) << "\n"; }
void Repl::say(const std::string& text) {
  line(support::folded(text, look_on(out_, settings_.colour).columns));
}
void Repl::complain(const std::string& text) {
  failed_ = true;
  say(text);
}

std::optional<engine::Form> Repl::form_of(const std::shared_ptr<engine::Unfinished>& text) {
  const auto form = std::make_shared<engine::Form>();
  if (!guard([text, form] { *form = text->form(); })) return std::nullopt;
  return *form;
}

bool Repl::guard(std::function<void()> action) {
  const int status = session_.guarded(out_, settings_.colour, 1, [action = std::move(action)] {
    action();
    return 0;
  });
  out_.flush();
  constexpr int kInterrupted = 130;
  told_interrupt_ = told_interrupt_ || status == kInterrupted;
  failed_ = failed_ || status != 0;
  return status == 0;
}

bool Repl::step() {
  Line input = read_input();
  if (input.kind == Line::Kind::end) return false;
  if (input.kind == Line::Kind::interrupted) {
    pasted_.clear();
    line("Interrupted");
    told_interrupt_ = true;
  } else if (trimmed(input.text).empty()) {
    if (stop_ != nullptr) go_on_from_stop();
  } else {
    reader_.remember(input.text);
    const bool done = guard([this, text = input.text] { handle(text); });
    if (!done && !pasted_.empty()) {
      pasted_.clear();
      say("(What was to come behind that is left out.)");
    }
  }
  ++count_;
  if (stop_ == nullptr) to_the_end_ = false;
  return true;
}

std::optional<Line> Repl::pasted_input() {
  if (pasted_.empty()) return std::nullopt;
  Line input{Line::Kind::text, std::move(pasted_.front())};
  pasted_.pop_front();
  return input;
}

Line Repl::first_line() {
  if (next_) return {Line::Kind::text, *std::exchange(next_, std::nullopt)};
  if (auto next = pasted_input()) {
    if (shows_pasted_) line(prompt() + next->text);
    return *next;
  }
  Line input = reader_.read(prompt());
  if (input.text.find('\n') == std::string::npos) return input;
  const auto inputs = std::make_shared<std::deque<std::string>>();
  if (!guard([inputs, text = input.text] { *inputs = inputs_in(text); })) return {};
  pasted_ = std::move(*inputs);
  shows_pasted_ = true;
  return pasted_input().value_or(Line());
}

Line Repl::read_cell() {
  Line cell;
  for (;;) {
    Line next = reader_.read(more());
    if (next.kind == Line::Kind::interrupted) return next;
    if (next.kind == Line::Kind::end || trimmed(next.text) == ":}") break;
    if (!cell.text.empty()) cell.text += '\n';
    cell.text += next.text;
    if (refused(cell)) return cell;
  }
  const auto inputs = std::make_shared<std::deque<std::string>>();
  if (!guard([inputs, text = cell.text] { *inputs = inputs_in_cell(text); })) return {};
  pasted_ = std::move(*inputs);
  shows_pasted_ = false;
  return pasted_input().value_or(Line());
}

Line Repl::read_input() {
  Line input = first_line();
  if (input.kind != Line::Kind::text) return input;
  const std::optional<std::string> copied = behind_prompt(input.text);
  if (copied) input.text = *copied;
  const std::string start = trimmed(input.text);
  if (start == ":{") return read_cell();
  if (start.empty() || start.front() == ':') return input;
  // A let that has been bound was the beginning of an expression.
  if (!last_let_.empty() && begins_with_word(start, "in"))
    input.text = last_let_ + "\n" + input.text;
  const auto unfinished = std::make_shared<engine::Unfinished>(input.text);
  for (;;) {
    const auto form = form_of(unfinished);
    if (!form) input.text.clear();  // what stopped that has been told
    if (form != engine::Form::beginning) break;
    if (!pasted_.empty()) break;  // what is behind it is an input of its own
    if (engine::is_bare_assertion(input.text)) break;
    Line next = reader_.read(more());
    if (next.kind == Line::Kind::interrupted) return next;
    if (copied) next.text = behind_dots(next.text).value_or(next.text);
    // An empty line is the way out: then the message says what is missing.
    if (next.kind == Line::Kind::end || trimmed(next.text).empty()) break;
    if (is_command_within(input.text, next.text)) {
      reader_.remember(input.text);
      complain(fmt::format("Left out, for it was not finished: {}",
                           input.text.substr(0, input.text.find('\n'))));
      return next;
    }
    input.text += "\n" + next.text;
    if (refused(input)) break;
    unfinished->add(next.text);
  }
  return input;
}

bool Repl::is_command_within(const std::string& text, const std::string& next) {
  if (next.front() != ':') return false;
  const auto is_blank = [](unsigned char c) { return std::isspace(c) != 0; };
  const std::string name(next.begin() + 1, std::find_if(next.begin(), next.end(), is_blank));
  if (!begins_command(name)) return false;
  // (It might be the type of what is before it.)
  const auto known = session_.names().names(scope_, name);
  if (std::find(known.begin(), known.end(), name) == known.end()) return true;
  const auto unfinished = std::make_shared<engine::Unfinished>(text + "\n" + next);
  const auto form = form_of(unfinished);
  return form && *form == engine::Form::other;
}

bool Repl::refused(Line& input) {
  if (input.text.size() <= support::kMostSource) return false;
  complain(fmt::format("Error: an input has more than {} MB.", support::kMostSource >> 20));
  input.text.clear();
  return true;
}

void Repl::handle(const std::string& text) {
  const std::string whole = trimmed(text);
  if (stop_ != nullptr) session_.begin_anew();
  session_.call_it(under_way_ = whole);
  muted_ = false;
  const auto is_name = [this](const std::string& word) {
    return session_.names().lookup(scope_, word) != nullptr;
  };
  if (whole.front() == ':')
    command(whole.substr(1));
  else if (const auto meant = command_meant(whole, is_name))
    command(*meant);
  else
    evaluate(text);
}

void Repl::command(const std::string& text) {
  std::size_t end = 0;
  while (end < text.size() && std::isspace(static_cast<unsigned char>(text[end])) == 0) ++end;
  std::string message;
  const Command* command = find_command(text.substr(0, end), message);
  if (command == nullptr)
    complain(message);
  else if (const std::string rest = trimmed(std::string_view(text).substr(end));
           command->args.empty() && !rest.empty())
    complain(
        fmt::format("Usage: :{}\nHint: it takes nothing; without a colon, {} is an expression.",
                    command->name, rest));
  else if (command->anew && end_stop(":" + text))
    return;
  else
    command->run(*this, trimmed(std::string_view(text).substr(end)));
}

bool Repl::is_muted(const std::string& text) {
  if (trimmed(text).back() != ';' || engine::form_of(text) != engine::Form::other) return false;
  const engine::Form form = engine::form_of(without_semicolon(text));
  return form != engine::Form::other && form != engine::Form::beginning;
}

void Repl::evaluate(const std::string& text) {
  muted_ = is_muted(text);
  last_let_.clear();
  const std::string said = muted_ ? without_semicolon(text) : text;
  const auto input = session_.parse(source_name(), said);
  keep_it(said);
  if (input.declarations == nullptr) return show_value(input, settings_.timing);
  const engine::Scope scope = session_.declare(scope_, input);
  written_.declared(said, input, scope, session_.names());
  go_on(scope);
  if (stop_ == nullptr) renew_stops();
  if (!muted_)
    for (const auto& [name, type] : session_.names().remarks().chosen)
      say(fmt::format("({} : {}; its type was free.)", name, check::show(type)));
  if (!muted_) remark();
  if (!muted_ && begins_with_word(trimmed(text), "let")) last_let_ = text;
}

void Repl::say_by_integers() {
  say("(A derivative by integers has little meaning: it knows + and * and nothing else. 3.0 is a "
      "float.)");
}

void Repl::remark() {
  const check::Remarks& remarks = session_.names().remarks();
  for (const std::string& name : remarks.after_rec)
    say(fmt::format(
        "(A function rec is defined, of {0}. One that calls itself needs no rec: let {0} ...)",
        name));
  if (remarks.xor_of_numbers) say("(^ is exclusive or; a power is written 2 ** 10.)");
  if (remarks.by_integers) say_by_integers();
  if (remarks.of_integers)
    say("(A derivative of integers has little meaning: they change in steps. f64.i32 makes floats "
        "of them.)");
  if (remarks.drops_fraction && !std::exchange(told_of_fractions_, true))
    say("(/ of integers leaves the fraction out; 1.0 / 3 has one. That is not said again.)");
  if (remarks.wraps && !std::exchange(told_of_wrapping_, true))
    say("(These numbers are of type i32, and wrap around; 10i64 has 64 bits, 10.0 is a float. That "
        "is "
        "not said again.)");
}

void Repl::show_value(const engine::Engine::Input& input, bool timing) {
  const engine::DefPtr checked = session_.expression(scope_, input);
  if (engine::is_function(*checked)) {
    if (!muted_) line(function_text(session_.names(), *checked));
    return;
  }
  if (!checked->scheme.types.empty()) {
    std::string names;
    for (const auto& type : checked->scheme.types) names += (names.empty() ? "" : ", ") + type.name;
    complain("Inferred type of expression: " + check::show(checked->scheme.type) +
             "\nThe following types are ambiguous: " + names);
    return;
  }
  const engine::Scope scope = session_.bind(scope_, "it", input);
  show_value(session_.find(scope, "it"), scope, timing);
  if (!muted_) remark();
  written_.evaluated(input.source->text());
  it_is_written_ = true;
}

void Repl::keep_it(const std::string& text) {
  if (it_is_written_ || !engine::SessionText::mentions(text, "it")) return;
  written_.valued("it", session_.value(session_.find(scope_, "it")));
  it_is_written_ = true;
}

void Repl::show_value(const engine::Def& def, const engine::Scope& scope, bool timing) {
  const auto begin = std::chrono::steady_clock::now();
  const auto [entry, values] = session_.value(def);
  const auto end = std::chrono::steady_clock::now();
  const support::Doing doing(support::Work::printing);
  runtime::Text text([&](std::string_view part) { out_ << part; });
  if (!muted_) print_result(text, session_.names(), def, {entry, values}, settings_);
  text.flush();
  if (session_.has_derivative(entry) && engine::has_nan(values))
    say("(:nan it tells where the first NaN comes from.)");
  if (timing)
    line(
        fmt::format("({:.3f} ms)", std::chrono::duration<double, std::milli>(end - begin).count()));
  go_on(scope);
}

void Repl::go_on(engine::Scope scope) {
  const bool was_cut = session_.trail_is_cut();
  session_.leave_behind(scope_, scope);
  scope_ = std::move(scope);
  const support::Unstoppable bound;  // what is said of it cannot end it any more
  if (session_.trail_is_cut() && !was_cut)
    say(
        fmt::format("(Of values older than {} others that have lost their names, nothing is known "
                    "but what they are: :set trail.)",
                    session_.options().trail));
}

void Repl::begin_with(engine::Scope scope) {
  scope_ = std::move(scope);
  written_ = {};
  it_is_written_ = true;
}

void Repl::stop_again() {
  for (const SetStop& old : std::exchange(set_stops_, {})) try {
      set_stops_.push_back(set_stop(old.asked));
    } catch (const UserError& error) {
      say(fmt::format("(The breakpoint {} is gone: {})", old.asked, error.diagnostic().message));
    }
}

std::vector<std::string> Repl::files_here() const {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path here = fs::current_path(error);
  std::vector<std::string> files = files_;
  if (here == loaded_from_) return files;
  for (std::string& file : files)
    if (fs::path(file).is_relative())
      file = (fs::path(loaded_from_) / file).lexically_proximate(here).string();
  return files;
}

bool Repl::load(const std::vector<std::string>& files) {
  files_ = files;
  std::error_code error;
  loaded_from_ = std::filesystem::current_path(error).string();
  return guard([this, files] {
    begin_with(session_.restart(files.front()));
    for (std::size_t i = 1; i < files.size(); ++i) {
      constexpr std::string_view kProgram = ".fut";
      const std::string path = files[i].ends_with(kProgram)
                                   ? files[i].substr(0, files[i].size() - kProgram.size())
                                   : files[i];
      scope_ = session_.declare(scope_,
                                session_.parse(source_name(), fmt::format("import \"{}\"", path)));
    }
    session_.show_warnings(out_, settings_.colour);
    stop_again();
  });
}

}  // namespace laguz::driver::repl

namespace laguz::driver {

int repl_command(const ReplCommand& options) {
  const bool terminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  SessionOptions session_options = options.session;
  session_options.eval.on_trace = trace_to(std::cout, false);
  session_options.lower.breaks = true;
  Session session(std::move(session_options));
  repl::Settings settings;
  settings.colour = use_colour(options.session.colour, STDOUT_FILENO);
  const auto reader = terminal ? repl::terminal_reader(settings.colour)
                               : repl::descriptor_reader(STDIN_FILENO, std::cout);
  if (terminal) std::cout << "Laguz, a differentiable array language. :help lists the commands.\n";
  repl::Repl repl(session, *reader, std::cout, settings);
  repl.run(options.files);
  return repl.failed() && !terminal ? 1 : 0;
}

}  // namespace laguz::driver
