/** The processes that are compared, and the CPU that they take. */
@NullMarked
package io.quipu.lab.bench.server;

import org.jspecify.annotations.NullMarked;
