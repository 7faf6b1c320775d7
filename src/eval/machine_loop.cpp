#include "eval/machine_loop.hpp"

#include <algorithm>

#include "eval/eval_acc.hpp"
#include "eval/machine.hpp"
#include "eval/machine_words.hpp"
#include "eval/slice.hpp"
#include "eval/turns.hpp"
#include "runtime/strided_copy.hpp"
#include "runtime/value_text.hpp"

namespace laguz::eval {

using machine::Words;
using Origin = vcode::Unit::Origin;

/// One run, as what the code calls finds it.
struct MachineLoop::Run {
  const MachineLoop& loop;
  std::vector<std::uint64_t>& words;
  std::vector<Array> owned{};    ///< in which what is filled lies
  std::int64_t left = 0;         ///< bytes that may still be kept
  std::uint64_t from = 0;        ///< the first iteration's number
  std::int64_t expected = 0;     ///< iterations, if that is known
  std::exception_ptr stopped{};  ///< what has ended it

  std::uint64_t* own(std::size_t array) { return &words[loop.words_.of_array[array]]; }
  /// What lies at that address; a new one if nothing does.
  Array& at(std::uint64_t address) {
    for (Array& array : owned)
      if (reinterpret_cast<std::uint64_t>(array.raw()) == address) return array;
    return owned.emplace_back();
  }

  bool is_kept(std::size_t array) const {
    const auto& all = loop.unit_.kept;
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& kept) { return kept.array == array; });
  }
  /// [array] has room for [room] elements.
  void resize(std::size_t array, std::int64_t room) {
    std::uint64_t* const words_of_it = own(array);
    const ScalarType elem = loop.unit_.arrays[array].elem;
    const std::int64_t size = support::size_of(elem);
    const auto before = static_cast<std::int64_t>(words_of_it[Words::kRoom]);
    const auto used = static_cast<std::int64_t>(words_of_it[Words::kCount]);
    Array larger = Array::uninitialised(elem, Shape{room});
    Array& place = before > 0 ? at(words_of_it[Words::kAddress]) : owned.emplace_back();
    if (used > 0 && before > 0)
      runtime::copy_bytes(larger.mutable_raw(), place.raw(),
                          static_cast<std::size_t>(std::min(used, before) * size));
    if (is_kept(array)) left -= (room - before) * size;
    place = std::move(larger);
    words_of_it[Words::kAddress] = reinterpret_cast<std::uint64_t>(place.mutable_raw());
    words_of_it[Words::kRoom] = static_cast<std::uint64_t>(room);
  }
  /// How many elements are kept more than the [room] that there is, if iterations to come keep as
  /// many as those that have been, [used] in all; as many again, as long as nobody knows.
  std::int64_t more_to_come(std::int64_t room, std::int64_t used) const {
    constexpr std::int64_t kLeast = 64, kMostAtOnce = 16;
    constexpr std::int64_t kMostFirst = 1 << 20;
    if (room == 0) return std::max(kLeast, std::min(expected, kMostFirst));
    const auto done = static_cast<std::int64_t>(words[Words::kTurn] - from);
    if (done == 0 || expected == 0) return std::max(kLeast, room);
    const double all =
        static_cast<double>(used) / static_cast<double>(done) * static_cast<double>(expected);
    const double most = static_cast<double>(room) * kMostAtOnce;
    return std::max({kLeast, room / 4, static_cast<std::int64_t>(std::min(all, most)) - room});
  }
  /// Twice the room, or what is wanted; of what is kept, what all iterations will want. Where that
  /// is more than may be kept, the present iteration is the last one.
  void grow(std::size_t array) {
    constexpr std::int64_t kLeast = 64;
    const std::int64_t size = support::size_of(loop.unit_.arrays[array].elem);
    const auto room = static_cast<std::int64_t>(own(array)[Words::kRoom]);
    const auto wanted = static_cast<std::int64_t>(words[Words::kWanted]);
    if (!is_kept(array)) return resize(array, std::max({wanted, 2 * room, kLeast}));
    const std::int64_t more = more_to_come(room, wanted);
    const std::int64_t fits = std::max<std::int64_t>(left / size, 0);
    if (fits >= std::max(room / 8, kLeast))
      return resize(array, std::max(wanted, room + std::min(more, fits)));
    words[Words::kEnd] = 0;
    // (However much that keeps, its elements are copied a few times each.)
    resize(array, std::max(wanted, room + std::max(room, kLeast)));
  }

  static std::int64_t more(std::uint64_t* words, std::uint64_t array) noexcept {
    return guarded<Run>(words, [&](Run& running) { running.grow(array); });
  }
};

bool MachineLoop::Slots::find(const vcode::Unit& unit,
                              support::FunctionRef<std::optional<Slot>(core::VarId)> slot_of) {
  for (const vcode::Unit::Input& input : unit.inputs) {
    const auto slot = slot_of(input.var);
    if (!slot) return false;
    inputs.push_back(*slot);
  }
  for (const vcode::Unit::Array& array : unit.arrays) {
    const bool is_made = array.origin == Origin::filled && array.lengths.empty();
    const auto slot = is_made ? std::optional<Slot>(0) : slot_of(array.var);
    if (!slot) return false;
    arrays.push_back(*slot);
  }
  return true;
}

MachineLoop::MachineLoop(vcode::Unit unit, Slots slots)
    : unit_(std::move(unit)), slots_(std::move(slots)), words_(unit_) {}

namespace {

/// Sums, whose last dimension has [stripes] numbers for each place.
void put_sums(std::uint64_t* words, const Array& array, int stripes) {
  put_array(words, array);
  std::uint64_t* const last = words + Words::kLengths + array.rank() - 1;
  last[0] /= static_cast<std::uint64_t>(stripes);
  last[array.rank()] *= static_cast<std::uint64_t>(stripes);
}

/// So many numbers that are counted are written down.
constexpr std::int64_t kMostCounted = 1 << 16;

}  // namespace

bool MachineLoop::enter(Frame& frame, Run& running) {
  for (const auto& [site, entry] : slots_.tapes)
    if (frame.tape(site->tape) != nullptr || frame.bits(site->entries[entry].from) != 0) {
      why_not_ = "it reads what is computed again";
      return false;
    }
  for (std::size_t a = 0; a < unit_.arrays.size(); ++a) {
    if (unit_.arrays[a].origin == Origin::given && frame.array(slots_.arrays[a]).is_affine() &&
        frame.array(slots_.arrays[a]).size() > kMostCounted) {
      why_not_ = "an array is numbers that are counted";
      return false;
    }
    if (unit_.arrays[a].origin != Origin::sum) continue;
    const AccState& state = AccState::at(frame.bits(slots_.arrays[a]));
    if (state.op != nullptr || !state.used.empty()) {
      why_not_ = "what it adds to does not add";
      return false;
    }
  }
  for (std::size_t a = 0; a < unit_.arrays.size(); ++a) {
    const vcode::Unit::Array& own = unit_.arrays[a];
    std::uint64_t* const at = running.own(a);
    switch (own.origin) {
      case Origin::given: {
        Array& array = frame.array(slots_.arrays[a]);
        // (What a map gives is its own, or where it belongs: in_place.hpp.)
        if (own.written && !unit_.is_map && !array.is_unique()) make_owned(array);
        if (array.is_affine() && array.size() > 0) {
          Array written = Array::uninitialised(array.type(), array.shape());
          Array::copy_into(written, array);
          running.owned.push_back(std::move(written));
          put_array(at, running.owned.back());
        } else {
          put_array(at, array);
        }
        break;
      }
      case Origin::sum: {
        AccState& state = AccState::at(frame.bits(slots_.arrays[a]));
        put_sums(at, state.arrays[state.by_site ? own.site : own.part], own.stripes);
        break;
      }
      case Origin::filled: {
        if (own.lengths.empty()) break;
        const Array& state = frame.array(slots_.arrays[a]);
        Array copy = Array::uninitialised(state.type(), state.shape());
        Array::copy_into(copy, state);
        copy = copy.reshape(Shape{state.size()});
        spend_on(copy);
        at[Words::kAddress] = reinterpret_cast<std::uint64_t>(copy.mutable_raw());
        at[Words::kCount] = at[Words::kRoom] = static_cast<std::uint64_t>(copy.size());
        for (int d = 0; d < state.rank(); ++d)
          at[Words::kRoom + 1 + static_cast<std::size_t>(d)] =
              static_cast<std::uint64_t>(state.shape()[d]);
        running.owned.push_back(std::move(copy));
        break;
      }
    }
  }
  for (std::size_t i = 0; i < slots_.inputs.size(); ++i)
    running.words[words_.inputs + i] = frame.bits(slots_.inputs[i]);
  return true;
}

bool MachineLoop::pays(const Frame& frame, std::uint64_t from, std::optional<std::uint64_t> trips) {
  if (frame.machine().options.tier == Tier::machine) return true;
  constexpr int kMostLong = 4;  // (It is asked each time, and states are copied for it.)
  if (long_ >= kMostLong) return false;
  // A step of the tree walk takes some nanoseconds; to compile one takes some microseconds, and
  // more where there are many.
  constexpr double kWorth = 2000, kWorthEntering = 64;
  const auto size = static_cast<double>(unit_.size);
  const double worth = std::max(kWorth, size * (40 + size / 20));
  const std::uint64_t turns = trips ? *trips - from : from;
  const double steps = static_cast<double>(turns) * size;
  if (!versions_.empty() && (!trips || steps >= kWorthEntering)) return true;
  work_ += steps;
  if (work_ >= worth && steps >= kWorthEntering) return true;
  why_not_ = "it is short";
  return false;
}

MachineLoop::Result MachineLoop::run(Frame& frame, std::uint64_t from,
                                     std::optional<std::uint64_t> trips, Recorder* recorder,
                                     const Place& place) {
  const Result none{from, false};
  std::uint64_t end = trips.value_or(std::numeric_limits<std::uint64_t>::max());
  if (recorder != nullptr) {
    const auto most =
        static_cast<std::uint64_t>(std::max<std::int64_t>(recorder->turns_elsewhere(), 0));
    end = from + std::min(most, end - from);
  }
  room_.assign(words_.size, 0);
  Run running{*this, room_};
  if (end == from || !enter(frame, running)) return none;
  std::vector<bool> dense(unit_.arrays.size(), true);
  for (std::size_t a = 0; a < unit_.arrays.size(); ++a)
    if (unit_.arrays[a].origin == Origin::given)
      dense[a] = is_dense_inside(frame.array(slots_.arrays[a]));
    else if (unit_.arrays[a].origin == Origin::sum)
      dense[a] = unit_.arrays[a].stripes == 1;
  std::vector<std::uint64_t>& words = room_;
  machine::Compiler* const compiler = frame.machine().compiler();
  const auto* const version =
      compiler != nullptr ? versions_.find(unit_, words_, *compiler, dense, words) : nullptr;
  if (version == nullptr) {
    why_not_ = "there is no compiler for it";
    return none;
  }

  running.left =
      recorder != nullptr ? recorder->bytes_elsewhere() : std::numeric_limits<std::int64_t>::max();
  running.from = from;
  running.expected = trips ? static_cast<std::int64_t>(end - from) : 0;
  words[Words::kPoll] = reinterpret_cast<std::uint64_t>(&poll<Run>);
  words[Words::kGrow] = reinterpret_cast<std::uint64_t>(&Run::more);
  words[Words::kOwner] = reinterpret_cast<std::uint64_t>(&running);
  words[Words::kTurn] = from;
  words[Words::kEnd] = end;
  const Counting counting(place, words[Words::kTurn], trips);
  const std::int64_t ended = version->code->run(words.data());
  if (ended == machine::Code::kLong) {
    why_not_ = "its rows are long";
    ++long_;
    return none;
  }
  if (ended == machine::Code::kStopped) std::rethrow_exception(running.stopped);
  if (ended != machine::Code::kDone && ended != machine::Code::kLimit)
    fail_at(version->sites[static_cast<std::size_t>(ended - 1)], words);
  Result done{words[Words::kTurn], false};
  done.whole = trips ? done.turns == *trips : ended == machine::Code::kDone;
  leave(frame, running, done.turns - from, recorder);
  return done;
}

void MachineLoop::leave(Frame& frame, Run& running, std::uint64_t turns, Recorder* recorder) {
  for (std::size_t k = 0; k < slots_.states.size(); ++k)
    frame.put_bits(slots_.states[k], running.words[words_.states + k]);
  for (std::size_t a = 0; a < unit_.arrays.size(); ++a) {
    const vcode::Unit::Array& own = unit_.arrays[a];
    if (own.origin != Origin::filled || own.lengths.empty()) continue;
    Array& state = frame.array(slots_.arrays[a]);
    const Shape shape = state.shape();
    if (shape.size() == 0) continue;
    const std::uint64_t* const at = running.own(a);
    state = running.at(at[Words::kAddress]).slice(0, 0, shape.size(), 1).reshape(shape);
  }
  for (std::size_t e = 0; e < slots_.kept.size() && turns > 0; ++e) {
    Array all = kept(running, e, turns);
    if (const auto* history = std::get_if<std::size_t>(&slots_.kept[e])) {
      if (recorder == nullptr) continue;
      // (How long rows of a loop inside are that has not run nobody has noted.)
      if (all.rank() > 1 && all.size() == 0 && recorder->row_shape(frame, *history).size() == 0)
        all = all.reshape(
            recorder->row_shape(frame, *history).prepend(static_cast<std::int64_t>(turns)));
      recorder->put(*history, std::move(all));
      continue;
    }
    const Sink& to = std::get<Sink>(slots_.kept[e]);
    frame.put(to.count, frame.get<std::int64_t>(to.count) + all.size());
    if (auto* elements = reinterpret_cast<Elements*>(frame.bits(to.elements)); elements != nullptr)
      elements->add(all);
  }
  if (recorder != nullptr) recorder->run_elsewhere(static_cast<std::int64_t>(turns));
}

Array MachineLoop::kept(Run& running, std::size_t entry, std::uint64_t turns) const {
  const vcode::Unit::Kept& own = unit_.kept[entry];
  const std::uint64_t* const at = &running.words[words_.of_array[own.array]];
  const auto count = static_cast<std::int64_t>(at[Words::kCount]);
  if (count == 0 && own.row.empty())
    return Array::uninitialised(unit_.arrays[own.array].elem, Shape{0});
  Array all = count == 0 ? Array::uninitialised(unit_.arrays[own.array].elem, Shape{0})
                         : running.at(at[Words::kAddress]).slice(0, 0, count, 1);
  if (own.row.empty()) return all;
  std::vector<std::int64_t> lengths{static_cast<std::int64_t>(turns)};
  std::int64_t each = 1;
  for (const std::size_t note : own.row) {
    lengths.push_back(static_cast<std::int64_t>(running.words[words_.notes + note]));
    each *= lengths.back();
  }
  const Shape shape{std::span<const std::int64_t>(lengths)};
  if (each * lengths[0] != count) {
    const Shape other{count / std::max<std::int64_t>(lengths[0], 1)};
    fail(irregular_text(shape, other));
  }
  return all.reshape(shape);
}

namespace {

/// A slice of [dims], of whose operands those that there are are [numbers].
std::vector<DimValue> part_of(const std::vector<core::DimSlice>& dims,
                              std::span<const std::int64_t> numbers) {
  std::vector<DimValue> values;
  std::size_t next = 0;
  const auto told = [&](bool there) {
    return there ? std::optional(numbers[next++]) : std::nullopt;
  };
  for (const core::DimSlice& dim : dims) {
    DimValue value;
    value.fixed = dim.fixed;
    if (dim.fixed) value.index = *told(true);
    value.start = told(dim.start.has_value());
    value.end = told(dim.end.has_value());
    values.push_back(value);
  }
  return values;
}

}  // namespace

void MachineLoop::fail_at(const vcode::Site& site, const std::vector<std::uint64_t>& words) {
  const Place place{site.span, site.inlined_at};
  std::vector<std::int64_t> numbers;
  for (std::size_t k = 0; k < site.numbers.size(); ++k)
    numbers.push_back(static_cast<std::int64_t>(words[Words::kFailed + k]));
  const std::span<const std::int64_t> all(numbers);
  const auto index = all.first(site.indices);
  const auto shape = [&] { return Shape{all.subspan(site.indices)}; };
  switch (site.kind) {
    case vcode::Site::Kind::index: fail_index(index, shape(), site.index->steps, place);
    case vcode::Site::Kind::update: fail_index(index, shape(), place);
    case vcode::Site::Kind::shape: fail(reshape_text(shape(), Shape{index}), place);
    case vcode::Site::Kind::count: fail(range_text(numbers[0]), place);
    case vcode::Site::Kind::width: fail(width_text(numbers[0], numbers[1]), place);
    case vcode::Site::Kind::part: fail_slice(part_of(*site.dims, index), shape(), place);
    case vcode::Site::Kind::other: fail(update_text(Shape{index}, shape()), place);
    case vcode::Site::Kind::rows: fail(irregular_text(Shape{index}, shape()), place);
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
    const Scalar scalar{site.numbers[k].type, words[Words::kFailed + k]};
    text += runtime::print(scalar, runtime::Style::human);
  }
  fail(std::move(text), place);
}

}  // namespace laguz::eval
