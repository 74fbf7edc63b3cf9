package io.quipu.testing.dev;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The options of a {@link CassandraProcess}.
 *
 * @param directory where its data, configuration and logs live; one running process per directory
 * @param emptied whether what the directory holds is deleted first
 * @param node where it listens
 * @param cluster which nodes it belongs with
 * @param jvm what its JVM is given
 * @param settings lines of cassandra.yaml that differ from those of tests, by their keys
 * @param progress told in words what is happening while it starts
 */
public record CassandraOptions(
    Path directory,
    boolean emptied,
    Node node,
    Cluster cluster,
    Jvm jvm,
    Map<String, String> settings,
    Consumer<String> progress) {
  private static final String NO_SCHEMA_FLUSHES =
      "-Dcassandra.test.flush_local_schema_changes=false";

  public CassandraOptions {
    settings = Map.copyOf(settings);
  }

  /**
   * Where a node listens.
   *
   * @param address a loopback address; nodes of one cluster each need their own
   * @param nativePort the CQL port; 0 picks a free one
   * @param storagePort the port nodes talk to one another on; 0 picks a free one
   * @param advertised the address that drivers are told to connect to, on the same CQL port
   */
  public record Node(String address, int nativePort, int storagePort, String advertised) {
    public Node(String address, int nativePort, int storagePort) {
      this(address, nativePort, storagePort, address);
    }
  }

  /**
   * Which nodes belong together.
   *
   * @param name nodes that call their cluster differently never join
   * @param seeds {@code address:storagePort} of the nodes to join; empty: the node starts alone
   */
  public record Cluster(String name, List<String> seeds) {
    public Cluster {
      seeds = List.copyOf(seeds);
    }
  }

  /**
   * The JVM of a node.
   *
   * @param heapMegabytes the most heap it may use, in MiB
   * @param options of the java command, beside those that every node has
   */
  public record Jvm(int heapMegabytes, List<String> options) {
    public Jvm {
      options = List.copyOf(options);
    }
  }

  /** A node alone, on free ports of 127.0.0.1, that keeps its data in target/cassandra/name. */
  public static CassandraOptions named(String name) {
    return new CassandraOptions(
        BuildDirectory.resolve("cassandra/" + name),
        false,
        new Node("127.0.0.1", 0, 0),
        new Cluster("quipu", List.of()),
        new Jvm(768, List.of()),
        Map.of(),
        line -> {});
  }

  public CassandraOptions fromEmpty() {
    return new CassandraOptions(directory, true, node, cluster, jvm, settings, progress);
  }

  public CassandraOptions at(Node node) {
    return new CassandraOptions(directory, emptied, node, cluster, jvm, settings, progress);
  }

  public CassandraOptions in(Cluster cluster) {
    return new CassandraOptions(directory, emptied, node, cluster, jvm, settings, progress);
  }

  public CassandraOptions withHeap(int megabytes) {
    return with(new Jvm(megabytes, jvm.options()));
  }

  /** For a node that lives for minutes: half of its CPU would go into compiling and G1. */
  public CassandraOptions compiledQuickly() {
    return withJvm(List.of(ServiceProcess.COMPILES_QUICKLY, "-XX:-UseG1GC", "-XX:+UseSerialGC"));
  }

  /**
   * For a node that is never started again: nothing waits for the disk. Each of the many schema
   * changes of tests would otherwise write the schema's tables to it, a tenth of a second each.
   */
  public CassandraOptions forgettingAtTheEnd() {
    return with(Map.of("commitlog_sync", "periodic", "commitlog_sync_period", "10s"))
        .withJvm(List.of(NO_SCHEMA_FLUSHES));
  }

  /** For a node with accounts: the first is {@code cassandra}, with that password. */
  public CassandraOptions withAccounts() {
    return with(Map.of(
            "authenticator", "PasswordAuthenticator",
            "authorizer", "CassandraAuthorizer",
            "role_manager", "CassandraRoleManager",
            "permissions_validity", "0ms"))
        .withJvm(List.of("-Dcassandra.superuser_setup_delay_ms=0"));
  }

  /** For a node that must outlive others when all of them are told to end, see EndsWithParent. */
  public CassandraOptions endingWhenTold() {
    return withJvm(List.of("-D" + EndsWithParent.WHEN_TOLD + "=true"));
  }

  /** More options of the java command; of two that differ, the last holds. */
  public CassandraOptions withJvm(List<String> options) {
    List<String> all = new ArrayList<>(jvm.options());
    all.addAll(options);
    return with(new Jvm(jvm.heapMegabytes(), all));
  }

  private CassandraOptions with(Jvm jvm) {
    return new CassandraOptions(directory, emptied, node, cluster, jvm, settings, progress);
  }

  public CassandraOptions tellingProgress(Consumer<String> progress) {
    return new CassandraOptions(directory, emptied, node, cluster, jvm, settings, progress);
  }

  /** Replaces settings of tests, which are chosen for crashes and a small memory, not for speed. */
  public CassandraOptions with(Map<String, String> settings) {
    return new CassandraOptions(directory, emptied, node, cluster, jvm, settings, progress);
  }
}
