package io.quipu.testing.e2e;

import io.quipu.Quipu;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.Config;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Instances of the service in this JVM, over one keyspace, each on a free port. Those still running
 * when it closes are stopped.
 */
public final class RunningQuipu implements AutoCloseable {
  private final Map<String, String> environment;
  private final Clock clock;
  private final List<Quipu> instances = new ArrayList<>();

  private RunningQuipu(Map<String, String> environment, Clock clock) {
    this.environment = environment;
    this.clock = clock;
  }

  /** Over the keyspace of a test class, with the given variables on top of the tests' own. */
  public static RunningQuipu start(
      int instances, TestCassandra cassandra, Map<String, String> variables) {
    return start(instances, cassandra.contactPoint(), cassandra.freshKeyspace(), variables);
  }

  public static RunningQuipu start(
      int instances, InetSocketAddress cassandra, String keyspace, Map<String, String> variables) {
    return start(instances, cassandra, keyspace, variables, Clock.system());
  }

  /** Instances that all go by the given clock. */
  public static RunningQuipu start(
      int instances,
      InetSocketAddress cassandra,
      String keyspace,
      Map<String, String> variables,
      Clock clock) {
    Map<String, String> environment = environment(cassandra, keyspace);
    environment.putAll(variables);
    RunningQuipu running = new RunningQuipu(environment, clock);
    try {
      for (int i = 0; i < instances; i++) {
        running.startOne();
      }
      return running;
    } catch (RuntimeException e) {
      running.close();
      throw e;
    }
  }

  /** What an instance on loopback needs to be told. */
  static Map<String, String> environment(InetSocketAddress cassandra, String keyspace) {
    Map<String, String> environment = new HashMap<>();
    environment.put("QUIPU_HTTP_HOST", "127.0.0.1");
    environment.put("QUIPU_HTTP_PORT", "0");
    environment.put(
        "QUIPU_CASSANDRA_CONTACT_POINTS", cassandra.getHostString() + ":" + cassandra.getPort());
    environment.put("QUIPU_CASSANDRA_LOCAL_DC", TestCassandra.LOCAL_DATACENTER);
    environment.put("QUIPU_CASSANDRA_KEYSPACE", keyspace);
    environment.put("QUIPU_CASSANDRA_REPLICATION", "1");
    environment.put("QUIPU_REQUEST_TIMEOUT", "1m");
    return environment;
  }

  /** Starts one more instance and answers once it is ready. */
  Api startOne() {
    Quipu quipu = done(Quipu.start(Config.from(environment), BlockedEventLoops.strict(), clock));
    instances.add(quipu);
    return api(instances.size() - 1);
  }

  /** Where an instance is; they are numbered from 0 in the order of their start. */
  public URI uri(int instance) {
    return URI.create("http://127.0.0.1:" + instances.get(instance).port());
  }

  /** Where the health and the metrics of an instance are, if they have a port of their own. */
  public URI managementUri(int instance) {
    return URI.create("http://127.0.0.1:" + instances.get(instance).managementPort());
  }

  /** Where an instance serves Redis clients, if it does. */
  public InetSocketAddress respAddress(int instance) {
    return new InetSocketAddress(
        InetAddress.getLoopbackAddress(), instances.get(instance).respPort());
  }

  public Api api(int instance) {
    return new Api(uri(instance));
  }

  /** Stops an instance in order; a second time it does nothing. */
  void stop(int instance) {
    done(instances.get(instance).stop());
  }

  @Override
  public void close() {
    done(Future.join(instances.stream().map(Quipu::stop).toList()));
  }

  private static <T> T done(Future<T> future) {
    return TestPatience.join(future.toCompletionStage());
  }
}
