// Reductions, scans, histograms, gathers, scatters, of any operator.
#include "folds.hpp"

namespace laguz::bench {
namespace {

using namespace folds;

constexpr Case kCases[] = {
    {.program = "reduce_lse", .primal = reduce_lse, .adjoint = reduce_lse_adjoint},
    {.program = "reduce_argmax", .primal = reduce_argmax, .adjoint = reduce_argmax_adjoint},
    {.program = "reduce_product", .primal = reduce_product, .adjoint = reduce_product_adjoint},
    {.program = "reduce_mul_lambda", .primal = reduce_product, .adjoint = reduce_product_adjoint},
    {.program = "reduce_max", .primal = reduce_max},
    {.program = "reduce_sumprod", .primal = reduce_sumprod},
    {.program = "reduce_linear", .primal = reduce_linear, .adjoint = reduce_linear_adjoint},
    {.program = "reduce_complex", .primal = reduce_complex},
    {.program = "reduce_mat2", .primal = reduce_mat2},
    {.program = "reduce_vec", .primal = reduce_vec, .adjoint = reduce_vec_adjoint},
    {.program = "reduce_vecmax", .primal = reduce_vecmax},
    {.program = "reduce_inner", .primal = reduce_inner, .adjoint = reduce_inner_adjoint},
    {.program = "variance_welford", .primal = variance, .adjoint = variance_adjoint},
    {.program = "norm_two_pass", .primal = norm, .adjoint = norm_adjoint},
    {.program = "max_subarray", .primal = max_subarray, .adjoint = max_subarray_adjoint},

    {.program = "scan_product", .primal = scan_product, .adjoint = scan_product_adjoint},
    {.program = "scan_sum", .primal = scan_sum, .adjoint = scan_sum_adjoint},
    {.program = "scan_max", .primal = scan_max},
    {.program = "scan_linear", .primal = scan_linear, .adjoint = scan_linear_adjoint},
    {.program = "scan_linear_short", .primal = scan_linear_short},
    {.program = "scan_lse", .primal = scan_lse},
    {.program = "scan_mat2", .primal = scan_mat2},
    {.program = "scan_inner", .primal = scan_inner, .adjoint = scan_inner_adjoint},
    {.program = "scan_sum_vector", .primal = scan_sum_vector},
    {.program = "cumulative_returns", .primal = cumulative_returns},
    {.program = "segmented_sum", .primal = segmented_sum, .adjoint = segmented_sum_adjoint},
    {.program = "segmented_scan_product", .primal = segmented_scan_product},
    {.program = "stream_blocks", .primal = stream_blocks, .adjoint = stream_blocks_adjoint},

    {.program = "hist_add", .primal = hist_add, .adjoint = hist_add_adjoint},
    {.program = "hist_max", .primal = hist_max, .adjoint = hist_max_adjoint},
    {.program = "hist_min", .primal = hist_min},
    {.program = "hist_mul", .primal = hist_mul, .adjoint = hist_mul_adjoint},
    {.program = "hist_vec_add", .primal = hist_vec_add},
    {.program = "hist_vec_max", .primal = hist_vec_max},
    {.program = "hist_lse", .primal = hist_lse, .adjoint = hist_lse_adjoint},
    {.program = "hist_satadd", .primal = hist_satadd},
    {.program = "hist_pairs", .primal = hist_pairs},
    {.program = "hist_linear", .primal = hist_linear},
    {.program = "gather_sum", .primal = gather_sum, .adjoint = gather_sum_adjoint},
    {.program = "gather_rows", .primal = gather_rows},
    {.program = "scatter_values", .primal = scatter_values, .adjoint = scatter_values_adjoint},
    {.program = "permute_scatter", .primal = permute_scatter},
    {.program = "sort_bitonic", .primal = sorted_sum, .adjoint = sorted_sum_adjoint},
    {.program = "sort_radix", .primal = sorted_sum, .adjoint = sorted_sum_adjoint},

    {.program = "filter_sum", .primal = filter_sum, .adjoint = filter_sum_adjoint},
    {.program = "partition_sums", .primal = partition_sums},
    {.program = "zip_unzip_records", .primal = zip_unzip_records},
    {.program = "nested_maps_3d", .primal = nested_maps_3d},
    {.program = "flatten_unflatten", .primal = flatten_unflatten},
    {.program = "iota_tabulate_sum",
     .primal = iota_tabulate_sum,
     .adjoint = iota_tabulate_sum_adjoint},
    {.program = "pairwise_min", .primal = pairwise_min, .adjoint = pairwise_min_adjoint},
    {.program = "while_in_map", .primal = while_in_map},
    {.program = "if_in_map", .primal = if_in_map},
    {.program = "small_soacs_in_loop", .primal = small_soacs_in_loop, .loop_memory = true},
};

}  // namespace

std::span<const Case> folds_cases() { return kCases; }

}  // namespace laguz::bench
