// Factorisations, solvers, many bodies.
#include "numeric.hpp"

namespace laguz::bench {
namespace {

constexpr Case kCases[] = {
    {.program = "lu_inplace", .primal = lu_inplace, .adjoint = lu_inplace_adjoint, .most = 8},
    {.program = "lu_nested5", .primal = lu_nested5, .most = 8, .most_second = 60},
    {.program = "cholesky_rows", .primal = cholesky_rows, .adjoint = cholesky_rows_adjoint},
    {.program = "cholesky_single", .primal = cholesky_single},
    {.program = "qr_householder", .primal = qr_householder, .most = 8, .loop_memory = true},
    {.program = "qr_gram_schmidt", .primal = qr_gram_schmidt, .most = 8},
    {.program = "jacobi_eigen", .primal = jacobi_eigen, .most = 8},
    {.program = "gauss_elimination_pivot",
     .primal = gauss_elimination_pivot,
     .adjoint = gauss_elimination_pivot_adjoint},
    {.program = "triangular_solve",
     .primal = triangular_solve,
     .adjoint = triangular_solve_adjoint},
    {.program = "insertion_sort_rows",
     .primal = insertion_sort_rows,
     .adjoint = insertion_sort_rows_adjoint},
    {.program = "conjugate_gradient", .primal = conjugate_gradient},
    {.program = "thomas", .primal = thomas, .adjoint = thomas_adjoint, .loop_memory = true},
    {.program = "newton_system", .primal = newton_system},
    {.program = "power_iteration", .primal = power_iteration},
    {.program = "matrix_exponential", .primal = matrix_exponential},
    {.program = "determinant_2x2_chain",
     .primal = determinant_2x2_chain,
     .adjoint = determinant_2x2_chain_adjoint,
     .loop_memory = true},
    {.program = "nbody_1000",
     .primal = nbody_columns,
     .adjoint = nbody_columns_adjoint,
     .most_to_adjoint = 2},
    {.program = "nbody_arrays", .primal = nbody_rows, .adjoint = nbody_rows_adjoint},
    {.program = "nbody_chained", .primal = nbody_rows, .adjoint = nbody_rows_adjoint},
    {.program = "nbody_steps", .primal = nbody_steps},
    {.program = "lennard_jones", .primal = lennard_jones, .adjoint = lennard_jones_adjoint},
    {.program = "spring_mesh", .primal = spring_mesh, .adjoint = spring_mesh_adjoint},
    {.program = "kinematics", .primal = kinematics, .adjoint = kinematics_adjoint},
    {.program = "quaternion_rotation", .primal = quaternion_rotation},
    {.program = "trapezoid", .primal = trapezoid},
};

}  // namespace

std::span<const Case> numeric_cases() { return kCases; }

}  // namespace laguz::bench
