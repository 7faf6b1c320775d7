// Stencils, convolutions, transforms.
#include "grids.hpp"

namespace laguz::bench {
namespace {

constexpr Case kCases[] = {
    {.program = "heat1d_maps", .primal = heat1d, .adjoint = heat1d_adjoint},
    {.program = "heat1d_inplace", .primal = heat1d, .adjoint = heat1d_adjoint},
    {.program = "heat1d_scatter", .primal = heat1d, .adjoint = heat1d_adjoint},
    {.program = "heat1d_slices", .primal = heat1d, .adjoint = heat1d_adjoint},
    {.program = "heat1d_rotate", .primal = heat1d_ring, .adjoint = heat1d_ring_adjoint},
    {.program = "heat1d_border", .primal = heat1d, .adjoint = heat1d_adjoint},
    {.program = "heat1d_ring", .primal = heat1d_ring, .adjoint = heat1d_ring_adjoint},
    {.program = "heat2d_indices", .primal = heat2d, .adjoint = heat2d_adjoint},
    {.program = "heat2d_rows", .primal = heat2d, .adjoint = heat2d_adjoint},
    {.program = "heat2d_chained", .primal = heat2d, .adjoint = heat2d_adjoint},
    {.program = "heat2d_rotate", .primal = heat2d_torus, .adjoint = heat2d_torus_adjoint},
    {.program = "heat2d_loops", .primal = heat2d, .adjoint = heat2d_adjoint},
    {.program = "wave2d", .primal = wave2d, .adjoint = wave2d_adjoint},
    {.program = "burgers1d", .primal = burgers1d, .adjoint = burgers1d_adjoint},
    {.program = "total_variation", .primal = total_variation, .adjoint = total_variation_adjoint},
    {.program = "poisson_jacobi", .primal = poisson_jacobi, .adjoint = poisson_jacobi_adjoint},
    {.program = "fft_recursive", .primal = fft, .adjoint = fft_adjoint},
    {.program = "fft_stockham", .primal = fft, .adjoint = fft_adjoint},
    {.program = "dft_naive", .primal = dft_naive, .adjoint = dft_naive_adjoint},
    {.program = "bilinear_warp", .primal = bilinear_warp, .adjoint = bilinear_warp_adjoint},
    {.program = "maxpool_conv", .primal = maxpool_conv, .adjoint = maxpool_conv_adjoint},
    {.program = "blur_separable", .primal = blur_separable, .adjoint = blur_separable_adjoint},
};

}  // namespace

std::span<const Case> grids_cases() { return kCases; }

}  // namespace laguz::bench
