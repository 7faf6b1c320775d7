// Products of a matrix and a vector, in the order that prims/matmul.hpp defines.
#pragma once

#include "prims/matmul.hpp"

namespace laguz::prims::products {

/// A product of one row or one column, when the matrix lies dense in one direction; false: nothing
/// has been done.
template <class T>
bool add_vector_product(const MatrixProduct& product, int threads);

}  // namespace laguz::prims::products
