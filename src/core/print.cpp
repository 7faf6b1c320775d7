#include "core/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/semantics.hpp"
#include "prims/catalog.hpp"
#include "runtime/half.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"

namespace laguz::core {

namespace {

std::string_view name(DiffMode mode) {
  switch (mode) {
    case DiffMode::vjp: return "vjp";
    case DiffMode::jvp: return "jvp";
    case DiffMode::mjp: return "mjp";
    case DiffMode::jmp: return "jmp";
    case DiffMode::pattern: return "pattern";
  }
  return "?";
}

std::string constant(Scalar s) {
  const std::string_view suffix = support::name(s.type);
  if (s.type == ScalarType::boolean) return s.as_bool() ? "true" : "false";
  if (support::is_signed(s.type)) return fmt::format("{}{}", s.as_i64(), suffix);
  if (support::is_unsigned(s.type)) return fmt::format("{}{}", s.bits, suffix);
  const double value = s.type == ScalarType::f64   ? s.as_f64()
                       : s.type == ScalarType::f32 ? s.as_f32()
                                                   : runtime::half_to_float(s.as_f16());
  // The shortest text that reads back: a narrow float needs fewer digits than its double.
  return s.type == ScalarType::f64 ? fmt::format("{}{}", value, suffix)
                                   : fmt::format("{}{}", static_cast<float>(value), suffix);
}

class Printer {
 public:
  Printer(const Names& names, const Program* program, int indent)
      : names_(names), program_(program), indent_(indent) {}

  std::string take() { return std::move(text_); }

  void body(const Body& body) {
    support::expect_stack("A loop, branch or lambda");
    for (const Stm& stm : body.stms) {
      line();
      binders(stm.binders);
      if (!stm.binders.empty()) put(" = ");
      std::visit(*this, stm.exp.node);
    }
    line();
    put("-> ");
    atoms(body.results);
  }

  void lambda(const Lambda& lambda) {
    put("\\");
    params(lambda.params);
    nested(lambda.body);
  }

  void function(const Function& f) {
    put("{} {}", f.constant ? "constant" : "fun", f.name.empty() ? "_" : f.name);
    if (!f.constant) params(f.params);
    put(" : (");
    separated(f.results, [this](const Type& type) { put("{}", print(type)); });
    put(")");
    if (f.recursive) put(" recursive");
    if (f.noinline) put(" noinline");
    if (f.has_body()) {
      nested(f.body);
    } else {
      put(" known");
    }
    put("\n");
  }

  void operator()(const Copy& e) { put("{}", text(e.atom)); }
  void operator()(const PrimApp& e) { apply(prims::row_of(e.prim).name, e.args); }
  void operator()(const If& e) {
    put("if {} then", text(e.condition));
    nested(e.then_body);
    line();
    put("else");
    nested(e.else_body);
  }
  void operator()(const Loop& e) {
    put("loop (");
    for (std::size_t i = 0; i < e.params.size(); ++i) {
      text_ += i == 0 ? "" : ", ";
      put("{} : {} = {}", variable(e.params[i].id), print(e.params[i].type), text(e.inits.at(i)));
    }
    put(")");
    if (e.hints.stripmine != 0) put(" stripmine({})", e.hints.stripmine);
    if (!e.history.empty()) {
      put(" history(");
      std::size_t entry = 0;
      separated(e.history, [&](std::uint32_t i) {
        put("{}{}{}", e.is_after(entry) ? "after " : "", e.is_flat(entry) ? "flat " : "",
            variable(e.params.at(i).id));
        ++entry;
      });
      put(")");
    }
    if (e.counted) put(" counted");
    if (const auto* form = std::get_if<ForForm>(&e.form)) {
      put(" for {} : {} < {}{} do", variable(form->index.id), print(form->index.type),
          text(form->bound), form->down ? " down" : "");
    } else {
      put(" while");
      nested(std::get<WhileForm>(e.form).condition);
      line();
      put("do");
    }
    nested(e.body);
  }
  void operator()(const Call& e) {
    apply(program_ ? fmt::format("call {}#{}", (*program_)[e.function].name, e.function)
                   : fmt::format("call #{}", e.function),
          e.args);
  }
  void operator()(const Soac& e) {
    put("soac{}{} {} ", e.sequential ? " sequential" : "", e.checkpoint ? " checkpoint" : "",
        text(e.width));
    atoms(e.arrays);
    ++indent_;
    part("map", e.lambda);
    for (const Reduce& reduce : e.reduces)
      part(reduce.commutative ? "reduce_comm" : "reduce", reduce.op, &reduce.neutral);
    for (const Scan& scan : e.scans) part("scan", scan.op, &scan.neutral);
    rows(e.row_shapes);
    --indent_;
  }
  void operator()(const Hist& e) {
    put("hist {} ", text(e.width));
    atoms(e.dests);
    put(" at ");
    atoms(e.indices);
    put(" of ");
    atoms(e.values);
    ++indent_;
    part("op", e.op, &e.neutral);
    --indent_;
  }
  void operator()(const Scatter& e) {
    switch (e.exchange) {
      case Scatter::Exchange::none: put("scatter {} ", text(e.width)); break;
      case Scatter::Exchange::forwards: put("exchange {} ", text(e.width)); break;
      case Scatter::Exchange::backwards: put("exchange_backwards {} ", text(e.width)); break;
    }
    atoms(e.dests);
    put(" at ");
    atoms(e.indices);
    put(" of ");
    atoms(e.values);
  }
  void operator()(const Stream& e) {
    put("stream {} ", text(e.width));
    atoms(e.arrays);
    if (e.chunk != 0) put(" chunk({})", e.chunk);
    ++indent_;
    part("from", e.lambda, &e.inits);
    rows(e.row_shapes);
    --indent_;
  }
  void operator()(const Index& e) {
    put("{}", text(e.array));
    auto from = e.indices.begin();
    for (const Index::Step& step : e.steps) {
      const auto end = e.indices.begin() + static_cast<std::ptrdiff_t>(step.end);
      indices({from, end});
      from = end;
    }
    indices({from, e.indices.end()});
  }
  void operator()(const Slice& e) {
    put("{}", text(e.array));
    dims(e.dims);
  }
  void operator()(const Update& e) {
    put("{} with ", text(e.array));
    dims(e.dims);
    put(" = {}", text(e.value));
  }
  void operator()(const ArrayLit& e) {
    put("[");
    separated(e.elements, [this](const Atom& atom) { put("{}", text(atom)); });
    put("] of {}", print(e.row));
    if (!e.row_shape.empty()) indices(e.row_shape);
  }
  void operator()(const ArrayApp& e) {
    put("{}", name(e.op));
    if (e.op == ArrayOp::zeros && !e.attrs.empty()) {
      put("<{}>", support::name(static_cast<ScalarType>(e.attrs[0])));
    } else if (!e.attrs.empty()) {
      put("<");
      separated(e.attrs, [this](std::int64_t attr) { put("{}", attr); });
      put(">");
    }
    apply("", e.args);
  }
  void operator()(const Assert& e) {
    put("assert {} ", text(e.condition));
    for (const auto& part : e.message)
      std::visit(support::overloaded{[this](const std::string& s) { put("{:?}", s); },
                                     [this](const Atom& atom) { put(" {} ", text(atom)); }},
                 part);
  }
  void operator()(const Diff& e) {
    put("{} at ", name(e.mode));
    atoms(e.primals);
    put(" with ");
    atoms(e.seeds);
    ++indent_;
    part("of", e.function);
    --indent_;
  }
  void operator()(const Custom& e) {
    apply(e.mode == CustomMode::vjp ? "with_vjp" : "with_jvp", e.args);
    ++indent_;
    part("of", e.function);
    part("rule", e.rule);
    --indent_;
  }
  void operator()(const WithAcc& e) {
    put("with_acc");
    ++indent_;
    for (const WithAcc::Acc& acc : e.accs) {
      line();
      put("{} : {} of ", variable(acc.acc.id), print(acc.acc.type));
      atoms(acc.arrays);
      if (acc.index_rank != 1) put(" index_rank({})", acc.index_rank);
      if (acc.apart) put(" apart");
      if (acc.growth != WithAcc::Growth::none) put(" grows");
      ++indent_;
      if (acc.op) part("op", *acc.op, &acc.neutral);
      --indent_;
    }
    --indent_;
    nested(e.body);
  }
  void operator()(const AccUpdate& e) {
    put("{}", text(e.acc));
    indices(e.indices);
    put(" <- ");
    atoms(e.values);
    if (e.site != 0) put(" site {}", e.site);
  }
  void operator()(const Trace& e) {
    put("{} {:?} ", e.is_break ? "break" : "trace", e.tag);
    atoms(e.values);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }
  void line() {
    if (!text_.empty()) text_ += '\n';
    // Chains of branches may be many thousand levels deep.
    constexpr int kWidest = 40;
    text_.append(static_cast<std::size_t>(std::min(indent_, kWidest)) * 2, ' ');
  }
  void nested(const Body& inner) {
    ++indent_;
    body(inner);
    --indent_;
  }
  void part(std::string_view label, const Lambda& inner, const Atoms* start = nullptr) {
    line();
    put("{} ", label);
    if (start) {
      atoms(*start);
      put(" ");
    }
    lambda(inner);
  }
  void rows(const std::vector<Atoms>& shapes) {
    bool any = false;
    for (const Atoms& shape : shapes) any = any || !shape.empty();
    if (!any) return;
    line();
    put("rows ");
    separated(shapes, [this](const Atoms& shape) { indices(shape); });
  }
  template <class Items, class PutItem>
  void separated(const Items& items, PutItem put_item) {
    bool first = true;
    for (const auto& item : items) {
      if (!first) text_ += ", ";
      first = false;
      put_item(item);
    }
  }
  void atoms(const Atoms& all) {
    put("(");
    separated(all, [this](const Atom& atom) { put("{}", text(atom)); });
    put(")");
  }
  void apply(std::string_view function, const Atoms& args) {
    put("{}", function);
    for (const Atom& arg : args) put(" {}", text(arg));
  }
  void indices(const Atoms& all) {
    put("[");
    separated(all, [this](const Atom& atom) { put("{}", text(atom)); });
    put("]");
  }
  void dims(const std::vector<DimSlice>& all) {
    put("[");
    separated(all, [this](const DimSlice& dim) {
      if (dim.fixed) return put("{}", text(dim.index));
      put("{}:{}", dim.start ? text(*dim.start) : "", dim.end ? text(*dim.end) : "");
      if (dim.stride) put(":{}", text(*dim.stride));
    });
    put("]");
  }
  void params(const Binders& all) {
    put("(");
    binders(all);
    put(")");
  }
  void binders(const Binders& all) {
    separated(all, [this](const Binder& b) { put("{} : {}", variable(b.id), print(b.type)); });
  }
  std::string variable(VarId id) const {
    const std::string_view hint = names_.hint(id);
    return fmt::format("{}_{}", hint.empty() ? "t" : hint, id);
  }
  std::string text(const Atom& atom) const {
    return atom.is_constant() ? constant(atom.scalar()) : variable(atom.var);
  }

  const Names& names_;
  const Program* program_;
  int indent_;
  std::string text_;
};

}  // namespace

std::string print(const Program& program, FunId function) {
  Printer printer(program.names, &program, 0);
  printer.function(program[function]);
  return printer.take();
}

std::string print(const Body& body, const Names& names, int indent) {
  Printer printer(names, nullptr, indent);
  printer.body(body);
  return printer.take();
}

std::string print(const Lambda& lambda, const Names& names, int indent) {
  Printer printer(names, nullptr, indent);
  printer.lambda(lambda);
  return printer.take();
}

std::string print(const Stm& stm, const Names& names) {
  Body alone;
  alone.stms.push_back(stm);
  std::string text = print(alone, names);
  text.resize(text.rfind('\n'));
  return text;
}

std::string print(Type type) {
  std::string text = type.acc ? "acc " : "";
  for (int dim = 0; dim < type.rank; ++dim) text += "[]";
  return text + std::string(support::name(type.elem));
}

}  // namespace laguz::core
