package io.quipu.engine.writer;

import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import java.util.UUID;

/** Writers of a group, and their settings. */
public final class TestWriters {
  /** A lease of five seconds, and a heartbeat each half second. */
  public static final WriterSettings SETTINGS =
      new WriterSettings(Duration.ofSeconds(5), Duration.ofMillis(500), true);

  private TestWriters() {}

  /** A writer that has joined just now. */
  public static Incarnation incarnation(HandDrivenTime time, long number) {
    return incarnation(time, number, SETTINGS.lease());
  }

  public static Incarnation incarnation(HandDrivenTime time, long number, Duration length) {
    Lease lease = new Lease(time, length, Lease.sample(time));
    GroupTime group = new GroupTime(time, time.wall());
    return new Incarnation(new UUID(0, number), number, time.wall(), lease, group);
  }
}
