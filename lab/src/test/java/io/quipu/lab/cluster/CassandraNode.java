package io.quipu.lab.cluster;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.CassandraStartException;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.TestCassandra;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One node of the ring, and the proxy that instances reach it through. */
final class CassandraNode implements Closeable {
  private static final int HEAP_MEGABYTES = 512;

  /**
   * The time a replacement listens before it believes what it knows of the ring, and half of how
   * long it looks for others: a node that is no seed must find one. That of other nodes of tests is
   * a second.
   */
  private static final String LISTENS = "-Dcassandra.ring_delay_ms=20000";

  private static final int STARTS = 3;

  private final Place place;
  private final FaultyProxy proxy;
  private volatile CassandraProcess process;
  private int replacements;

  private CassandraNode(Place place, CassandraProcess process, FaultyProxy proxy) {
    this.place = place;
    this.process = process;
    this.proxy = proxy;
  }

  /**
   * The things that stay when a node is replaced.
   *
   * @param number from 1
   * @param storagePort where the nodes talk to one another, the same for all
   * @param centre its data centre
   * @param administrationPort where it is administered
   */
  private record Place(int number, int storagePort, String centre, int administrationPort) {

    /**
     * The options of a node that starts empty.
     *
     * @param nativePort the CQL port, or 0
     */
    CassandraOptions options(String name, int nativePort, List<String> seeds) throws IOException {
      return in(centre, CassandraOptions.named(name))
          .fromEmpty()
          .in(new CassandraOptions.Cluster("quipu-cluster", seeds))
          .at(
              new CassandraOptions.Node(
                  DirectAddresses.node(number),
                  nativePort,
                  storagePort,
                  DirectAddresses.proxy(number)))
          .withHeap(HEAP_MEGABYTES)
          .compiledQuickly()
          .withJvm(List.of(NodeAdministration.listening(administrationPort)));
    }
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
    Place place = new Place(number, storagePort, centre, FreePort.on("127.0.0.1"));
    return start(place, place.options("cluster-" + number, 0, seeds));
  }

  /** Starts an empty node that takes over, of what is in the ring, what is to be its. */
  static CassandraNode join(int number, int storagePort, List<String> seeds) throws IOException {
    Place place =
        new Place(number, storagePort, TestCassandra.LOCAL_DATACENTER, FreePort.on("127.0.0.1"));
    return start(
        place,
        place
            .options("cluster-" + number, 0, seeds)
            .with(Map.of("auto_bootstrap", "true"))
            .withJvm(List.of(LISTENS)));
  }

  private static CassandraNode start(Place place, CassandraOptions options) throws IOException {
    CassandraProcess process = CassandraProcess.start(options);
    try {
      InetSocketAddress at =
          new InetSocketAddress(DirectAddresses.proxy(place.number()), process.address().getPort());
      return new CassandraNode(place, process, new FaultyProxy(at, process.address()));
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** Names the data centre; that of tests needs no telling: the usual snitch knows no other. */
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

  /** Ends it for good, with all that it has. */
  void lose() {
    process.close();
  }

  /**
   * Starts an empty node in the place of one that is {@linkplain #lose lost}, at its addresses. It
   * streams what it is to have from others, from one replica for each range of tokens. Its
   * directory is another, so that the logs of both are there.
   *
   * @param seeds {@code address:port} of nodes that live; it must not be among them
   */
  void replace(List<String> seeds) throws IOException {
    for (int left = STARTS; ; left--) {
      try {
        process = replacement(seeds);
        return;
      } catch (CassandraStartException e) {
        // on a busy machine it may not hear of the others in time
        if (left == 1) {
          throw e;
        }
      }
    }
  }

  private CassandraProcess replacement(List<String> seeds) throws IOException {
    replacements++;
    CassandraOptions options =
        place.options(
            "cluster-" + place.number() + "-" + replacements, process.address().getPort(), seeds);
    Map<String, String> settings = new HashMap<>(options.settings());
    settings.put("auto_bootstrap", "true");
    return CassandraProcess.start(
        options
            .with(settings)
            .withJvm(
                List.of(
                    "-Dcassandra.replace_address_first_boot="
                        + DirectAddresses.node(place.number()),
                    LISTENS)));
  }

  /** Opens its administration; to be closed. */
  NodeAdministration administration() throws IOException {
    return new NodeAdministration(place.administrationPort());
  }

  /** {@code address:port} at which other nodes talk to it. */
  String storageAddress() {
    return DirectAddresses.node(place.number()) + ":" + place.storagePort();
  }

  CassandraProcess process() {
    return process;
  }

  FaultyProxy proxy() {
    return proxy;
  }

  @Override
  public String toString() {
    return "node " + place.number();
  }

  @Override
  public void close() throws IOException {
    proxy.end();
    try (proxy) {
      process.close();
    }
  }
}
