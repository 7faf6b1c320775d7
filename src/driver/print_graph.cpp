// `laguz graph`: the computation graph of an entry point.
#include <cstdio>
#include <iostream>

#include <unistd.h>

#include "ad/observe.hpp"
#include "driver/arguments.hpp"
#include "driver/commands.hpp"
#include "graph/export.hpp"
#include "runtime/value_text.hpp"

namespace laguz::driver {
namespace {

using runtime::Value;

std::size_t bytes_of(const Value& value) {
  if (const auto* array = std::get_if<runtime::Array>(&value))
    return static_cast<std::size_t>(array->size()) * support::size_of(array->type());
  return support::size_of(std::get<support::Scalar>(value).type);
}

/// A program of its own for what is looked at, so that what the session has derived and optimised
/// already is seen as it was written. Its ids are the session's next ones.
class Workshop {
 public:
  explicit Workshop(Session& session) : session_(session) {
    std::swap(program.names, session.program().names);
  }
  ~Workshop() { std::swap(program.names, session_.program().names); }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  core::Program program;

 private:
  Session& session_;
};

/// Runs the graph with every node a result, and writes down how large each is.
void measure(Session& session, core::Program& program, const ad::Observation& seen,
             std::vector<Value> input, graph::Picture& picture) {
  core::Function all;
  all.name = picture.name;
  all.params = seen.inputs;
  all.body.stms = seen.body.stms;
  std::vector<core::VarId> ids;
  const auto wanted = [&](const core::Binder& binder) {
    if (binder.type.acc) return;
    ids.push_back(binder.id);
    all.body.results.push_back(binder.atom());
    all.results.push_back(binder.type);
  };
  for (const auto& binder : seen.inputs) wanted(binder);
  for (const auto& stm : seen.body.stms)
    for (const auto& binder : stm.binders) wanted(binder);
  const auto function = program.add(std::move(all));
  eval::Evaluator evaluator(program, session.interrupt(), session.options().eval);
  const auto values = session.call(evaluator, function, std::move(input));
  for (std::size_t i = 0; i < ids.size(); ++i) picture.bytes[ids[i]] = bytes_of(values[i]);
}

}  // namespace

std::string graph_text(Session& session, const check::typed::Def& def, const std::string& format,
                       bool tree, const std::string& input) {
  auto values = runtime::read_values(input);
  Workshop workshop(session);
  lower::Lowerer lowerer(session.checker(), workshop.program, session.options().lower);
  ad::Differentiator differentiator(workshop.program, session.options().ad);
  const auto entry = lowerer.entry(def);
  const auto seen = ad::observe(differentiator, workshop.program, entry.function);
  auto picture = graph::picture(entry.name, seen.inputs, seen.body, workshop.program.names);
  picture.requests = seen.requests;
  picture.shared = seen.shared;
  if (!values.empty())
    measure(session, workshop.program, seen,
            match_arguments(entry, std::move(values), [&] { return input; }), picture);
  if (format == "dot") return graph::to_dot(picture);
  if (format == "json") return graph::to_json(picture);
  return tree ? graph::to_tree(picture) : graph::to_text(picture);
}

int print_graph(const GraphOptions& options) {
  Session session(options.session);
  return session.guarded(1, [&] {
    const auto env = session.load(options.file);
    session.show_warnings(std::cerr, false);
    const auto& def = session.find(env, options.entry);
    const std::string input = isatty(STDIN_FILENO) == 0 ? read_input(false) : std::string();
    const auto text = graph_text(session, def, options.format, options.tree, input);
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
  });
}

}  // namespace laguz::driver
