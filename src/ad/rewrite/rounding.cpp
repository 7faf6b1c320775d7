#include "ad/rewrite/rounding.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/assert.hpp"

namespace laguz::ad::rewrite {

using core::Binder;
using core::Binders;
using core::Body;
using core::Function;
using core::FunId;

namespace {

/// Whether integers come in that keep their derivative.
bool brings_integers(const Function& function, const Columns& args) {
  for (std::size_t i = 0; i < args.size(); ++i)
    if (args[i].varies && !args[i].rounded && !support::is_float(function.params[i].type.elem))
      return true;
  return false;
}

/// All that parameters may depend on.
Columns most(const Function& function) {
  Columns all;
  for (const Binder& param : function.params)
    all.push_back(param.type.acc ? Dependence{} : Dependence{true, true}.of(param.type));
  return all;
}

/// The conversion that [app] is to be instead, if it is to be another one. (An integer may have
/// been a float in a derivative that is differentiated here, and come from an integer input here.)
std::optional<prims::Prim> other_form(const core::PrimApp& app, const Dependences& known) {
  if (!is_to_float(app.prim)) return {};
  const Dependence on = known.of(app.args[0]);
  if (!on.varies || on.rounded == prims::is_step(app.prim)) return {};
  return on.rounded ? prims::step_of(app.prim) : prims::conversion_of(app.prim);
}

bool has_other_forms(const Body& body, const Dependences& known) {
  bool any = false;
  for (const core::Stm& stm : body.stms) {
    const auto* app = std::get_if<core::PrimApp>(&stm.exp.node);
    if (app != nullptr && other_form(*app, known)) return true;
    core::visit(
        stm.exp, [](const core::Atom&) {},
        [&](const Body& inner, const Binders&) { any = any || has_other_forms(inner, known); });
    if (any) return true;
  }
  return false;
}

}  // namespace

/// What is called by one body that is differentiated: functions by what their arguments depend on,
/// each read again when more is known of what it calls.
class Roundings::Pass {
 public:
  Pass(Roundings& all, core::Lambda& differentiated) : all_(all), root_(differentiated) {}

  void run() {
    Form& root = add(nullptr, {});
    for (const Binder& input : root_.params) root.known.depend(input, {true, false});
    while (!left_.empty()) {
      const std::size_t last = *left_.rbegin();  // what is called comes before who calls it
      left_.erase(last);
      read(forms_[last]);
    }
    find_changed();
    if (!root.changed) return;
    mark(root_.body, root.known);
    while (!unwritten_.empty()) {
      const auto [form, id] = unwritten_.back();
      unwritten_.pop_back();
      write(*form, id);
    }
  }

 private:
  struct Form {
    std::size_t index = 0;
    const Function* function = nullptr;  ///< null: the body that is differentiated
    Key key{};
    Dependences known{};
    Effects effects{};
    std::set<std::size_t> callers{};
    bool changed = false;  ///< conversions in it, or in what it calls, are others than in the text
  };

  Form& add(const Function* function, Key key) {
    Form& form = forms_.emplace_back();
    form.index = forms_.size() - 1;
    form.function = function;
    form.key = std::move(key);
    left_.insert(form.index);
    return form;
  }

  /// The form of [function] for [args]; null if it has no derivative.
  Form* form_of(FunId function, Columns args) {
    // A function that shuffles its arguments would have forms without number.
    constexpr std::size_t kMostForms = 256;
    const Function* ready = all_.ready_(function);
    if (ready == nullptr) return nullptr;
    for (std::size_t i = 0; i < args.size(); ++i) args[i] = args[i].of(ready->params[i].type);
    if (const auto found = known_.find({function, args}); found != known_.end())
      return &forms_[found->second];
    if (counts_[function] >= kMostForms) args = most(*ready);
    const Key key{function, std::move(args)};
    if (const auto found = known_.find(key); found != known_.end()) return &forms_[found->second];
    ++counts_[function];
    Form& form = add(ready, key);
    known_[key] = form.index;
    for (std::size_t i = 0; i < ready->params.size(); ++i)
      form.known.depend(ready->params[i], key.second[i]);
    if (!brings_integers(*ready, key.second)) (void)form_of(function, most(*ready));
    return &form;
  }

  void read(Form& form) {
    const Body& body = form.function != nullptr ? form.function->body : root_.body;
    Effects now;
    now.results = form.known.read(body, [&](FunId callee, const Columns& args) -> const Effects& {
      Form* called = form_of(callee, args);
      if (called == nullptr) return nothing_;  // who needs its derivative is told that it has none
      called->callers.insert(form.index);
      return called->effects;
    });
    if (form.function == nullptr) return;
    for (const Binder& param : form.function->params)
      now.added.push_back(form.known.added_to(param.id));
    if (join(form.effects, now)) left_.insert(form.callers.begin(), form.callers.end());
  }

  void find_changed() {
    std::vector<Form*> changed;
    const auto change = [&](Form& form) {
      if (std::exchange(form.changed, true)) return;
      changed.push_back(&form);
    };
    for (Form& form : forms_)
      if (has_other_forms(form.function != nullptr ? form.function->body : root_.body, form.known))
        change(form);
    while (!changed.empty()) {
      const Form& form = *changed.back();
      changed.pop_back();
      for (const std::size_t caller : form.callers) change(forms_[caller]);
    }
  }

  void mark(Body& body, const Dependences& known) {
    for (core::Stm& stm : body.stms) {
      if (auto* app = std::get_if<core::PrimApp>(&stm.exp.node))
        if (const auto other = other_form(*app, known)) app->prim = *other;
      if (auto* call = std::get_if<core::Call>(&stm.exp.node))
        call->function = callee(*call, known);
      core::visit(
          stm.exp, [](core::Atom&) {}, [&](Body& inner, Binders&) { mark(inner, known); });
    }
  }

  FunId callee(const core::Call& call, const Dependences& known) {
    const Columns args = known.of_each(call.args);
    const bool varies =
        std::any_of(args.begin(), args.end(), [](const Dependence& on) { return on.varies; });
    Form* form = varies ? form_of(call.function, args) : nullptr;
    if (form == nullptr || !form->changed) return call.function;
    // Where none comes in that keeps its derivative, one form does for all.
    if (!brings_integers(*form->function, form->key.second))
      form = form_of(call.function, most(*form->function));
    LAGUZ_ASSERT(left_.empty(), "a call of a function that has not been read");
    const auto [found, fresh] = all_.copies_.try_emplace(form->key, FunId{0});
    if (fresh) {
      found->second = all_.program_.add({});  // before its body: the function calls itself
      unwritten_.emplace_back(form, found->second);
    }
    return found->second;
  }

  void write(const Form& form, FunId id) {
    Function made = *form.function;
    mark(made.body, form.known);
    core::Substitution substitution;
    for (Binder& param : made.params) {
      const Binder own = all_.program_.names.bind(param.type);
      substitution[param.id] = own.atom();
      param = own;
    }
    made.body = core::refresh(made.body, all_.program_.names, std::move(substitution));
    all_.define_(form.key.first, id, std::move(made));
  }

  Roundings& all_;
  core::Lambda& root_;
  std::deque<Form> forms_;
  std::map<Key, std::size_t> known_;
  std::unordered_map<FunId, std::size_t> counts_;
  std::set<std::size_t> left_;  ///< to be read
  std::vector<std::pair<Form*, FunId>> unwritten_;
  const Effects nothing_;
};

Roundings::Roundings(core::Program& program, Ready ready, Define define)
    : program_(program), ready_(std::move(ready)), define_(std::move(define)) {}

void Roundings::stop_in(core::Lambda& differentiated) { Pass(*this, differentiated).run(); }

void Roundings::forget(const std::function<bool(FunId)>& is_unfinished) {
  std::erase_if(copies_, [&](const auto& row) { return is_unfinished(row.second); });
}

void Roundings::reach(FunId function, std::vector<FunId>& reached) const {
  for (auto at = copies_.lower_bound(Key{function, {}});
       at != copies_.end() && at->first.first == function; ++at)
    reached.push_back(at->second);
}

void Roundings::keep(const std::unordered_set<FunId>& kept) {
  std::erase_if(copies_, [&](const auto& row) {
    return kept.count(row.first.first) == 0 || kept.count(row.second) == 0;
  });
}

}  // namespace laguz::ad::rewrite
