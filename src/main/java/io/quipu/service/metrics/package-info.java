/** Counts as metrics, of namespaces that ask for them. */
@NullMarked
package io.quipu.service.metrics;

import org.jspecify.annotations.NullMarked;
