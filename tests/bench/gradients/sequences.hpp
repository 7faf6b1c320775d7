// The C++ sides of sequences, file by file.
#pragma once

#include "case.hpp"

namespace laguz::bench {

// sequences_recurrent.cpp
std::vector<double> rnn(const Inputs& in);
std::vector<double> lstm(const Inputs& in);
std::vector<double> lstm_adjoint(const Inputs& in);
std::vector<double> lstm_single(const Inputs& in);
std::vector<double> gru(const Inputs& in);
std::vector<double> neural_ode_euler(const Inputs& in);
std::vector<double> unrolled_descent(const Inputs& in);

// sequences_tables.cpp
std::vector<double> ctc(const Inputs& in);
std::vector<double> ctc_given(const Inputs& in);
std::vector<double> dtw(const Inputs& in);
std::vector<double> dtw_adjoint(const Inputs& in);
std::vector<double> edit_distance(const Inputs& in);
std::vector<double> crf(const Inputs& in);
std::vector<double> crf_adjoint(const Inputs& in);
std::vector<double> hmm_log(const Inputs& in);
std::vector<double> hmm_scaled(const Inputs& in);
std::vector<double> viterbi(const Inputs& in);

// sequences_matrices.cpp
std::vector<double> kalman_two(const Inputs& in);
std::vector<double> rigid_body(const Inputs& in);
std::vector<double> matrix_scan(const Inputs& in);
std::vector<double> rotated_columns(const Inputs& in);
std::vector<double> rotated_long(const Inputs& in);

// sequences_states.cpp
std::vector<double> few_of_many_max(const Inputs& in);
std::vector<double> few_of_many_rows(const Inputs& in);
std::vector<double> sometimes_anew(const Inputs& in);
std::vector<double> rnn_inputs(const Inputs& in);
std::vector<double> residual_rows(const Inputs& in);

// sequences_recurrences.cpp
std::vector<double> kalman(const Inputs& in);
std::vector<double> kalman_sequences(const Inputs& in);
std::vector<double> matrix_states(const Inputs& in);
std::vector<double> logistic_map(const Inputs& in);
std::vector<double> logistic_map_adjoint(const Inputs& in);
std::vector<double> moving_average(const Inputs& in);
std::vector<double> moving_average_adjoint(const Inputs& in);
std::vector<double> biquad(const Inputs& in);
std::vector<double> biquad_adjoint(const Inputs& in);
std::vector<double> garch(const Inputs& in);
std::vector<double> garch_adjoint(const Inputs& in);
std::vector<double> newton(const Inputs& in);
std::vector<double> lotka_volterra(const Inputs& in);
std::vector<double> van_der_pol(const Inputs& in);
std::vector<double> lorenz(const Inputs& in);
std::vector<double> tree(const Inputs& in);
std::vector<double> tree_adjoint(const Inputs& in);
std::vector<double> recursion_deep(const Inputs& in);
std::vector<double> recursion_children(const Inputs& in);
std::vector<double> recursion_map(const Inputs& in);
std::vector<double> recursion_sort(const Inputs& in);
std::vector<double> horner(const Inputs& in);
std::vector<double> horner_adjoint(const Inputs& in);
std::vector<double> continued_fraction(const Inputs& in);
std::vector<double> binomial_option(const Inputs& in);

}  // namespace laguz::bench
