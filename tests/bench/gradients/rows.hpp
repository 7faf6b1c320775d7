// The work of the programs of rows.cpp in C++.
#pragma once

#include "case.hpp"

namespace laguz::bench {

// rows_pairs.cpp
std::vector<double> lennard_jones_pairs(const Inputs& in);
std::vector<double> largest_pair(const Inputs& in);
std::vector<double> pair_products(const Inputs& in);
std::vector<double> soft_neighbours(const Inputs& in);
std::vector<double> attention_loops(const Inputs& in);

// rows_recurrences.cpp
std::vector<double> logistic_rows(const Inputs& in);
std::vector<double> newton_rows(const Inputs& in);
std::vector<double> horner_rows(const Inputs& in);
std::vector<double> relu_rows(const Inputs& in);
std::vector<double> rnn_relu_rows(const Inputs& in);
std::vector<double> logistic_maps(const Inputs& in);
std::vector<double> recurrences_below(const Inputs& in);
std::vector<double> binomial_rows(const Inputs& in);
std::vector<double> viterbi_rows(const Inputs& in);
std::vector<double> systems_of_four(const Inputs& in);
std::vector<double> systems_of_eight(const Inputs& in);
std::vector<double> local_alignment(const Inputs& in);
std::vector<double> jacobi_guarded(const Inputs& in);

// rows_windows.cpp
std::vector<double> sliding_extrema(const Inputs& in);
std::vector<double> ragged_softmax(const Inputs& in);
std::vector<double> autocorrelation(const Inputs& in);
std::vector<double> skinning(const Inputs& in);
std::vector<double> substeps_for(const Inputs& in);
std::vector<double> reaction_small(const Inputs& in);

// rows_views.cpp
std::vector<double> ring_pairs(const Inputs& in);
std::vector<double> heads_of_drops(const Inputs& in);
std::vector<double> windows_of_drops(const Inputs& in);
std::vector<double> drops_in_a_loop(const Inputs& in);

// rows_in_place.cpp
std::vector<double> product_in_place(const Inputs& in);
std::vector<double> triangle_in_place(const Inputs& in);
std::vector<double> stencil_whiles(const Inputs& in);
std::vector<double> recurrences_in_rows(const Inputs& in);

// rows_ragged.cpp
std::vector<double> ragged_roots(const Inputs& in);
std::vector<double> ragged_smoothing(const Inputs& in);
std::vector<double> ragged_growth(const Inputs& in);
std::vector<double> ragged_triangle(const Inputs& in);
std::vector<double> substeps_while(const Inputs& in);
std::vector<double> padded_layers(const Inputs& in);
std::vector<double> dtw_antidiagonals(const Inputs& in);
std::vector<double> alignment_vectors(const Inputs& in);
std::vector<double> edit_rows(const Inputs& in);

}  // namespace laguz::bench
