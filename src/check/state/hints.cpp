#include "check/state/hints.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <cctype>

#include "check/state/state.hpp"
#include "check/state/type_error.hpp"
#include "prims/prim.hpp"
#include "support/nearest.hpp"

namespace laguz::check {

namespace {

struct Familiar {
  std::string_view name;
  const char* hint;
};

constexpr Familiar kTypes[] = {
    {"int", "integers are i8, i16, i32 and i64, or u8 to u64 without a sign."},
    {"integer", "integers are i8, i16, i32 and i64, or u8 to u64 without a sign."},
    {"long", "an integer of 64 bits is an i64."},
    {"short", "an integer of 16 bits is an i16."},
    {"byte", "a byte is a u8."},
    {"uint", "integers without a sign are u8, u16, u32 and u64."},
    {"usize", "sizes are of type i64."},
    {"nat", "integers without a sign are u8, u16, u32 and u64."},
    {"float", "floats are f16, f32 and f64."},
    {"double", "a float of 64 bits is an f64."},
    {"real", "floats are f16, f32 and f64."},
    {"char", "a character is a number; those of a string are of type u8."},
    {"string", "a string is an array of u8."},
    {"boolean", "the type is bool."},
    {"unit", "the empty tuple's type is ()."},
    {"void", "the empty tuple's type is ()."},
};

constexpr Familiar kValues[] = {
    {"fst", "the parts of a tuple are p.0, p.1, ..."},
    {"snd", "the parts of a tuple are p.0, p.1, ..."},
    {"len", "the function is length."},
    {"size", "the function is length."},
    {"foldLeft", "the function is foldl."},
    {"fold", "the functions are reduce, and foldl and foldr, which are sequential."},
    {"zipWith", "the functions are map2 to map5."},
    {"range", "a range is written 0..<n, and iota n is the same."},
    {"mod", "the operator is %."},
    {"rem", "the operator is %%."},
    {"quot", "the operator is //."},
    {"div", "the operator is /."},
    {"pow", "the operator is **."},
    {"xor", "the operator is ^."},
    {"print", "#[trace] before an expression shows its value."},
    {"exit", ":quit leaves the prompt."},
    {"quit", ":quit leaves the prompt."},
    {"pwd", ":pwd shows the folder of a session."},
    {"clear", "Ctrl-L clears the screen; :reset forgets what has been defined."},
    {"cls", "Ctrl-L clears the screen; :reset forgets what has been defined."},
    {"ans", "the last value at the prompt is `it`."},
    {"println",
     "a value is shown when its name is typed; #[trace] before an expression shows its."},
    {"typeof", ":type x shows a type at the prompt."},
    {"dir", ":vars lists the names of a session, with their types."},
    {"methods", ":vars lists the names of a session; :doc map says what map does."},
    {"rand", "there are no random numbers but those of a generator that the program has."},
    {"random", "there are no random numbers but those of a generator that the program has."},
    {"end", "the last place is length xs - 1; xs[1:] goes to the end."},
    {"is", "what is the same is told by ==."},
    {"using", "a file is read by import \"ad\", or open import \"ad\"."},
    {"!!", "an element is xs[i]."},
    {"Just", "a constructor begins with '#': #just 1."},
    {"Some", "a constructor begins with '#': #some 1."},
    {"Nothing", "a constructor begins with '#': #nothing."},
    {"nothing", "there is no such value; a constructor begins with '#': #nothing."},
    {"otherwise", "the last case is 'case _ -> ...', or 'else'."},
    {"printf", "#[trace] before an expression shows its value."},
    {"show", "a value is shown when its name is typed; :format x is {x} puts it into text."},
    {"str", "a value is shown when its name is typed; :format x is {x} puts it into text."},
    {"repr", "a value is shown when its name is typed; :format x is {x} puts it into text."},
    {"int", "a conversion says both types, as in i64.f64 2.5."},
    {"float", "a conversion says both types, as in f64.i64 2."},
    {"append", "the operator is ++."},
    {"enumerate", "the numbers of the elements are indices xs: zip (indices xs) xs."},
    {"dot", "a sum of products is written f64.sum (map2 (*) xs ys)."},
    {"mean", "a mean is written f64.sum xs / f64.i64 (length xs)."},
    {"sort", "it is in a package of Futhark's, github.com/diku-dk/sorts."},
    {"gradient", "grad is in the library ad: import \"ad\"; vjp f x 1 is the same."},
    {"derivative", "it is vjp f x 1, or jvp f x 1."},
    {"diff", "it is vjp f x 1, or jvp f x 1."},
    {"jacobian", "its rows are mjp f x, its columns jmp f x, of weights or tangents."},
    {"shape", "the function is length, of the outermost dimension."},
    {"+=", "a name is bound anew: let x = x + 1."},
    {"-=", "a name is bound anew: let x = x - 1."},
    {"zeros", "the function is replicate, as in replicate n 0."},
    {"ones", "the function is replicate, as in replicate n 1."},
    {"linspace", "map makes it of the numbers of its elements: map (\\i -> ...) (iota n)."},
    {"arange", "a range is written 0..<n, and iota n is the same."},
    {"argmax", "it is among the elements with their numbers: zip xs (indices xs)."},
    {"argmin", "it is among the elements with their numbers: zip xs (indices xs)."},
    {"cumsum", "sums of all that stand before are scan (+) 0 xs."},
    {"average", "a mean is written f64.sum xs / f64.i64 (length xs)."},
    {"matmul", "a sum of products is written f64.sum (map2 (*) xs ys)."},
    {"norm", "it is written f64.sqrt (f64.sum (map (\\x -> x * x) xs))."},
    {"jit", "what runs often is compiled; nothing needs to be said."},
    {"vmap", "map is of functions of any kind: map f xs."},
    {"pmap", "map is of functions of any kind: map f xs; it uses all threads."},
    {"undefined", "??? stands for an expression that is still to be written."},
    {"error", "assert c x fails where c is false, and is x elsewhere."},
    {"raise", "assert c x fails where c is false, and is x elsewhere."},
    {"throw", "assert c x fails where c is false, and is x elsewhere."},
    {"lambda", "a function is written \\x -> ..."},
    {"function", "a function is written \\x -> ..., or def f x = ..."},
    {"trace_value", "#[trace] before an expression shows its value."},
    {"return", "a function gives what its body is; nothing needs to be said."},
    {"null",
     "there is no such value; a sum type such as #some t | #none may say what is not there."},
    {"None", "a constructor begins with '#': #none."},
    {"True", "the values are true and false."},
    {"False", "the values are true and false."},
};

template <std::size_t n>
std::string find(const Familiar (&table)[n], std::string_view name) {
  for (const Familiar& entry : table)
    if (entry.name == name) return entry.hint;
  return {};
}

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'';
}

/// Where [name] is defined after [use], on the left margin; npos if it is not.
std::size_t defined_later(const std::string& name, Span use) {
  const std::string_view text = use.file->text();
  for (const char* word : {"def ", "entry ", "let ", "type ", "module "}) {
    const std::string start = "\n" + std::string(word) + name;
    for (std::size_t at = text.find(start, use.hi); at != std::string_view::npos;
         at = text.find(start, at + 1))
      if (at + start.size() == text.size() || !in_name(text[at + start.size()]))
        return at + start.size() - name.size();
  }
  return std::string_view::npos;
}

/// Is the word before [name] where it is first said, from the left of [use] on, `rec`?
bool stands_after_rec(const std::string& name, Span use) {
  const std::string_view text = std::string_view(use.file->text()).substr(0, use.hi);
  for (const char* word : {"let rec ", "def rec "}) {
    const std::string start = word + name;
    for (std::size_t at = text.find(start); at != std::string_view::npos;
         at = text.find(start, at + 1))
      if (at + start.size() == text.size() || !in_name(text[at + start.size()])) return true;
  }
  return false;
}

/// `[n]` in front of a type.
bool is_size_of_type(Span use) {
  const std::string_view text = use.file->text();
  if (use.lo == 0 || text[use.lo - 1] != '[') return false;
  if (use.hi + 1 >= text.size() || text[use.hi] != ']') return false;
  const char next = text[use.hi + 1];
  return in_name(next) || next == '[' || next == '(' || next == '{';
}

/// (As stdlib/ad.fut has them.)
struct Derivative {
  std::string_view name;
  const char* last;  ///< what its last argument is
};
constexpr Derivative kDerivatives[] = {
    {"vjp", "the weight must have the type of f's result"},
    {"vjp2", "the weight must have the type of f's result"},
    {"mjp", "the weights must be an array of what has the type of f's result"},
    {"mjp2", "the weights must be an array of what has the type of f's result"},
    {"jvp", "the tangent must have the type and the shape of x"},
    {"jvp2", "the tangent must have the type and the shape of x"},
    {"jmp", "the tangents must be an array of what has the type and the shape of x"},
    {"jmp2", "the tangents must be an array of what has the type and the shape of x"},
};

const Derivative* derivative(std::string_view name) {
  const auto* found = std::find_if(std::begin(kDerivatives), std::end(kDerivatives),
                                   [&](const Derivative& one) { return one.name == name; });
  return found == std::end(kDerivatives) ? nullptr : found;
}

const TypeScalar* scalar_of(const Type& type) { return std::get_if<TypeScalar>(&type.node); }

bool is_number(const TypeScalar* type) {
  return type != nullptr && type->scalar != support::ScalarType::boolean;
}

bool is_truth(const Type& type) {
  const auto* scalar = scalar_of(type);
  return scalar != nullptr && scalar->scalar == support::ScalarType::boolean;
}

/// A number or a truth, or what will be one?
bool scalar_like(const Type& type) {
  const auto* open = std::get_if<TypeMeta>(&type.node);
  return scalar_of(type) != nullptr || (open != nullptr && open->constraint.scalars != 0);
}

/// For a function where another one is wanted that gives another type of numbers; else "".
std::string result_bridge(TypePtr want, TypePtr have) {
  const TypeScalar *to = nullptr, *from = nullptr;
  for (;;) {
    const auto* wanted = std::get_if<TypeArrow>(&want->node);
    const auto* actual = std::get_if<TypeArrow>(&have->node);
    if (wanted == nullptr || actual == nullptr) break;
    want = resolve(wanted->to);
    have = resolve(actual->to);
    to = scalar_of(*want);
    from = scalar_of(*have);
  }
  if (to != nullptr && std::holds_alternative<TypeArrow>(have->node))
    return "it takes more than one argument: \\(x, y) -> f x y takes a pair.";
  if (to != nullptr && std::holds_alternative<TypeArray>(have->node))
    return "it gives an array where one number is wanted, as f64.sum makes of it.";
  if (!is_number(from) || !is_number(to) || from->scalar == to->scalar) return {};
  return fmt::format("what it gives is of type {1}; {0}.{1} converts that.",
                     support::name(to->scalar), support::name(from->scalar));
}

}  // namespace

bool is_foreign_module(std::string_view name) {
  constexpr std::string_view kNames[] = {"math", "Math", "np", "numpy", "jnp", "jax", "torch"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

std::string hint_for_unknown(State& state, const Env& env, const ast::QualName& name,
                             NameKind kind) {
  if (const std::size_t at = defined_later(name.name, name.span); at != std::string_view::npos) {
    const auto place = name.span.file->position(static_cast<std::uint32_t>(at));
    return fmt::format("it is defined after this, at {}:{}; a definition precedes its uses.",
                       place.line, place.column);
  }
  if (kind == NameKind::type) return find(kTypes, name.name);
  if (kind != NameKind::term) return {};
  if (name.name.size() > 1 && !in_name(name.name.front()) && name.name.back() == '-')
    return fmt::format("'{}' is one operator; a space before the '-' makes it two.", name.name);
  if (stands_after_rec(name.name, name.span))
    return fmt::format("a function may call itself without 'rec', which is a name: def {} ...",
                       name.name);
  if (is_size_of_type(name.span))
    return fmt::format("a size parameter is declared behind the function's name: def f [{}] ...",
                       name.name);
  std::string members;
  for (const char* numbers : {"f64", "i64"}) {
    const Term* term = env.term(numbers);
    const auto* module = term ? std::get_if<const Module*>(term) : nullptr;
    if (module && (*module)->term(state, name.name))
      members += (members.empty() ? "" : " or ") + (numbers + ("." + name.name));
  }
  if (!members.empty()) return fmt::format("the modules of numbers have it, as in {}.", members);
  if (const std::string hint = find(kValues, name.name); !hint.empty()) return hint;
  return state.library_hint(env, name.name);
}

std::string hint_for_elements(const TypePtr& expected, const TypePtr& actual, AsText as_text) {
  const TypePtr want = resolve(expected), have = resolve(actual);
  const auto* bytes = std::get_if<TypeArray>(&have->node);
  const auto* byte = bytes == nullptr ? nullptr : scalar_of(*resolve(bytes->element));
  if (as_text == AsText::joined && byte != nullptr && byte->scalar == support::ScalarType::u8)
    return "strings are joined by ++.";
  if (as_text != AsText::none) return "a string is an array of u8.";
  const auto* open = std::get_if<TypeMeta>(&want->node);
  const bool is_number = scalar_of(*want) != nullptr || (open && open->constraint.scalars != 0);
  if (!is_number || !std::holds_alternative<TypeArray>(resolve(actual)->node)) return {};
  return "for each element of an array there is map, as in map (* 2) xs, or map2 (+) xs ys.";
}

std::string bridge(const TypePtr& expected, const TypePtr& actual,
                   const std::vector<typed::ExpPtr>& arguments) {
  TypePtr want = resolve(expected), have = resolve(actual);
  const auto* from = scalar_of(*have);
  const auto* to = scalar_of(*want);
  if (is_number(from) && is_number(to) && from->scalar != to->scalar)
    return fmt::format("{}.{} converts it.", support::name(to->scalar),
                       support::name(from->scalar));
  const auto* wanted = std::get_if<TypeMeta>(&want->node);
  if (wanted != nullptr && wanted->constraint.scalars == prims::floats && is_number(from))
    return fmt::format("f64.{} converts it.", support::name(from->scalar));
  const auto* literal = std::get_if<TypeMeta>(&have->node);
  if (to != nullptr && to->scalar == support::ScalarType::boolean &&
      (is_number(from) || (literal != nullptr && literal->constraint.scalars != 0)))
    return "a number is no truth by itself: x != 0 is one.";
  if (literal != nullptr && literal->constraint.scalars == prims::floats && to != nullptr &&
      support::is_integer(to->scalar))
    return fmt::format("{}.f64 converts it, and leaves its fraction out.",
                       support::name(to->scalar));
  const auto* arrow = std::get_if<TypeArrow>(&have->node);
  if (const std::string hint = result_bridge(want, have); !hint.empty()) return hint;
  const auto* open = std::get_if<TypeMeta>(&want->node);
  const bool value_wanted =
      open ? open->constraint.scalars != 0 : !std::holds_alternative<TypeArrow>(want->node);
  if (arrow && value_wanted) return "is an argument missing? This is still a function.";
  const auto* tuple = std::get_if<TypeRecord>(&want->node);
  if (tuple && arguments.size() > 1 && arguments.size() == tuple->fields.size() &&
      tuple->fields.front().first == "0" && !std::holds_alternative<TypeRecord>(have->node))
    return "it takes a tuple: f (x, y), not f x y.";
  return {};
}

std::string order_hint(std::string_view name, std::size_t position, const Type& expected,
                       const TypePtr& rest, const std::vector<typed::ExpPtr>& args) {
  const auto is = [](const Type& type, auto node) {
    return std::holds_alternative<decltype(node)>(type.node);
  };
  const Type& actual = *resolve(args[position]->type);
  const bool compares = name == "<" || name == "<=" || name == ">" || name == ">=";
  if (compares && position == 1 && is_truth(*resolve(args[0]->type)) && scalar_like(actual))
    return fmt::format("comparisons are not chained: a {0} b && b {0} c.", name);
  if (name == "++" && scalar_like(actual)) return "an element is joined as an array: xs ++ [x].";
  const bool folds = name == "reduce" || name == "reduce_comm" || name == "scan";
  if (folds && position == 1 && args.size() == 2 && is(actual, TypeArray{}))
    return fmt::format("the neutral element stands before the array: {} (+) 0 xs.", name);
  if (position == 0 && args.size() > 1 && is(expected, TypeArrow{}) && !is(actual, TypeArrow{}) &&
      is(*resolve(args[1]->type), TypeArrow{}))
    return fmt::format("the function comes first: {} f xs.", name.empty() ? "map" : name);
  const auto* function = std::get_if<TypeArrow>(&actual.node);
  if (folds && position == 0 && function != nullptr && is(*resolve(function->to), TypeArrow{}))
    return fmt::format("the operator takes two of what it gives: {} (+) 0 (map f xs), or a loop.",
                       name);
  if (name == "map" && position == 0 && args.size() > 2 && is(*resolve(args[1]->type), TypeArrow{}))
    return "a function that has its first argument stands in parentheses: map (f x) xs.";
  if (name == "map" && position == 0 && function != nullptr &&
      is(*resolve(function->to), TypeArrow{}))
    return "a function of two arguments is applied to two arrays by map2 f xs ys, and so on to "
           "map5; map (\\(x, y) -> f x y) is of an array of pairs.";
  const auto* tuple = std::get_if<TypeRecord>(&actual.node);
  if (position == 0 && args.size() == 1 && tuple != nullptr && !tuple->fields.empty() &&
      tuple->fields.front().first == "0" && !is(expected, TypeRecord{}) &&
      is(*resolve(rest), TypeArrow{}))
    return "it takes one argument behind the other: f x y, not f (x, y).";
  return {};
}

std::string method_hint(State& state, const Env& env, const Type& type,
                        const ast::QualName& field) {
  if (field.name == "T") return "the function is transpose.";
  if (!scalar_like(type) && !std::holds_alternative<TypeArray>(type.node)) return {};
  if (!env.term(field.name)) return hint_for_unknown(state, env, field, NameKind::term);
  return fmt::format("{} is a function: it stands before its arguments, as in length xs.",
                     field.name);
}

std::string operator_hint(std::string_view word) {
  if (word == "and") return "'and' between two is written '&&'.";
  if (word == "or") return "'or' between two is written '||'.";
  return {};
}

bool is_derivative(std::string_view name) { return derivative(name) != nullptr; }

std::string derivative_hint(std::string_view function, std::size_t position,
                            const TypePtr& actual) {
  const Derivative* const found = derivative(function);
  if (found == nullptr) return {};
  if (position == 2) return found->last;
  if (position == 1) return "x must have the type of f's argument";
  const auto type = resolve(actual);
  const auto* arrow = std::get_if<TypeArrow>(&type->node);
  if (arrow == nullptr) return "it differentiates a function";
  if (std::holds_alternative<TypeArrow>(resolve(arrow->from)->node))
    return "there is no derivative by a function; it may stand in f instead";
  return fmt::format(
      "f takes one argument, which may be a tuple: {0} (\\(x, y) -> f x y) (a, b); or {0} (\\x -> "
      "f "
      "x b) a differentiates by the first alone",
      function);
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known,
                         const char* prefix) {
  const auto near = support::nearest(name, known);
  return near ? fmt::format("did you mean \"{}{}\"?", prefix, *near) : std::string();
}

std::string ask_whether_same(const std::vector<std::string>& here,
                             const std::vector<std::string>& there, const char* prefix) {
  for (const auto& name : here)
    if (const auto near = support::nearest(name, there))
      return fmt::format("\nAre \"{0}{1}\" and \"{0}{2}\" meant to be the same?", prefix, name,
                         *near);
  return {};
}

}  // namespace laguz::check
