// A session: everything an interpreter knows, and the one place that catches user errors.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ad/differentiate.hpp"
#include "check/checker.hpp"
#include "check/lower.hpp"
#include "core/program.hpp"
#include "eval/evaluator.hpp"
#include "runtime/array.hpp"
#include "runtime/interrupt.hpp"
#include "support/diagnostic.hpp"

namespace laguz::driver {

struct SessionOptions {
  eval::Options eval;
  bool warnings = true;
  bool warnings_are_errors = false;
};

/// Where values are printed and how.
std::string print_view(const core::View& view, std::span<const runtime::Value> values, bool machine);

class Session {
 public:
  explicit Session(SessionOptions options);

  /// Texts live as long as the session: spans point into them.
  const support::SourceFile& add_source(std::string name, std::string text);
  /// Reads and checks a file. Throws UserError (Phase::usage when it cannot be read).
  check::EnvPtr load(const std::string& path);
  check::EnvPtr prelude() { return checker_->prelude(); }

  check::Checker& checker() { return *checker_; }
  core::Program& program() { return program_; }
  runtime::Interrupt& interrupt() { return interrupt_; }
  SessionOptions& options() { return options_; }
  const std::vector<support::Diagnostic>& warnings() const { return warnings_; }

  /// Ready to run: lowered, differentiated, optimised.
  check::EntryPoint prepare(const check::typed::Def& def);
  /// Lowered only (what `laguz graph` starts from).
  check::EntryPoint lower(const check::typed::Def& def);
  std::vector<runtime::Value> call(const check::EntryPoint& entry, std::vector<runtime::Value> args);

  /// The single catch: runs [action], prints what it throws to stderr, and gives the exit status
  /// ([on_error] for the user's errors, 130 when interrupted, 101 for our own bugs).
  int guarded(int on_error, const std::function<int()>& action);

 private:
  SessionOptions options_;
  std::vector<std::unique_ptr<support::SourceFile>> sources_;
  std::map<std::string, const support::SourceFile*> files_;
  std::vector<support::Diagnostic> warnings_;
  core::Program program_;
  runtime::Interrupt interrupt_;
  std::unique_ptr<check::Checker> checker_;
  std::unique_ptr<check::Lowerer> lowerer_;
  std::unique_ptr<ad::Differentiator> differentiator_;
  std::unique_ptr<eval::Evaluator> evaluator_;
};

}  // namespace laguz::driver
