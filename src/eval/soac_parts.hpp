// What a Soac is made of once it is compiled. Only eval/ includes this.
#pragma once

#include <optional>
#include <vector>

#include "core/map_nests.hpp"
#include "eval/bulk.hpp"
#include "eval/compiler.hpp"
#include "eval/flat_map.hpp"
#include "eval/in_place.hpp"
#include "eval/map_units.hpp"
#include "eval/partial_sums.hpp"

namespace laguz::eval {

struct SoacParts {
  /// Of a map of maps: the inner width, and where lanes go along rows.
  struct Rows {
    Slot width;
    core::AlongRows along;
  };

  const core::Soac* soac = nullptr;
  Block prologue;
  Slot width = 0;
  std::vector<Param> params;
  Block body;
  std::vector<std::unique_ptr<Unit>> units;
  std::vector<Slot> drops;                 ///< after every iteration
  std::vector<std::vector<Slot>> neutral;  ///< of the reductions, then of the scans
  std::vector<std::vector<ScalarArg>> row_shapes;
  std::vector<Slot> results;
  std::vector<Slot> elements;  ///< of what is folded, where that is in arrays first,
  Slot first = 0;              ///< from an iteration of that number on
  std::vector<Outer> outers;
  std::vector<PartedAcc> parted;  ///< accumulators whose sums are
  bool striped = false;           ///< these sums may be (partial_sums.hpp)
  std::optional<Rows> rows;
  std::vector<std::vector<Slot>> products;  ///< that are all it does: their widths
  bool lanes = true;                        ///< may be tried
  std::vector<ScanUnit*> scans;
  std::vector<bool> unread;  ///< results that nobody reads
  std::optional<Bulk> bulk;
  std::optional<FlatMap> flat;
  std::optional<InPlace> in_place;
  std::vector<bool> counted;   ///< which operands are 0, 1, 2, ...
  std::vector<VarId> iotas;    ///< of [at_hand]
  std::vector<Outer> at_hand;  ///< those of [outers] that are arrays or numbers in the frame
};

}  // namespace laguz::eval
