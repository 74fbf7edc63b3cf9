package io.quipu.client;

/** What the client may not be; see {@code architecture/HouseTest}. */
public interface KnowsMoreThanTheJdk extends io.vertx.core.Closeable {}
