package io.quipu.testing.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;

/** The backup that docs/operations.md describes. */
public final class DocumentedBackup {
  public static final String KEYSPACE = "quipu";
  public static final String TAG = "before";

  private static final Pattern COMMAND = Pattern.compile("nodetool snapshot [^\n]*-kt (\\S+)");

  private DocumentedBackup() {}

  /** The tables of each command, in its order. */
  public static List<List<String>> commands() throws IOException {
    return COMMAND
        .matcher(Files.readString(Path.of("docs", "operations.md")))
        .results()
        .map(command -> Arrays.asList(command.group(1).split(",", -1)))
        .toList();
  }

  /** Takes the snapshots of a node. */
  public static void take(NodeAdministration node) throws Exception {
    for (List<String> together : commands()) {
      node.snapshot(TAG, together);
    }
  }

  /** Copies the snapshots of a node, in folders that can be imported. */
  public static void copy(CassandraProcess node, Path backup) throws IOException {
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

  /** Imports what was copied to a node that has the tables. */
  public static void load(NodeAdministration node, Path backup) throws IOException, JMException {
    try (Stream<Path> tables = Files.list(backup.resolve(KEYSPACE))) {
      for (Path table : tables.toList()) {
        try (Stream<Path> files = Files.list(table)) {
          if (files.anyMatch(file -> file.toString().endsWith("-Data.db"))) {
            node.load(KEYSPACE, table.getFileName().toString(), table.toString());
          }
        }
      }
    }
  }
}
