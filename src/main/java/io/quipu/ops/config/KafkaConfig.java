package io.quipu.ops.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings for events that are taken from Kafka.
 *
 * @param topics the mapping of topics to counters, unparsed
 * @param properties the properties of Kafka's consumer, the brokers and the consumer group
 *     included; may contain secrets
 * @param malformed the treatment of a record that can never be counted
 * @param redelivery the time in which a record may come again after the acknowledgement of the
 *     record; {@link #FOREVER} for no bound
 * @param underWay the number of unacknowledged records from which on all partitions are paused
 */
public record KafkaConfig(
    String topics,
    Map<String, String> properties,
    Malformed malformed,
    Duration redelivery,
    int underWay) {
  /** No bound on the time of redelivery. */
  public static final Duration FOREVER = Duration.ZERO;

  private static final Pattern BROKER =
      Pattern.compile("[A-Za-z0-9._-]+:[0-9]{1,5}|\\[[0-9a-fA-F:.]+]:[0-9]{1,5}");

  /** Properties that Quipu sets itself. The operator's file must not contain them. */
  private static final Set<String> OURS =
      Set.of(
          "bootstrap.servers",
          "group.id",
          "enable.auto.commit",
          "auto.offset.reset",
          "max.poll.records",
          "key.deserializer",
          "value.deserializer");

  /** The treatment of a record that can never be counted. */
  public enum Malformed {
    /** The partition of the record stops at the record, until the operator acts. */
    STOP,
    /** The record is skipped. */
    SKIP
  }

  public KafkaConfig {
    properties = Map.copyOf(properties);
  }

  /**
   * Reads the settings; null without the role {@code kafka}.
   *
   * @param wanted whether the process has the role {@code kafka}
   */
  static @Nullable KafkaConfig read(Environment environment, boolean wanted) {
    Malformed malformed = environment.oneOf("QUIPU_KAFKA_MALFORMED", Malformed.class);
    Duration redelivery = environment.get("QUIPU_KAFKA_REDELIVERY", KafkaConfig::redelivery);
    int underWay = environment.number("QUIPU_KAFKA_UNDER_WAY");
    if (!wanted) {
      return null;
    }
    Map<String, String> properties = new HashMap<>();
    environment
        .findFile("QUIPU_KAFKA_PROPERTIES")
        .ifPresent(file -> readProperties(file, properties));
    String brokers = needed(environment, "QUIPU_KAFKA_BOOTSTRAP_SERVERS", KafkaConfig::areBrokers);
    properties.put("bootstrap.servers", brokers);
    properties.put("group.id", environment.text("QUIPU_KAFKA_GROUP", name -> name.length() <= 200));
    return new KafkaConfig(
        needed(environment, "QUIPU_KAFKA_TOPICS", any -> true),
        properties,
        malformed,
        redelivery,
        underWay);
  }

  private static String needed(Environment environment, String name, Predicate<String> test) {
    if (!environment.has(name)) {
      throw new InvalidConfiguration(name + " is missing: role kafka needs it");
    }
    return environment.text(name, test);
  }

  private static boolean areBrokers(String value) {
    return Arrays.stream(value.split(",", -1))
        .allMatch(broker -> BROKER.matcher(broker.strip()).matches());
  }

  private static Optional<Duration> redelivery(String value) {
    return value.equals("forever") ? Optional.of(FOREVER) : Durations.parse(value, "1m", "87600h");
  }

  private static void readProperties(Path file, Map<String, String> properties) {
    Properties read = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      read.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw Table.row("QUIPU_KAFKA_PROPERTIES").refused("");
    }
    for (String name : read.stringPropertyNames()) {
      if (OURS.contains(name)) {
        throw Table.row("QUIPU_KAFKA_PROPERTIES")
            .refused("", "allowed are properties other than " + name + ", which Quipu sets");
      }
      properties.put(name, read.getProperty(name));
    }
  }

  @Override
  public String toString() {
    return "KafkaConfig[" + properties.get("bootstrap.servers") + ", " + topics + "]";
  }
}
