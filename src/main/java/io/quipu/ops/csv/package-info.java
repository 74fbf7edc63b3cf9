/** Tables for programs of others. */
@NullMarked
package io.quipu.ops.csv;

import org.jspecify.annotations.NullMarked;
