package io.quipu.testing.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The places in the directory of a {@link CassandraProcess}. */
record CassandraLayout(Path directory) {

  Path yaml() {
    return directory.resolve("conf/cassandra.yaml");
  }

  Path logback() {
    return directory.resolve("conf/logback.xml");
  }

  Path jvmOptions() {
    return directory.resolve("conf/jvm.options");
  }

  Path classes() {
    return directory.resolve("conf/classes");
  }

  Path triggers() {
    return directory.resolve("conf/triggers");
  }

  Path logs() {
    return directory.resolve("logs");
  }

  Path systemLog() {
    return logs().resolve("system.log");
  }

  /** The output of the JVM, and the server's errors; of the latest start only. */
  Path console() {
    return logs().resolve("console.log");
  }

  Path temporary() {
    return directory.resolve("tmp");
  }

  /** Held for as long as the directory is in use; beside it, so that emptying leaves it alone. */
  Path lock() {
    return directory.resolveSibling(directory.getFileName() + ".lock");
  }

  void empty() throws IOException {
    delete(directory);
  }

  /** Writes the configuration, and clears what a killed process has left in the way. */
  void prepare(CassandraOptions options) throws IOException {
    delete(temporary());
    for (Path path : List.of(classes(), triggers(), logs(), temporary())) {
      Files.createDirectories(path);
    }
    Files.writeString(yaml(), filled(resource("cassandra.yaml"), options));
    Files.writeString(logback(), resource("cassandra-logback.xml"));
    Files.writeString(jvmOptions(), resource("jvm.options"));
  }

  private String filled(String template, CassandraOptions options) {
    CassandraOptions.Node node = options.node();
    List<String> seeds = options.cluster().seeds();
    String self = node.address() + ":" + node.storagePort();
    Map<String, Object> values =
        Map.of(
            "clusterName", options.cluster().name(),
            "address", node.address(),
            "advertised", node.advertised(),
            "storagePort", node.storagePort(),
            "nativePort", node.nativePort(),
            "seeds", seeds.isEmpty() ? self : String.join(",", seeds),
            "directory", directory);
    String text = template;
    for (Map.Entry<String, Object> value : values.entrySet()) {
      text = text.replace("${" + value.getKey() + "}", value.getValue().toString());
    }
    return replaced(text, options.settings());
  }

  private static String replaced(String yaml, Map<String, String> settings) {
    String text = yaml;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      text = text.replaceAll("(?m)^" + setting.getKey() + ":.*$", "");
      text += setting.getKey() + ": " + setting.getValue() + "\n";
    }
    return text;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = CassandraLayout.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("No resource " + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static void delete(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
