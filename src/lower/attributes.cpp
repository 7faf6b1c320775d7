// Attributes of expressions: what they ask of lowering, and what they warn of.
#include <algorithm>
#include <set>

#include "core/walk.hpp"
#include "lower/context.hpp"
#include "lower/scopes.hpp"
#include "prims/catalog.hpp"

namespace laguz::lower {

Value Lowering::attributed(const typed::Attributed& attributed, Frame* frame) {
  const ast::Attr& attr = *attributed.attr;
  const auto argument = [&]() -> std::int64_t {
    return !attr.args.empty() && attr.args[0].number ? *attr.args[0].number : 0;
  };
  const auto name = [&] { return attr.args.size() == 1 ? attr.args[0].name : std::string(); };
  if (attr.name == "trace") {
    const Value value = exp(*attributed.inner, frame);
    trace(value, {attributed.inner->type, frame}, name());
    return value;
  }
  if (attr.name == "break" && options_.breaks) stop_at(attributed, frame);
  if (attr.name == "param")
    if (const auto given = options_.params.find(name()); given != options_.params.end()) {
      const Layout* layout = layout_of({attributed.inner->type, frame});
      if (layout->is_scalar() && layout->scalar == ScalarType::i64)
        return scalar_value(layouts_, Atom::i64(given->second));
    }
  if (attr.name == "warn" && name() == "safety_checks") return watched(attributed, frame);
  if (attr.name == "sequential") hints_.sequential = true;
  if (attr.name == "checkpoint") hints_.checkpoint = true;
  if (attr.name == "unroll") hints_.unroll = attr.span;
  if (attr.name == "chunk") hints_.chunk = argument();
  if (attr.name == "stripmine") hints_.stripmine = argument();
  Value value = exp(*attributed.inner, frame);
  hints_ = {};
  return value;
}

void Lowering::trace(const Value& value, ScopedType type, std::string tag) {
  core::Trace e;
  e.tag = std::move(tag);
  e.values = lower::flatten(value);
  e.view = std::make_shared<const core::View>(view(std::move(type)));
  b_->emit({std::move(e)}, {});
}

void Lowering::stop_at(const typed::Attributed& attributed, Frame* frame) {
  core::Trace e;
  e.is_break = true;
  core::View all;
  all.kind = core::View::Kind::record;
  // (`break x` is the caller's, who may have no names.)
  if (in_prelude(attributed.attr->span))
    if (const auto [call, names] = callers_.innermost(); call.frame != nullptr)
      add_names(names, call.frame, all, e.values);
  if (all.parts.empty()) add_names(*attributed.visible, frame, all, e.values);
  int number = 0;
  for (const core::CallSite* site = b_->inlined_at.get(); site != nullptr;
       site = site->outer.get()) {
    if (!site->span) continue;
    const auto [call, names] = callers_.at(site);
    core::View of_caller;
    of_caller.kind = core::View::Kind::record;
    add_names(names, call.frame, of_caller, e.values);
    all.parts.emplace_back(std::to_string(++number), std::move(of_caller));
  }
  e.view = std::make_shared<const core::View>(std::move(all));
  b_->emit({std::move(e)}, {});
}

void Lowering::add_names(const std::vector<typed::LocalName>& names, Frame* frame,
                         core::View& record, Atoms& values) {
  for (const typed::LocalName& name : names) {
    const Value* value = frame->find(name.id);
    if (value == nullptr) continue;
    core::View view = this->view({name.type, frame});
    if (view.kind == core::View::Kind::function) continue;
    Atoms atoms;
    flatten_for_view({name.type, frame}, *value, atoms);
    if (!std::all_of(atoms.begin(), atoms.end(), [&](const Atom& a) { return known_.is_live(a); }))
      continue;
    record.parts.emplace_back(name.name, std::move(view));
    values.insert(values.end(), atoms.begin(), atoms.end());
  }
}

// ------------------------------------------------------------------------------------- warnings

void Lowering::warn(Span span, std::string message) {
  support::Diagnostic warning;
  warning.severity = support::Severity::warning;
  warning.span = span;
  warning.message = std::move(message);
  const auto known = std::find_if(warnings_.begin(), warnings_.end(), [&](const auto& other) {
    return other.span == span && other.message == warning.message;
  });
  if (known == warnings_.end()) warnings_.push_back(std::move(warning));
}

Value Lowering::watched(const typed::Attributed& attributed, Frame* frame) {
  Value value;
  core::Body body;
  {
    BodyScope scope(*this);
    value = exp(*attributed.inner, frame);
    body = scope.finish(lower::flatten(value));
  }
  for (const core::Stm& stm : body.stms) b_->append(stm);
  watched_.push_back(std::move(body));
  return value;
}

namespace {

/// Whatever may fail when it is run.
bool is_checked(const core::Exp& exp) {
  if (const auto* app = std::get_if<core::PrimApp>(&exp.node)) {
    const auto type = static_cast<std::size_t>(app->prim.type);
    return prims::row_of(app->prim).guard[type] != prims::Guard::none &&
           !app->args.back().is_constant();
  }
  return std::holds_alternative<core::Index>(exp.node) ||
         std::holds_alternative<core::Slice>(exp.node) ||
         std::holds_alternative<core::Update>(exp.node) ||
         std::holds_alternative<core::Assert>(exp.node);
}

}  // namespace

// Once all is lowered, so that the functions which are called can be looked at too.
void Lowering::warn_of_checks() {
  std::set<core::FunId> seen;
  const std::function<void(const core::Body&)> look = [&](const core::Body& body) {
    for (const core::Stm& stm : body.stms) {
      if (is_checked(stm.exp) && stm.span && !in_prelude(stm.span))
        warn(stm.span, "Safety check required at run-time.");
      if (const auto* call = std::get_if<core::Call>(&stm.exp.node))
        if (seen.insert(call->function).second) look(program_[call->function].body);
      core::visit(
          stm.exp, [](const Atom&) {},
          [&](const core::Body& inner, const Binders&) { look(inner); });
    }
  };
  for (const core::Body& body : watched_) look(body);
  watched_.clear();
}

}  // namespace laguz::lower
