/** An estimate of what a load needs, from measured costs. */
@NullMarked
package io.quipu.cli.sizing;

import org.jspecify.annotations.NullMarked;
