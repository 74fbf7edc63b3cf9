/** The measurements, as text and as a page. */
@NullMarked
package io.quipu.lab.bench.report;

import org.jspecify.annotations.NullMarked;
