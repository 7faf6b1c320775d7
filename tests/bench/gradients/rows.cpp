// Maps over rows, each a loop of its own.
#include "rows.hpp"

namespace laguz::bench {
namespace {

constexpr Case kCases[] = {
    {.program = "lennard_jones_below", .primal = lennard_jones_pairs},
    {.program = "lennard_jones_if", .primal = lennard_jones_pairs},
    {.program = "largest_pair", .primal = largest_pair},
    {.program = "pair_products", .primal = pair_products},
    {.program = "soft_neighbours", .primal = soft_neighbours},
    {.program = "attention_loops", .primal = attention_loops},
    {.program = "logistic_rows", .primal = logistic_rows},
    {.program = "newton_rows", .primal = newton_rows},
    {.program = "horner_rows", .primal = horner_rows},
    {.program = "relu_rows", .primal = relu_rows},
    {.program = "rnn_relu_rows", .primal = rnn_relu_rows},
    {.program = "logistic_maps", .primal = logistic_maps},
    {.program = "recurrences_below", .primal = recurrences_below},
    // (In place, in an array of each lane's own, as factorisations are.)
    {.program = "binomial_rows", .primal = binomial_rows},
    {.program = "viterbi_rows", .primal = viterbi_rows},
    {.program = "viterbi_in_place", .primal = viterbi_rows},
    {.program = "local_alignment", .primal = local_alignment},
    {.program = "alignment_vectors", .primal = alignment_vectors},
    {.program = "dtw_antidiagonals", .primal = dtw_antidiagonals},
    {.program = "table_alignment", .primal = alignment_vectors},
    {.program = "edit_rows", .primal = edit_rows},
    {.program = "ragged_roots", .primal = ragged_roots},
    {.program = "ragged_smoothing", .primal = ragged_smoothing},
    {.program = "ragged_growth", .primal = ragged_growth},
    {.program = "ragged_triangle", .primal = ragged_triangle},
    {.program = "substeps_while", .primal = substeps_while},
    {.program = "padded_layers", .primal = padded_layers},
    {.program = "sliding_extrema", .primal = sliding_extrema},
    {.program = "ragged_softmax", .primal = ragged_softmax},
    {.program = "autocorrelation", .primal = autocorrelation},
    {.program = "skinning", .primal = skinning},
    {.program = "flattened_inside", .primal = ring_pairs},
    {.program = "rotated_inside", .primal = ring_pairs},
    {.program = "slices_of_slices", .primal = ring_pairs},
    {.program = "heads_of_drops", .primal = heads_of_drops},
    {.program = "windows_of_drops", .primal = windows_of_drops},
    {.program = "drops_in_a_loop", .primal = drops_in_a_loop, .loop_memory = true},
    {.program = "rows_by_numbers", .primal = ring_pairs},
    {.program = "product_in_place", .primal = product_in_place},
    {.program = "product_whiles", .primal = product_in_place},
    {.program = "triangle_in_place", .primal = triangle_in_place},
    {.program = "stencil_whiles", .primal = stencil_whiles, .loop_memory = true},
    {.program = "recurrences_in_rows", .primal = recurrences_in_rows},
    {.program = "substeps_for", .primal = substeps_for, .loop_memory = true},
    {.program = "reaction_small", .primal = reaction_small, .loop_memory = true},
    {.program = "small_systems", .primal = systems_of_four, .most = 8},
    {.program = "systems_guarded", .primal = systems_of_four, .most = 8},
    {.program = "systems_any_size", .primal = systems_of_eight, .most = 8},
    {.program = "jacobi_guarded", .primal = jacobi_guarded, .most = 8, .most_second = 60},
};

}  // namespace

std::span<const Case> rows_cases() { return kCases; }

}  // namespace laguz::bench
