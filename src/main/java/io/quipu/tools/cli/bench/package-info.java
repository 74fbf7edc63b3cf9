/** A load for a running service, and its result. */
@NullMarked
package io.quipu.tools.cli.bench;

import org.jspecify.annotations.NullMarked;
