// Where the time goes: which statement of core each thread is at, looked at a thousand times a
// second.
//
// Statements have *sites*. Code that is compiled for a profile says at which site it is, however it
// runs: a node around each statement's in the scalar tier, an instruction before each statement's
// in a lane program. So a site is a statement, and nothing else: what is told of it does not depend
// on how anything is run. Code that is compiled without a profile has nothing of this in it.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/program.hpp"
#include "support/governor.hpp"

namespace laguz::eval {

/// Of one evaluator (Options::profile), which it outlives. Sites are made by the thread that calls
/// functions; any thread may be at one.
class Profile {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNowhere = 0;

  /// A statement, or several that run as one.
  struct Site {
    core::Stm stm;     ///< without the bodies in it
    std::string text;  ///< its first line in core; of several statements, how many there are
    /// The statement in whose body it is; of a function's, the first one that called that.
    Id around = kNowhere;
    std::string function;
    std::vector<Id> parts{};  ///< of several: they
    core::VarId soac = 0;     ///< of a Soac: core::fusion::soac_id
    core::Soac::Fused fused{};
  };
  /// What a thread that has been at a site has done there.
  struct Spent {
    std::uint64_t samples = 0;   ///< times that a thread was found there
    std::uint64_t times = 0;     ///< iterations in which it was evaluated
    support::Traffic traffic{};  ///< of arrays, in tiles too
  };
  /// How a site was run, and why not in a faster way, if there is a reason.
  struct Form {
    static constexpr std::string_view kLanes = "lanes";
    static constexpr std::string_view kProducts = "a kernel for products";
    std::string how, why_not;
    auto operator<=>(const Form&) const = default;
  };
  /// What a loop keeps of its iterations, or calls of themselves, for somebody who goes through
  /// them the other way round.
  struct Kept {
    std::uint64_t bytes = 0;  ///< that were there at once after a run of it, at most
    bool again = false;       ///< there was not room for all: the rest is computed again when read
    std::string of;           ///< the user's names of it
    /// Those that have so much, if it runs in lanes: a tile of iterations around it, and what it
    /// keeps goes with the tile.
    std::int64_t lanes = 0;
  };
  /// The least and the most of some numbers; none yet: (0, 0).
  struct Range {
    std::int64_t least = 0, most = 0;
    void add(const Range& more);
  };
  struct Runs {
    std::uint64_t runs = 0;        ///< in this form
    std::uint64_t iterations = 0;  ///< of them all
    Range of_one{};                ///< of one of them
    Range tile{};                  ///< lanes of a tile, if there are any
    void add(const Runs& more);
  };

  /// [names]: of the program that is run.
  explicit Profile(const core::Names& names) : names_(names) {}
  ~Profile();
  Profile(const Profile&) = delete;
  Profile& operator=(const Profile&) = delete;

  /// [function] it is in; empty: that of the statement around it.
  Id add(const core::Stm& stm, Id around, std::string_view function = {});
  /// Of statements that run as one.
  Id add(std::vector<Id> parts);
  void note(Id site, Form form, const Runs& runs);
  /// The calling thread has run the loop at [site], which has kept [kept].
  void note(Id site, const Kept& kept);
  /// The user's names of what [loop] keeps.
  std::string kept_names(const core::Loop& loop) const;

  /// Looks at the threads while it lives.
  class Sampling;

  const std::vector<Site>& sites() const { return sites_; }
  const std::map<Form, Runs>& forms(Id site) const { return forms_[site]; }
  /// Of sites that are loops which keep something. Not while anything runs.
  std::map<Id, Kept> kept();
  /// By site; what several did as one is shared out among them. Not while anything runs.
  std::vector<Spent> spent();

  /// A thread that has been at a site.
  class Here {
   public:
    explicit Here(const Profile* profile) : profile_(profile) {}
    Id at() const { return at_.load(std::memory_order_relaxed); }
    /// It is at [site], in [times] iterations at once.
    void go(Id site, std::int64_t times);

   private:
    friend class Profile;
    std::atomic<const Profile*> profile_;  ///< null when that is gone
    std::atomic<Id> at_{kNowhere};
    std::vector<Spent> spent_;
    std::map<Id, Kept> kept_;
  };
  /// The calling thread.
  Here& here();
  /// Goes to a site, and back again in the end.
  class Within {
   public:
    Within(Profile& profile, Id site, std::int64_t times)
        : here_(profile.here()), before_(here_.at()) {
      here_.go(site, times);
    }
    ~Within() { here_.go(before_, 0); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    Here& here_;
    Id before_;
  };

 private:
  void look();

  const core::Names& names_;
  std::vector<Site> sites_{1};
  std::vector<std::map<Form, Runs>> forms_{1};
  std::mutex mutex_;  ///< of the following
  std::vector<std::shared_ptr<Here>> threads_;
  std::vector<std::uint64_t> samples_;
};

class Profile::Sampling {
 public:
  explicit Sampling(Profile& profile);
  ~Sampling();
  Sampling(const Sampling&) = delete;
  Sampling& operator=(const Sampling&) = delete;

 private:
  struct Thread;
  std::unique_ptr<Thread> thread_;
};

/// Where code that is being compiled belongs.
struct Spot {
  Profile* profile = nullptr;  ///< null: nobody asks
  Profile::Id at = Profile::kNowhere;

  /// Where the calling thread is.
  static Spot here(Profile* profile) {
    return {profile, profile == nullptr ? Profile::kNowhere : profile->here().at()};
  }
  /// It is being run in this form, in [iterations].
  void note(std::string_view how, std::int64_t iterations, std::string_view why_not = {}) const {
    note({std::string(how), std::string(why_not)}, iterations, {});
  }
  /// In lanes.
  void note_lanes(std::int64_t iterations, std::int64_t tile) const {
    note({std::string(Profile::Form::kLanes), {}}, iterations, {tile, tile});
  }

 private:
  void note(Profile::Form form, std::int64_t iterations, Profile::Range tile) const {
    if (profile == nullptr) return;
    profile->note(at, std::move(form),
                  {1, static_cast<std::uint64_t>(iterations), {iterations, iterations}, tile});
  }
};

}  // namespace laguz::eval
