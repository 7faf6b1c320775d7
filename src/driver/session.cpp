#include "driver/session.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "core/optimise.hpp"
#include "core/verify.hpp"
#include "support/assert.hpp"

namespace laguz::driver {

using support::Diagnostic;
using support::Phase;
using support::UserError;

Session::Session(SessionOptions options) : options_(std::move(options)) {
  checker_ = std::make_unique<check::Checker>(
      [this](const std::string& path) -> const support::SourceFile* {
        if (auto found = files_.find(path); found != files_.end()) return found->second;
        std::ifstream in(path, std::ios::binary);
        if (!in) return nullptr;
        std::ostringstream text;
        text << in.rdbuf();
        return files_[path] = &add_source(path, std::move(text).str());
      });
  lowerer_ = std::make_unique<check::Lowerer>(*checker_, program_);
  differentiator_ = std::make_unique<ad::Differentiator>(program_);
  evaluator_ = std::make_unique<eval::Evaluator>(program_, interrupt_, options_.eval);
}

const support::SourceFile& Session::add_source(std::string name, std::string text) {
  sources_.push_back(std::make_unique<support::SourceFile>(std::move(name), std::move(text)));
  return *sources_.back();
}

check::EnvPtr Session::load(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in) throw UserError(Phase::usage, {}, fmt::format("{}: cannot read the file.", path));
  const auto& source = add_source(path, std::move(text).str());
  files_[path] = &source;
  return checker_->check_file(source, &warnings_);
}

check::EntryPoint Session::lower(const check::typed::Def& def) { return lowerer_->entry(def); }

check::EntryPoint Session::prepare(const check::typed::Def& def) {
  check::EntryPoint entry = lower(def);
#ifndef NDEBUG
  core::verify(program_, entry.function);
#endif
  differentiator_->expand(entry.function);
  core::optimise(program_, entry.function);
#ifndef NDEBUG
  core::verify(program_, entry.function);
#endif
  return entry;
}

std::vector<runtime::Value> Session::call(const check::EntryPoint& entry,
                                          std::vector<runtime::Value> args) {
  return evaluator_->call(entry.function, std::move(args));
}

int Session::guarded(int on_error, const std::function<int()>& action) {
  const bool colour = isatty(STDERR_FILENO) != 0;
  try {
    return action();
  } catch (const UserError& error) {
    std::fflush(stdout);
    std::cerr << support::render(error.diagnostic(), colour);
    return on_error;
  } catch (const support::Interrupted&) {
    std::cerr << "Interrupted\n";
    return 130;
  } catch (const std::bad_alloc&) {
    std::cerr << "Error: out of memory.\n";
    return on_error;
  } catch (const std::exception& fault) {
    std::cerr
        << "laguz: internal fault: " << fault.what()
        << "\nThis is a bug of Laguz's own; please report it with the program and its input.\n";
    return 101;
  }
}

}  // namespace laguz::driver
