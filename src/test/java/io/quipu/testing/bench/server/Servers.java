package io.quipu.testing.bench.server;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servers of a run. Each is started when first asked for; all end when this is closed. */
public final class Servers implements AutoCloseable {
  /** The name of this process in {@link #cpu}. */
  public static final String GENERATOR = "generator";

  /** The folder of another checkout that was built, to be compared with; or empty. */
  public static final String OTHER = System.getProperty("other", "");

  /** That of the instances. */
  public static final String KEYSPACE = "quipu";

  private static final String LOOPBACK = "127.0.0.1";
  private static final String TABLE = System.getProperty("table", "");

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Map<String, Long> pids = new LinkedHashMap<>();
  private final Node usual = new Node("Cassandra", NodeSettings.usual());
  private final Node changed = new Node("Cassandra, changed", NodeSettings.changed());
  private final List<ServerProcess> instances = new ArrayList<>();
  private final Map<String, Double> ended = new LinkedHashMap<>();
  private @Nullable ServerProcess counterServer;
  private @Nullable ServerProcess constantServer;
  private @Nullable ServerProcess webdis;
  private @Nullable ServerProcess other;
  private @Nullable ServerProcess quipuOnChanged;

  public Servers() {
    pids.put(GENERATOR, ProcessHandle.current().pid());
  }

  /** The node that all share. */
  public CassandraProcess cassandra() {
    return process(usual);
  }

  private CassandraProcess process(Node node) {
    CassandraProcess process = node.process();
    if (pids.put(node.name(), process.pid()) == null) {
      open.push(node);
    }
    return process;
  }

  /** CPU seconds that it has used so far, but for its compilers. */
  public double cpuOfCassandra() {
    long pid = cassandra().pid();
    return Cpu.seconds(pid) - Cpu.secondsOfCompilers(pid);
  }

  /** The settings that all share, in words. */
  public static String settingsInWords() {
    return NodeSettings.durability()
        + ", heap 1,024 MiB, counter cache 50 MiB; Java servers: heap "
        + JavaCommand.HEAP_MEGABYTES
        + " MiB and collector "
        + JavaCommand.COLLECTOR
        + " each; all on one machine"
        + (TABLE.isEmpty() ? "" : "; table event with " + TABLE);
  }

  /** A session with keyspace {@code rival}, for what Quipu is compared with. */
  public CqlSession session() {
    cassandra();
    return usual.session();
  }

  /** A session of another node, which has {@link NodeSettings#changed}. */
  public CqlSession sessionOfChanged() {
    process(changed);
    return changed.session();
  }

  /** The service on that other node. */
  public ServerProcess quipuOnChanged() throws IOException {
    if (quipuOnChanged == null) {
      ProcessBuilder builder = JavaCommand.ofService("io.quipu.Main");
      quipuOnChanged = service("Quipu on changed", builder, variables(process(changed), KEYSPACE));
    }
    return quipuOnChanged;
  }

  /** The service, as an operator starts it. */
  public ServerProcess quipu() throws IOException {
    return quipu(1);
  }

  /**
   * One of several instances of the service.
   *
   * @param number from 1; those before it are started, too
   */
  public ServerProcess quipu(int number) throws IOException {
    while (instances.size() < number) {
      String name = instances.isEmpty() ? "Quipu" : "Quipu " + (instances.size() + 1);
      ProcessBuilder builder = JavaCommand.ofService("io.quipu.Main");
      builder.environment().putAll(NamedValues.of("variables", "="));
      instances.add(service(name, builder, variables(KEYSPACE)));
      alterTable();
    }
    return instances.get(number - 1);
  }

  /**
   * A new instance of the service, besides all others.
   *
   * @param options of its JVM, after those that all servers have
   */
  public ServerProcess started(String name, List<String> options) throws IOException {
    return started(name, options, Map.of());
  }

  /**
   * The same.
   *
   * @param more variables of the service, besides those that all have
   */
  public ServerProcess started(String name, List<String> options, Map<String, String> more)
      throws IOException {
    ProcessBuilder builder = JavaCommand.ofService("io.quipu.Main", options);
    builder.environment().putAll(more);
    return service(name, builder, variables(KEYSPACE));
  }

  /** Ends a {@link #started} one in order, before the others. */
  public void end(ServerProcess server) {
    ended.merge(server.name(), Cpu.seconds(server.pid()), Double::sum);
    pids.remove(server.name());
    open.remove(server);
    server.stop();
  }

  /** The service as {@link #OTHER} has it, in a keyspace of its own. */
  public ServerProcess other() throws IOException {
    if (other == null) {
      ProcessBuilder builder = JavaCommand.ofService("io.quipu.Main", Path.of(OTHER));
      builder.environment().putAll(NamedValues.of("othervariables", "="));
      other = service("other build", builder, variables("quipu_other"));
    }
    return other;
  }

  private ServerProcess service(String name, ProcessBuilder builder, Map<String, String> variables)
      throws IOException {
    int port = FreePort.on(LOOPBACK);
    builder.environment().putAll(variables);
    builder.environment().put("QUIPU_HTTP_HOST", LOOPBACK);
    builder.environment().put("QUIPU_HTTP_PORT", Integer.toString(port));
    return kept(name, ServerProcess.start(name, builder, port));
  }

  private void alterTable() {
    if (!TABLE.isEmpty() && instances.size() == 1) {
      session().execute("ALTER TABLE quipu.event WITH " + TABLE);
    }
  }

  /** Variables that name this run's Cassandra, and a keyspace. */
  public Map<String, String> variables(String keyspace) {
    return variables(cassandra(), keyspace);
  }

  private static Map<String, String> variables(CassandraProcess cassandra, String keyspace) {
    return Map.of(
        "QUIPU_DEV",
        "true",
        "QUIPU_CASSANDRA_CONTACT_POINTS",
        LOOPBACK + ":" + cassandra.address().getPort(),
        "QUIPU_CASSANDRA_KEYSPACE",
        keyspace);
  }

  /** The same HTTP server over a native counter table. */
  public ServerProcess counterServer() throws IOException {
    if (counterServer == null) {
      session()
          .execute(
              "CREATE TABLE IF NOT EXISTS rival.counter (namespace text, name text, v counter,"
                  + " PRIMARY KEY ((namespace, name)))");
      int port = FreePort.on(LOOPBACK);
      ProcessBuilder builder = JavaCommand.ofTests(CounterServer.class);
      builder.environment().put("BENCH_PORT", Integer.toString(port));
      builder
          .environment()
          .put("BENCH_CASSANDRA_PORT", Integer.toString(cassandra().address().getPort()));
      String name = "counter server";
      counterServer = kept(name, ServerProcess.start(name, builder, port));
    }
    return counterServer;
  }

  /** The server that does nothing. */
  public ServerProcess constantServer() throws IOException {
    if (constantServer == null) {
      int port = FreePort.on(LOOPBACK);
      ProcessBuilder builder = JavaCommand.ofTests(ConstantServer.class);
      builder.environment().put("BENCH_PORT", Integer.toString(port));
      String name = "constant server";
      constantServer = kept(name, ServerProcess.start(name, builder, port));
    }
    return constantServer;
  }

  /** Redis with an append-only file synced every second, behind Webdis; empty if not installed. */
  public Optional<ServerProcess> webdis() throws IOException {
    if (webdis == null && Redis.isInstalled()) {
      Path directory = BuildDirectory.resolve("bench/redis");
      ServerProcess redis = kept("Redis", Redis.start("Redis", directory, "everysec"));
      webdis = kept("Webdis", Redis.startWebdis(redis.address().getPort(), directory));
    }
    return Optional.ofNullable(webdis);
  }

  /**
   * A Redis with an append-only file; empty if not installed.
   *
   * @param sync when that is synced: {@code everysec} or {@code always}
   */
  public Optional<ServerProcess> redis(String sync) throws IOException {
    String name = "Redis " + sync;
    return Redis.isServerInstalled()
        ? Optional.of(
            kept(name, Redis.start(name, BuildDirectory.resolve("bench/redis-" + sync), sync)))
        : Optional.empty();
  }

  private ServerProcess kept(String name, ServerProcess server) {
    open.push(server);
    pids.put(name, server.pid());
    return server;
  }

  /** CPU seconds used so far by each process, by its name; without compilers, while it runs. */
  public Map<String, Double> cpu() {
    Map<String, Double> seconds = new LinkedHashMap<>(ended);
    pids.forEach(
        (name, pid) ->
            seconds.merge(name, Cpu.seconds(pid) - Cpu.secondsOfCompilers(pid), Double::sum));
    return seconds;
  }

  /** CPU seconds that the compilers of all JVMs have used so far, which a warm one does not. */
  public double compilers() {
    return pids.values().stream().mapToDouble(Cpu::secondsOfCompilers).sum();
  }

  /** Ends all, the last started first, the rest also when one fails. */
  @Override
  public void close() throws Exception {
    if (open.isEmpty()) {
      return;
    }
    AutoCloseable last = open.pop();
    try {
      last.close();
    } finally {
      close();
    }
  }
}
