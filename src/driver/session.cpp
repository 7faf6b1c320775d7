#include "driver/session.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "core/optimise.hpp"
#include "core/verify.hpp"
#include "support/assert.hpp"
#include "syntax/parse.hpp"

namespace laguz::driver {

using support::Diagnostic;
using support::Phase;
using support::UserError;

Session::Session(SessionOptions options) : options_(std::move(options)) {
  if (options_.max_memory > 0) runtime::Buffer::set_limit(options_.max_memory);
  make_parts();
}

void Session::make_parts() {
  checker_ = std::make_unique<check::Checker>(
      [this](const std::string& path) -> const support::SourceFile* {
        if (auto found = files_.find(path); found != files_.end()) return found->second;
        std::ifstream in(path, std::ios::binary);
        if (!in) return nullptr;
        std::ostringstream text;
        text << in.rdbuf();
        return files_[path] = &add_source(path, std::move(text).str());
      });
  lowerer_ = std::make_unique<lower::Lowerer>(*checker_, program_, options_.lower);
  differentiator_ = std::make_unique<ad::Differentiator>(program_, options_.ad);
  evaluator_ = std::make_unique<eval::Evaluator>(program_, interrupt_, options_.eval);
}

void Session::reset() {
  check::Checker::Ids ids = checker_->ids();
  evaluator_.reset();
  differentiator_.reset();
  lowerer_.reset();
  checker_.reset();
  for (core::Function& function : program_.functions) function = {};
  files_.clear();
  sources_.clear();
  warnings_.clear();
  make_parts();
  checker_->start_after(ids);
}

const support::SourceFile& Session::add_source(std::string name, std::string text) {
  sources_.push_back(std::make_unique<support::SourceFile>(std::move(name), std::move(text)));
  return *sources_.back();
}

const support::SourceFile& Session::read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  errno = 0;
  if (in) text << in.rdbuf();
  if (!in || errno == EISDIR)
    throw UserError(Phase::usage, {},
                    fmt::format("{}: cannot read the file{}.", path,
                                errno != 0 ? fmt::format(" ({})", std::strerror(errno)) : ""));
  const auto& source = add_source(path, std::move(text).str());
  files_[path] = &source;
  return source;
}

check::EnvPtr Session::load(const std::string& path) {
  const auto env = checker_->check_file(read(path), options_.warnings ? &warnings_ : nullptr);
  if (options_.warnings && checker_->requests().warnings) warn_of_entries(env);
  return env;
}

// Some warnings are about what a program becomes.
void Session::warn_of_entries(const check::EnvPtr& env) {
  for (const auto* def : checker_->entries(env)) {
    try {
      (void)lower(*def);
    } catch (const UserError&) {
      // Whoever calls it will hear of it.
    }
  }
  for (auto& warning : lowerer_->take_warnings()) warnings_.push_back(std::move(warning));
}

const std::vector<Diagnostic>& Session::warnings() {
  const auto place = [](const Diagnostic& d) {
    return std::pair(d.span ? std::string_view(d.span.file->name()) : std::string_view(),
                     d.span.lo);
  };
  const auto before = [&](const Diagnostic& a, const Diagnostic& b) { return place(a) < place(b); };
  if (!std::is_sorted(warnings_.begin(), warnings_.end(), before))
    std::stable_sort(warnings_.begin(), warnings_.end(), before);
  return warnings_;
}

bool Session::write_warnings(std::ostream& out, bool colour) {
  (void)warnings();
  const auto warnings = std::exchange(warnings_, {});
  // A program made by another program may have as many as it has lines.
  constexpr std::size_t kMost = 100;
  for (std::size_t i = 0; i < warnings.size() && i < kMost; ++i)
    out << support::render(warnings[i], colour);
  if (warnings.size() > kMost)
    out << fmt::format("{} more warnings are not shown.\n", warnings.size() - kMost);
  return !warnings.empty();
}

void Session::show_warnings(std::ostream& out, bool colour) {
  if (write_warnings(out, colour) && options_.warnings_are_errors)
    throw UserError(Phase::usage, {}, "the warnings above count as errors (--Werror).");
}

const check::typed::Def& Session::find(const check::EnvPtr& env, const std::string& name) {
  const auto* def = checker_->lookup(env, name);
  if (def != nullptr) return *def;
  UserError error(Phase::usage, {}, "Invalid entry point: " + name);
  constexpr std::size_t kMost = 10;
  const auto entries = checker_->entries(env);
  std::string& hint = error.diagnostic().hint;
  for (std::size_t i = 0; i < entries.size() && i < kMost; ++i)
    hint += (i == 0 ? "there are " : ", ") + entries[i]->name;
  if (entries.empty()) hint = "the program has none; one is declared by 'entry', or called main";
  hint += entries.size() > kMost ? ", ..." : ".";
  throw error;
}

const check::typed::Def& Session::expression(const check::EnvPtr& env, std::string name,
                                             std::string text) {
  const auto& source = add_source(std::move(name), std::move(text));
  return checker_->check_expression(env, syntax::parse_expression(source));
}

lower::EntryPoint Session::lower(const check::typed::Def& def) { return lowerer_->entry(def); }

lower::EntryPoint Session::differentiate(const check::typed::Def& def) {
  lower::EntryPoint entry = lower(def);
#ifndef NDEBUG
  core::verify(program_, entry.function);
#endif
  differentiator_->expand(entry.function);
  return entry;
}

lower::EntryPoint Session::prepare(const check::typed::Def& def) {
  lower::EntryPoint entry = differentiate(def);
  core::optimise(program_, entry.function);
#ifndef NDEBUG
  core::verify(program_, entry.function);
#endif
  return entry;
}

std::vector<runtime::Value> Session::call(const lower::EntryPoint& entry,
                                          std::vector<runtime::Value> args) {
  return call(*evaluator_, entry.function, std::move(args));
}

std::vector<runtime::Value> Session::call(eval::Evaluator& evaluator, core::FunId function,
                                          std::vector<runtime::Value> args) {
  using Clock = runtime::Interrupt::Clock;
  interrupt_.reset();
  interrupt_.set_deadline(std::nullopt);
  if (options_.timeout > 0)
    interrupt_.set_deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                               std::chrono::duration<double>(options_.timeout)));
  CatchInterrupts catching(interrupt_);
  if (catching.requested()) throw support::Interrupted();
  try {
    return evaluator.call(function, std::move(args));
  } catch (const support::Interrupted&) {
    if (options_.timeout <= 0 || catching.requested()) throw;
    throw TimedOut(Phase::usage, {},
                   fmt::format("the evaluation took longer than {} s.", options_.timeout));
  }
}

int Session::guarded(int on_error, const std::function<int()>& action) {
  return guarded(std::cerr, use_colour(options_.colour, STDERR_FILENO), on_error, action);
}

int Session::guarded(std::ostream& out, bool colour, int on_error,
                     const std::function<int()>& action) {
  try {
    return action();
  } catch (const UserError& error) {
    std::fflush(stdout);
    // What has been warned of before may be the cause.
    (void)write_warnings(out, colour);
    out << support::render(error, colour);
    return on_error;
  } catch (const support::Interrupted&) {
    out << "Interrupted\n";
    return 130;
  } catch (const std::bad_alloc&) {
    out << "Error: out of memory.\n";
    return on_error;
  } catch (const std::exception& fault) {
    out << "laguz: internal fault: " << fault.what()
        << "\nThis is a bug of Laguz's own; please report it with the program and its input.\n";
    return 101;
  }
}

}  // namespace laguz::driver
