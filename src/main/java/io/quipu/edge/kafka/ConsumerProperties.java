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

/**
 * The properties of Kafka's clients. Properties of the operator replace defaults, and fixed
 * properties replace both.
 */
public final class ConsumerProperties {
  /** The bytes of one fetch. Several buffered fetches of the client must fit into a small heap. */
  private static final int FETCHED_BYTES = 8 * 1024 * 1024;

  private static final int POLLED_RECORDS = 1_000;

  /**
   * The names that a consumer knows and an admin client does not. A name that neither of them knows
   * is not among these, because it may belong to a plugin for secrets.
   */
  private static final Set<String> OF_CONSUMERS =
      ConsumerConfig.configNames().stream()
          .filter(name -> !AdminClientConfig.configNames().contains(name))
          .collect(Collectors.toCollection(TreeSet::new));

  private static final Pattern NAMED = Pattern.compile("configuration \"?([a-z.]+)");

  private ConsumerProperties() {}

  /**
   * Checks the properties, as far as possible without a broker.
   *
   * @throws IllegalArgumentException if Kafka's client refuses a property; its message names the
   *     property if the client does
   */
  public static void check(KafkaSettings settings) {
    try {
      // the constructor checks the properties
      var unused = new ConsumerConfig(of(settings));
    } catch (ConfigException e) {
      // the message leaves out the value, because it may be a secret in the wrong property
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
    // offsets are committed only after acknowledgements, and a missing offset is an error
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLLED_RECORDS);
    all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return all;
  }

  /** Makes the properties of the client that asks for topics. Leaves out {@link #OF_CONSUMERS}. */
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
