package io.quipu.testing.e2e;

import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.DocumentedBackup;
import io.quipu.testing.dev.NodeAdministration;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A {@link DocumentedBackup} of one node, restored to a new one. */
final class DocumentedSnapshots {
  static final String KEYSPACE = DocumentedBackup.KEYSPACE;

  private DocumentedSnapshots() {}

  /** A node without data that can be administered at a port. */
  static CassandraProcess node(String name, int port) {
    return CassandraProcess.start(
        CassandraOptions.named(name)
            .fromEmpty()
            .compiledQuickly()
            .withJvm(List.of(NodeAdministration.listening(port))));
  }

  /** Creates the tables of a node, and imports what was copied. */
  static void restore(CassandraProcess node, int port, Path backup) throws Exception {
    Map<String, String> environment = RunningQuipu.environment(node.address(), KEYSPACE);
    try (SeparateQuipu schema = SeparateQuipu.start(environment, List.of("schema"))) {
      if (schema.exitCode() != 0) {
        throw new IllegalStateException(schema.output());
      }
    }
    try (NodeAdministration administration = new NodeAdministration(port)) {
      DocumentedBackup.load(administration, backup);
    }
  }
}
