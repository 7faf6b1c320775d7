#include "core/simplifier/seen.hpp"

namespace laguz::core::simplifier {

const Stm* Seen::find_or_add(const Exp& exp, const At& at, Statements statements,
                             std::optional<Number>& added) {
  const std::optional<Outline> outline = outline_of(exp, program_, words_);
  if (!outline) return nullptr;
  Number& first = first_.try_emplace(outline->hash, kNone).first->second;
  const Found found = search(*outline, exp, first, statements);
  if (found.stm != nullptr || !found.comparable) return found.stm;
  added = static_cast<Number>(entries_.size());
  entries_.push_back({outline->hash, at, first});
  first = *added;
  return nullptr;
}

const Stm* Seen::find(const Exp& exp, Statements statements) {
  const std::optional<Outline> outline = outline_of(exp, program_, words_);
  if (!outline) return nullptr;
  const auto first = first_.find(outline->hash);
  return first == first_.end() ? nullptr : search(*outline, exp, first->second, statements).stm;
}

// Among those from [first] on, which have the hash of the [outline], whose words are in words_.
Seen::Found Seen::search(const Outline& outline, const Exp& exp, Number first,
                         Statements statements) {
  std::optional<Key> key;
  for (Number i = first; i != kNone; i = entries_[i].next) {
    const Stm& other = statements(entries_[i].at);
    if (outline.whole) {
      if (outline_of(other.exp, program_, their_words_) && words_ == their_words_) return {&other};
      continue;
    }
    if (!key) key = key_of(exp, program_);
    if (!key) return {nullptr, false};
    if (is_equal(entries_[i], other.exp, *key)) return {&other};
  }
  return {};
}

bool Seen::is_equal(Entry& entry, const Exp& theirs, const Key& key) {
  if (!entry.key) entry.key = std::make_unique<std::optional<Key>>(key_of(theirs, program_));
  return *entry.key && **entry.key == key;
}

void Seen::forget(const std::vector<Number>& numbers) {
  // Those of inner frames have mostly come last, and so come first.
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    const Entry& gone = entries_[*number];
    Number* link = &first_.find(gone.hash)->second;
    while (*link != *number) link = &entries_[*link].next;
    *link = gone.next;
  }
}

void Seen::clear() {
  entries_.clear();
  first_.clear();
}

}  // namespace laguz::core::simplifier
