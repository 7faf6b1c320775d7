#include "eval/profile.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <set>
#include <thread>
#include <utility>

#include "core/fusion/apart.hpp"
#include "core/print.hpp"
#include "core/walk.hpp"
#include "support/governor.hpp"

namespace laguz::eval {
namespace {

thread_local std::shared_ptr<Profile::Here> the_thread;

void add_kept(Profile::Kept& most, const Profile::Kept& kept) {
  if (kept.bytes >= most.bytes) {
    most.bytes = kept.bytes;
    most.lanes = kept.lanes;
  }
  most.again |= kept.again;
  most.of = kept.of;
}

}  // namespace

Profile::~Profile() {
  for (const auto& thread : threads_) thread->profile_.store(nullptr, std::memory_order_relaxed);
}

Profile::Here& Profile::here() {
  if (the_thread && the_thread->profile_.load(std::memory_order_relaxed) == this)
    return *the_thread;
  auto fresh = std::make_shared<Here>(this);
  support::this_thread.traffic = {};  // before it was here
  const std::lock_guard lock(mutex_);
  threads_.push_back(fresh);
  the_thread = std::move(fresh);
  return *the_thread;
}

void Profile::Here::go(Id site, std::int64_t times) {
  const std::size_t needed = std::max(site, at()) + std::size_t{1};
  if (spent_.size() < needed) spent_.resize(2 * needed);
  spent_[at()].traffic += std::exchange(support::this_thread.traffic, {});
  spent_[site].times += static_cast<std::uint64_t>(times);
  at_.store(site, std::memory_order_relaxed);
}

Profile::Id Profile::add(const core::Stm& stm, Id around, std::string_view function) {
  Site site;
  site.text = core::print(stm, names_);
  site.text = site.text.substr(0, site.text.find('\n'));
  site.stm.binders = stm.binders;
  site.stm.span = stm.span;
  site.stm.inlined_at = stm.inlined_at;
  if (const auto* soac = std::get_if<core::Soac>(&stm.exp.node)) {
    site.soac = core::fusion::soac_id(*soac);
    site.fused = soac->fused;
  }
  site.around = around;
  site.function = function.empty() ? sites_[around].function : std::string(function);
  sites_.push_back(std::move(site));
  forms_.emplace_back();
  return static_cast<Id>(sites_.size() - 1);
}

Profile::Id Profile::add(std::vector<Id> parts) {
  if (parts.size() == 1) return parts[0];
  Site site = sites_[parts[0]];
  site.text = std::to_string(parts.size()) + " statements";
  site.parts = std::move(parts);
  sites_.push_back(std::move(site));
  forms_.emplace_back();
  return static_cast<Id>(sites_.size() - 1);
}

void Profile::Range::add(const Range& more) {
  least = most == 0 ? more.least : more.most == 0 ? least : std::min(least, more.least);
  most = std::max(most, more.most);
}

void Profile::Runs::add(const Runs& more) {
  runs += more.runs;
  iterations += more.iterations;
  of_one.add(more.of_one);
  tile.add(more.tile);
}

void Profile::note(Id site, Form form, const Runs& runs) {
  forms_[site][std::move(form)].add(runs);
}

void Profile::note(Id site, const Kept& kept) { add_kept(here().kept_[site], kept); }

std::string Profile::kept_names(const core::Loop& loop) const {
  std::set<std::string> names;
  for (const std::uint32_t kept : loop.history)
    if (const auto name = names_.hint(loop.params[kept].id); !name.empty()) names.emplace(name);
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::map<Profile::Id, Profile::Kept> Profile::kept() {
  const std::lock_guard lock(mutex_);
  std::map<Id, Kept> all;
  for (const auto& thread : threads_)
    for (const auto& [site, kept] : thread->kept_) add_kept(all[site], kept);
  return all;
}

void Profile::look() {
  const std::lock_guard lock(mutex_);
  for (const auto& thread : threads_) {
    const Id at = thread->at();
    if (at == kNowhere) continue;
    if (samples_.size() <= at) samples_.resize(2 * std::size_t{at} + 1);
    ++samples_[at];
  }
}

std::vector<Profile::Spent> Profile::spent() {
  const std::lock_guard lock(mutex_);
  std::vector<Spent> all(sites_.size());
  for (const auto& thread : threads_)
    for (std::size_t s = 0; s < std::min(all.size(), thread->spent_.size()); ++s) {
      all[s].times += thread->spent_[s].times;
      all[s].traffic += thread->spent_[s].traffic;
    }
  for (std::size_t s = 0; s < std::min(all.size(), samples_.size()); ++s)
    all[s].samples = samples_[s];
  for (std::size_t s = 0; s < all.size(); ++s) {
    const std::vector<Id>& parts = sites_[s].parts;
    if (parts.empty()) continue;
    const Spent whole = std::exchange(all[s], {});
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto share = [&](std::uint64_t n) {
        return n * (i + 1) / parts.size() - n * i / parts.size();
      };
      all[parts[i]].samples += share(whole.samples);
      all[parts[i]].traffic += {share(whole.traffic.made), share(whole.traffic.moved)};
      all[parts[i]].times += whole.times;
    }
  }
  return all;
}

// ---- Sampling

struct Profile::Sampling::Thread {
  explicit Thread(Profile& profile) : worker([this, &profile] { run(profile); }) {}
  ~Thread() {
    {
      const std::lock_guard lock(mutex);
      done = true;
    }
    news.notify_all();
    worker.join();
  }

  void run(Profile& profile) {
    constexpr auto kInterval = std::chrono::milliseconds(1);
    std::unique_lock lock(mutex);
    while (!news.wait_for(lock, kInterval, [this] { return done; })) profile.look();
  }

  std::mutex mutex;
  std::condition_variable news;
  bool done = false;
  std::thread worker;  ///< last: it uses the others
};

Profile::Sampling::Sampling(Profile& profile) : thread_(std::make_unique<Thread>(profile)) {}
Profile::Sampling::~Sampling() = default;

}  // namespace laguz::eval
