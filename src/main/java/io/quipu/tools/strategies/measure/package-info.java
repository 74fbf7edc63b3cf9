/** Speed, cost of reads and errors of a way to count. */
@NullMarked
package io.quipu.tools.strategies.measure;

import org.jspecify.annotations.NullMarked;
