// Standard output, and how its loss is told.
#pragma once

#include <string_view>

namespace laguz::driver {

/// Writes [text] to standard output, at once. Throws UserError (Phase::usage) with the reason when
/// it cannot be written. A reader that has gone (`laguz … | head`) is no news: then nothing happens
/// here.
void put(std::string_view text);

/// Flushes standard output if that can be done at once: no other thread is writing to it, and there
/// is room for more.
void flush_at_once();

/// At the end of the process: flushes, tells of what was lost without anybody having said so, and
/// gives the exit status that [status] has become.
int finish_output(int status);

/// Descriptors 0 to 2 that are closed are nothing to read from or write to, and no file that is
/// opened later takes their place.
void hold_standard_descriptors();

}  // namespace laguz::driver
