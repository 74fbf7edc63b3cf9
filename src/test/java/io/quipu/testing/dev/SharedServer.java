package io.quipu.testing.dev;

import com.datastax.oss.driver.api.core.CqlSession;
import java.net.InetSocketAddress;

/**
 * The Cassandra that all test classes of a run share, as {@code -Dcassandra=} says.
 *
 * <ul>
 *   <li>{@code process}: a {@link CassandraProcess}
 *   <li>{@code testcontainers}: a container; fails where no Docker engine can be reached
 *   <li>{@code host:port}: a server that runs already
 *   <li>empty: a container where a Docker engine can run one, a process otherwise
 * </ul>
 */
record SharedServer(
    InetSocketAddress contactPoint, CqlSession session, AutoCloseable server, boolean outlivesRun)
    implements AutoCloseable {

  static SharedServer chosen() {
    String choice = System.getProperty("cassandra", "").strip();
    return switch (choice) {
      case "" -> containerOrProcess();
      case "process" -> process();
      case "testcontainers" -> container();
      default -> existing(choice);
    };
  }

  private static SharedServer containerOrProcess() {
    if (!DockerEngine.isReachable()) {
      return process();
    }
    if (!DockerEngine.offers(ContainerServer.image())) {
      System.out.println(
          "The Docker engine cannot get "
              + ContainerServer.image()
              + ": Cassandra runs as a process instead");
      return process();
    }
    return container();
  }

  private static SharedServer process() {
    CassandraProcess process =
        CassandraProcess.start(
            CassandraOptions.named("shared" + System.getProperty("fork", ""))
                .fromEmpty()
                .forgettingAtTheEnd()
                .compiledQuickly()
                .tellingProgress(System.out::println));
    return opened(process.address(), process, false);
  }

  private static SharedServer container() {
    if (!DockerEngine.isReachable()) {
      throw new IllegalStateException(
          "-Dcassandra=testcontainers needs a Docker engine, and none answers; "
              + "leave it out to run Cassandra as a process");
    }
    ContainerServer container = ContainerServer.start();
    return opened(container.contactPoint(), container, false);
  }

  private static SharedServer existing(String hostAndPort) {
    int colon = hostAndPort.lastIndexOf(':');
    if (colon < 1 || !hostAndPort.substring(colon + 1).matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "-Dcassandra="
              + hostAndPort
              + " is none of: process, testcontainers, host:port (or empty)");
    }
    int port = Integer.parseInt(hostAndPort.substring(colon + 1));
    InetSocketAddress address = new InetSocketAddress(hostAndPort.substring(0, colon), port);
    if (!CqlProbe.answers(address)) {
      throw new IllegalStateException("No Cassandra answers at " + hostAndPort);
    }
    return opened(address, () -> {}, true);
  }

  private static SharedServer opened(
      InetSocketAddress address, AutoCloseable server, boolean outlivesRun) {
    return new SharedServer(address, TestCassandra.connect(address), server, outlivesRun);
  }

  @Override
  public void close() throws Exception {
    session.close();
    server.close();
  }
}
