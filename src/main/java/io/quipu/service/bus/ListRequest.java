package io.quipu.service.bus;

/** At most {@code limit} entries of a list, with names after {@code after}. */
public record ListRequest(String after, int limit) {}
