package io.quipu.lab.abuse;

import io.quipu.testing.dev.HttpLine;
import io.quipu.testing.dev.Resident;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Looks at the process all the time: whether it lives, what it holds, whether it is ready. */
final class Watch implements AutoCloseable {
  private static final long SAMPLE_MILLIS = 100;
  private static final long PROBE_MILLIS = 500;
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);

  private final ContainedService service;
  private final Resident resident;
  private final AtomicLong most = new AtomicLong();
  private final AtomicLong probes = new AtomicLong();
  private final AtomicLong unready = new AtomicLong();
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);

  /** The sights of one stretch of time. */
  record Seen(long mostMebibytes, long probes, long unready) {}

  Watch(ContainedService service) {
    this.service = service;
    this.resident = new Resident(service.pid());
  }

  void begin() {
    var unused = threads.scheduleAtFixedRate(this::sample, 0, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
    var unusedToo =
        threads.scheduleWithFixedDelay(this::probe, 0, PROBE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void sample() {
    most.accumulateAndGet(Math.max(resident.mebibytes(), resident.mostMebibytes()), Math::max);
  }

  private void probe() {
    probes.incrementAndGet();
    if (!isReady()) {
      unready.incrementAndGet();
    }
  }

  private boolean isReady() {
    try (HttpLine line = new HttpLine(service.address(), PROBE_TIMEOUT)) {
      return line.exchange(Requests.get("/readyz")).status() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean answersReads() {
    try (HttpLine line = new HttpLine(service.address(), PROBE_TIMEOUT)) {
      return line.exchange(Requests.get("/v1/counters/default/honest-plain-0")).status() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** Begins a new stretch, and answers what was seen in the one before. */
  Seen next() {
    sample();
    Seen seen = new Seen(most.getAndSet(0), probes.getAndSet(0), unready.getAndSet(0));
    resident.forget();
    return seen;
  }

  /** Its memory now, in words. */
  String memory() {
    return "%d MiB, %d of them of files"
        .formatted(resident.mebibytes(), resident.ofFilesMebibytes());
  }

  /**
   * How long it took until it was ready and answered a read; empty if it has ended, or is not ready
   * in time.
   */
  Optional<Duration> untilReady(Duration patience) throws InterruptedException {
    long start = System.nanoTime();
    while (service.isAlive() && System.nanoTime() - start < patience.toNanos()) {
      if (isReady() && answersReads()) {
        return Optional.of(Duration.ofNanos(System.nanoTime() - start));
      }
      Thread.sleep(SAMPLE_MILLIS);
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
