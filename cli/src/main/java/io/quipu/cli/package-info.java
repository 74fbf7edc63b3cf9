/** The commands that call a running service over HTTP, like any other caller. */
@NullMarked
package io.quipu.cli;

import org.jspecify.annotations.NullMarked;
