package io.quipu.testing.dev;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.testcontainers.cassandra.CassandraContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/** Cassandra in a container, configured like a {@link CassandraProcess}. */
final class ContainerServer implements AutoCloseable {
  private static final int CQL_PORT = 9042;
  private static final String DEFAULT_IMAGE = "cassandra:5.0";

  private final CassandraContainer container;

  private ContainerServer(CassandraContainer container) {
    this.container = container;
  }

  /** The image to run: {@code -Dcassandra.image}, or the official one. */
  static String image() {
    String chosen = System.getProperty("cassandra.image", "").strip();
    return chosen.isEmpty() ? DEFAULT_IMAGE : chosen;
  }

  static ContainerServer start() {
    CassandraContainer container =
        new CassandraContainer(
                DockerImageName.parse(image()).asCompatibleSubstituteFor("cassandra"))
            .withEnv("MAX_HEAP_SIZE", "768M")
            .withEnv("HEAP_NEWSIZE", "200M")
            .withEnv("JVM_EXTRA_OPTS", jvmOptions())
            .waitingFor(new CqlAnswers().withStartupTimeout(Duration.ofMinutes(3)));
    container.start();
    return new ContainerServer(container);
  }

  private static String jvmOptions() {
    return String.join(
        " ",
        "-Dcassandra.skip_wait_for_gossip_to_settle=0",
        "-Dcassandra.ring_delay_ms=1000",
        "-Dcassandra.config.allow_system_properties=true",
        "-Dcassandra.settings.paxos_variant=v2",
        "-Dcassandra.settings.auto_snapshot=false");
  }

  InetSocketAddress contactPoint() {
    return container.getContactPoint();
  }

  @Override
  public void close() {
    container.close();
  }

  /** Waits for an answer in CQL from outside; the default runs cqlsh inside, for seconds a try. */
  private static final class CqlAnswers extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {
      InetSocketAddress address =
          new InetSocketAddress(
              waitStrategyTarget.getHost(), waitStrategyTarget.getMappedPort(CQL_PORT));
      long deadline = System.nanoTime() + startupTimeout.toNanos();
      while (!CqlProbe.answers(address)) {
        if (!waitStrategyTarget.isRunning() || System.nanoTime() > deadline) {
          throw new IllegalStateException("Cassandra in the container does not answer CQL");
        }
        getRateLimiter().doWhenReady(() -> {});
      }
    }
  }
}
