package io.quipu.edge.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The properties of Kafka's client: defaults, then the operator's, then the fixed ones. */
public final class ConsumerProperties {
  /** The bytes of one fetch. The client buffers several fetches, which must fit a small heap. */
  private static final int FETCHED_BYTES = 8 * 1024 * 1024;

  private static final int POLLED_RECORDS = 1_000;

  /** The names that only consumers know. An unknown name may belong to a plugin for secrets. */
  private static final Set<String> OF_CONSUMERS =
      ConsumerConfig.configNames().stream()
          .filter(name -> !AdminClientConfig.configNames().contains(name))
          .collect(Collectors.toCollection(TreeSet::new));

  private static final Pattern NAMED = Pattern.compile("configuration \"?([a-z.]+)");

  private ConsumerProperties() {}

  /**
   * Checks the properties, as far as possible without a broker.
   *
   * @throws IllegalArgumentException that names the property
   */
  public static void check(KafkaSettings settings) {
    try {
      var unused = new ConsumerConfig(of(settings));
    } catch (ConfigException e) {
      // without the value, which may be a secret in the wrong place
      Matcher named = NAMED.matcher(String.valueOf(e.getMessage()));
      throw new IllegalArgumentException(
          named.find() ? "it refuses " + named.group(1) : "it refuses them", e);
    }
  }

  static Map<String, Object> of(KafkaSettings settings) {
    Map<String, Object> all = new HashMap<>();
    all.put(ConsumerConfig.CLIENT_ID_CONFIG, "quipu");
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    all.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCHED_BYTES);
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 30_000);
    all.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    all.putAll(settings.properties());
    // commits follow acknowledgements, and a missing offset is an error, never a silent skip
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLLED_RECORDS);
    all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return all;
  }

  /** Makes the properties of the client that asks for topics, without those of consumers only. */
  static Map<String, Object> ofAdmin(KafkaSettings settings) {
    Map<String, Object> all = new HashMap<>();
    all.put(AdminClientConfig.CLIENT_ID_CONFIG, "quipu");
    settings
        .properties()
        .forEach(
            (name, value) -> {
              if (!OF_CONSUMERS.contains(name)) {
                all.put(name, value);
              }
            });
    return all;
  }
}
