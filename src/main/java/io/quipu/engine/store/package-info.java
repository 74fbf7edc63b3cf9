/**
 * The stores of the protocol, as interfaces small enough to be simulated: event rows and their
 * directory, pages, the facts that pages have decided, and namespaces.
 *
 * <p>Every stage is completed on the context of the caller. A read that cannot be served at the
 * configured consistency fails with {@link io.quipu.engine.store.StoreUnavailable}; writes and
 * conditional writes do not fail, they return an outcome, because an unknown outcome is not an
 * error but a fact that the protocol has to deal with.
 */
@NullMarked
package io.quipu.engine.store;

import org.jspecify.annotations.NullMarked;
