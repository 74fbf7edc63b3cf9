package io.quipu.edge.resp;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.counters.MemoryEngine;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.connection.CertificateFiles;
import io.quipu.edge.guard.connection.ConnectionMeters;
import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.PortSettings;
import io.quipu.edge.guard.connection.ServerCertificate;
import io.quipu.edge.http.CertificateMeters;
import io.quipu.edge.http.CertificateVerticle;
import io.quipu.edge.resp.counters.ScanCursors;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kinds.linear.MemoryLinear;
import io.quipu.engine.kinds.sketch.SketchKind;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.ServiceSettings;
import io.quipu.service.access.AccessRules;
import io.quipu.service.bus.LocalCodec;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** The listener for Redis clients on a real port, over a bus behind which there is one counter. */
public final class ServedRedis implements AutoCloseable {
  static final Duration NEVER = Duration.ofHours(1);

  /** What most tests go by: looks are frequent, and nobody is late. */
  public static final Options USUAL =
      new Options(
          new Deadlines(NEVER, NEVER, NEVER),
          new ConnectionSettings(100, 100, Duration.ofMillis(200), NEVER, 16 * 1024, 1 << 20),
          AccessRules.OPEN,
          4 * 1024 * 1024,
          null);

  private static final KnownKinds OTHERS =
      new KnownKinds(
          List.of(TallyKind.EVENT, TallyKind.UNIQUE, new SketchKind(() -> null, null, null)));

  public final MemoryEngine engine = new MemoryEngine();
  final Vertx vertx = Vertx.vertx();
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  public final ByteBudget budget;
  private final RespVerticle verticle;
  private final ServerCertificate certificate;

  /** What differs from test to test. */
  public record Options(
      Deadlines deadlines,
      ConnectionSettings connections,
      AccessRules access,
      long budgetBytes,
      ServerCertificate certificate) {
    public Options with(Deadlines others) {
      return new Options(others, connections, access, budgetBytes, certificate);
    }

    public Options with(ConnectionSettings others) {
      return new Options(deadlines, others, access, budgetBytes, certificate);
    }

    public Options with(AccessRules others) {
      return new Options(deadlines, connections, others, budgetBytes, certificate);
    }

    public Options with(long bytes) {
      return new Options(deadlines, connections, access, bytes, certificate);
    }

    public Options with(ServerCertificate some) {
      return new Options(deadlines, connections, access, budgetBytes, some);
    }
  }

  public ServedRedis(Options options) {
    this(options, TestKinds.TALLIES);
  }

  /** Over counters of kind {@code linear}. */
  static ServedRedis linear() {
    return of(USUAL, Namespace.of("votes", "linear"));
  }

  /** Over counters of a namespace that is named votes. */
  public static ServedRedis of(Options options, Namespace votes) {
    boolean isLinear = votes.kind().equals("linear");
    MemoryLinear linear = new MemoryLinear(votes);
    ServedRedis redis = new ServedRedis(options, isLinear ? linear.kinds() : OTHERS);
    redis.engine.namespaces.put("votes", votes);
    if (isLinear) {
      redis.engine.onCount = linear::read;
      redis.engine.onRecord = recording -> linear.record(recording, redis.engine.tallies::put);
    } else {
      redis.engine.onCount =
          counter -> CompletableFuture.completedFuture(redis.engine.count(counter));
      redis.engine.onRecord =
          recording -> CompletableFuture.completedFuture(new Recorded(MemoryEngine.AT));
    }
    return redis;
  }

  private ServedRedis(Options options, KnownKinds kinds) {
    budget = new ByteBudget(options.budgetBytes, registry);
    certificate = options.certificate;
    LocalCodec.register(vertx.eventBus());
    engine.exists("votes");
    engine.onCount = counter -> CompletableFuture.completedFuture(count());
    engine.onRecord = recording -> CompletableFuture.completedFuture(new OutcomeUnknown());
    engine.serve(vertx.eventBus(), 1);
    verticle = new RespVerticle(dependencies(options, kinds));
    vertx.deployVerticle(verticle).await();
  }

  /** The count of any counter, as it is usually. */
  static Answer count() {
    return new Count(new CounterName("votes", "a"), Tally.ZERO, EventTime.MIN, Tally.of(42, 1));
  }

  private RespDependencies dependencies(Options options, KnownKinds kinds) {
    RespSettings settings =
        new RespSettings(
            new PortSettings(
                "127.0.0.1", 0, Duration.ZERO, Duration.ofSeconds(5), options.certificate),
            new Databases(new TreeMap<>(Map.of(0, "votes"))),
            options.deadlines);
    ServiceSettings service =
        new ServiceSettings(
            kinds,
            1,
            1,
            new Layout(4, 2, 42, Duration.ofMinutes(1)),
            Clock.system(),
            Duration.ofMinutes(1),
            options.access,
            Tracing.NONE);
    return new RespDependencies(
        settings,
        service,
        budget,
        new RespMeters(registry),
        new Connections(
            options.connections, new ConnectionMeters(registry, ConnectionMeters.Port.RESP)),
        new ScanCursors(),
        new AtomicLong());
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), verticle.actualPort());
  }

  public RespSocket connect() throws IOException {
    return new RespSocket(address());
  }

  /** Whose kernel takes next to nothing of what is answered. */
  Socket narrow() throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(2_048);
    socket.connect(address());
    return socket;
  }

  /** Keeps looking at the files of the certificate. */
  void follow(CertificateFiles files, Duration pause) {
    vertx
        .deployVerticle(
            new CertificateVerticle(
                files,
                certificate,
                verticle::serve,
                new CertificateMeters(registry, certificate.end()),
                pause))
        .await();
  }

  double open() {
    return registry.get("quipu.http.connections").tag("port", "resp").gauge().value();
  }

  double refused(String bound) {
    return counter("quipu.http.connections.refused", "bound", bound);
  }

  double cut(String reason) {
    return counter("quipu.http.connections.cut", "reason", reason);
  }

  double ended(String reason) {
    return counter("quipu.resp.connections.ended", "reason", reason);
  }

  private double counter(String name, String tag, String value) {
    return registry.get(name).tag(tag, value).counter().count();
  }

  /** How many commands of a name were answered. */
  public long answered(String command) {
    return registry.find("quipu.resp.commands").tag("command", command).timers().stream()
        .mapToLong(timer -> timer.count())
        .sum();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
