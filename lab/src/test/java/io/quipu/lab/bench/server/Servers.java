package io.quipu.lab.bench.server;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.NodeAdministration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;

/** The servers of a run. Each is started when first asked for; all end when this is closed. */
public final class Servers implements AutoCloseable {
  /** The name of this process in {@link #cpu}. */
  public static final String GENERATOR = "generator";

  private static final String POSTGRES = "Postgres";

  /** The folder of another checkout that was built, to be compared with; or empty. */
  public static final String OTHER = System.getProperty("other", "");

  /** The keyspace of the instances. */
  public static final String KEYSPACE = "quipu";

  private static final String LOOPBACK = "127.0.0.1";
  private static final String TABLE = System.getProperty("table", "");

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Map<String, Long> pids = new LinkedHashMap<>();
  private final int administration = FreePort.on(LOOPBACK);
  private final Node usual = new Node("Cassandra", NodeSettings.usual(administration));
  private final Node changed = new Node("Cassandra, changed", NodeSettings.changed());
  private final Map<String, Double> ended = new LinkedHashMap<>();
  private final Map<String, ServerProcess> known = new HashMap<>();

  @FunctionalInterface
  private interface Starter {
    ServerProcess start(String name) throws IOException;
  }

  public Servers() {
    pids.put(GENERATOR, ProcessHandle.current().pid());
  }

  /** The node that all share. */
  public CassandraProcess cassandra() {
    return process(usual);
  }

  /** Writes the tables of a keyspace from the memory of that node to its disk. */
  public void flush(String keyspace) throws IOException, JMException {
    try (NodeAdministration node = new NodeAdministration(administration)) {
      node.flush(keyspace);
    }
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
    return once(
        "Quipu on changed",
        name ->
            service(name, JavaCommand.ofService(List.of()), variables(process(changed), KEYSPACE)));
  }

  /** The service, as an operator starts it. */
  public ServerProcess quipu() throws IOException {
    return once(
        "Quipu",
        name -> {
          ProcessBuilder builder = JavaCommand.ofService(List.of());
          builder.environment().putAll(NamedValues.of("variables", "="));
          ServerProcess service = service(name, builder, variables(KEYSPACE));
          if (!TABLE.isEmpty()) {
            session().execute("ALTER TABLE quipu.event WITH " + TABLE);
          }
          return service;
        });
  }

  /**
   * A new instance of the service, besides all others.
   *
   * @param options of its JVM, after those that all servers have
   * @param more variables of the service, besides those that all have
   */
  public ServerProcess started(String name, List<String> options, Map<String, String> more)
      throws IOException {
    ProcessBuilder builder = JavaCommand.ofService(options);
    builder.environment().putAll(more);
    return kept(name, service(name, builder, variables(KEYSPACE)));
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
    return once(
        "other build",
        name -> {
          ProcessBuilder builder = JavaCommand.ofService(Path.of(OTHER));
          builder.environment().putAll(NamedValues.of("othervariables", "="));
          return service(name, builder, variables("quipu_other"));
        });
  }

  private static ServerProcess service(
      String name, ProcessBuilder builder, Map<String, String> variables) throws IOException {
    int port = FreePort.on(LOOPBACK);
    builder.environment().putAll(variables);
    builder.environment().put("QUIPU_HTTP_HOST", LOOPBACK);
    builder.environment().put("QUIPU_HTTP_PORT", Integer.toString(port));
    return ServerProcess.start(name, builder, port);
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

  /** An HTTP server like that of the service, over a native counter table. */
  public ServerProcess counterServer() throws IOException {
    session()
        .execute(
            "CREATE TABLE IF NOT EXISTS rival.counter (namespace text, name text, v counter,"
                + " PRIMARY KEY ((namespace, name)))");
    String cassandra = Integer.toString(cassandra().address().getPort());
    return once(
        "counter server",
        name -> rival(name, CounterServer.class, Map.of("BENCH_CASSANDRA_PORT", cassandra)));
  }

  /** The server that does nothing. */
  public ServerProcess constantServer() throws IOException {
    return once("constant server", name -> rival(name, ConstantServer.class, Map.of()));
  }

  private static ServerProcess rival(String name, Class<?> main, Map<String, String> variables)
      throws IOException {
    int port = FreePort.on(LOOPBACK);
    ProcessBuilder builder = JavaCommand.ofTests(main);
    builder.environment().putAll(variables);
    builder.environment().put("BENCH_PORT", Integer.toString(port));
    return ServerProcess.start(name, builder, port);
  }

  /** Webdis before a Redis whose append-only file is synced every second. */
  public ServerProcess webdis() throws IOException {
    ServerProcess redis = redis("everysec");
    return once("Webdis", name -> Redis.startWebdis(name, redis.address().getPort()));
  }

  /**
   * A Redis with an append-only file.
   *
   * @param sync when that is synced: {@code everysec} or {@code always}
   */
  public ServerProcess redis(String sync) throws IOException {
    return once("Redis " + sync, name -> Redis.start(name, sync));
  }

  /** A Postgres that is empty at first. */
  public ServerProcess postgres() throws IOException {
    return once(POSTGRES, Postgres::start);
  }

  private ServerProcess once(String name, Starter starter) throws IOException {
    ServerProcess server = known.get(name);
    if (server == null) {
      server = kept(name, starter.start(name));
      known.put(name, server);
    }
    return server;
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
            seconds.merge(
                name,
                // its backends are processes of their own
                name.equals(POSTGRES)
                    ? Cpu.secondsWithChildren(pid)
                    : Cpu.seconds(pid) - Cpu.secondsOfCompilers(pid),
                Double::sum));
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
