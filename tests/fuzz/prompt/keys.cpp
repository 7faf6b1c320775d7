#include "keys.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace laguz::fuzz {
namespace {

constexpr const char* kLines[] = {
    "1 + 2",
    "let f (x: f64) = f64.sin x * x",
    "f 2",
    "vjp f 2 1",
    "map (+ 1) (iota 10)",
    "replicate 100000 1.5",
    "iota 100000",
    "loop x = 0i64 for i < 1000000000000 do x + i",
    "reduce (+) 0 (map (\\i -> i * i) (iota 100000000))",
    "loop x = 1f64 while x > 0 do x + 1",
    "def g (n: i64) : i64 = if n < 2 then n else g (n - 1) + g (n - 2)",
    "g 60",
    "it",
    "it + it",
    "\"a string",
    "1 +",
    "(((",
    "let x =",
    "\\x ->",
    "[1, 2",
    ")",
    "???",
    "x y z",
    "#[trace] 3",
    "#[break] 4",
    "1/0",
    "(iota 3)[5]",
    "-- comment",
    "module m = {",
    "type t = i64",
    "import \"nothing\"",
    ":help",
    ":type map",
    ":type f",
    ":doc f64.sum",
    ":doc",
    ":{",
    ":}",
    ":load nothing.fut",
    ":load",
    ":set",
    ":nothing",
    ": ",
    ":core f",
    ":graph f",
    "[3]> 1 + 1",
    "\xc3\xa9\xce\xbb",
    "\xe2\x82\xac 1",
};

/// What begins with an escape: arrows, Home, Delete, Alt and a letter, keys that nobody has.
constexpr const char* kEscapes[] = {
    "\x1b[A",    "\x1b[B",    "\x1b[C",     "\x1b[D",   "\x1b[H",     "\x1b[F",   "\x1b[1~",
    "\x1b[3~",   "\x1b[4~",   "\x1b[5~",    "\x1b[6~",  "\x1bOA",     "\x1bOB",   "\x1bOP",
    "\x1b[1;5C", "\x1b[1;5D", "\x1b[99;9~", "\x1b[",    "\x1b",       "\x1b\x1b", "\x1b]0;t\x07",
    "\x1b[200~", "\x1b[201~", "\x1b[M !!",  "\x1b[?1c", "\x1b[24;80R"};

constexpr const char* kWords[] = {"f64.", "ma", "redu", ":", ":t", ":lo", ":load ", ":cd /", "x",
                                  "f",    "1",  " ",    "(", "\"", "~",   "i64.s",  ""};

}  // namespace

std::vector<Stroke> Keyboard::burst() {
  std::vector<Stroke> out;
  // A terminal holds 4096 bytes that nobody has read yet; behind them Ctrl-C is not even seen.
  constexpr std::size_t kMost = 3000;
  std::size_t total = 0;
  for (std::size_t n = 1 + below(12); n > 0; --n) {
    out.push_back(stroke());
    std::string& keys = out.back().keys;
    keys.resize(std::min(keys.size(), kMost - total));
    total += keys.size();
  }
  return out;
}

Stroke Keyboard::stroke() {
  Stroke made;
  const std::size_t choice = below(12);
  if (choice == 0) {
    constexpr int kLengths[] = {0, 1, 2, 3, 7, 24, 80, 200, 1000};
    made.kind = Stroke::Kind::resize;
    made.rows = kLengths[below(std::size(kLengths))];
    made.columns = kLengths[below(std::size(kLengths))];
  } else if (choice < 3) {
    made.kind = Stroke::Kind::pause;
    made.pause = std::chrono::milliseconds(below(20));
  } else {
    made.keys = keys();
  }
  return made;
}

std::string Keyboard::keys() {
  switch (below(10)) {
    case 0:
    case 1: return text() + "\r";
    case 2: return text();
    case 3:
    case 4: return control();
    case 5: return kEscapes[below(std::size(kEscapes))];
    case 6: return std::string(kWords[below(std::size(kWords))]) + "\t" + (below(2) ? "\t" : "");
    case 7: return paste();
    case 8: return search();
    default: return noise();
  }
}

/// A key with Ctrl, with Alt, or after Ctrl-X. Not Ctrl-\, which is to end a program, and Ctrl-D,
/// which ends a session, seldom.
std::string Keyboard::control() {
  char key = static_cast<char>(below(28));
  if (key == '\x04' && below(8) != 0) key = '\x03';
  if (below(4) == 0) key = '\x03';
  switch (below(5)) {
    case 0: return std::string("\x18") + key;
    case 1: return std::string("\x1b") + key;
    case 2: return std::string("\x1b") + static_cast<char>(' ' + below(95));
    case 3: return std::string("\x16") + key;
    default: return std::string(1, key);
  }
}

std::string Keyboard::text() {
  if (below(30) == 0) return std::string(1 + below(2000), static_cast<char>('!' + below(90)));
  return kLines[below(std::size(kLines))];
}

/// Several lines at once, as a terminal pastes them; now and then the end of it is lost.
std::string Keyboard::paste() {
  std::string out = below(3) == 0 ? "" : "\x1b[200~";
  for (std::size_t n = 1 + below(4); n > 0; --n) out += text() + (below(2) ? "\n" : "\r");
  if (below(4) != 0) out += "\x1b[201~";
  return out;
}

/// In the history: what is looked for, and a key that ends the search in one way or another.
std::string Keyboard::search() {
  std::string out = below(3) == 0 ? "\x13\x12" : "\x12";
  for (std::size_t n = below(3); n > 0; --n) out += kWords[below(std::size(kWords))];
  for (std::size_t n = below(3); n > 0; --n) out += control();
  if (below(2) == 0) out += kEscapes[below(std::size(kEscapes))];
  return out;
}

std::string Keyboard::noise() {
  std::string out;
  for (std::size_t n = 1 + below(20); n > 0; --n) {
    const char c = static_cast<char>(below(256));
    // See `control`.
    if (c != '\x1c' && c != '\x04') out += c;
  }
  return out;
}

std::string shown(const std::string& keys) {
  std::string out;
  for (const char c : keys) {
    char text[8];
    if (c >= ' ' && c < '\x7f' && c != '\\')
      std::snprintf(text, sizeof text, "%c", c);
    else
      std::snprintf(text, sizeof text, "\\x%02x", static_cast<unsigned char>(c));
    out += text;
  }
  return out;
}

std::string shown(const std::vector<Stroke>& burst) {
  std::string out;
  for (const Stroke& stroke : burst) {
    switch (stroke.kind) {
      case Stroke::Kind::keys: out += "  keys " + shown(stroke.keys); break;
      case Stroke::Kind::resize:
        out += "  size " + std::to_string(stroke.rows) + " " + std::to_string(stroke.columns);
        break;
      case Stroke::Kind::pause:
        out += "  wait " + std::to_string(stroke.pause.count()) + " ms";
        break;
    }
    out += "\n";
  }
  return out;
}

}  // namespace laguz::fuzz
