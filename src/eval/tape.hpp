// What a loop keeps of its iterations, for a loop that goes through them the other way round.
//
// As long as there is room for it, everything is kept. What does not fit is computed again when it
// is read: from there on the loop keeps the states that some iterations start with, and a stretch
// between two of them is run once more, in a frame of its own, when one of its iterations is asked
// for. A stretch that does not fit either is gone through in the same way, so there may be
// stretches in stretches: that is decided while the loop runs, by the room and by the sizes of what
// it keeps alone. What is read has the same bits however it came about, and derivatives know
// nothing of it.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "eval/node.hpp"
#include "eval/rows.hpp"

namespace laguz::eval {

struct TapeSite;

/// Where the numbers that a loop keeps go at once: to what the loop around keeps flat.
struct Sink {
  Slot elements = 0;  ///< the address of its Elements; 0: nobody will read them
  Slot count = 0;     ///< receives how many there were
};

/// A parameter whose states are kept.
struct History {
  bool is_array = false;
  bool flat = false;   ///< states of any shape, by their elements
  bool after = false;  ///< at the end of iterations
  bool taped = false;  ///< what does not fit is computed again
  ScalarType type = ScalarType::i64;
  Slot param = 0;
  Slot to = 0;    ///< the rows, or elements, that are at hand
  Slot from = 0;  ///< if taped, the number of the first of them
  /// The state at the end of an iteration is what a loop in it keeps, as entry [inner_entry] of
  /// that: it may have a tape of its own.
  const TapeSite* inner = nullptr;
  std::size_t inner_entry = 0;
  /// Of a flat one: the state at the end of an iteration is what a loop in it keeps, and has been
  /// put here by that.
  std::optional<Sink> sink{};

  /// How many numbers the present state is.
  std::int64_t size(const Frame& frame) const {
    if (sink) return frame.get<std::int64_t>(sink->count);
    return is_array ? frame.array(param).size() : 1;
  }
  std::int64_t bytes(const Frame& frame) const { return size(frame) * support::size_of(type); }
};

/// A variable of a loop's state.
struct StateSlot {
  bool is_array = false;
  Slot slot = 0;
};
using StateSlots = std::vector<StateSlot>;

/// Whoever knows which variables an iteration needs to go on from.
class StateSource {
 public:
  virtual ~StateSource() = default;
  virtual const StateSlots& states() = 0;
};

/// The state that an iteration starts with, and how many rows (or elements) of each taped history
/// are before it.
struct Checkpoint {
  std::int64_t iteration = 0;
  std::vector<std::int64_t> rows;
  std::vector<std::uint64_t> scalars{};
  std::vector<Array> arrays{};
};

class Tape;

/// Rows of a loop inside that did not fit: those that are at hand, and the tape of the others.
struct InnerTape {
  Array rows{};
  std::int64_t from = 0;
  std::shared_ptr<Tape> tape{};
  std::size_t entry = 0;
};

/// Where a value is: [rows] with the index from dimension [dims] on, less [from] in the first.
struct TapePlace {
  const Array* rows = nullptr;
  std::int64_t from = 0;
  std::size_t dims = 0;
};

/// How much may be kept of a run.
struct TapeRoom {
  std::int64_t bytes = 0;  ///< of rows, and of states
  std::int64_t rows = 1;   ///< or so many rows, if they take more
  /// `#[stripmine(k)]`: in k levels, of the k-th root of all iterations each, whatever they take.
  /// 0: as many as it needs.
  int levels = 0;
};

/// Iterations one after the other: what is kept of the first of them, then states between them.
struct TapeLevel {
  std::vector<std::int64_t> first, behind;  ///< numbers of each history's rows, of all iterations
  std::int64_t end = 0;                     ///< behind the last iteration
  std::vector<Array> rows{};                ///< of each history, from the first number on
  /// Of each history, the row behind those if it did not fit; empty if none did not.
  std::vector<InnerTape> inner{};
  std::vector<Checkpoint> checkpoints{};
  TapeRoom room{};  ///< of a stretch between them

  bool covers(std::size_t history, std::int64_t number) const {
    return number >= first[history] && number < behind[history];
  }
  bool keeps(std::size_t history, std::int64_t number) const {
    return number >= first[history] && number - first[history] < rows[history].length();
  }
  const InnerTape* inner_at(std::size_t history, std::int64_t number) const {
    const bool there = !inner.empty() && inner[history].tape != nullptr &&
                       number == first[history] + rows[history].length();
    return there ? &inner[history] : nullptr;
  }
  /// What is asked for is in this level: row [index[0]], or what the other indices say of it.
  TapePlace place(std::size_t history, std::span<const std::int64_t> index, std::size_t dims) const;
};

/// Keeps what is to be kept of one run of a loop, or of a stretch of it. (Loops may be entered
/// again through recursion.)
class Recorder {
 public:
  /// [histories]: those that are not taped are kept whole. [states] is asked for once there is no
  /// more room. [begin]: of a stretch. [trips], if they are known, from there on.
  Recorder(const std::vector<History>& histories, TapeRoom room, Frame& frame, StateSource* states,
           const Checkpoint* begin, std::optional<std::uint64_t> trips);

  /// Before and after iteration [i].
  void before(Frame& frame, std::uint64_t i) {
    if (static_cast<std::int64_t>(i) == next_state_ || room_ == 0 || varying_) look(frame, i);
    --room_;
    for (Kept& kept : kept_)
      if (!kept.history.after) kept.keep(frame, full_);
  }
  void after(Frame& frame) {
    if (!after_) return;
    for (Kept& kept : kept_)
      if (kept.history.after)
        kept.history.inner ? keep_inner(frame, kept) : kept.keep(frame, full_);
  }
  // Iterations that are run elsewhere, by whoever keeps what they have.
  /// How many that may be.
  std::int64_t turns_elsewhere() const {
    return varying_ && room_ > 0 ? std::numeric_limits<std::int64_t>::max() : room_;
  }
  /// How many bytes may be kept of taped histories.
  std::int64_t bytes_elsewhere() const {
    return varying_ ? left_ : std::numeric_limits<std::int64_t>::max();
  }
  /// The shape of a row of history [h], if it is one of arrays: all states have that of the first.
  const Shape& row_shape(const Frame& frame, std::size_t h) const {
    return frame.array(kept_[h].history.param).shape();
  }
  /// [all]: what they have had, of history [h]: a row for each, or all elements of a flat one.
  void put(std::size_t h, Array all);
  /// There were [turns]; what they have had has been put here.
  void run_elsewhere(std::int64_t turns);

  /// Whether not everything has been kept.
  bool is_full() const { return full_ || inner_; }
  /// After the last iteration: puts what is kept into the frame.
  void finish(Frame& frame);
  /// The taped part of it, after that. [end]: behind the last iteration.
  TapeLevel level(const Frame& frame, std::int64_t end);

 private:
  struct Kept {
    History history{};
    Rows rows{};
    Elements elements{};
    std::int64_t first = 0;  ///< rows or elements before a stretch
    std::int64_t count = 0;  ///< those included
    InnerTape inner{};

    void keep(Frame& frame, bool full);
  };
  void look(Frame& frame, std::uint64_t i);
  void keep_inner(Frame& frame, Kept& kept);
  bool has_more(const Frame& frame);
  void add_state(Frame& frame, std::int64_t i);

  std::vector<Kept> kept_;
  TapeRoom limits_;
  StateSource* states_;
  bool after_ = false;    ///< some are of the ends of iterations
  bool varying_ = false;  ///< taped states are not all of one size
  bool full_ = false;
  bool inner_ = false;     ///< a row did not fit
  std::int64_t each_ = 0;  ///< bytes of those that are, in each iteration
  std::int64_t left_ = 0;  ///< bytes, if some are not
  std::int64_t begin_ = 0;
  std::int64_t room_ = std::numeric_limits<std::int64_t>::max();  ///< for so many iterations more
  std::int64_t expected_ = 0;                                     ///< iterations, at the beginning
  std::int64_t next_state_ = -1;                                  ///< is kept
  std::int64_t interval_ = 0;                                     ///< between states that are kept
  std::int64_t state_bytes_ = 0;
  std::vector<Checkpoint> checkpoints_;
};

class Stretch;

/// The rest of what a loop keeps, while there is somebody who reads it.
class Tape {
 public:
  /// [frame]: of [code], with the variables from around the loop in it.
  Tape(Stretch& code, Frame::Ptr frame, TapeLevel all);
  /// The iterations among which row [number] of [history] is at hand; valid until the next one is
  /// asked for. Null if there is none.
  const TapeLevel* seek(std::size_t history, std::int64_t number);
  /// One of [histories] is read no more; whether none is.
  bool forget(std::size_t histories) { return ++forgotten_ == histories; }

 private:
  Stretch& code_;
  Frame::Ptr frame_;
  std::vector<TapeLevel> levels_;  ///< the whole loop, and stretches in stretches
  std::optional<TapeLevel> last_;  ///< the one before the innermost, in the same stretch
  std::size_t forgotten_ = 0;
};

/// Where a loop's taped histories lie in a frame.
struct TapeSite {
  Slot tape = 0;  ///< among the frame's tapes; none there: everything is at hand
  std::vector<History> entries{};
  /// It is the row of one on a tape, the one entry here; what is not at hand of that is [entry] on
  /// the tape of a loop inside.
  bool row = false;
  std::size_t entry = 0;
  /// Set while nobody will read any of it: a loop around has no more room.
  std::optional<Slot> skip{};

  /// Has row [number] of [history] at hand. False if there is no such row.
  bool seek(Frame& frame, std::size_t history, std::int64_t number) const;
  /// Where the element or row at [index] is; at none if there is no such row.
  TapePlace find(Frame& frame, std::size_t history, std::span<const std::int64_t> index) const;
  /// Of a row: what is at hand, and the tape of the others.
  void put(Frame& frame, const Array& rows, std::int64_t from, std::shared_ptr<Tape> tape) const;
  /// What is at hand in frame [from] is so in [to], where the site lies as [there].
  void share(const Frame& from, Frame& to, const TapeSite& there) const;
};

}  // namespace laguz::eval
