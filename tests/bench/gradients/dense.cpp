// Matrix products, layers of networks: which programs there are.
#include "dense.hpp"

namespace laguz::bench {
namespace {

using namespace dense;

constexpr Case kCases[] = {
    {.program = "matmul_rows", .primal = product, .adjoint = product_adjoint},
    {.program = "matmul_hoisted", .primal = product, .adjoint = product_adjoint},
    {.program = "matmul_indices", .primal = product, .adjoint = product_adjoint},
    {.program = "matmul_chained", .primal = product, .adjoint = product_adjoint},
    {.program = "matmul_slices", .primal = product, .adjoint = product_adjoint},
    {.program = "matmul_loop", .primal = product, .adjoint = product_adjoint},
    {.program = "matmul_outer", .primal = product, .adjoint = product_adjoint},
    {.program = "matmul_outer_reduce", .primal = product, .adjoint = product_adjoint},
    {.program = "matrix_square", .primal = matrix_square},
    {.program = "attention_after", .primal = attention_after},
    {.program = "matmul_batched", .primal = product_batched, .adjoint = product_batched_adjoint},
    {.program = "matmul_f32", .primal = product_f32, .adjoint = product_f32_adjoint},
    {.program = "matvec_chain", .primal = matvec_chain, .adjoint = matvec_chain_adjoint},
    {.program = "cosine_similarity", .primal = cosines, .adjoint = cosines_adjoint},
    {.program = "cosine_pairs", .primal = cosines, .adjoint = cosines_adjoint},
    {.program = "mlp_784", .primal = mlp, .adjoint = mlp_adjoint, .most_to_adjoint = 3},
    {.program = "dense_transposed", .primal = tanh_layers, .adjoint = tanh_layers_adjoint},
    {.program = "attention_maps", .primal = attention, .adjoint = attention_adjoint},
    {.program = "attention_chained", .primal = attention, .adjoint = attention_adjoint},
    {.program = "softmax_regression",
     .primal = softmax_regression,
     .adjoint = softmax_regression_adjoint},
    {.program = "batchnorm", .primal = batchnorm, .adjoint = batchnorm_adjoint},
    {.program = "layernorm_rows", .primal = layernorm, .adjoint = layernorm_adjoint},
    {.program = "conv1d_indices", .primal = conv1d, .adjoint = conv1d_adjoint},
    {.program = "conv2d_indices", .primal = conv2d, .adjoint = conv2d_adjoint},
    {.program = "conv2d_chained", .primal = conv2d, .adjoint = conv2d_adjoint},
    {.program = "conv_channels", .primal = conv_channels},
    {.program = "conv_batch", .primal = conv_batch},
    {.program = "group_norm", .primal = group_norm},
    {.program = "table_lookups", .primal = table_lookups},
    {.program = "layer_of_sequences",
     .primal = layer_of_sequences,
     .adjoint = layer_of_sequences_adjoint},
    {.program = "attention_heads", .primal = attention_heads},
    {.program = "attention_slices", .primal = attention_parts},
    {.program = "attention_columns", .primal = attention_parts},
    {.program = "weighted_grams", .primal = weighted_grams},
    {.program = "contraction_of_three", .primal = contraction_of_three},
    {.program = "diagonal_of_product", .primal = diagonal_of_product},
    {.program = "inner_products_squared", .primal = inner_products_squared},
    {.program = "conv2d_slices", .primal = conv2d, .adjoint = conv2d_adjoint},
};

}  // namespace

std::span<const Case> dense_cases() { return kCases; }

}  // namespace laguz::bench
