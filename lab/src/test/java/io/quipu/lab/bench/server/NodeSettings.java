package io.quipu.lab.bench.server;

import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.NodeAdministration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The settings of Cassandra's nodes. */
public final class NodeSettings {
  /**
   * The property with lines of cassandra.yaml, separated by semicolons, of the changed node only.
   */
  private static final String CHANGES = "cassandra.settings";

  /** The property with options of its JVM, separated by spaces. */
  private static final String JVM = "cassandra.jvm";

  private static final String COMMIT_LOG = System.getProperty("commitlog", "batch");
  private static final int HEAP_MEGABYTES = 1_024;

  private NodeSettings() {}

  /**
   * @param port of loopback, to administer it
   */
  static CassandraOptions usual(int port) {
    return options("bench").with(yaml()).withJvm(List.of(NodeAdministration.listening(port)));
  }

  static CassandraOptions changed() {
    Map<String, String> yaml = new HashMap<>(yaml());
    yaml.putAll(NamedValues.of(CHANGES, ":"));
    return options("bench-changed").with(yaml).withJvm(words(System.getProperty(JVM, "")));
  }

  /** The changes of the changed node, in words; empty if there are none. */
  public static String changesInWords() {
    return (System.getProperty(CHANGES, "") + " " + System.getProperty(JVM, "")).strip();
  }

  private static CassandraOptions options(String name) {
    return CassandraOptions.named(name).fromEmpty().withHeap(HEAP_MEGABYTES);
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(" ", -1)).filter(word -> !word.isBlank()).toList();
  }

  private static Map<String, String> yaml() {
    return COMMIT_LOG.equals("periodic")
        ? Map.of(
            "commitlog_sync", "periodic",
            "commitlog_sync_period", "10000ms",
            "counter_cache_size", "50MiB")
        : Map.of("counter_cache_size", "50MiB");
  }

  /** The meaning of an acknowledgement of Cassandra, in words. */
  static String durability() {
    return COMMIT_LOG.equals("periodic")
        ? "Cassandra: commit log periodic (10 s), one replica, QUORUM"
        : "Cassandra: commit log "
            + COMMIT_LOG
            + " (every acknowledged write is in the file), one replica, QUORUM";
  }
}
