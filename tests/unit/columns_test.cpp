// Columns of arrays as derivatives write and read them: side by side, and one after the other.
#include "core_support.hpp"

using namespace laguz_core_test;

TEST_CASE_METHOD(Fixture, "columns of a map that are put side by side are its rows", "[core]") {
  /// Columns that are written, after what a map of two arrays gives has been put to columns [at] of
  /// four; if one of them is needed besides, and if rows are read by columns again.
  const auto written = [&](std::vector<std::int64_t> at, bool needed, bool read = false) {
    const FunId f = function("f", {kVector}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      Soac soac{n,
                {x[0]},
                lambda({kF64},
                       [](Builder& each, const Atoms& y) {
                         return Atoms{each.prim("sin", y), each.prim("cos", y)};
                       }),
                {},
                {},
                {{}, {}},
                false};
      const Atoms two = b.emit({std::move(soac)}, {kVector, kVector});
      Atom all = zeros(b, {n, Atom::i64(4)});
      for (std::size_t c = 0; c < at.size(); ++c)
        all = b.emit1({Update{all, column(at[c]), two[c]}}, kMatrix);
      Atoms results{all};
      if (needed) results.push_back(two[1]);
      if (read)
        results = {map(b, n, {all}, lambda({kVector}, [](Builder& each, const Atoms& row) {
                         return Atoms{each.index(row[0], {Atom::i64(0)})};
                       }))};
      return results;
    });
    const Body& body = optimised(f);
    const bool rows = !nodes<Soac>(body).empty() && nodes<Soac>(body)[0]->row_shapes[0].size() == 1;
    CHECK(rows == (nodes<Update>(body).empty() && !read));
    return nodes<Update>(body).size();
  };
  CHECK(written({2, 0}, false) == 0);
  CHECK(written({3, 1}, false) == 0);
  CHECK(written({2, 2}, false) == 0);  // the first is written over
  CHECK(written({2, 0}, true) == 2);
  CHECK(written({2, 0}, false, true) == 0);  // there is a column to read, and nothing else
}

TEST_CASE_METHOD(Fixture, "zeros that are only written beside what is read are not written",
                 "[core]") {
  /// How often columns are overwritten that are read one after the other, as rows of what turns the
  /// array; if the first is read once more behind that, and if what is left is given, too.
  const auto writes = [&](bool once_more, bool given) {
    const FunId f = function("f", {kVector}, [&](Builder& b, const Atoms& x) {
      const Atom n = b.shape(x[0], 0);
      Atom all = map(
          b, n, {x[0]},
          lambda({kF64},
                 [](Builder& each, const Atoms& y) {
                   const Atom sine = each.prim("sin", y), cosine = each.prim("cos", y);
                   return Atoms{each.emit1({ArrayLit{{y[0], sine, cosine}, kF64, {}}}, kVector)};
                 }),
          {Atom::i64(3)});
      Atoms read;
      for (const std::int64_t c : {0, 1, 2}) {
        read.push_back(b.index(b.rearrange(all, {1, 0}), {Atom::i64(c)}));
        all = b.emit1({Update{all, column(c), x[0]}}, kMatrix);
      }
      if (once_more) read.push_back(b.index(b.rearrange(all, {1, 0}), {Atom::i64(0)}));
      Atom sum = x[0];
      for (const Atom& one : read) sum = map(b, n, {sum, one}, prim("mul", kF64));
      return given ? Atoms{sum, all} : Atoms{sum};
    });
    return nodes<Update>(optimised(f)).size();
  };
  CHECK(writes(false, false) <= 1);  // one goes in each run
  CHECK(writes(true, false) <= 1);
  CHECK(writes(false, true) == 3);
}
