/** The history of a counter, made of its windows and series, as lines that can be imported. */
@NullMarked
package io.quipu.cli.history;

import org.jspecify.annotations.NullMarked;
