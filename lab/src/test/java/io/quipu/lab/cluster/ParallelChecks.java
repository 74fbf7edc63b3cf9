package io.quipu.lab.cluster;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Checks of counters, several at once: a check waits for the instances longer than it computes. */
final class ParallelChecks {
  private static final int THREADS = 6;

  private ParallelChecks() {}

  /** Returns when all are checked; fails when one check fails. */
  static void forEach(List<Ledger> ledgers, Consumer<Ledger> check) {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      CompletableFuture.allOf(
              ledgers.stream()
                  .map(ledger -> CompletableFuture.runAsync(() -> check.accept(ledger), threads))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
    } finally {
      threads.shutdownNow();
    }
  }
}
