package io.quipu.bench.server;

import io.quipu.dev.CassandraOptions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What Cassandra's nodes are started with. */
public final class NodeSettings {
  /** Lines of cassandra.yaml, separated by semicolons, that only the changed node has. */
  private static final String CHANGES = System.getProperty("cassandra.settings", "");

  /** Options of its JVM, separated by spaces. */
  private static final String JVM = System.getProperty("cassandra.jvm", "");

  private static final String COMMIT_LOG = System.getProperty("commitlog", "batch");
  private static final int HEAP_MEGABYTES = 1_024;

  private NodeSettings() {}

  static CassandraOptions usual() {
    return options("bench").with(yaml());
  }

  static CassandraOptions changed() {
    Map<String, String> yaml = new HashMap<>(yaml());
    for (String line : words(CHANGES, ";")) {
      String[] pair = line.split(":", 2);
      yaml.put(pair[0].strip(), pair[1].strip());
    }
    return options("bench-changed").with(yaml).withJvm(words(JVM, " "));
  }

  /** What the changed node has, in words; empty if it has nothing else than the usual one. */
  public static String changesInWords() {
    return (CHANGES + " " + JVM).strip();
  }

  private static CassandraOptions options(String name) {
    return CassandraOptions.named(name).fromEmpty().withHeap(HEAP_MEGABYTES);
  }

  private static List<String> words(String text, String separator) {
    return Arrays.stream(text.split(separator, -1))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .toList();
  }

  private static Map<String, String> yaml() {
    return COMMIT_LOG.equals("periodic")
        ? Map.of(
            "commitlog_sync", "periodic",
            "commitlog_sync_period", "10000ms",
            "counter_cache_size", "50MiB")
        : Map.of("counter_cache_size", "50MiB");
  }

  /** What Cassandra acknowledges, in words. */
  static String durability() {
    return COMMIT_LOG.equals("periodic")
        ? "Cassandra: commit log periodic (10 s), one replica, QUORUM"
        : "Cassandra: commit log "
            + COMMIT_LOG
            + " (every acknowledged write is in the file), one replica, QUORUM";
  }
}
