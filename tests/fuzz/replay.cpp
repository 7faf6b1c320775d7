// A target without libFuzzer, for any compiler: tries files, then mutants that are the same in
// every run.
//
//   laguz_replay_check [-v] [--prefixes STEP] [--mutants N] [--first N] [--seeds folder]
//   folder-or-file...
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "mutate.hpp"
#include "support/deep_stack.hpp"
#include "target.hpp"

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Options {
  bool verbose = false;     ///< each input on stderr before it is tried
  std::size_t step = 0;     ///< prefixes of the files as well, each so much longer than the last
  std::size_t mutants = 0;  ///< of the files and the seeds
  std::size_t first = 0;    ///< the number of the first mutant: to try one again
  std::vector<fs::path> files, seeds;  ///< sorted
};

/// The target's files in a folder, or the one file.
void add_files(const std::string& path, std::vector<fs::path>& files) {
  if (!fs::is_directory(path)) return files.emplace_back(path), void();
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.path().extension() == laguz::fuzz::input_extension()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool more = i + 1 < argc;
    if (word == "-v")
      options.verbose = true;
    else if (word == "--prefixes" && more)
      options.step = std::stoul(argv[++i]);
    else if (word == "--mutants" && more)
      options.mutants = std::stoul(argv[++i]);
    else if (word == "--first" && more)
      options.first = std::stoul(argv[++i]);
    else if (word == "--seeds" && more)
      add_files(argv[++i], options.seeds);
    else
      add_files(word, options.files);
  }
  return options;
}

class Replay {
 public:
  explicit Replay(const Options& options) : options_(options) {}

  int run() {
    std::vector<std::string> texts;
    for (const auto& file : options_.files) {
      texts.push_back(read(file));
      attempt(file.string(), file.string(), texts.back());
      if (options_.step == 0) continue;
      for (std::size_t n = 0; n < texts.back().size(); n += options_.step)
        attempt("the first " + std::to_string(n) + " bytes of " + file.string(), file.string(),
                texts.back().substr(0, n));
    }
    for (const auto& file : options_.seeds) texts.push_back(read(file));
    if (texts.empty()) throw std::runtime_error("no files");
    for (std::size_t n = options_.first; n < options_.first + options_.mutants; ++n) {
      std::mt19937_64 random(n);
      const std::string& text = texts[random() % texts.size()];
      const std::string& donor = texts[random() % texts.size()];
      attempt("mutant " + std::to_string(n), "input" + std::string(laguz::fuzz::input_extension()),
              laguz::fuzz::mutate(text, donor, random()));
    }
    std::printf("%zu inputs, %zu findings\n", tried_, findings_);
    return findings_ == 0 ? 0 : 1;
  }

 private:
  /// Tries [text]; on a finding says which it is.
  void attempt(const std::string& name, const std::string& path, const std::string& text) {
    if (options_.verbose) show("== " + name, text);
    ++tried_;
    try {
      laguz::fuzz::try_input(path, text);
    } catch (const std::exception& finding) {
      ++findings_;
      show(name + ": " + finding.what(), text);
    }
  }
  /// Every byte of [text], on stderr.
  static void show(const std::string& title, const std::string& text) {
    const std::string all = title + "\n" + text + "\n";
    std::fwrite(all.data(), 1, all.size(), stderr);
  }

  const Options& options_;
  std::size_t tried_ = 0, findings_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  int status = 1;
  laguz::support::on_deep_stack([&] { status = Replay(options).run(); });
  return status;
}
