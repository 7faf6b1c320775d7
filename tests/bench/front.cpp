// Reading, checking, lowering and deriving.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/optimise.hpp"
#include "driver/session.hpp"
#include "generate.hpp"
#include "syntax/parse.hpp"
#include "table.hpp"

namespace laguz::bench {
namespace {

/// Milliseconds for what `check` does with [text], the prelude included.
double check_time(const std::string& text) {
  return least_milliseconds([&] {
    driver::Session session({});
    (void)session.check(session.add_source("generated.fut", text));
  });
}

/// The least milliseconds that [work] says it takes with [name] of [scope], not lowered yet.
template <class Work>
double entry_time(driver::Session& session, const engine::Scope& scope, const std::string& name,
                  Work work) {
  const auto& def = session.find(scope, name);
  double least = 1e30;
  for (int i = 0; i < 5; ++i) {
    core::Program program;
    lower::Lowerer lowerer(session.names(), program);
    ad::Differentiator differentiator(program);
    least = std::min(least, work(program, differentiator, [&] { return lowerer.entry(def); }));
  }
  return least * 1e3;
}

template <class Work>
double main_time(const std::string& text, Work work) {
  driver::Session session({});
  return entry_time(session, session.check(session.add_source("main.fut", text)), "main", work);
}

/// All that happens between checking and running, in seconds.
constexpr auto kPreparing = [](auto& program, auto& differentiator, auto lower) {
  return seconds([&] {
    const auto entry = lower();
    differentiator.expand(entry.function);
    core::optimise(program, entry.function);
  });
};

double prepare_time(const std::string& text) { return main_time(text, kPreparing); }

/// Derivatives of programs of the table of gradients.
void deriving(Table& table, const std::string& folder) {
  struct Row {
    const char *program, *entry;
    double most;  ///< milliseconds
  };
  for (const Row& row : {Row{"gmm_1000", "gradient", 10}, Row{"lstm", "gradient", 10},
                         Row{"lstm_single", "gradient", 10}, Row{"lu_inplace", "fourth", 2000},
                         Row{"lu_nested5", "fourth", 2000}}) {
    const std::string name = fmt::format("derive {} of {}", row.entry, row.program);
    if (!table.wanted(name)) continue;
    driver::Session session({});
    const auto scope =
        session.load(fmt::format("{}/gradients/programs/{}.fut", folder, row.program));
    table.figure(name, entry_time(session, scope, row.entry, kPreparing), "ms", row.most);
  }
}

/// Time must be linear in the length of a program: the time per line at three lengths.
void checking(Table& table) {
  struct Row {
    const char* name;
    double (*time)(const std::string& text);
  };
  for (const Row& row : {Row{"check", &check_time}, Row{"lower, optimise", &prepare_time}}) {
    const auto name = [&](const char* lines) {
      return fmt::format("{} of {} lines", row.name, lines);
    };
    if (!table.wanted(name(""))) continue;
    const double small = row.time(generated_program(1'000));
    const double middle = row.time(generated_program(10'000));
    const double large = row.time(generated_program(50'000));
    table.figure(name("1,000"), small, "ms", 100);
    table.figure(name("10,000"), middle, "ms", 1000);
    table.figure(name("50,000"), large, "ms", 5000);
    table.figure(name("10,000 / 1,000 (per line)"), middle / small / 10, "", 1.5);
    table.figure(name("50,000 / 10,000 (per line)"), large / middle / 5, "", 1.5);
  }
}

/// What builds on what comes before it, 30,000 times, until it runs or is refused.
void chains(Table& table) {
  constexpr int kLinks = 30'000;
  struct Row {
    const char *name, *before, *link, *after;  ///< {0}: the number of a link; {1}: the one before
    double limit;
  };
  for (const Row& row :
       {Row{"type t1 = {a: t0}", "type t0 = i32\n", "type t{0} = {{a: t{1}}}\n",
            "def main (x: t30000) = 1i32", 2000},
        Row{"def f1 = \\x -> f0", "def f0 = \\(x: i32) -> x\n", "def f{0} = \\(x: i32) -> f{1}\n",
            "def main = 1i32", 2000},
        Row{"def f1 x = f0 (x, 1)", "def f0 't (x: t) = x\n",
            "def f{0} 't (x: t) = f{1} (x, 1i32)\n", "def main = f30000 1i32", 2000},
        Row{"let a1 = {a = a0}", "def main (a0: i32) =\n", "let a{0} = {{a = a{1}}}\n", "in 1i32",
            2000},
        Row{"let x1 = map (+ 1) x0", "def main (x0: []i32) =\n", "let x{0} = map (+ 1) x{1}\n",
            "in x30000", 8000},
        Row{"|> map (+ 1)", "def main (x: []i32) = id x\n", " |> map (+ 1) \n", "", 8000},
        Row{"module m1 = {open m0 ...}", "module m0 = {def x0 = 1i32}\n",
            "module m{0} = {{open m{1} def x{0} = x{1}}}\n", "def main = m30000.x30000", 2000},
        Row{"if x == 1 then ... else", "def main (x: i32) = ", "if x == {0} then {1} else ", "x",
            8000},
        Row{"let x1 = if ...", "def main (x0: i32) =\n",
            "let x{0} = if x{1} > {0} then x{1} else x0\n", "in x30000", 8000}}) {
    const std::string name = fmt::format("prepare 30,000 of {}", row.name);
    if (!table.wanted(name)) continue;
    std::string text = row.before;
    for (int i = 1; i <= kLinks; ++i) text += fmt::format(fmt::runtime(row.link), i, i - 1);
    text += row.after;
    table.figure(name,
                 seconds([&] {
                   driver::Session session({});
                   try {
                     const auto& file = session.add_source("chain.fut", text);
                     const auto env = session.check(file);
                     core::Program program;
                     lower::Lowerer lowerer(session.names(), program);
                     core::optimise(program, lowerer.entry(session.find(env, "main")).function);
                   } catch (const support::UserError&) {
                     // Most are refused: that is not to take long, either.
                   }
                 }) * 1e3,
                 "ms", row.limit);
  }
}

/// A megabyte of one thing.
void long_expressions(Table& table) {
  struct Row {
    const char *name, *before, *link, *after;
  };
  for (const Row& row : {Row{"1 + 1 + ...", "def main = 1", "+1", ""},
                         Row{"x + x + ...", "def main (x: i32) = x", "+x", ""},
                         Row{"1 * (2 + 3) - ...", "def main = 1", "*(2+3)-4/1", ""},
                         Row{"[1, 1, ...]", "def main = [1", ",1", "]"},
                         Row{"(1, 1, ...)", "def main = (1", ",1", ")"},
                         Row{"x ++ x ++ ...", "def main (x: []i64) = x", " ++ x", ""},
                         Row{"x |> (+ 1) |> ...", "def main (x: i64) = x", " |> (+ 1)", ""},
                         Row{"let x = 1 in ...", "def main = ", "let x = 1 in ", "x"}}) {
    const std::string name = fmt::format("check of 1 MB of {}", row.name);
    if (!table.wanted(name)) continue;
    std::string text = row.before;
    while (text.size() < std::size_t{1} << 20) text += row.link;
    text += row.after;
    double least = 1e30;
    for (int i = 0; i < 3; ++i)
      least = std::min(least, seconds([&] {
                         driver::Session session({});
                         try {
                           (void)session.check(session.add_source("long.fut", text));
                         } catch (const support::UserError&) {
                           // Saying what is wrong takes its time, too.
                         }
                       }));
    table.figure(name, least * 1e3, "ms", 2000);
  }
}

}  // namespace

void front(Table& table, const std::string& folder) {
  std::string lines, brackets, lets = "def f (x0: f64) : f64 =\n";
  for (int i = 0; i < 1000; ++i)
    lines += fmt::format(
        "-- | Documentation.\n"
        "def f{0} [n] (xs: [n]i32) (k: i32) : i32 =\n"
        "  let ys = map (\\x -> x * k + {0}) xs\n"
        "  let (a, b) = loop (a, b) = (0, 1) for i < n do\n"
        "                 if ys[i] % 2 == 0 then (a + ys[i], b) else (a, b * ys[i])\n"
        "  let r = {{x = a, y = b}} with x = 3\n"
        "  in match r.x\n"
        "     case 0 -> reduce (+) 0 ys |> (+ 1)\n"
        "     case _ -> i32.(max a 10) - b\n"
        "\n",
        i);
  for (int i = 0; i < 200; ++i) brackets = "(" + brackets + (i == 0 ? "1" : "") + ")";
  for (int i = 0; i < 60; ++i)
    lets += fmt::format("  let x{} = x{} * 0.5 + x{} * 0.5\n", i + 1, i, i);
  lets += "  in x60\nentry main (x: f64) : f64 = vjp f x 1\n";

  if (table.wanted("parse of 10,000 lines")) {
    const support::SourceFile file("lines.fut", lines);
    table.figure("parse of 10,000 lines", least_milliseconds([&] { syntax::parse_program(file); }),
                 "ms", 300);
  }
  if (table.wanted("parse of 200 brackets")) {
    const support::SourceFile file("brackets", brackets);
    table.figure("parse of 200 brackets",
                 least_milliseconds([&] { syntax::parse_expression(file); }), "ms", 5);
  }
  if (table.wanted("derivative of 60 shared lets")) {
    const double least = main_time(lets, [](auto&, auto& differentiator, auto lower) {
      const auto entry = lower();
      return seconds([&] { differentiator.expand(entry.function); });
    });
    table.figure("derivative of 60 shared lets", least, "ms", 5);
  }
  deriving(table, folder);
  chains(table);
  checking(table);
  long_expressions(table);
}

}  // namespace laguz::bench
