// Sessions at random: bindings of numbers, vectors, records of both (of functions besides: models)
// and functions, some of names that there are, what is refused, what fails, and what is detached.
#pragma once

#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace laguz_test {

/// What is typed, and its bindings as parts of one function.
class RandomSession {
 public:
  explicit RandomSession(unsigned seed) : random_(seed) {
    begin();
    for (int i = 0; i < 12; ++i) step();
  }

 private:
  void begin() {
    bind(Kind::number, "0.7");
    bind(Kind::vector, "[0.3, -1.2, 0.9]");
    bind(Kind::function, "t * " + some(Kind::number));
    bind(Kind::record, "{a = 0.4, v = [0.2, 1.1, -0.6]}");
    bind(Kind::model,
         "{a = 0.6, f = \\(t: f64) -> t * 0.5, v = [0.8, -0.1, 0.3], same = \\t -> t, none = []}");
    bind(Kind::recursive, recursive());
    bind(Kind::predictor, predictor("0.4", "[0.1]"));
  }

 public:
  const std::string& lines() const { return lines_; }
  /// Of values.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& [name, binding] : names_)
      if (is_shown(bindings_[binding].kind)) found.push_back(name);
    return found;
  }

  /// A command, and what types the expression that it is to be the same as.
  struct Question {
    std::string command, expression;
  };
  Question question() {
    const auto [command, expression] = question_of_one();
    // (Functions in functions cannot call themselves; what a slice hands on comes last.)
    return {command,
            "import \"ad\"\ndef halves (t: f64) (a: f64): f64 = if f64.abs t < 0.4 || !(f64.abs t "
            "< 100) "
            "then t * a else halves (t * 0.5) a * 0.25 + a\n:{\n" +
                expression + "\n:}\n"};
  }

 private:
  std::pair<std::string, std::string> question_of_one() {
    const std::size_t y = living(below(3) == 0 ? Kind::vector : Kind::number);
    const Kind by = below(2) == 0 ? Kind::vector : Kind::number;
    const bool whole = below(3) > 0;
    const std::size_t x = living(whole ? by : below(2) == 0 ? Kind::record : Kind::model);
    const std::string field = whole ? "" : by == Kind::vector ? "v" : "a";
    const std::string path = whole ? "" : "." + field;
    const auto& [y_name, x_name] = std::pair(bindings_[y].name, bindings_[x].name + path);
    const std::string function = "(\\p -> " + chain(x, field) + " in b" + std::to_string(y) + ")";
    const auto all = [&](const std::string& mode, const std::string& seed) {
      return chain({}) + " in " + mode + " " + function + " b" + std::to_string(x) + path + " " +
             seed;
    };
    const auto seed = [](Kind kind) {
      return std::string(kind == Kind::vector ? "[1, -0.5, -0.0]" : "1.5");
    };
    const std::string names = y_name + " " + x_name + " ";
    const Kind of = bindings_[y].kind;
    if (of == Kind::number && below(4) == 0)
      return {":hessian " + names,
              chain({}) + " in " +
                  (by == Kind::vector ? "hessian " + function
                                      : "jvp (\\p -> vjp " + function + " p 1)") +
                  " b" + std::to_string(x) + path + (by == Kind::vector ? "" : " 1")};
    if (of == Kind::number && below(2) == 0) return {":grad " + names, all("vjp", "1")};
    if (below(2) == 0) return {":vjp " + names + seed(of), all("vjp", seed(of))};
    return {":jvp " + names + seed(by), all("jvp", seed(by))};
  }

 private:
  enum class Kind { number, vector, function, record, model, recursive, predictor };
  struct Binding {
    Kind kind;
    std::string name, text;  ///< [text] has @k@ for the binding number k
    bool detached = false;
  };

  std::size_t below(std::size_t n) { return random_() % n; }

  /// The number of a binding whose name stands for it.
  std::size_t living(Kind kind) {
    std::vector<std::size_t> found;
    for (const auto& [name, binding] : names_)
      if (bindings_[binding].kind == kind) found.push_back(binding);
    return found[below(found.size())];
  }
  std::string some(Kind kind) { return "@" + std::to_string(living(kind)) + "@"; }

  std::string number() {
    const std::string a = some(Kind::number), b = some(Kind::number), v = some(Kind::vector);
    switch (below(32)) {
      case 28: return a + " * -0.0";
      case 29:
        return "if " + v + "[" + std::to_string(below(3)) + "] > " + b + " then -" + a + " else " +
               b + " * 0";
      case 30: return "if f64.sum " + v + " > 0 then " + a + " else 0 * " + b;
      case 31: return std::vector<std::string>{"0.0", "-0.0", "-0.5", "2.0"}[below(4)];
      case 12: return "loop s = " + a + " for i < 30 do f64.sin (s * " + b + ") + " + v + "[i % 3]";
      case 13:
        return "(loop (s, i) = (" + a +
               ", 0i64) while i < 40 && f64.abs s < 8 do (s * 1.1 + 0.01 * " + b + ", i + 1)).0";
      case 14:  // in lanes
        return "f64.sum (map (\\i -> f64.sin (f64.i64 i * " + a + ") * " + v +
               "[i % 3]) (iota 200))";
      case 15: return "f64.maximum " + v + " * " + a;
      case 16: return "f64.product (map (* " + a + ") " + v + ")";
      case 17:
        return "match (if " + a + " > 0.5 then #x " + b +
               " else #y : #x f64 | #y) case #x t -> t * t case #y -> 0.1 + " + b;
      case 18: return "f64.f32 (f32.sin (f32.f64 " + a + ")) * " + b;
      case 19: return "vjp (\\t -> t * t * " + a + ") " + b + " 1";
      case 20: return some(Kind::recursive) + " " + a;
      case 21:
        return "f64.sum (map (\\t -> loop s = t for i < 20 do s * 0.5 + " + a +
               " * f64.cos s) (replicate 70 " + b + "))";
      case 22: return "f64.sum (" + some(Kind::model) + ".none ++ " + v + ")";
      case 24: return some(Kind::predictor) + ".of " + v + " * " + a;
      case 25: return some(Kind::predictor) + ".of (map (* " + a + ") " + v + ")";
      case 23: return some(Kind::recursive) + " (" + some(Kind::recursive) + " " + b + ")";
      case 26:  // (An inner loop is taken out of the outer one where its length is known.)
        return "(loop (s, i) = (" + a +
               ", 0i64) while i < 5 && f64.abs s < 8 do (s * 1.3 + (loop t = " + b + " for x in " +
               v + " do t * x + 0.3), i + 1)).0";
      case 11: return some(Kind::model) + ".same " + a + " * " + b;
      case 0: return a + " * " + b;
      case 10: return some(Kind::model) + ".f " + a;
      case 9: return some(Kind::model) + ".a * " + a;
      case 8: return some(Kind::record) + ".a * " + a;
      case 1: return "f64.sin " + a + " - " + b;
      case 2: return a + " + 0.25";
      case 3: return "f64.sum " + v + " / 3";
      case 4: return v + "[" + std::to_string(below(3)) + "] * " + a;
      case 5: return "f64.sum (map (\\t -> t * " + a + ") " + v + ")";
      case 6: return some(Kind::function) + " " + a;
      case 7: return "loop s = " + a + " for i < 3 do s * " + b + " + 0.5";
      default: return "if " + a + " > 0 then " + b + " * 0.5 else " + a + " * " + a;
    }
  }
  std::string vector() {
    const std::string a = some(Kind::number), v = some(Kind::vector);
    switch (below(15)) {
      case 9:
        return "loop xs = copy " + v + " for i < 30 do xs with [i % 3] = 0.5 * xs[(i + 1) % 3] + " +
               a;
      case 10:
        return "reduce_by_index (copy " + v + ") (+) 0 [0, 2, 2] (map (* " + a + ") " + v + ")";
      case 11: return "scan (\\s t -> s * t + s + t) 0 " + v;
      case 12: return "map " + some(Kind::recursive) + " " + v;
      case 13: return "vjp (\\xs -> f64.sum (map f64.sin xs)) " + v + " " + a;
      case 7: return "map " + some(Kind::model) + ".f " + v;
      case 6: return "map (* " + a + ") " + some(Kind::model) + ".v";
      case 5: return "map (+ " + a + ") " + some(Kind::record) + ".v";
      case 0: return "map (* " + a + ") " + v;
      case 1: return "map2 (+) " + v + " " + some(Kind::vector);
      case 2: return "map " + some(Kind::function) + " " + v;
      case 3: return "[" + a + ", " + some(Kind::number) + ", 0.5]";
      case 4: return "scan (+) 0 " + v;
      default: return "copy " + v + " with [1] = " + a;
    }
  }

  /// Its number is also what its function has kept, or it is written. It may be of any type.
  std::string model() {
    const std::string vector = this->vector();
    const std::string same =
        std::string(below(2) == 0 ? ", same = \\t -> t" : ", same = \\(t: f64) -> t") +
        (below(2) == 0 ? ", none = []}" : ", none = [] : [0]f64}");
    if (below(3) == 0)
      return "{a = " + std::to_string(below(5)) + ".25, f = \\(t: f64) -> t * " + number() +
             ", v = " + vector + same;
    return "(let k = " + number() + " in {a = k, f = \\(t: f64) -> t + k, v = " + vector + same +
           ")";
  }

  /// Its function takes vectors of any length, in the session.
  std::string predictor(const std::string& number, const std::string& vector) {
    const std::string text = "(let k = " + number + " in let h = f64.sum (" + vector + ") in " +
                             kOfAnyLength + " k * f64.sum xs + h";
    return text + (below(2) == 0 ? ", d = k})" : "})");
  }
  /// In one function it is one value, which has to have some type.
  static std::string of_one_length(std::string text) {
    const std::string any = kOfAnyLength;
    return text.replace(text.find(any), any.size(), "{of = \\(xs: [3]f64) ->");
  }
  static constexpr const char* kOfAnyLength = "{of = \\xs ->";

  /// (A name alone does not say which length a predictor is for.)
  static bool is_shown(Kind kind) { return !is_function(kind) && kind != Kind::predictor; }
  static bool is_function(Kind kind) { return kind == Kind::function || kind == Kind::recursive; }

  /// One that calls itself, by the name @@, with what it has for the number of `halves`.
  std::string recursive() {
    const std::string a = some(Kind::number);
    return "if f64.abs t < 0.4 || !(f64.abs t < 100) then t * " + a +
           " else @@ (t * 0.5) * 0.25 + " + a;
  }
  /// The same in one function.
  static std::string without_calls_of_itself(const std::string& text) {
    return "halves t " + text.substr(text.rfind("+ ") + 2);
  }

  static constexpr const char* kNames[] = {"n", "v", "f", "r", "m", "c", "p"};
  void bind(Kind kind, std::string text) {
    const auto any = [&] { return kNames[static_cast<int>(kind)] + std::to_string(below(3)); };
    std::string name = any();
    // (A function that reads its own name calls itself.)
    const auto reads_itself = [&] {
      bool reads = false;
      (void)written(text, [&](std::size_t k) {
        reads = reads || bindings_[k].name == name;
        return "";
      });
      return reads;
    };
    while (is_function(kind) && reads_itself()) name = any();
    lines_ += (is_function(kind) ? "def " + name + " (t: f64) : f64 = " : "let " + name + " = ") +
              written(
                  text, [&](std::size_t k) { return bindings_[k].name; }, name) +
              "\n";
    names_[name] = bindings_.size();
    bindings_.push_back({kind, name, std::move(text)});
  }

  void step() {
    if (below(60) == 0) {
      lines_ += ":reset\n";
      names_.clear();
      begin();
      return;
    }
    switch (below(12)) {
      case 0: lines_ += "let n0 = 1.0 + true\n"; return;  // is refused
      case 1: lines_ += "let n1 = [1.0, 2.0][" + std::to_string(2 + below(3)) + "]\n"; return;
      case 2: {
        const std::size_t one = living(below(2) == 0 ? Kind::number : Kind::vector);
        lines_ += ":detach " + bindings_[one].name + "\n";
        bindings_[one].detached = true;
        return;
      }
      case 3: lines_ += number_of_names() + "\n"; return;  // `it`, which nobody asks for
      case 4: return bind(Kind::function, "t * " + number());
      case 5:
      case 6: return bind(Kind::vector, vector());
      case 8: return bind(Kind::model, model());
      case 9: return bind(Kind::recursive, recursive());
      case 10: return bind(Kind::predictor, predictor(number(), vector()));
      case 7: return bind(Kind::record, "{a = " + number() + ", v = " + vector() + "}");
      default: return bind(Kind::number, number());
    }
  }
  std::string number_of_names() {
    return written(number(), [&](std::size_t k) { return bindings_[k].name; });
  }

  /// [own]: for what is bound.
  template <class Name>
  static std::string written(const std::string& text, const Name& name,
                             const std::string& own = {}) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const auto open = text.find('@', at);
      out += text.substr(at, open - at);
      if (open == std::string::npos) break;
      const auto close = text.find('@', open + 1);
      out += close == open + 1 ? own : name(std::stoul(text.substr(open + 1, close - open - 1)));
      at = close + 1;
    }
    return out;
  }

  /// All bindings, one after the other; inside of a function of [x], or a [field] of it, those that
  /// depend on others.
  std::string chain(std::optional<std::size_t> x, const std::string& field = {}) const {
    std::string all;
    for (std::size_t k = 0; k < bindings_.size(); ++k) {
      const Binding& one = bindings_[k];
      if (x && one.detached && k != *x) continue;
      const std::string name = "b" + std::to_string(k);
      const std::string text = one.kind == Kind::recursive   ? without_calls_of_itself(one.text)
                               : one.kind == Kind::predictor ? of_one_length(one.text)
                                                             : one.text;
      all += "let " + name + (is_function(one.kind) ? " (t: f64) : f64" : "") + " = " +
             (k == x ? field.empty() ? "p" : name + " with " + field + " = p"
                     : written(text, [](std::size_t i) { return "b" + std::to_string(i); })) +
             "\n";
    }
    return all;
  }

  std::mt19937 random_;
  std::string lines_;
  std::vector<Binding> bindings_;
  std::map<std::string, std::size_t> names_;
};

}  // namespace laguz_test
