// The work of the programs of grids.cpp in C++.
#pragma once

#include "case.hpp"

namespace laguz::bench {

// grids_heat.cpp
std::vector<double> heat1d(const Inputs& in);
std::vector<double> heat1d_adjoint(const Inputs& in);
std::vector<double> heat1d_ring(const Inputs& in);
std::vector<double> heat1d_ring_adjoint(const Inputs& in);
std::vector<double> heat2d(const Inputs& in);
std::vector<double> heat2d_adjoint(const Inputs& in);
std::vector<double> heat2d_torus(const Inputs& in);
std::vector<double> heat2d_torus_adjoint(const Inputs& in);

// grids_fields.cpp
std::vector<double> wave2d(const Inputs& in);
std::vector<double> wave2d_adjoint(const Inputs& in);
std::vector<double> burgers1d(const Inputs& in);
std::vector<double> burgers1d_adjoint(const Inputs& in);
std::vector<double> poisson_jacobi(const Inputs& in);
std::vector<double> poisson_jacobi_adjoint(const Inputs& in);

// grids_pictures.cpp
std::vector<double> total_variation(const Inputs& in);
std::vector<double> total_variation_adjoint(const Inputs& in);
std::vector<double> bilinear_warp(const Inputs& in);
std::vector<double> bilinear_warp_adjoint(const Inputs& in);
std::vector<double> maxpool_conv(const Inputs& in);
std::vector<double> maxpool_conv_adjoint(const Inputs& in);
std::vector<double> blur_separable(const Inputs& in);
std::vector<double> blur_separable_adjoint(const Inputs& in);

// grids_spectra.cpp
std::vector<double> fft(const Inputs& in);
std::vector<double> fft_adjoint(const Inputs& in);
std::vector<double> dft_naive(const Inputs& in);
std::vector<double> dft_naive_adjoint(const Inputs& in);

}  // namespace laguz::bench
