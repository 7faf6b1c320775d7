#include "driver/commands.hpp"
#include "support/deep_stack.hpp"

int main(int argc, char** argv) {
  int status = 1;
  laguz::support::on_deep_stack([&] { status = laguz::driver::cli(argc, argv); });
  return status;
}
