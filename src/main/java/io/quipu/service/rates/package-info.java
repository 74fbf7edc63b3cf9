/** Rate limits of callers, addresses and namespaces. */
@NullMarked
package io.quipu.service.rates;

import org.jspecify.annotations.NullMarked;
