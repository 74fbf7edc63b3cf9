package io.quipu.testing.e2e;

import io.quipu.testing.dev.TestPatience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** Clients, each on a thread, that go on until they are told that it is over. */
final class Clients implements AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<CompletableFuture<Void>> running = new ArrayList<>();
  private volatile boolean over;

  /** One of them. */
  interface Client {
    void run(BooleanSupplier over) throws Exception;
  }

  /**
   * Starts them.
   *
   * @param client by its number, from 0
   */
  static Clients start(int number, IntFunction<Client> client) {
    Clients clients = new Clients();
    for (int i = 0; i < number; i++) {
      Client one = client.apply(i);
      clients.running.add(CompletableFuture.runAsync(() -> clients.run(one), clients.threads));
    }
    return clients;
  }

  private void run(Client client) {
    try {
      client.run(() -> over);
    } catch (Exception failure) {
      throw new CompletionException(failure);
    }
  }

  /** Ends them after their last answers, and fails if one of them has. */
  void end() {
    over = true;
    running.forEach(TestPatience::join);
  }

  @Override
  public void close() {
    over = true;
    threads.shutdownNow();
  }

  /** The results of calls that begin at once. */
  static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> call : threads.invokeAll(calls)) {
        results.add(call.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
