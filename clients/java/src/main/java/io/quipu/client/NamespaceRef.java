package io.quipu.client;

/**
 * A namespace of a list.
 *
 * @param name its name
 * @param kind the kind of its counters
 */
public record NamespaceRef(String name, Kind kind) {}
