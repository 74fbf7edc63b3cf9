/** The commands that talk to a running service over HTTP, as any caller does. */
@NullMarked
package io.quipu.tools.cli;

import org.jspecify.annotations.NullMarked;
