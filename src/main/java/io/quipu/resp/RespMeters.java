package io.quipu.resp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quipu.resp.protocol.Reply;
import io.quipu.time.LatencyBounds;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Meters of the commands of Redis clients. Shared by all instances, safe on any thread. */
public final class RespMeters {
  private static final String OK = "ok";

  private final MeterRegistry registry;
  private final Counter protocolErrors;
  private final Counter foreign;
  private final Map<String, Timer> succeeded = new ConcurrentHashMap<>();

  public RespMeters(MeterRegistry registry) {
    this.registry = registry;
    this.protocolErrors = ended(registry, "protocol");
    this.foreign = ended(registry, "browser");
  }

  private static Counter ended(MeterRegistry registry, String reason) {
    return Counter.builder("quipu.resp.connections.ended")
        .description("Connections ended for what was sent on them")
        .tag("reason", reason)
        .register(registry);
  }

  /** A connection was ended as something is no command, or too large. */
  void protocolError() {
    protocolErrors.increment();
  }

  /** A connection was ended as a browser speaks on it. */
  void foreign() {
    foreign.increment();
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
