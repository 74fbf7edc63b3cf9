package io.quipu.edge.resp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.time.LatencyBounds;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Meters of the commands of Redis clients. Shared by all instances, safe on any thread. */
public final class RespMeters {
  private static final String OK = "ok";

  private final MeterRegistry registry;
  private final Map<Ended, Counter> ended = new EnumMap<>(Ended.class);
  private final Map<String, Timer> succeeded = new ConcurrentHashMap<>();

  /** Why a connection was ended for what its client sent, or did not. */
  enum Ended {
    /** It was no command, or too large. */
    PROTOCOL,
    /** It was what a browser says. */
    BROWSER,
    /** Nobody said who they are. */
    STRANGER,
    /** The rest of a command did not come. */
    SLOW_COMMAND,
    /** Nothing came. */
    IDLE
  }

  public RespMeters(MeterRegistry registry) {
    this.registry = registry;
    for (Ended reason : Ended.values()) {
      ended.put(
          reason,
          Counter.builder("quipu.resp.connections.ended")
              .description("Connections ended for what was sent on them, or was not")
              .tag("reason", reason.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
  }

  void ended(Ended reason) {
    Objects.requireNonNull(ended.get(reason)).increment();
  }

  /**
   * A command was answered.
   *
   * @param command one that there is, {@code unknown} or {@code none}
   */
  void answered(String command, Reply reply, long tookNanos) {
    Timer timer =
        reply instanceof Reply.Failure failure
            ? timer(command, failure.code().toLowerCase(Locale.ROOT))
            : succeeded.computeIfAbsent(command, name -> timer(name, OK));
    timer.record(tookNanos, TimeUnit.NANOSECONDS);
  }

  private Timer timer(String command, String outcome) {
    return Timer.builder("quipu.resp.commands")
        .description("From a command to its reply")
        .serviceLevelObjectives(LatencyBounds.all())
        .tag("command", command)
        .tag("outcome", outcome)
        .register(registry);
  }
}
