/** Rates: what a caller, an address and a namespace may use up in a second. */
@NullMarked
package io.quipu.service.rates;

import org.jspecify.annotations.NullMarked;
