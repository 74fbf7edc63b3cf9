/** Every meter of the service, declared once. */
@NullMarked
package io.quipu.metrics;

import org.jspecify.annotations.NullMarked;
