package io.quipu.cluster;

import io.quipu.dev.BuildDirectory;
import io.quipu.dev.CassandraOptions;
import io.quipu.dev.CassandraProcess;
import io.quipu.dev.TestCassandra;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One node of the ring, and the proxy that instances reach it through. */
final class CassandraNode implements AutoCloseable {
  private static final int HEAP_MEGABYTES = 512;

  private final int number;
  private final CassandraProcess process;
  private final FaultyProxy proxy;

  private CassandraNode(int number, CassandraProcess process, FaultyProxy proxy) {
    this.number = number;
    this.process = process;
    this.proxy = proxy;
  }

  /**
   * Starts an empty node.
   *
   * @param number from 1
   * @param storagePort where the nodes talk to one another, the same for all
   * @param seeds {@code address:port} of the nodes to join
   * @param centre its data centre
   */
  static CassandraNode start(int number, int storagePort, List<String> seeds, String centre)
      throws IOException {
    CassandraOptions options =
        in(centre, CassandraOptions.named("cluster-" + number))
            .fromEmpty()
            .in(new CassandraOptions.Cluster("quipu-cluster", seeds))
            .at(
                new CassandraOptions.Node(
                    DirectAddresses.node(number), 0, storagePort, DirectAddresses.proxy(number)))
            .withHeap(HEAP_MEGABYTES)
            .compiledQuickly();
    CassandraProcess process = CassandraProcess.start(options);
    try {
      InetSocketAddress at =
          new InetSocketAddress(DirectAddresses.proxy(number), process.address().getPort());
      return new CassandraNode(number, process, new FaultyProxy(at, process.address()));
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** That of tests needs no telling: the usual snitch knows no other. */
  private static CassandraOptions in(String centre, CassandraOptions options) throws IOException {
    if (centre.equals(TestCassandra.LOCAL_DATACENTER)) {
      return options;
    }
    Path place = BuildDirectory.resolve("cluster/" + centre + ".properties");
    Files.createDirectories(place.getParent());
    Files.writeString(place, "dc=" + centre + "\nrack=one\n");
    return options
        .with(Map.of("endpoint_snitch", "GossipingPropertyFileSnitch"))
        .withJvm(List.of("-Dcassandra-rackdc.properties=" + place.toUri()));
  }

  CassandraProcess process() {
    return process;
  }

  FaultyProxy proxy() {
    return proxy;
  }

  @Override
  public String toString() {
    return "node " + number;
  }

  @Override
  public void close() throws IOException {
    try (proxy) {
      process.close();
    }
  }
}
