package io.quipu.cli.source.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import io.quipu.cli.source.Login;
import io.quipu.cli.source.SourceAddress;
import io.quipu.cli.source.SourceFailure;
import io.quipu.cli.trust.Authorities;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session with the cluster of a source. Reads have the consistency level LOCAL_QUORUM. */
final class SourceCluster implements AutoCloseable {
  /** The number of rows of a driver page. */
  private static final int PAGE = 500;

  private final CqlSession session;
  private final String inWords;

  private SourceCluster(CqlSession session, String inWords) {
    this.session = session;
    this.inWords = inWords;
  }

  /**
   * Connects. Reads go to nodes of the data centre of the given hosts.
   *
   * @param timeout the time limit of each request for rows
   * @throws SourceFailure if the cluster cannot be reached or refuses the login, or if the hosts
   *     are in several data centres
   */
  static SourceCluster connect(
      SourceAddress address, Login login, @Nullable Authorities encryption, Duration timeout) {
    CqlSessionBuilder builder =
        CqlSession.builder()
            .withApplicationName("quipu import")
            .withConfigLoader(options(address.path().get(0), timeout))
            .addContactPoints(
                address.hosts().stream()
                    .map(host -> new InetSocketAddress(host.getHostString(), host.getPort()))
                    .toList());
    if (login.password() != null) {
      // The default user of Cassandra is called cassandra.
      builder.withAuthCredentials(
          login.user() == null ? "cassandra" : login.user(), login.password());
    }
    if (encryption != null) {
      builder.withSslEngineFactory(
          new ProgrammaticSslEngineFactory(encryption.context(), null, true));
    }
    try {
      return new SourceCluster(builder.build(), address.inWords());
    } catch (DriverException e) {
      throw failure(address.inWords(), e);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The driver refuses hosts that are in several data centres.
      throw new SourceFailure(address.inWords() + ": " + e.getMessage());
    }
  }

  private static DriverConfigLoader options(String keyspace, Duration timeout) {
    return DriverConfigLoader.programmaticBuilder()
        .withString(
            DefaultDriverOption.REQUEST_CONSISTENCY, DefaultConsistencyLevel.LOCAL_QUORUM.name())
        .withInt(DefaultDriverOption.REQUEST_PAGE_SIZE, PAGE)
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(10))
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, Duration.ofSeconds(10))
        .withStringList(DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(keyspace))
        .withClass(
            DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, DcInferringLoadBalancingPolicy.class)
        .build();
  }

  CqlSession session() {
    return session;
  }

  SourceFailure failure(DriverException failure) {
    return failure(inWords, failure);
  }

  private static SourceFailure failure(String source, DriverException failure) {
    Throwable why = failure;
    if (failure instanceof AllNodesFailedException all && !all.getAllErrors().isEmpty()) {
      why = all.getAllErrors().values().iterator().next().get(0);
    }
    if (why instanceof AuthenticationException) {
      return new SourceFailure(
          source
              + " lets nobody in without the right name and password: cassandra://NAME@host/...,"
              + " and --password-file or variable QUIPU_SOURCE_PASSWORD");
    }
    String line = String.valueOf(why.getMessage()).lines().findFirst().orElse("");
    return new SourceFailure(source + " cannot be read: " + line);
  }

  @Override
  public void close() {
    session.close();
  }
}
