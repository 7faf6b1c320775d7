// Whether a map is faster as machine code than it usually is: found out by running it both ways.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace laguz::eval {

/// Of two ways to run the same, which give the same bits: the usual one until it has taken long
/// enough for the other one, the rival, to be worth a trial; then the faster one, as long as it is
/// that. Both are tried again, ever more seldom: the first runs of anything are slow. Times are in
/// nanoseconds, of the clock on the wall: ways that take more threads are faster.
class Rival {
 public:
  bool is_next() const { return stage_ != Stage::usual; }
  /// Whether it has not won yet.
  bool is_on_trial() const { return stage_ == Stage::trial; }
  /// Certainly slower than what is usual.
  bool is_hopeless(double time, std::int64_t iterations) const {
    return pace(time, iterations) > 2 * usual_;
  }

  /// Whether an iteration is known to take so long in the usual way.
  bool takes(double time) const { return usual_ < kNever && usual_ >= time; }

  void usual_has_run(double time, std::int64_t iterations) {
    spent_ += time;
    usual_ = std::min(usual_, pace(time, iterations));
    const bool enough = ++runs_ >= kUsualRuns || (runs_ >= kLongRuns && spent_ >= kLong);
    if (enough && spent_ >= due_) begin(Stage::trial);
  }
  void has_run(double time, std::int64_t iterations) {
    const double now = pace(time, iterations);
    best_ = std::min(best_, now);
    ++runs_;
    if (stage_ == Stage::trial) {
      if (runs_ >= kRuns) best_* kGain < usual_ ? begin(Stage::won) : lose();
    } else {
      slow_ = now > usual_ ? slow_ + 1 : 0;
      spent_ += time;
      if (slow_ >= kSlow)
        lose();
      else if (spent_ >= rematch_)
        challenge();
    }
  }
  /// It is slower, or cannot run.
  void lose() {
    begin(Stage::usual);
    usual_ = kNever;
    due_ = wait_ *= 16;
  }

 private:
  enum class Stage : std::uint8_t { usual, trial, won };
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  static constexpr double kGain = 1.1;
  static constexpr int kUsualRuns = 10, kRuns = 3, kSlow = 8;
  /// Or that many, if they are long ones.
  static constexpr int kLongRuns = 3;
  static constexpr double kLong = 2e7;

  static double pace(double time, std::int64_t iterations) {
    return time / static_cast<double>(iterations);
  }
  /// It has won; was it against the usual way at its best?
  void challenge() {
    begin(Stage::usual);
    usual_ = kNever;
    due_ = 0;
    rematch_ *= 4;
  }
  void begin(Stage stage) {
    stage_ = stage;
    runs_ = slow_ = 0;
    spent_ = 0;
    if (stage == Stage::trial) best_ = kNever;
  }

  Stage stage_ = Stage::usual;
  double usual_ = kNever, best_ = kNever;  ///< the best paces
  double spent_ = 0;                       ///< in this stage
  double wait_ = 1e6, due_ = wait_;        ///< when that is spent, there is a trial
  double rematch_ = 1e7;                   ///< when that is spent by the winner, there is another
  int runs_ = 0;                           ///< in this stage
  int slow_ = 0;                           ///< those of the rival, one after the other
};

}  // namespace laguz::eval
