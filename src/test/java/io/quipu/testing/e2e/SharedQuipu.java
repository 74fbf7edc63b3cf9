package io.quipu.testing.e2e;

import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.TestCassandra;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Instances that many test classes of a run share: to start two of them in a keyspace of their own
 * costs seconds. A class that uses them stops none of them, and names namespaces and counters as no
 * other class does.
 */
public final class SharedQuipu implements AutoCloseable {
  /** The keyspace of {@link #open()}. */
  final String keyspace;

  private final RunningQuipu open;
  private final TestCassandra cassandra;
  private RunningQuipu keyed;

  private SharedQuipu(TestCassandra cassandra) {
    this.cassandra = cassandra;
    this.keyspace = cassandra.freshKeyspace();
    this.open = RunningQuipu.start(2, cassandra.contactPoint(), keyspace, variables());
    open.api(0)
        .createNamespace(
            "redis-distinct",
            "{\"kind\": \"sketch\", \"state\": \"distinct\", \"labels\": [\"country\"]}");
    createHashes();
  }

  /** Creates namespaces whose counters have fields for Redis clients, or fail to. */
  private void createHashes() {
    String labels = "\"labels\": [\"country\", \"plan\"]";
    open.api(0)
        .createNamespace(
            "redis-hash",
            "{"
                + labels
                + ", \"breakdowns\": [[\"country\", \"plan\"], [\"country\"], [\"plan\"]]}");
    open.api(0)
        .createNamespace(
            "redis-hash-two", "{" + labels + ", \"breakdowns\": [[\"country\", \"plan\"]]}");
    open.api(0)
        .createNamespace("redis-hash-unique", "{\"kind\": \"unique\", \"labels\": [\"country\"]}");
  }

  /** Two instances that settle ten times a second, listen to Redis clients, and ask for no key. */
  public RunningQuipu open() {
    return open;
  }

  /** The same, where {@link KeyedApi#BOOTSTRAP} is the first key. */
  public synchronized RunningQuipu keyed() {
    if (keyed == null) {
      Map<String, String> variables = variables();
      variables.put("QUIPU_AUTH", "keys");
      variables.put("QUIPU_BOOTSTRAP_KEY_FILE", fileWithKey().toString());
      keyed = RunningQuipu.start(2, cassandra, variables);
    }
    return keyed;
  }

  /** One more instance over the keyspace of {@link #open()}, with settings of its own. */
  public RunningQuipu another(Map<String, String> variables) {
    return RunningQuipu.start(1, cassandra.contactPoint(), keyspace, variables);
  }

  private static Path fileWithKey() {
    try {
      Path file = Files.createTempFile("quipu-first", ".key");
      file.toFile().deleteOnExit();
      return Files.writeString(file, KeyedApi.BOOTSTRAP + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A heartbeat is a few conditional writes: with many instances at rest, they are the load. */
  private static Map<String, String> variables() {
    return new HashMap<>(
        Map.of(
            "QUIPU_CHECKPOINT_PERIOD",
            "100ms",
            "QUIPU_HEARTBEAT",
            "400ms",
            "QUIPU_RESP_PORT",
            "0",
            "QUIPU_RESP_DATABASES",
            "0=redis,1=default,2=redis-distinct,3=redis-latest,4=redis-unique,5=redis-bound,"
                + "6=nowhere,7=redis-hash,8=redis-hash-unique,9=redis-hash-two"));
  }

  @Override
  public void close() {
    open.close();
    if (keyed != null) {
      keyed.close();
    }
  }

  /** Hands it to tests; it is started for the first that asks, and stopped after the last. */
  public static final class Extension implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(SharedQuipu.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == SharedQuipu.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      TestCassandra cassandra = CassandraExtension.ofTheRun(context);
      return context
          .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
          .getOrComputeIfAbsent(
              SharedQuipu.class, key -> new SharedQuipu(cassandra), SharedQuipu.class);
    }
  }
}
