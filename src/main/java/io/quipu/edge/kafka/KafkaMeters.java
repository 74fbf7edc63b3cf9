package io.quipu.edge.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.ops.metrics.Meters;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Meters of records from Kafka. Topics are tags, because the configuration has only few. */
final class KafkaMeters {
  private final Counter received;
  private final Counter recorded;
  private final Counter skipped;
  private final Counter redelivered;
  private final Counter repeated;
  private final Counter lost;
  private final Counter commits;
  private final Counter commitFailures;
  private final Map<Failure, Counter> failures;
  private final AtomicLong partitions = new AtomicLong();
  private final AtomicLong stopped = new AtomicLong();
  private final AtomicLong underWay = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();
  private final Map<String, AtomicLong> lag = new TreeMap<>();

  /** The reason why a consumer failed. */
  enum Failure {
    /** The consumer or a broker could not prove its identity. */
    AUTHENTICATION,
    /** The consumer may not read a topic, or may not use its group. */
    AUTHORIZATION,
    /** Any other failure, including a defect of Quipu. */
    OTHER
  }

  KafkaMeters(MeterRegistry registry, Set<String> topics) {
    Meters meters = new Meters(registry);
    received = meters.counter("quipu.kafka.received", "Records received from Kafka");
    recorded =
        meters.counter("quipu.kafka.recorded", "Records of which all events are acknowledged");
    skipped =
        meters.counter("quipu.kafka.skipped", "Records left out because they cannot be counted");
    redelivered =
        meters.counter("quipu.kafka.redelivered", "Records that this process had met before");
    repeated = meters.counter("quipu.kafka.repeated", "Events sent again, with the same id");
    lost =
        meters.counter("quipu.kafka.lost", "Records that Kafka deleted before they were counted");
    commits = meters.counter("quipu.kafka.commits", "Commits of offsets");
    commitFailures =
        meters.counter("quipu.kafka.commit.failures", "Commits of offsets that failed");
    failures =
        meters.counters(
            "quipu.kafka.failures",
            "Failures after which the consumer began anew",
            "reason",
            Failure.class);
    meters.gauge("quipu.kafka.partitions", "Partitions assigned to this process", partitions);
    meters.gauge("quipu.kafka.partitions.stopped", "Those that wait for the operator", stopped);
    meters.gauge("quipu.kafka.underway", "Records that wait for their acknowledgement", underWay);
    meters.gauge(
        "quipu.kafka.connections", "Connections to brokers; 0: Kafka is away", connections);
    for (String topic : topics) {
      AtomicLong behind = new AtomicLong();
      lag.put(topic, behind);
      meters.gauge(
          "quipu.kafka.lag",
          "Records of the assigned partitions that are not counted yet",
          behind,
          "topic",
          topic);
    }
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
   * @param behind the lag of each topic with an assigned partition; other topics get 0
   */
  void lag(Map<String, Long> behind) {
    lag.forEach((topic, value) -> value.set(behind.getOrDefault(topic, 0L)));
  }
}
