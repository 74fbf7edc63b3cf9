package io.quipu.client;

/** A client that may not be; see {@code ArrowsTest}. */
public interface KnowsMoreThanTheJdk extends io.vertx.core.Closeable {}
