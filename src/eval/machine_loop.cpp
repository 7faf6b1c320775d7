#include "eval/machine_loop.hpp"

#include "eval/machine.hpp"
#include "eval/turns.hpp"
#include "runtime/value_text.hpp"

namespace laguz::eval {
namespace {

/// Whoever runs code, as the code's polls find them.
struct Owner {
  std::exception_ptr stopped;

  static std::int64_t poll(std::uint64_t* words) noexcept {
    auto* const owner = reinterpret_cast<Owner*>(words[machine::Words::kOwner]);
    try {
      support::spend(machine::Words::kFuel);
      return 0;
    } catch (...) {
      owner->stopped = std::current_exception();
      return 1;
    }
  }
};

bool is_dense_inside(const Array& array) {
  const int last = array.rank() - 1;
  return array.stride(last) == 1 || array.shape()[last] <= 1;
}

}  // namespace

MachineLoop::MachineLoop(vcode::Unit unit, Slots slots)
    : unit_(std::move(unit)), slots_(std::move(slots)), words_(unit_) {}

const machine::Code* MachineLoop::code(Frame& frame, bool dense) {
  std::unique_ptr<const machine::Code>& code = codes_[dense ? 1 : 0];
  if (!code) {
    machine::Compiler* const compiler = frame.machine().compiler();
    if (compiler != nullptr) code = compiler->compile(unit_, words_, dense);
    possible_ = code != nullptr;
  }
  return code.get();
}

bool MachineLoop::run(Frame& frame, std::optional<std::uint64_t> trips, const Place& place) {
  if (!possible_ || frame.machine().options.tier != Tier::machine) return false;
  bool dense = true;
  for (std::size_t a = 0; a < slots_.arrays.size(); ++a) {
    Array& array = frame.array(slots_.arrays[a]);
    if (array.is_affine()) return false;
    if (unit_.arrays[a].written && !array.is_unique()) make_owned(array);
    dense = dense && is_dense_inside(array);
  }
  const machine::Code* const code = this->code(frame, dense);
  if (code == nullptr) return false;

  Owner owner;
  std::vector<std::uint64_t>& words = room_;
  words.resize(words_.size);
  words[machine::Words::kPoll] = reinterpret_cast<std::uint64_t>(&Owner::poll);
  words[machine::Words::kOwner] = reinterpret_cast<std::uint64_t>(&owner);
  for (std::size_t i = 0; i < slots_.inputs.size(); ++i)
    words[words_.inputs + i] = frame.bits(slots_.inputs[i]);
  std::size_t at = words_.arrays;
  for (const Slot slot : slots_.arrays) {
    const Array& array = frame.array(slot);
    words[at++] = reinterpret_cast<std::uint64_t>(array.raw());
    for (int d = 0; d < array.rank(); ++d)
      words[at++] = static_cast<std::uint64_t>(array.shape()[d]);
    for (int d = 0; d < array.rank(); ++d)
      words[at++] = static_cast<std::uint64_t>(array.stride(d));
  }
  const Counting running(place, words[machine::Words::kTurn], trips);
  const std::int64_t ended = code->run(words.data());
  if (ended == machine::Code::kStopped) std::rethrow_exception(owner.stopped);
  if (ended != machine::Code::kDone)
    fail_at(frame, static_cast<vcode::SiteNumber>(ended - 1), words);
  for (std::size_t k = 0; k < slots_.states.size(); ++k)
    frame.put_bits(slots_.states[k], words[words_.states + k]);
  Spot::here(frame.machine().options.profile)
      .note("machine code", static_cast<std::int64_t>(trips.value_or(1)));
  return true;
}

void MachineLoop::fail_at(const Frame& frame, vcode::SiteNumber number,
                          const std::vector<std::uint64_t>& words) const {
  const vcode::Site& site = unit_.sites[number];
  const Place place{site.span, site.inlined_at};
  std::vector<std::int64_t> numbers;
  for (std::size_t k = 0; k < site.numbers.size(); ++k)
    numbers.push_back(static_cast<std::int64_t>(words[machine::Words::kFailed + k]));
  switch (site.kind) {
    case vcode::Site::Kind::index:
      fail_index(numbers, frame.array(slots_.arrays[site.array]).shape(), site.index->steps, place);
    case vcode::Site::Kind::update:
      fail(index_text(numbers, frame.array(slots_.arrays[site.array]).shape()), place);
    case vcode::Site::Kind::guard: fail(guard_text(site.guard), place);
    case vcode::Site::Kind::check: break;
  }
  std::string text;
  std::size_t next = 0;
  for (const auto& part : site.check->message) {
    if (const auto* words_of_it = std::get_if<std::string>(&part)) {
      text += *words_of_it;
      continue;
    }
    const std::size_t k = next++;
    const Scalar scalar{site.numbers[k].type, words[machine::Words::kFailed + k]};
    text += runtime::print(scalar, runtime::Style::human);
  }
  fail(std::move(text), place);
}

}  // namespace laguz::eval
