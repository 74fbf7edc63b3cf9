package io.quipu.lab.bench.load;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Recorder;

/** Statements issued with the driver and nothing else. The session is the caller's to close. */
public final class DriverLoad implements Load {
  private static final long PATIENCE_SECONDS = 10;

  private final CqlSession session;
  private final int inFlight;
  private final Supplier<Statement<?>> statements;

  public DriverLoad(CqlSession session, int inFlight, Supplier<Statement<?>> statements) {
    this.session = session;
    this.inFlight = inFlight;
    this.statements = statements;
  }

  @Override
  public Phase closedLoop(Duration time) {
    return run(Pace.closedLoop(time.toNanos()));
  }

  @Override
  public Phase atRate(double perSecond, Duration time) {
    return run(Pace.perSecond(perSecond, time.toNanos()));
  }

  private Phase run(Pace pace) {
    Semaphore free = new Semaphore(inFlight);
    Recorder micros = new Recorder(3);
    LongAdder bad = new LongAdder();
    long now = System.nanoTime();
    while (!pace.isOver(now)) {
      if (pace.isDue(now)) {
        acquire(free, 1);
        long since = pace.take(System.nanoTime());
        session
            .executeAsync(statements.get())
            .whenComplete(
                (rows, failure) -> {
                  if (failure == null) {
                    micros.recordValue((System.nanoTime() - since) / 1_000);
                  } else {
                    bad.increment();
                  }
                  free.release();
                });
      } else {
        LockSupport.parkNanos(Math.min(pace.idleNanos(now), 50_000));
      }
      now = System.nanoTime();
    }
    acquire(free, inFlight);
    Duration time = Duration.ofNanos(System.nanoTime() - pace.startNanos());
    var histogram = micros.getIntervalHistogram();
    return new Phase(histogram.getTotalCount(), bad.sum(), time, histogram);
  }

  private static void acquire(Semaphore free, int permits) {
    try {
      if (!free.tryAcquire(permits, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the driver does not answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
