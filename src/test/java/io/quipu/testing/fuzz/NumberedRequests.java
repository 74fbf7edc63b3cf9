package io.quipu.testing.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Requests by their numbers, sent by several clients at once. */
final class NumberedRequests {
  private NumberedRequests() {}

  /** A client, on a thread of its own. */
  @FunctionalInterface
  interface Client extends AutoCloseable {
    void send(int number) throws Exception;

    @Override
    default void close() throws Exception {}
  }

  /** Returns when all are answered; fails where a client does. */
  static void send(int first, int requests, int clients, Supplier<Client> start) throws Exception {
    AtomicInteger next = new AtomicInteger(first);
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        running.add(
            threads.submit(
                () -> {
                  try (Client client = start.get()) {
                    for (int n = next.getAndIncrement();
                        n < first + requests;
                        n = next.getAndIncrement()) {
                      client.send(n);
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
