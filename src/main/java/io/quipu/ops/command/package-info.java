/** Streams, exit codes and lines of errors, which all commands share. */
@NullMarked
package io.quipu.ops.command;

import org.jspecify.annotations.NullMarked;
