package io.quipu.ops.config;

import io.quipu.edge.kafka.KafkaSettings;
import io.quipu.edge.kafka.KafkaSettings.Malformed;
import io.quipu.edge.kafka.mapping.TopicMappings;
import io.quipu.engine.model.DeduplicationWindow;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what is taken from Kafka. Without its role the variables are known, and mean nothing. */
final class KafkaSettingsReader {
  private static final String BROKERS = "QUIPU_KAFKA_BOOTSTRAP_SERVERS";
  private static final String TOPICS = "QUIPU_KAFKA_TOPICS";
  private static final String GROUP = "QUIPU_KAFKA_GROUP";
  private static final String PROPERTIES = "QUIPU_KAFKA_PROPERTIES";
  private static final String REDELIVERY = "QUIPU_KAFKA_REDELIVERY";

  private static final Pattern BROKER_LIST =
      Pattern.compile("[A-Za-z0-9._-]+:[0-9]{1,5}|\\[[0-9a-fA-F:.]+]:[0-9]{1,5}");
  private static final String FOREVER = "forever";
  private static final String USUAL_GROUP = "quipu";
  private static final int LONGEST_GROUP = 200;
  private static final int USUAL_UNDER_WAY = 10_000;

  /** What the variables say, and what has to hold if each record is to be counted once. */
  private static final Set<String> OURS =
      Set.of(
          "bootstrap.servers",
          "group.id",
          "enable.auto.commit",
          "auto.offset.reset",
          "max.poll.records",
          "key.deserializer",
          "value.deserializer");

  private final Variables variables;
  private final boolean wanted;

  /**
   * @param wanted whether the process has the role
   */
  KafkaSettingsReader(Variables variables, boolean wanted) {
    this.variables = variables;
    this.wanted = wanted;
  }

  /** Null where the role is not there. */
  @Nullable KafkaSettings read() {
    Optional<String> brokers = variables.text(BROKERS);
    Optional<String> topics = variables.text(TOPICS);
    Optional<String> file = variables.text(PROPERTIES);
    String group = variables.text(GROUP).orElse(USUAL_GROUP);
    Malformed malformed =
        variables.oneOf("QUIPU_KAFKA_MALFORMED", Malformed.class).orElse(Malformed.STOP);
    int redelivery = redelivery();
    int underWay = variables.number("QUIPU_KAFKA_UNDER_WAY", 1_000, 100_000, USUAL_UNDER_WAY);
    if (!wanted) {
      return null;
    }
    Map<String, String> properties = new HashMap<>(file.map(this::properties).orElse(Map.of()));
    properties.put("bootstrap.servers", checked(brokers.orElseThrow(() -> missing(BROKERS))));
    properties.put("group.id", checkedGroup(group));
    return new KafkaSettings(
        mappings(topics.orElseThrow(() -> missing(TOPICS))),
        properties,
        malformed,
        redelivery,
        underWay);
  }

  private static InvalidConfiguration missing(String name) {
    return new InvalidConfiguration(name + " is missing: role kafka needs it");
  }

  private static String checked(String brokers) {
    for (String broker : brokers.split(",", -1)) {
      if (!BROKER_LIST.matcher(broker.strip()).matches()) {
        throw Variables.refused(BROKERS, brokers, "allowed are host:port, separated by commas");
      }
    }
    return brokers;
  }

  private static String checkedGroup(String group) {
    if (group.length() > LONGEST_GROUP) {
      throw Variables.refused(
          GROUP, group, "allowed is a name of at most " + LONGEST_GROUP + " characters");
    }
    return group;
  }

  private static TopicMappings mappings(String text) {
    try {
      return TopicMappings.of(text);
    } catch (IllegalArgumentException e) {
      throw Variables.refused(
          TOPICS,
          text,
          "allowed are topic=namespace/counter, separated by semicolons; " + e.getMessage());
    }
  }

  private int redelivery() {
    if (variables.text(REDELIVERY).orElse(FOREVER).equals(FOREVER)) {
      return DeduplicationWindow.FOREVER;
    }
    Duration length =
        Durations.read(
            variables,
            REDELIVERY,
            Duration.ofMinutes(1),
            Duration.ofDays(3_650),
            Duration.ofDays(3));
    return (int) length.toSeconds();
  }

  /** Its values are not shown: passwords are among them. */
  private Map<String, String> properties(String file) {
    Properties read = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
      read.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw Variables.refusedUnshown(
          PROPERTIES, "allowed is the path of a file of properties that can be read");
    }
    Map<String, String> properties = new HashMap<>();
    for (String name : read.stringPropertyNames()) {
      if (OURS.contains(name)) {
        throw Variables.refusedUnshown(
            PROPERTIES, "allowed are properties other than " + name + ", which Quipu sets");
      }
      properties.put(name, read.getProperty(name));
    }
    return properties;
  }
}
