package io.quipu.client;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A client that is asked as {@code clients/behaviours.md} says, in whatever language it is. */
interface ClientUnderTest extends AutoCloseable {
  /** The answer to a request, without its {@code ref}; errors are answers, too. */
  CompletableFuture<JsonObject> ask(JsonObject request);

  /** Follows counters; the messages, errors among them. */
  CompletableFuture<JsonObject> live(JsonObject request, Consumer<JsonObject> messages);

  @Override
  void close();

  /** How one is started. */
  @FunctionalInterface
  interface Start {
    /**
     * @param token null for none
     * @param options as in {@code QUIPU_OPTIONS}
     */
    ClientUnderTest at(String address, String namespace, String token, JsonObject options);
  }
}
