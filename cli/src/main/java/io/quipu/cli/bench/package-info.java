/** A load for a running service, and the result of the load. */
@NullMarked
package io.quipu.cli.bench;

import org.jspecify.annotations.NullMarked;
