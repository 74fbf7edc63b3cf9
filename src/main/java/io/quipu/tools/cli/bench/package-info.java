/** A load for a running service, and the result of the load. */
@NullMarked
package io.quipu.tools.cli.bench;

import org.jspecify.annotations.NullMarked;
