// Models of statistics and vision in C++, each as the program of its name computes it.
#pragma once

#include "case.hpp"

namespace laguz::bench {

// models_mixture.cpp
std::vector<double> gmm(const Inputs& in);
std::vector<double> gmm_adjoint(const Inputs& in);
std::vector<double> kmeans(const Inputs& in);
std::vector<double> kmeans_adjoint(const Inputs& in);
std::vector<double> kmeans_hessian(const Inputs& in);  ///< the gradient, then the diagonal

// models_vision.cpp
std::vector<double> bundle(const Inputs& in);
std::vector<double> bundle_adjoint(const Inputs& in);
std::vector<double> skeleton(const Inputs& in);

// models_learning.cpp
std::vector<double> logistic(const Inputs& in);
std::vector<double> logistic_adjoint(const Inputs& in);
std::vector<double> poisson(const Inputs& in);
std::vector<double> poisson_adjoint(const Inputs& in);
std::vector<double> factors(const Inputs& in);
std::vector<double> factors_adjoint(const Inputs& in);
std::vector<double> bags(const Inputs& in);
std::vector<double> bags_adjoint(const Inputs& in);
std::vector<double> skipgram(const Inputs& in);
std::vector<double> skipgram_adjoint(const Inputs& in);
std::vector<double> pca(const Inputs& in);

// models_shared.cpp
std::vector<double> interactions(const Inputs& in);
std::vector<double> projected_attention(const Inputs& in);
std::vector<double> densities(const Inputs& in);

// models_science.cpp
std::vector<double> process(const Inputs& in);
std::vector<double> ridge(const Inputs& in);
std::vector<double> soft_histogram(const Inputs& in);
std::vector<double> hard_histogram(const Inputs& in);
std::vector<double> hard_histogram_adjoint(const Inputs& in);
std::vector<double> spline(const Inputs& in);
std::vector<double> option_price(const Inputs& in);
std::vector<double> neural_ode(const Inputs& in);
std::vector<double> huber_fit(const Inputs& in);
std::vector<double> huber_fit_adjoint(const Inputs& in);
std::vector<double> particles(const Inputs& in);
std::vector<double> particles_adjoint(const Inputs& in);

}  // namespace laguz::bench
