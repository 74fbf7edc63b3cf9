package io.quipu.lab.bench.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Clients in this process that ask one thing after the other, in a closed loop. */
public final class AskingLoad implements Load {
  /** One client. */
  @FunctionalInterface
  public interface Client {
    /**
     * Asks, and answers whether it came about; it may be given up after the end.
     *
     * @param endNanos of the phase
     */
    CompletionStage<Boolean> ask(long endNanos);
  }

  private final int clients;
  private final Supplier<Client> newClient;
  private final Executor executor;

  /**
   * @param executor where each client begins; it goes on where it is answered
   */
  public AskingLoad(int clients, Supplier<Client> newClient, Executor executor) {
    this.clients = clients;
    this.newClient = newClient;
    this.executor = executor;
  }

  @Override
  public Phase closedLoop(Duration time) {
    long start = System.nanoTime();
    Run run = new Run(start + time.toNanos());
    for (int i = 0; i < clients; i++) {
      Client client = newClient.get();
      executor.execute(() -> run.next(client));
    }
    run.done.join();
    Histogram micros = run.micros.getIntervalHistogram();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new Phase(micros.getTotalCount(), run.bad.sum(), took, micros);
  }

  @Override
  public Phase atRate(double perSecond, Duration time) {
    throw new UnsupportedOperationException("only in a closed loop");
  }

  private final class Run {
    private final long end;
    private final Recorder micros = new Recorder(3);
    private final LongAdder bad = new LongAdder();
    private final AtomicInteger working = new AtomicInteger(clients);
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private Run(long end) {
      this.end = end;
    }

    private void next(Client client) {
      long since = System.nanoTime();
      if (since < end) {
        client
            .ask(end)
            .whenComplete(
                (cameAbout, failure) -> {
                  if (failure != null) {
                    bad.increment();
                  } else if (cameAbout) {
                    micros.recordValue((System.nanoTime() - since) / 1_000);
                  }
                  next(client);
                });
      } else if (working.decrementAndGet() == 0) {
        done.complete(null);
      }
    }
  }
}
