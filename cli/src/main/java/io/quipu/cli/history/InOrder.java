package io.quipu.cli.history;

import io.quipu.cli.service.Unanswered;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Runs tasks several at a time, and takes what they make in the order of the tasks. A task whose
 * turn has not come waits once it is {@value #ROOM} ahead, so little is held. For one thread.
 */
final class InOrder implements AutoCloseable {
  private static final int AT_ONCE = 8;
  private static final int ROOM = 1_000;

  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          AT_ONCE,
          task -> {
            Thread thread = new Thread(task, "reader");
            thread.setDaemon(true);
            return thread;
          });

  /** A task that was begun, and what it has made; at the end nothing. */
  private record Begun<T>(BlockingQueue<Optional<T>> made, CompletableFuture<Void> end) {
    void drain(Consumer<T> to) throws InterruptedException {
      Optional<T> next = made.take();
      while (next.isPresent()) {
        to.accept(next.get());
        next = made.take();
      }
      end.join();
    }
  }

  /**
   * Runs tasks to their end.
   *
   * @param to takes what they make
   * @param ended is run after each of them
   * @throws Unanswered if one of them fails so
   */
  <T> void run(List<Consumer<Consumer<T>>> tasks, Consumer<T> to, Runnable ended) {
    List<Begun<T>> begun = new ArrayList<>();
    tasks.forEach(task -> begun.add(begin(task)));
    try {
      for (Begun<T> task : begun) {
        task.drain(to);
        ended.run();
      }
    } catch (CompletionException e) {
      throw e.getCause() instanceof Unanswered why ? why : e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unanswered("Interrupted");
    }
  }

  private <T> Begun<T> begin(Consumer<Consumer<T>> task) {
    BlockingQueue<Optional<T>> made = new LinkedBlockingQueue<>(ROOM);
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(
            () -> {
              try {
                task.accept(one -> put(made, Optional.of(one)));
              } finally {
                put(made, Optional.empty());
              }
            },
            threads);
    return new Begun<>(made, end);
  }

  private static <T> void put(BlockingQueue<T> made, T one) {
    try {
      made.put(one);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unanswered("Interrupted");
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
