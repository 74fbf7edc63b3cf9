package io.quipu.edge.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Meters of what is taken from Kafka. Topics are those of the configuration, so they are few. */
final class KafkaMeters {
  private final MeterRegistry registry;
  private final Counter received;
  private final Counter recorded;
  private final Counter skipped;
  private final Counter redelivered;
  private final Counter repeated;
  private final Counter lost;
  private final Counter commits;
  private final Counter commitFailures;
  private final Map<Failure, Counter> failures = new EnumMap<>(Failure.class);
  private final AtomicLong partitions = new AtomicLong();
  private final AtomicLong stopped = new AtomicLong();
  private final AtomicLong underWay = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();
  private final Map<String, AtomicLong> lag = new TreeMap<>();

  /** Why a consumer ended. */
  enum Failure {
    /** The brokers do not believe who it is, or it does not believe who they are. */
    AUTHENTICATION,
    /** It may not read a topic, or not as this group. */
    AUTHORIZATION,
    /** Anything else, a defect of ours too. */
    OTHER
  }

  KafkaMeters(MeterRegistry registry, Set<String> topics) {
    this.registry = registry;
    received = counter("quipu.kafka.received", "Records received from Kafka");
    recorded = counter("quipu.kafka.recorded", "Records of which all events are acknowledged");
    skipped = counter("quipu.kafka.skipped", "Records left out because they cannot be counted");
    redelivered = counter("quipu.kafka.redelivered", "Records that this process had met before");
    repeated = counter("quipu.kafka.repeated", "Events sent again, with the same id");
    lost = counter("quipu.kafka.lost", "Records that Kafka deleted before they were counted");
    commits = counter("quipu.kafka.commits", "Commits of offsets");
    commitFailures = counter("quipu.kafka.commit.failures", "Commits of offsets that failed");
    for (Failure reason : Failure.values()) {
      failures.put(
          reason,
          Counter.builder("quipu.kafka.failures")
              .description("Failures after which the consumer began anew")
              .tag("reason", reason.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    gauge("quipu.kafka.partitions", "Partitions assigned to this process", partitions);
    gauge("quipu.kafka.partitions.stopped", "Those that wait for the operator", stopped);
    gauge("quipu.kafka.underway", "Records that wait for their acknowledgement", underWay);
    gauge("quipu.kafka.connections", "Connections to brokers; 0: Kafka is away", connections);
    for (String topic : topics) {
      AtomicLong behind = new AtomicLong();
      lag.put(topic, behind);
      Gauge.builder("quipu.kafka.lag", behind, AtomicLong::get)
          .description("Records of the assigned partitions that are not counted yet")
          .tag("topic", topic)
          .register(registry);
    }
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }

  private void gauge(String name, String description, AtomicLong value) {
    Gauge.builder(name, value, AtomicLong::get).description(description).register(registry);
  }

  void received(int records) {
    received.increment(records);
  }

  void recorded() {
    recorded.increment();
  }

  void skipped() {
    skipped.increment();
  }

  void redelivered() {
    redelivered.increment();
  }

  void repeated(int events) {
    repeated.increment(events);
  }

  void lost(long records) {
    lost.increment((double) records);
  }

  void committed() {
    commits.increment();
  }

  void commitFailed() {
    commitFailures.increment();
  }

  void failed(Failure reason) {
    Objects.requireNonNull(failures.get(reason)).increment();
  }

  void assigned(long all, long thoseStopped, long recordsUnderWay) {
    partitions.set(all);
    stopped.set(thoseStopped);
    underWay.set(recordsUnderWay);
  }

  void connections(long now) {
    connections.set(now);
  }

  /**
   * @param behind of each topic that has partitions assigned
   */
  void lag(Map<String, Long> behind) {
    lag.forEach((topic, value) -> value.set(behind.getOrDefault(topic, 0L)));
  }
}
