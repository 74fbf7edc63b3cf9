package io.quipu.edge.resp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.ops.metrics.Meters;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Meters of the commands of Redis clients. Shared by all instances, safe on any thread. */
public final class RespMeters {
  private static final String OK = "ok";

  private final Meters meters;
  private final Map<Ended, Counter> ended;
  private final Map<String, Timer> succeeded = new ConcurrentHashMap<>();
  private final LongAdder all = new LongAdder();

  /** The reasons to end a connection for its input, or for missing input. */
  enum Ended {
    /** The input was no command, or too large. */
    PROTOCOL,
    /** The input was HTTP. */
    BROWSER,
    /** The client did not authenticate in time. */
    STRANGER,
    /** The client sent one wrong password after the other. */
    GUESSING,
    /** The rest of a command did not arrive in time. */
    SLOW_COMMAND,
    /** No input arrived in time. */
    IDLE
  }

  public RespMeters(MeterRegistry registry) {
    this.meters = new Meters(registry);
    ended =
        meters.counters(
            "quipu.resp.connections.ended",
            "Connections ended for what was sent on them, or was not",
            "reason",
            Ended.class);
  }

  void ended(Ended reason) {
    Objects.requireNonNull(ended.get(reason)).increment();
  }

  /**
   * Records the answer to a command.
   *
   * @param command the name of a command; {@code unknown} if there is no such command; {@code none}
   *     for the last reply of a connection that is ended
   */
  void answered(String command, Reply reply, long tookNanos) {
    Timer timer =
        reply instanceof Reply.Failure failure
            ? timer(command, failure.code().toLowerCase(Locale.ROOT))
            : succeeded.computeIfAbsent(command, name -> timer(name, OK));
    timer.record(tookNanos, TimeUnit.NANOSECONDS);
    all.increment();
  }

  /** The number of commands that were answered. */
  long answered() {
    return all.sum();
  }

  private Timer timer(String command, String outcome) {
    return meters.timer(
        "quipu.resp.commands",
        "From a command to its reply",
        "command",
        command,
        "outcome",
        outcome);
  }
}
