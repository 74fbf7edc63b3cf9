/** The words of the domain: counters, events, event time, windows, counts. Depends on nothing. */
@NullMarked
package io.quipu.counter;

import org.jspecify.annotations.NullMarked;
