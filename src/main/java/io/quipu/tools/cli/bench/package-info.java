/** A load for a running service, and what became of it. */
@NullMarked
package io.quipu.tools.cli.bench;

import org.jspecify.annotations.NullMarked;
