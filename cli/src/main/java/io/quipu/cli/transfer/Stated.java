package io.quipu.cli.transfer;

import org.jspecify.annotations.Nullable;

/**
 * The part of an entry that says who states its amount, in kind {@code latest}.
 *
 * @param actor who states it
 * @param version the version of the actor, the largest of which stands
 * @param replaces a version by mistake, in whose place it stands; null for none
 */
public record Stated(String actor, long version, @Nullable Long replaces) {}
