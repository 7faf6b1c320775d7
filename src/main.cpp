#include "driver/commands.hpp"

int main(int argc, char** argv) { return laguz::driver::cli(argc, argv); }
