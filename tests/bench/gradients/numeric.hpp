// The work of the programs of numeric.cpp in C++.
#pragma once

#include "case.hpp"

namespace laguz::bench {

// numeric_factorisations.cpp
std::vector<double> lu_inplace(const Inputs& in);
std::vector<double> lu_inplace_adjoint(const Inputs& in);
std::vector<double> lu_nested5(const Inputs& in);
std::vector<double> cholesky_rows(const Inputs& in);
std::vector<double> cholesky_rows_adjoint(const Inputs& in);
std::vector<double> cholesky_single(const Inputs& in);
std::vector<double> qr_householder(const Inputs& in);
std::vector<double> qr_gram_schmidt(const Inputs& in);
std::vector<double> jacobi_eigen(const Inputs& in);

// numeric_solvers.cpp
std::vector<double> gauss_elimination_pivot(const Inputs& in);
std::vector<double> gauss_elimination_pivot_adjoint(const Inputs& in);
std::vector<double> triangular_solve(const Inputs& in);
std::vector<double> triangular_solve_adjoint(const Inputs& in);
std::vector<double> conjugate_gradient(const Inputs& in);
std::vector<double> thomas(const Inputs& in);
std::vector<double> thomas_adjoint(const Inputs& in);
std::vector<double> newton_system(const Inputs& in);
std::vector<double> power_iteration(const Inputs& in);

// numeric_loops.cpp
std::vector<double> insertion_sort_rows(const Inputs& in);
std::vector<double> insertion_sort_rows_adjoint(const Inputs& in);
std::vector<double> matrix_exponential(const Inputs& in);
std::vector<double> determinant_2x2_chain(const Inputs& in);
std::vector<double> determinant_2x2_chain_adjoint(const Inputs& in);
std::vector<double> kinematics(const Inputs& in);
std::vector<double> kinematics_adjoint(const Inputs& in);
std::vector<double> quaternion_rotation(const Inputs& in);
std::vector<double> trapezoid(const Inputs& in);

// numeric_bodies.cpp
std::vector<double> nbody_columns(const Inputs& in);
std::vector<double> nbody_columns_adjoint(const Inputs& in);
std::vector<double> nbody_rows(const Inputs& in);
std::vector<double> nbody_rows_adjoint(const Inputs& in);
std::vector<double> nbody_steps(const Inputs& in);
std::vector<double> lennard_jones(const Inputs& in);
std::vector<double> lennard_jones_adjoint(const Inputs& in);
std::vector<double> spring_mesh(const Inputs& in);
std::vector<double> spring_mesh_adjoint(const Inputs& in);

}  // namespace laguz::bench
