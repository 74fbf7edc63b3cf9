package io.quipu.service.bus;

/** Asks for at most {@code limit} entries, from the first name or id after {@code after}. */
public record ListRequest(String after, int limit) {}
