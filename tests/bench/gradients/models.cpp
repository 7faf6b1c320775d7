// Mixtures, k-means, bundle adjustment, Gaussian processes, regressions, embeddings.
#include "models.hpp"

namespace laguz::bench {
namespace {

constexpr Case kCases[] = {
    {.program = "gmm_1000", .primal = gmm, .adjoint = gmm_adjoint, .most_to_adjoint = 1.5},
    {.program = "gmm_10000", .primal = gmm, .adjoint = gmm_adjoint, .most_to_adjoint = 1.5},
    {.program = "gmm_indices", .primal = gmm, .adjoint = gmm_adjoint},
    {.program = "gmm_chained", .primal = gmm, .adjoint = gmm_adjoint},
    {.program = "gmm_iota", .primal = gmm, .adjoint = gmm_adjoint},
    {.program = "gmm_matrices", .primal = gmm, .adjoint = gmm_adjoint},
    {.program = "gmm_hvp", .primal = gmm, .adjoint = gmm_adjoint},
    {.program = "kmeans_cost", .primal = kmeans, .adjoint = kmeans_adjoint, .most_to_adjoint = 3},
    {.program = "kmeans_hessian",
     .primal = kmeans,
     .adjoint = kmeans_hessian,
     .most = 25,
     .most_to_adjoint = 3},
    {.program = "kmeans_chained", .primal = kmeans, .adjoint = kmeans_adjoint},
    {.program = "kmeans_iota", .primal = kmeans, .adjoint = kmeans_adjoint},
    {.program = "kmeans_nearest", .primal = kmeans, .adjoint = kmeans_adjoint},
    {.program = "bundle_adjustment",
     .primal = bundle,
     .adjoint = bundle_adjoint,
     .most_to_adjoint = 1.5},
    {.program = "bundle_tuples", .primal = bundle, .adjoint = bundle_adjoint},
    {.program = "hand_skeleton", .primal = skeleton},
    {.program = "logistic_regression", .primal = logistic, .adjoint = logistic_adjoint},
    {.program = "poisson_regression", .primal = poisson, .adjoint = poisson_adjoint},
    {.program = "matrix_factorisation", .primal = factors, .adjoint = factors_adjoint},
    {.program = "factorisation_loop", .primal = factors, .adjoint = factors_adjoint},
    {.program = "embedding_bag", .primal = bags, .adjoint = bags_adjoint},
    {.program = "skipgram", .primal = skipgram, .adjoint = skipgram_adjoint},
    {.program = "pca_energy", .primal = pca},
    {.program = "gp_likelihood", .primal = process},
    {.program = "gp_slices", .primal = process},
    {.program = "kernel_ridge", .primal = ridge},
    {.program = "histogram_soft", .primal = soft_histogram},
    {.program = "histogram_hard", .primal = hard_histogram, .adjoint = hard_histogram_adjoint},
    {.program = "spline_fit", .primal = spline},
    {.program = "monte_carlo_option", .primal = option_price},
    {.program = "monte_carlo_steps", .primal = option_price},
    {.program = "neural_ode", .primal = neural_ode},
    {.program = "huber_robust_fit", .primal = huber_fit, .adjoint = huber_fit_adjoint},
    {.program = "factorisation_machine", .primal = interactions},
    {.program = "attention_keys", .primal = projected_attention},
    {.program = "shared_covariance", .primal = densities},
    {.program = "sum_of_records", .primal = particles, .adjoint = particles_adjoint},
};

}  // namespace

std::span<const Case> models_cases() { return kCases; }

}  // namespace laguz::bench
