// The work of the programs of folds.cpp in C++.
#pragma once

#include "case.hpp"

namespace laguz::bench::folds {

using Numbers = std::vector<double>;

// Reductions (folds_reduce.cpp).
Numbers reduce_lse(const Inputs& in);
Numbers reduce_lse_adjoint(const Inputs& in);
Numbers reduce_argmax(const Inputs& in);
Numbers reduce_argmax_adjoint(const Inputs& in);
Numbers reduce_product(const Inputs& in);
Numbers reduce_product_adjoint(const Inputs& in);
Numbers reduce_max(const Inputs& in);
Numbers reduce_sumprod(const Inputs& in);
Numbers reduce_linear(const Inputs& in);
Numbers reduce_linear_adjoint(const Inputs& in);
Numbers reduce_complex(const Inputs& in);
Numbers reduce_mat2(const Inputs& in);
Numbers reduce_vec(const Inputs& in);
Numbers reduce_vec_adjoint(const Inputs& in);
Numbers reduce_vecmax(const Inputs& in);
Numbers reduce_inner(const Inputs& in);
Numbers reduce_inner_adjoint(const Inputs& in);
Numbers variance(const Inputs& in);
Numbers variance_adjoint(const Inputs& in);
Numbers norm(const Inputs& in);
Numbers norm_adjoint(const Inputs& in);
Numbers max_subarray(const Inputs& in);
Numbers max_subarray_adjoint(const Inputs& in);

// Scans (folds_scan.cpp).
Numbers scan_product(const Inputs& in);
Numbers scan_product_adjoint(const Inputs& in);
Numbers scan_sum(const Inputs& in);
Numbers scan_sum_adjoint(const Inputs& in);
Numbers scan_max(const Inputs& in);
Numbers scan_linear(const Inputs& in);
Numbers scan_linear_adjoint(const Inputs& in);
Numbers scan_linear_short(const Inputs& in);
Numbers scan_lse(const Inputs& in);
Numbers scan_mat2(const Inputs& in);
Numbers scan_inner(const Inputs& in);
Numbers scan_inner_adjoint(const Inputs& in);
Numbers scan_sum_vector(const Inputs& in);
Numbers cumulative_returns(const Inputs& in);
Numbers segmented_sum(const Inputs& in);
Numbers segmented_sum_adjoint(const Inputs& in);
Numbers segmented_scan_product(const Inputs& in);
Numbers stream_blocks(const Inputs& in);
Numbers stream_blocks_adjoint(const Inputs& in);

// Histograms, gathers, scatters and sorts (folds_hist.cpp).
Numbers hist_add(const Inputs& in);
Numbers hist_add_adjoint(const Inputs& in);
Numbers hist_max(const Inputs& in);
Numbers hist_max_adjoint(const Inputs& in);
Numbers hist_min(const Inputs& in);
Numbers hist_mul(const Inputs& in);
Numbers hist_mul_adjoint(const Inputs& in);
Numbers hist_vec_add(const Inputs& in);
Numbers hist_vec_max(const Inputs& in);
Numbers hist_lse(const Inputs& in);
Numbers hist_lse_adjoint(const Inputs& in);
Numbers hist_satadd(const Inputs& in);
Numbers hist_pairs(const Inputs& in);
Numbers hist_linear(const Inputs& in);
Numbers gather_sum(const Inputs& in);
Numbers gather_sum_adjoint(const Inputs& in);
Numbers gather_rows(const Inputs& in);
Numbers scatter_values(const Inputs& in);
Numbers scatter_values_adjoint(const Inputs& in);
Numbers permute_scatter(const Inputs& in);
Numbers sorted_sum(const Inputs& in);
Numbers sorted_sum_adjoint(const Inputs& in);

// Maps with something in them (folds_maps.cpp).
Numbers filter_sum(const Inputs& in);
Numbers filter_sum_adjoint(const Inputs& in);
Numbers partition_sums(const Inputs& in);
Numbers zip_unzip_records(const Inputs& in);
Numbers nested_maps_3d(const Inputs& in);
Numbers flatten_unflatten(const Inputs& in);
Numbers iota_tabulate_sum(const Inputs& in);
Numbers iota_tabulate_sum_adjoint(const Inputs& in);
Numbers pairwise_min(const Inputs& in);
Numbers pairwise_min_adjoint(const Inputs& in);
Numbers while_in_map(const Inputs& in);
Numbers if_in_map(const Inputs& in);
Numbers small_soacs_in_loop(const Inputs& in);

}  // namespace laguz::bench::folds
