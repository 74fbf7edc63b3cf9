/**
 * The clients, as {@code clients/behaviours.md} says: held against the real service, over a way to
 * it that loses answers, cuts connections and restarts instances.
 */
package io.quipu.client;
