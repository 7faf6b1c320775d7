// The interactive session: lines in, values and messages out. Nothing that is typed ends it but
// `:quit` and the end of the input.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <iosfwd>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/console.hpp"
#include "driver/repl/reader.hpp"
#include "driver/session.hpp"
#include "engine/session_text.hpp"
#include "engine/unfinished.hpp"

namespace laguz::driver::repl {

struct Settings {
  std::int64_t limit = 1000;  ///< arrays with more elements are shown by their edges; 0: never
  int digits = 0;             ///< significant ones of floats; 0: all
  bool timing = false;        ///< after every value, how long it took
  bool types = false;         ///< after every value, its type
  bool colour = false;
};

class Repl {
 public:
  Repl(Session& session, Reader& reader, std::ostream& out, Settings settings);
  ~Repl() { session_.rest(); }
  Repl(const Repl&) = delete;
  Repl& operator=(const Repl&) = delete;

  /// Loads [files], and reads to the end.
  void run(const std::vector<std::string>& files);
  /// Whether anything went wrong.
  bool failed() const { return failed_; }

 private:
  friend struct Commands;
  struct Stop;
  class Inner;
  /// A breakpoint that has been set.
  struct SetStop {
    std::string asked;  ///< what was typed for it
    std::string where;  ///< kept, for the function may be gone
    engine::Breakpoint breakpoint;
  };

  /// One input; false at the end.
  bool step();
  /// An input's text: more lines while it is incomplete; empty when that could not be found out.
  Line read_input();
  /// The lines up to `:}`.
  Line read_cell();
  /// Its first line, or all of one that has been pasted.
  Line first_line();
  std::optional<Line> pasted_input();
  /// Is the line [next] no part of the input that begins with [text], but a command?
  bool is_command_within(const std::string& text, const std::string& next);
  /// Is there too much of it? Then says so, and empties it.
  bool refused(Line& input);
  /// Nothing when it could not be found out, and the user has been told why.
  std::optional<engine::Form> form_of(const std::shared_ptr<engine::Unfinished>& text);
  void handle(const std::string& text);
  void command(const std::string& text);
  void evaluate(const std::string& text);
  /// Is it an input with a semicolon behind it? Its value is not to be shown then.
  static bool is_muted(const std::string& text);
  /// The value of an expression, with the settings; binds `it`.
  void show_value(const engine::Engine::Input& input, bool timing);
  /// That of [def]; if it is data, names are what they are in [scope] from now on.
  void show_value(const engine::Def& def, const engine::Scope& scope, bool timing);
  /// What is to be said of the declarations at hand besides.
  void say_by_integers();
  void remark();
  /// From now on names are what they are in [scope].
  void go_on(engine::Scope scope);
  /// Runs [action]; whatever it throws is printed, and the session goes on. False then. What
  /// [action] refers to must live as long as this or be its own: see Session::guarded.
  bool guard(std::function<void()> action);
  void forget_told(CatchInterrupts& catching);
  /// The program [files] begins with, and those behind it as if they were imported. False if that
  /// failed, which has been told.
  bool load(const std::vector<std::string>& files);
  /// Nothing but [scope] is known from here on.
  void begin_with(engine::Scope scope);
  /// An evaluation has stopped there, where these are the values of names: asks what next, and goes
  /// on; or throws Interrupted, if it is to end.
  void stop_at(const core::Trace& trace, std::span<const runtime::Value> values,
               std::span<const support::Span> places);
  /// Where it has stopped, and the names there.
  void show_stop();
  void show_name(const std::string& name, const core::View& view,
                 std::span<const runtime::Value> values);
  /// Where a call that led there was, by its number from the innermost on.
  void show_call(std::size_t number);
  /// The breakpoint that [text], a name or a line, asks for.
  SetStop set_stop(const std::string& text);
  /// Sets breakpoints again in functions that have been defined anew.
  void renew_stops();
  /// The same in a program that has been loaded.
  void stop_again();
  /// Or tells that nothing has stopped.
  void go_on_from_stop();
  /// Ends what has stopped, and takes the input [next] then. False: nothing has.
  bool end_stop(const std::string& next);
  /// What is known of `it` goes with it, if [text] needs that and no text says what it is.
  void keep_it(const std::string& text);

  std::string prompt() const;
  /// Before the further lines of an input.
  std::string more() const;
  std::string source_name() const;
  engine::DefPtr expression(const std::string& text);
  void line(const std::string& text);
  /// The same of sentences, in the room that there is.
  void say(const std::string& text);
  /// A line that says what was wrong.
  void complain(const std::string& text);

  Session& session_;
  Reader& reader_;
  std::ostream& out_;
  Settings settings_;
  engine::Scope scope_;
  /// The programs last loaded, or tried, and as they are called from the present folder.
  std::vector<std::string> files_;
  std::vector<std::string> files_here() const;
  std::string loaded_from_;          ///< the folder that their names are of
  engine::SessionText written_;      ///< what has been defined
  bool it_is_written_ = true;        ///< and not a derivative, say
  std::string last_let_;             ///< the last input, if it was such declarations
  std::deque<std::string> pasted_;   ///< inputs that are still to be taken
  bool shows_pasted_ = true;         ///< before their answers: they have not been typed one by one
  std::optional<std::string> next_;  ///< an input that comes before those that are read
  std::string under_way_;            ///< the input at hand
  int count_ = 0;
  bool leaving_ = false;
  bool failed_ = false;          ///< once
  bool told_interrupt_ = false;  ///< a press of Ctrl-C has been answered
  bool muted_ = false;           ///< the value of the input under way is not shown

  // Breakpoints (breakpoints.cpp).
  Stop* stop_ = nullptr;        ///< where the evaluation under way has stopped
  bool stops_ = true;           ///< at all
  bool to_the_end_ = false;     ///< the input under way does so no more
  bool told_of_stops_ = false;  ///< what can be typed there has been said
  bool told_of_fractions_ = false, told_of_wrapping_ = false;
  std::set<std::string> passed_;  ///< places where nothing stops any more
  std::vector<SetStop> set_stops_;
};

/// What the argument of a command is, for completion.
enum class Takes : std::uint8_t { expressions, files, settings, commands };

/// What can be typed after a colon.
struct Command {
  std::string_view name;
  std::string_view args;
  std::string_view help;
  bool upstream;  ///< Futhark has it: any unambiguous beginning will do
  void (*run)(Repl& repl, const std::string& argument);
  Takes takes = Takes::expressions;
  bool anew = false;  ///< nothing that has stopped can go on behind it
};
const std::vector<Command>& commands();

/// Is [name], which is not empty then, the beginning of one's name?
bool begins_command(std::string_view name);

/// By the exact name; else the one of Futhark's commands that begins so; else the one of ours.
/// Otherwise null, and [message] says why.
const Command* find_command(std::string_view name, std::string& message);

}  // namespace laguz::driver::repl
