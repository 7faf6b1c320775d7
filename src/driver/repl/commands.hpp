// What the commands of the prompt do; command_table.cpp says how they are typed.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "driver/repl/command_options.hpp"
#include "driver/repl/repl.hpp"

namespace laguz::driver::repl {

/// One function for each command, and what several of them need; a friend of Repl.
struct Commands {
  // Files, in file_commands.cpp.
  static void load(Repl& repl, const std::string& files);
  static void reload(Repl& repl, const std::string&);
  static void save(Repl& repl, const std::string& file);
  static void watch(Repl& repl, const std::string& text);
  static void read(Repl& repl, const std::string& text);
  static void pwd(Repl& repl, const std::string&);
  static void cd(Repl& repl, const std::string& folder);

  // Names, types and texts, and the session itself, in commands.cpp.
  static void type(Repl& repl, const std::string& text);
  static void mtype(Repl& repl, const std::string& text);
  static void format(Repl& repl, const std::string& text);
  static void string(Repl& repl, const std::string& text);
  static void doc(Repl& repl, const std::string& text);
  static void info(Repl& repl, const std::string& text);
  static void vars(Repl& repl, const std::string&);
  static void set(Repl& repl, const std::string& text);
  static void help(Repl& repl, const std::string& name);
  static void reset(Repl& repl, const std::string&);
  static void quit(Repl& repl, const std::string&);

  // Where an evaluation stops, in breakpoints.cpp.
  static void breaks(Repl& repl, const std::string& text);
  static void go_on(Repl& repl, const std::string&);
  static void unbreak(Repl& repl, const std::string&);
  static void frame(Repl& repl, const std::string&);
  static void abandon(Repl& repl, const std::string&);

  // What is computed, and how, in value_commands.cpp.
  static void core(Repl& repl, const std::string& text);
  static void graph(Repl& repl, const std::string& text);
  static void grad(Repl& repl, const std::string& text);
  static void hessian(Repl& repl, const std::string& text);
  static void vjp(Repl& repl, const std::string& text);
  static void jvp(Repl& repl, const std::string& text);
  static void gradcheck(Repl& repl, const std::string& text);
  static void nan(Repl& repl, const std::string& text);
  static void where(Repl& repl, const std::string& text);
  static void detach(Repl& repl, const std::string& name);
  static void time(Repl& repl, const std::string& text);
  static void bench(Repl& repl, const std::string& text);
  static void profile(Repl& repl, const std::string& text);
  static void stats(Repl& repl, const std::string& text);
  static void plot(Repl& repl, const std::string& text);

 private:
  /// Is there an argument? Else tells how the command is used.
  static bool wanted(Repl& repl, const std::string& argument, const char* usage);
  /// The same behind [options], which are taken off [text]; and are these right?
  static bool wanted(Repl& repl, const CommandOptions& options, std::string& text,
                     const char* usage);
  /// What is known of a name, [placed]: and where it is defined.
  static void describe(Repl& repl, const std::string& text, bool placed);
  static void derivative(Repl& repl, engine::Derivative::Kind kind, const std::string& text);
  /// What [text] names, a general function at the types that it has by choice, or the expression it
  /// is.
  static engine::DefPtr definition(Repl& repl, const std::string& text);
  static engine::EntryPoint prepared(Repl& repl, const std::string& text);
  /// If [name] is one of a value: has that computed again when it is next needed. Whether nothing
  /// is to be computed for it.
  static bool forget_value(Repl& repl, const std::string& name);
  static void say_leaf(Repl& repl, const std::string& name);
  /// As it is shown.
  static std::string value(Repl& repl, const std::string& text);
  /// The names of files in [text]: one, if there is such a file, or else words.
  static std::vector<std::string> files_in(const std::string& text);
};

}  // namespace laguz::driver::repl
