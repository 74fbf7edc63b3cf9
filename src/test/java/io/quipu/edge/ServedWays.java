package io.quipu.edge;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.WayIn.Sent;
import io.quipu.edge.counters.MemoryEngine;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.guard.browser.Origins;
import io.quipu.edge.guard.connection.ConnectionMeters;
import io.quipu.edge.guard.connection.ConnectionSettings;
import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.guard.connection.PortSettings;
import io.quipu.edge.http.HttpDependencies;
import io.quipu.edge.http.HttpSettings;
import io.quipu.edge.http.HttpVerticle;
import io.quipu.edge.live.LiveResource;
import io.quipu.edge.live.LiveSettings;
import io.quipu.edge.resp.Databases;
import io.quipu.edge.resp.Deadlines;
import io.quipu.edge.resp.RespDependencies;
import io.quipu.edge.resp.RespMeters;
import io.quipu.edge.resp.RespSettings;
import io.quipu.edge.resp.RespSocket;
import io.quipu.edge.resp.RespVerticle;
import io.quipu.edge.resp.command.CommandName;
import io.quipu.edge.resp.counters.ScanCursors;
import io.quipu.edge.toy.LineVerticle;
import io.quipu.edge.web.HttpMeters;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kinds.linear.MemoryLinear;
import io.quipu.engine.kinds.sketch.SketchKind;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.AuthConfig;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.ServiceSettings;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.bus.LocalCodec;
import io.quipu.service.rates.RateLimits;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientWebSocket;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** All ways in on real ports, over an engine in memory, of callers who show keys. */
final class ServedWays implements AutoCloseable {
  static final String EVENT = "votes";
  static final String LINEAR = "tickets";
  static final String SKETCH = "visitors";
  static final String NOWHERE = "nowhere";

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final List<String> DATABASES = List.of(EVENT, LINEAR, SKETCH, NOWHERE);

  final MemoryEngine engine = new MemoryEngine();
  final Queue<Recording> recorded = new ConcurrentLinkedQueue<>();
  private final Map<String, Grant> grants = new ConcurrentHashMap<>();
  private final Vertx vertx = Vertx.vertx();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ByteBudget budget = new ByteBudget(32 * 1024 * 1024, registry);
  private final HttpVerticle http;
  private final RespVerticle resp;
  private final LineVerticle lines;

  ServedWays(RateLimits rates) {
    LocalCodec.register(vertx.eventBus());
    Namespace linear = Namespace.of(LINEAR, "linear");
    engine.namespaces.put(
        EVENT,
        TestNamespaces.withSettings(
            Namespace.of(EVENT, "event"),
            Map.of(Breakdowns.LABELS, "country", Breakdowns.BREAKDOWNS, "country")));
    engine.namespaces.put(LINEAR, linear);
    engine.namespaces.put(
        SKETCH,
        TestNamespaces.withSettings(Namespace.of(SKETCH, "sketch"), Map.of("state", "distinct")));
    engine.onRecord = this::record;
    engine.onKey =
        shown ->
            CompletableFuture.completedFuture(
                Optional.ofNullable(grants.get(shown.id())).map(all -> new Caller(shown, all)));
    engine.serve(vertx.eventBus(), 1);
    ServiceSettings service =
        new ServiceSettings(
            new KnownKinds(
                List.of(
                    TallyKind.EVENT,
                    TallyKind.UNIQUE,
                    new SketchKind(() -> null, null, null),
                    new MemoryLinear(linear).kinds().of(linear))),
            1,
            1,
            new Layout(4, 2, 42, Duration.ofMinutes(1)),
            Clock.system(),
            TestPatience.LIMIT,
            new AccessRules(AuthConfig.Method.KEYS, new KeyOrigins(), rates),
            Tracing.NONE);
    http = new HttpVerticle(http(service));
    resp = new RespVerticle(resp(service));
    lines = new LineVerticle(service);
    vertx.deployVerticle(http).await();
    vertx.deployVerticle(resp).await();
    vertx.deployVerticle(lines).await();
    MemoryEngine.looked(vertx.eventBus(), MemoryEngine.UNTIL);
  }

  private HttpDependencies http(ServiceSettings service) {
    return new HttpDependencies(
        new HttpSettings(port(), TestPatience.LIMIT, Origins.OWN, false, ""),
        service,
        new HttpMeters(registry),
        budget,
        connections(ConnectionMeters.Port.PUBLIC),
        List.of(
            LiveResource.factory(vertx, LiveSettings.DEFAULT, new LiveMeters(registry), budget)));
  }

  private RespDependencies resp(ServiceSettings service) {
    TreeMap<Integer, String> databases = new TreeMap<>();
    DATABASES.forEach(name -> databases.put(databases.size(), name));
    return new RespDependencies(
        new RespSettings(port(), new Databases(databases), Deadlines.of(TestPatience.LIMIT)),
        service,
        budget,
        new RespMeters(registry),
        connections(ConnectionMeters.Port.RESP),
        new ScanCursors(),
        new AtomicLong());
  }

  private static PortSettings port() {
    return new PortSettings("127.0.0.1", 0, Duration.ZERO, TestPatience.LIMIT, null);
  }

  private Connections connections(ConnectionMeters.Port port) {
    return new Connections(
        ConnectionSettings.of(100, 100, 1), new ConnectionMeters(registry, port));
  }

  private CompletionStage<RecordOutcome> record(Recording recording) {
    recorded.add(recording);
    engine.tallies.merge(recording.counter(), Tally.of(1, 1), Tally::plus);
    recording.series().forEach(one -> engine.tallies.merge(one, Tally.of(1, 1), Tally::plus));
    return CompletableFuture.completedFuture(
        new Recorded(MemoryEngine.AT, MemoryEngine.rows(recording.size())));
  }

  /** Makes a key that grants something. */
  String key(Grant grant) {
    String id = "key" + (100 + grants.size());
    grants.put(id, grant);
    return "qk_" + id + "_" + "a".repeat(32);
  }

  String post(Sent sent, String path, String type, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.actualPort() + path))
            .header("Content-Type", "application/" + type)
            .POST(BodyPublishers.ofString(body));
    if (!sent.key().isEmpty()) {
      request.header("Authorization", "Bearer " + sent.key());
    }
    return HTTP.send(request.build(), BodyHandlers.ofString()).body();
  }

  /** Authenticates in the first message, as a page does. */
  String say(Sent sent, String event) throws InterruptedException {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    ClientWebSocket socket = vertx.createWebSocketClient().webSocket();
    socket.textMessageHandler(heard::add).closeHandler(gone -> heard.add("{\"ref\":1}"));
    socket.connect(http.actualPort(), "127.0.0.1", "/v1/live").await();
    if (!sent.key().isEmpty()) {
      socket.writeTextMessage(
          new JsonObject().put("type", "authenticate").put("token", sent.key()).encode());
    }
    socket.writeTextMessage(new JsonObject(event).put("type", "record").put("ref", 1).encode());
    String answer = "{}";
    while (!Integer.valueOf(1).equals(new JsonObject(answer).getInteger("ref"))) {
      answer = heard.poll(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    socket.close();
    return answer;
  }

  String command(Sent sent, CommandName command, String... form) throws IOException {
    List<String> words = new ArrayList<>(List.of(command.spelt()));
    for (String word : form) {
      words.add(
          switch (word) {
            case "key" -> sent.counter();
            case "country" -> sent.country().isEmpty() ? "CH" : sent.country();
            default -> "" + sent.delta();
          });
    }
    InetAddress here = InetAddress.getLoopbackAddress();
    try (RespSocket socket = new RespSocket(new InetSocketAddress(here, resp.actualPort()))) {
      if (!sent.key().isEmpty()) {
        socket.ask("AUTH", sent.key());
      }
      socket.ask("SELECT", "" + DATABASES.indexOf(sent.namespace()));
      return socket.ask(words.toArray(String[]::new));
    }
  }

  String line(String... words) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), lines.port())) {
      String line = String.join(" ", words) + "\n";
      socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
    }
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
