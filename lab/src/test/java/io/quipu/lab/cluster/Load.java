package io.quipu.lab.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** Clients and readers at work, until told that it is over. */
final class Load implements AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<Future<?>> working = new ArrayList<>();

  void add(Sender sender) {
    working.add(threads.submit(() -> sender.run(over::get)));
  }

  void add(Reader reader) {
    working.add(threads.submit(() -> reader.run(over::get)));
  }

  void add(RecordSender sender) {
    working.add(threads.submit(() -> sender.run(over::get)));
  }

  /** True while everybody is at work; an error would have ended one. */
  boolean isWhole() {
    return working.stream().noneMatch(Future::isDone);
  }

  /** What ended one that should be at work; null if each is. */
  Throwable failure() throws InterruptedException {
    for (Future<?> each : working) {
      try {
        if (each.isDone()) {
          each.get();
        }
      } catch (ExecutionException e) {
        return e.getCause();
      }
    }
    return null;
  }

  /** Ends the load; answers when every event is decided. */
  void finish() throws InterruptedException, ExecutionException {
    over.set(true);
    for (Future<?> each : working) {
      each.get();
    }
  }

  @Override
  public void close() {
    over.set(true);
    threads.shutdownNow();
  }
}
