/**
 * A client of Quipu, on the JDK alone. {@link io.quipu.client.QuipuClient} records events, so that
 * each counts once whatever the network does, reads counts, and follows them live.
 *
 * <p>Nothing is null that does not say so.
 */
package io.quipu.client;
