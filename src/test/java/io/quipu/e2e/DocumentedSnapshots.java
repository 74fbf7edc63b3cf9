package io.quipu.e2e;

import io.quipu.dev.CassandraOptions;
import io.quipu.dev.CassandraProcess;
import io.quipu.dev.NodeAdministration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Snapshots of one node, taken and restored by the commands of docs/operations.md. */
final class DocumentedSnapshots {
  static final String KEYSPACE = "quipu";
  private static final String TAG = "before";
  private static final Pattern COMMAND = Pattern.compile("nodetool snapshot [^\n]*-kt (\\S+)");

  private final Path backup;

  /**
   * @param backup where they are copied to
   */
  DocumentedSnapshots(Path backup) {
    this.backup = backup;
  }

  /** A node without data that can be administered at a port. */
  static CassandraProcess node(String name, int port) {
    return CassandraProcess.start(
        CassandraOptions.named(name)
            .fromEmpty()
            .withJvm(List.of(NodeAdministration.listening(port))));
  }

  /** The tables of each step of the document, in its order. */
  static List<List<String>> commands() throws IOException {
    return COMMAND
        .matcher(Files.readString(Path.of("docs", "operations.md")))
        .results()
        .map(command -> Arrays.asList(command.group(1).split(",", -1)))
        .toList();
  }

  static void take(NodeAdministration administration) throws Exception {
    for (List<String> together : commands()) {
      administration.snapshot(TAG, together);
    }
  }

  void copy(CassandraProcess node) throws IOException {
    Path data = node.log().getParent().resolveSibling("data").resolve(KEYSPACE);
    try (Stream<Path> folders = Files.list(data)) {
      for (Path folder : folders.toList()) {
        Path snapshot = folder.resolve("snapshots").resolve(TAG);
        if (Files.exists(snapshot)) {
          String table = folder.getFileName().toString().replaceFirst("-.*", "");
          Path to = Files.createDirectories(backup.resolve(KEYSPACE).resolve(table));
          try (Stream<Path> files = Files.list(snapshot)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
              Files.copy(file, to.resolve(file.getFileName()));
            }
          }
        }
      }
    }
  }

  void restore(CassandraProcess node, int port) throws Exception {
    Map<String, String> environment = RunningQuipu.environment(node.address(), KEYSPACE);
    try (SeparateQuipu schema = SeparateQuipu.start(environment, List.of("schema"))) {
      if (schema.exitCode() != 0) {
        throw new IllegalStateException(schema.output());
      }
    }
    try (NodeAdministration administration = new NodeAdministration(port);
        Stream<Path> tables = Files.list(backup.resolve(KEYSPACE))) {
      for (Path table : tables.toList()) {
        try (Stream<Path> files = Files.list(table)) {
          if (files.anyMatch(file -> file.toString().endsWith("-Data.db"))) {
            administration.load(KEYSPACE, table.getFileName().toString(), table.toString());
          }
        }
      }
    }
  }
}
