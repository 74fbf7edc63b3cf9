/** Measures the speed, the time of a read and the errors of a way to count. */
@NullMarked
package io.quipu.lab.strategies.measure;

import org.jspecify.annotations.NullMarked;
