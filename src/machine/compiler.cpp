#include "machine/code.hpp"

#include <new>

#ifdef LAGUZ_ASMJIT
#include "machine/emitter.hpp"
#endif

namespace laguz::machine {

#ifdef LAGUZ_ASMJIT
namespace {

/// Pages that are written are others, of the same memory, than those that are run.
class Pages {
 public:
  Pages() : parameters_(dual()), runtime_(&parameters_) {}
  asmjit::JitRuntime& runtime() { return runtime_; }

 private:
  static asmjit::JitAllocator::CreateParams dual() {
    asmjit::JitAllocator::CreateParams all;
    all.options = asmjit::JitAllocatorOptions::kUseDualMapping;
    return all;
  }
  asmjit::JitAllocator::CreateParams parameters_;
  asmjit::JitRuntime runtime_;
};

class Function final : public Code {
 public:
  using Entry = std::int64_t (*)(std::uint64_t*);
  Function(std::shared_ptr<Pages> pages, Entry entry) : pages_(std::move(pages)), entry_(entry) {}
  ~Function() override { pages_->runtime().release(entry_); }
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;
  std::int64_t run(std::uint64_t* words) const override { return entry_(words); }

 private:
  std::shared_ptr<Pages> pages_;
  Entry entry_;
};

/// A step or a register for which there is no memory would be left out otherwise.
class Fails final : public asmjit::ErrorHandler {
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override {
    throw std::bad_alloc();
  }
};

void emit(asmjit::x86::Compiler& compiler, const vcode::Unit& unit, const Words& words,
          const std::vector<bool>& dense) {
  const auto& features = asmjit::CpuInfo::host().features().x86();
  const Emitter::Target target{features.hasAVX(), features.hasAVX2(), dense};
  const Functions functions = functions_of(unit, compiler);
  Emitter(compiler, unit, words, target, functions).run();
  for (vcode::FunctionNumber f = 0; f < functions.size(); ++f)
    Emitter(compiler, unit, words, target, functions).run(f);
}

class Asmjit final : public Compiler {
 public:
  std::unique_ptr<Code> compile(const vcode::Unit& unit, const Words& words,
                                const std::vector<bool>& dense) override {
    asmjit::CodeHolder holder;
    asmjit::JitRuntime& runtime = pages_->runtime();
    if (holder.init(runtime.environment()) != asmjit::kErrorOk) return {};
    asmjit::x86::Compiler compiler;
    if (holder.attach(&compiler) != asmjit::kErrorOk) {
      // (It is detached then, but believes that it is not, and detaches itself when it goes.)
      compiler._code = nullptr;
      return {};
    }
    Fails fails;
    holder.setErrorHandler(&fails);  // (Attaching throws nothing: asmjit says so to its compiler.)
    try {
      emit(compiler, unit, words, dense);
    } catch (const std::bad_alloc&) {
      return {};
    }
    holder.resetErrorHandler();  // asmjit says what fails in it from here on, and frees what it has
    if (compiler.finalize() != asmjit::kErrorOk) return {};
    Function::Entry entry = nullptr;
    if (runtime.add(&entry, &holder) != asmjit::kErrorOk) return {};
    return std::make_unique<Function>(pages_, entry);
  }

 private:
  std::shared_ptr<Pages> pages_ = std::make_shared<Pages>();
};

}  // namespace

std::shared_ptr<Compiler> Compiler::make() { return std::make_shared<Asmjit>(); }
#else
std::shared_ptr<Compiler> Compiler::make() { return nullptr; }
#endif

}  // namespace laguz::machine
