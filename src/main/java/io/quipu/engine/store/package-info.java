/**
 * The stores of the protocol: event rows and their directory, pages, the facts that pages have
 * decided, and namespaces. The stores are interfaces small enough to be simulated.
 *
 * <p>Every stage is completed on the context of the caller. A read that cannot be served at the
 * configured consistency fails with {@link io.quipu.engine.store.StoreUnavailable}. Writes and
 * conditional writes return an outcome instead of a failure, because the protocol has to handle an
 * unknown outcome like any other outcome.
 */
@NullMarked
package io.quipu.engine.store;

import org.jspecify.annotations.NullMarked;
