// Recurrent networks, dynamic programming, filters.
#include "sequences.hpp"

namespace laguz::bench {
namespace {

constexpr Case kCases[] = {
    {.program = "rnn_tanh", .primal = rnn},
    {.program = "rnn_stored", .primal = rnn},
    {.program = "lstm", .primal = lstm, .adjoint = lstm_adjoint, .most = 8},
    {.program = "lstm_sequences", .primal = lstm, .adjoint = lstm_adjoint, .most = 8},
    {.program = "lstm_gates", .primal = lstm, .adjoint = lstm_adjoint, .most = 8},
    {.program = "lstm_parts", .primal = lstm, .adjoint = lstm_adjoint, .most = 8},
    {.program = "lstm_indexed", .primal = lstm, .adjoint = lstm_adjoint, .most = 8},
    {.program = "lstm_single", .primal = lstm_single, .most = 8},
    {.program = "lstm_chained", .primal = lstm_single, .most = 8},
    {.program = "gru", .primal = gru, .most = 8},
    {.program = "gru_stacked", .primal = gru, .most = 8},
    {.program = "neural_ode_euler", .primal = neural_ode_euler},
    {.program = "unrolled_descent", .primal = unrolled_descent},

    {.program = "ctc", .primal = ctc},
    {.program = "ctc_chained", .primal = ctc_given},
    {.program = "dtw_soft", .primal = dtw, .adjoint = dtw_adjoint},
    {.program = "dtw_rows", .primal = dtw, .adjoint = dtw_adjoint},
    {.program = "edit_soft", .primal = edit_distance},
    {.program = "crf", .primal = crf, .adjoint = crf_adjoint},
    {.program = "hmm_forward", .primal = hmm_log},
    {.program = "hmm_scaled", .primal = hmm_scaled},
    {.program = "viterbi_max", .primal = viterbi},

    {.program = "kalman", .primal = kalman},
    {.program = "kalman_loops", .primal = kalman},
    {.program = "kalman_two", .primal = kalman_two, .loop_memory = true},
    {.program = "rigid_body", .primal = rigid_body, .loop_memory = true},
    {.program = "kalman_sequences", .primal = kalman_sequences},
    {.program = "matrix_states", .primal = matrix_states},
    {.program = "matrix_scan", .primal = matrix_scan},
    {.program = "rotated_columns", .primal = rotated_columns, .most = 8, .loop_memory = true},
    {.program = "rotated_long", .primal = rotated_long, .most = 8, .loop_memory = true},
    {.program = "few_of_many_max", .primal = few_of_many_max, .loop_memory = true},
    {.program = "few_of_many_rows", .primal = few_of_many_rows, .loop_memory = true},
    {.program = "sometimes_anew", .primal = sometimes_anew, .loop_memory = true},
    {.program = "rnn_inputs", .primal = rnn_inputs},
    {.program = "residual_rows", .primal = residual_rows},
    {.program = "logistic_map",
     .primal = logistic_map,
     .adjoint = logistic_map_adjoint,
     .loop_memory = true},
    {.program = "decaying_filter",
     .primal = moving_average,
     .adjoint = moving_average_adjoint,
     .loop_memory = true},
    {.program = "iir_biquad", .primal = biquad, .adjoint = biquad_adjoint, .loop_memory = true},
    {.program = "garch", .primal = garch, .adjoint = garch_adjoint, .loop_memory = true},
    {.program = "sqrt_newton", .primal = newton},
    {.program = "ode_rk4", .primal = lotka_volterra},
    {.program = "ode_adaptive", .primal = van_der_pol, .loop_memory = true},
    {.program = "ode_vector", .primal = lorenz},
    {.program = "tree_recursion", .primal = tree, .adjoint = tree_adjoint},
    {.program = "recursion_deep", .primal = recursion_deep},
    {.program = "recursion_children", .primal = recursion_children},
    {.program = "recursion_map", .primal = recursion_map},
    {.program = "recursion_sort", .primal = recursion_sort},
    {.program = "fold_poly", .primal = horner, .adjoint = horner_adjoint},
    {.program = "continued_fraction", .primal = continued_fraction},
    {.program = "binomial_option", .primal = binomial_option},
};

}  // namespace

std::span<const Case> sequences_cases() { return kCases; }

}  // namespace laguz::bench
