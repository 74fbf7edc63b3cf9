/** The measurements, as text and as a page. */
@NullMarked
package io.quipu.testing.bench.report;

import org.jspecify.annotations.NullMarked;
