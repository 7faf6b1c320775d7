// What a terminal shows a person who types: completion, help in the width that there is.
#include <filesystem>
#include <sstream>

#include "session.hpp"

namespace laguz::bad_input {

TEST_CASE("Tab completes names, fields, constructors, keywords, settings and paths", "[prompt]") {
  const Folder home;
  std::filesystem::create_directories(home / "inner");
  home.write("inner/module_a.fut", "def from_a = 4000 + 321");
  Session session(Session::Setting{.home = home.path(), .folder = home.path()});
  const auto define = [&](const std::string& text) {
    session.type(text + "\r");
    REQUIRE(session.wait_for("]> "));
  };
  define("let network = {layers = {weights = [4000, 321], bias = 7i32}}");
  define("type shape = #circular f64 | #rectangular f64 f64");
  const auto comes_to = [&](const std::string& keys, const std::string& answer) {
    CAPTURE(keys);
    session.type(keys + "\r");
    CHECK(session.wait_for(answer));
    CHECK(session.wait_for("]> "));
  };
  comes_to("reduce (+) 0 netw\t.lay\t.wei\t", "4321\r\n");
  comes_to("let s : shape = #circ\t 1.5", "\r\n");
  comes_to("s", "#circular 1.5");
  comes_to("ent\t main = 3", "\r\n");
  comes_to("main", "3\r\n");
  comes_to(":se\tlim\t 4", "\r\n");
  comes_to("iota 9", "[9]i64");
  comes_to(":set timi\tof\t", "\r\n");
  comes_to(":set timing", "off\r\n");
  comes_to(":ty\tnetwork.layers.bi\t", "i32\r\n");
  comes_to("import \"inn\tmodu\t\"", "\r\n");
  comes_to("from_a", "4321\r\n");
  comes_to("import \"optim\t\"", "\r\n");
  CHECK(session.leave() == 0);
}

TEST_CASE("help fits the terminal, and breaks no words", "[prompt]") {
  const Folder home;
  std::string words_before;
  for (const unsigned short columns : {40, 80, 120}) {
    CAPTURE(columns);
    Session session(Session::Setting{.home = home.path(), .columns = columns});
    session.type(":help\r");
    REQUIRE(session.wait_for("\x1b[?2004l\r"));
    const std::string text = session.before("[1]> ");
    std::string words, word;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line.find("\x1b") == std::string::npos) CHECK(line.size() <= columns);
      std::istringstream in(line);
      while (in >> word)
        if (word.find('\x1b') == std::string::npos) words += word + " ";
    }
    // The same words in each.
    if (!words_before.empty()) CHECK(words == words_before);
    words_before = words;
    CHECK(session.leave() == 0);
  }
}

TEST_CASE("a session that is saved loads again", "[prompt]") {
  const Folder folder;
  folder.write("lib.fut", "local def hidden = 1\ndef seven = 7i32\n");
  const std::string inputs =
      "import \"lib\"\n"
      "let (a, b) = (seven, [1.5, 2.5])\n"
      "let sq x = x * x\n"
      "let wrong = 1\n"
      "let wrong = \"a text\"\n"
      "let kept = a + 1\n"
      "let a = 100i32\n"
      "b[0] + 1\n"
      "let from_it = it * 2\n"
      "let loss = f64.sum (map sq b)\n"
      ":grad loss b\n"
      "let g = it\n"
      "type pair = {x: i32, s: #none | #some f64}\n"
      "let p : pair = {x = -1, s = #some 1}\n"
      "-- | Doubles.\n"
      "def twice (x: i32) = 2 * x\n"
      "entry main (x: i32) = twice x + kept\n";
  const std::string questions =
      "(a, b, kept, wrong, from_it, g, p)\nsq 3\nsq 0.5\n:type sq\n:doc twice\nmain 1\n";
  const auto answers = [&](const std::vector<std::string>& words, const std::string& before) {
    return run_script("cd '" + folder.path() + "' && \"$laguz\" repl " +
                          (words.size() > 1 ? words[1] : std::string()),
                      before + questions);
  };
  const auto values_in = [](const std::string& text) {
    std::string values;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      while (line.find("> ") != std::string::npos) line.erase(0, line.find("> ") + 2);
      values += line + "\n";
    }
    return values.substr(values.find("(100"));
  };
  const Outcome first = answers({"repl"}, inputs + ":save session.fut\n");
  CAPTURE(first.out, folder.read("session.fut"));
  CHECK(first.status == 0);
  const Outcome again = answers({"repl", "session.fut"}, "");
  CHECK(again.status == 0);
  CHECK(values_in(again.out) == values_in(first.out));
  // It is a program as any other; what nothing uses is gone.
  CHECK(folder.read("session.fut").find("wrong = 1") == std::string::npos);
  CHECK(run_laguz({"check", folder / "session.fut"}).status == 0);
  // From elsewhere too, and once more after a session that begins with it.
  std::filesystem::create_directories(folder / "deep");
  const Outcome third = answers({"repl", "session.fut"}, "let more = g\n:save deep/again.fut\n");
  CHECK(third.status == 0);
  CHECK(run_laguz({"check", folder / "deep/again.fut"}).status == 0);
}

TEST_CASE("a program that is watched is run whenever it changes", "[prompt]") {
  const Folder folder;
  folder.write("lib.fut", "def k = 4000i32\n");
  folder.write("f.fut", "import \"lib\"\ndef g (x: i32) = x + k\n");
  Session session(Session::Setting{.home = folder.path(), .folder = folder.path()});
  session.type(":watch f.fut g 321\r");
  CHECK(session.wait_for("4321\r\n"));
  folder.write("f.fut", "import \"lib\"\ndef g (x: i32) = x - k\n");
  CHECK(session.wait_for("-3679\r\n"));
  folder.write("f.fut", "import \"lib\"\ndef g (x: i32) = x -\n");
  CHECK(session.wait_for("Error"));
  folder.write("f.fut", "import \"lib\"\ndef g (x: i32) = k\n");
  CHECK(session.wait_for("4000\r\n"));
  folder.write("lib.fut", "def k = 7000i32\n");
  CHECK(session.wait_for("7000\r\n"));
  CHECK(session.interrupt());
  CHECK(session.answers());
}

TEST_CASE("what is copied from a session is pasted without its prompts", "[prompt]") {
  const Folder home;
  for (const unsigned short columns : {40, 80, 120})
    for (const char* kind : {"xterm-256color", "dumb"}) {
      CAPTURE(columns, kind);
      Session session(Session::Setting{.home = home.path(), .kind = kind, .columns = columns});
      // (A dumb terminal does not tell what is pasted.)
      session.type(kind == std::string("dumb")
                       ? ">>> let f x =\r...   x * 1000\r>>> f 4 + 321\r"
                       : "\x1b[200~>>> let f x =\n...   x * 1000\n>>> f 4 + 321\n17\x1b[201~\r");
      CHECK(session.wait_for("4321\r\n"));
      session.type("[7]> f 5 + 321\r");
      CHECK(session.wait_for("5321\r\n"));
      session.type("assert (f 1 > 0)\r");
      CHECK(session.wait_for("Expected the value of the assertion."));
      session.type(":vars\r");
      CHECK(session.wait_for("  f  : num -> num\r\n"));
      CHECK(session.leave() == 0);
    }
}

TEST_CASE("what is loaded is found again from another folder", "[prompt]") {
  const Folder folder;
  std::filesystem::create_directories(folder / "deep");
  folder.write("f.fut", "def k = 4000i32\n");
  Session session(Session::Setting{.home = folder.path(), .folder = folder.path()});
  session.type(":load f\r:cd deep\r:reload\r");
  CHECK(session.wait_for("Loading ../f.fut"));
  session.type("k + 321\r");
  CHECK(session.wait_for("4321\r\n"));
  session.type("let more = k + 1\r:save g.fut\r");
  CHECK(session.wait_for("Saved g.fut"));
  CHECK(session.answers());
  CHECK(run_laguz({"check", folder / "deep/g.fut"}).status == 0);
  session.type(":plot --svg k.svg --png k.png [1, k]\r");
  CHECK(session.wait_for("Saved k.svg\r\nSaved k.png"));
  CHECK(std::filesystem::exists(folder / "deep/k.png"));
}

TEST_CASE("a program that is watched may come later", "[prompt]") {
  const Folder folder;
  Session session(Session::Setting{.home = folder.path(), .folder = folder.path()});
  session.type(":watch f g 321\r");
  CHECK(session.wait_for("f.fut: cannot read the file"));
  folder.write("f.fut", "def g (x: i32) = x + 4000\n");
  CHECK(session.wait_for("4321\r\n"));
  CHECK(session.interrupt());
  CHECK(session.answers());
}

TEST_CASE("an error is told as it is known if the user does not wait for that", "[prompt]") {
  const Folder folder;
  Session session(Session::Setting{.home = folder.path()});
  // What was written takes long to be interpreted, and the compiled code was quick.
  session.type("loop s = 0i64 for i < 2000000000 do assert (i < 1999999999) (s ^ i)\r");
  CHECK(session.wait_for("finding the iteration"));
  session.type("\x03");
  CHECK(session.wait_for("Assertion is false: (i < 1999999999)\r\nwith i = 1999999999\r\n"));
  CHECK(session.before("]> ").find("Interrupted") == std::string::npos);
  CHECK(session.answers());
}

TEST_CASE("what is typed is shown in colours, if these are wanted", "[prompt]") {
  const Folder home;
  const std::string keyword = "\x1b[35mlet\x1b[0m";
  for (const unsigned short columns : {40, 80, 120}) {
    Session session(Session::Setting{.home = home.path(), .columns = columns});
    session.type("let xs = [4000, 321]");
    CHECK(session.wait_for(keyword + " xs = "));
    // What is longer than a line is as well, and says the same.
    const std::string sum = " in 0" + repeat(" + 0", 50) + " + xs[0] + xs[1]";
    session.type(sum + "\r");
    CHECK(session.wait_for("4321\r\n"));
    CHECK(session.wait_for("]> "));
    CHECK(session.leave() == 0);
  }
  Session dumb(Session::Setting{.home = home.path(), .kind = "dumb"});
  dumb.type("let xs = [4000, 321] in xs[0] + xs[1]\r");
  CHECK(dumb.before("4321\r\n").find("\x1b[3") == std::string::npos);
}

TEST_CASE("errors show the program in colours, if these are wanted", "[prompt]") {
  const Folder folder;
  folder.write("f.fut", "def f (x: i32) = if x then 1 else \"a\" -- why\n");
  const std::string painted =
      "\x1b[35mdef\x1b[0m f (x: i32) = \x1b[35mif\x1b[0m x \x1b[35mthen\x1b[0m \x1b[36m1\x1b[0m "
      "\x1b[35melse\x1b[0m \x1b[32m\"a\"\x1b[0m \x1b[90m-- why\x1b[0m";
  for (const unsigned short columns : {40, 80, 120}) {
    Terminal check({"check", folder / "f.fut"}, {.home = folder.path(), .columns = columns});
    const std::string said = check.rest();
    CAPTURE(said);
    if (columns > 40)
      CHECK(said.find("   1 | " + painted + "\r\n") != std::string::npos);
    else  // the part that there is room for, with the mistake in it
      CHECK(said.find("\x1b[35mif\x1b[0m x \x1b[35mthen\x1b[0m \x1b[36m1") != std::string::npos);
    CHECK(said.find("\x1b[1;31m^") != std::string::npos);
  }
  for (const std::vector<std::string>& words : {std::vector<std::string>{"check", folder / "f.fut"},
                                                {"check", "--colour", "never", folder / "f.fut"}}) {
    Terminal plain(words, {.home = folder.path(), .kind = words.size() > 2 ? "xterm" : "dumb"});
    const std::string said = plain.rest();
    CHECK(said.find("   1 | def f (x: i32) = if x then 1 else \"a\" -- why\r\n") !=
          std::string::npos);
    CHECK(said.find('\x1b') == std::string::npos);
  }
  Session session(Session::Setting{.home = folder.path()});
  session.type("1 + true\r");
  CHECK(session.wait_for("   1 | \x1b[36m1\x1b[0m + \x1b[35mtrue\x1b[0m\r\n"));
}

TEST_CASE("several programs are loaded, by their names", "[prompt]") {
  const Folder folder;
  folder.write("a.fut", "local def own = 4000i32\ndef one = 1i32\n");
  folder.write("b.fut", "def two = 321i32\n");
  const std::string start = "cd '" + folder.path() + "' && \"$laguz\" repl ";
  for (const std::string& words : {std::string("a.fut b.fut"), std::string("")}) {
    const Outcome outcome =
        run_script(start + words, (words.empty() ? ":load a b\n" : "") +
                                      std::string("own + two\n:reload\none + own\n"));
    CAPTURE(outcome.out);
    CHECK(outcome.status == 0);
    CHECK(outcome.out.find("4321") != std::string::npos);
    CHECK(outcome.out.find("4001") != std::string::npos);
  }
}

}  // namespace laguz::bad_input
