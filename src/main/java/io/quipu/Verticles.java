package io.quipu;

import io.quipu.auth.KeyOrigins;
import io.quipu.auth.KeyVerticle;
import io.quipu.auth.RateLimits;
import io.quipu.auth.TokenMeters;
import io.quipu.auth.TokenVerticle;
import io.quipu.bus.ContextScheduler;
import io.quipu.cassandra.CassandraClosedWindows;
import io.quipu.cassandra.CassandraCounterNames;
import io.quipu.cassandra.CassandraCounterSlices;
import io.quipu.cassandra.CassandraEventDirectory;
import io.quipu.cassandra.CassandraEventLog;
import io.quipu.cassandra.CassandraHealth;
import io.quipu.cassandra.CassandraKeyStore;
import io.quipu.cassandra.CassandraNamespaceStore;
import io.quipu.cassandra.CassandraPageStore;
import io.quipu.cassandra.CassandraSession;
import io.quipu.cassandra.CassandraSettledIds;
import io.quipu.cassandra.CassandraWriterRegistry;
import io.quipu.checkpoint.CheckpointMeters;
import io.quipu.checkpoint.CheckpointVerticle;
import io.quipu.checkpoint.SettlingSettings;
import io.quipu.checkpoint.SettlingStores;
import io.quipu.collect.CollectionMeters;
import io.quipu.config.AuthConfig;
import io.quipu.config.Config;
import io.quipu.config.RespConfig;
import io.quipu.config.TokenConfig;
import io.quipu.health.HealthVerticle;
import io.quipu.health.Readiness;
import io.quipu.health.Readiness.Check;
import io.quipu.http.Backend;
import io.quipu.http.CertificateVerticle;
import io.quipu.http.HttpDependencies;
import io.quipu.http.HttpSettings;
import io.quipu.http.HttpVerticle;
import io.quipu.http.ManagementVerticle;
import io.quipu.http.OperationsResource;
import io.quipu.http.access.AccessRules;
import io.quipu.ingest.CommitBounds;
import io.quipu.ingest.IngestMeters;
import io.quipu.ingest.IngestVerticle;
import io.quipu.kafka.KafkaVerticle;
import io.quipu.kind.KnownKinds;
import io.quipu.kind.RuleSite;
import io.quipu.kinds.Kinds;
import io.quipu.live.LiveMeters;
import io.quipu.live.LiveVerticle;
import io.quipu.live.RefreshSettings;
import io.quipu.live.feed.LiveResource;
import io.quipu.live.feed.LiveSettings;
import io.quipu.metrics.Registry;
import io.quipu.namespace.NamespaceVerticle;
import io.quipu.query.DirectoryReads;
import io.quipu.query.QueryMeters;
import io.quipu.query.QueryVerticle;
import io.quipu.ranking.RankingMeters;
import io.quipu.ranking.RankingStores;
import io.quipu.ranking.RankingVerticle;
import io.quipu.recount.RecountTurn;
import io.quipu.resp.Databases;
import io.quipu.resp.Deadlines;
import io.quipu.resp.RespDependencies;
import io.quipu.resp.RespMeters;
import io.quipu.resp.RespSettings;
import io.quipu.resp.RespVerticle;
import io.quipu.store.ReadStores;
import io.quipu.store.RowBudget;
import io.quipu.store.RowMeters;
import io.quipu.time.Clock;
import io.quipu.trace.Tracing;
import io.quipu.web.ByteBudget;
import io.quipu.web.ConnectionMeters;
import io.quipu.web.ConnectionSettings;
import io.quipu.web.Connections;
import io.quipu.web.HttpMeters;
import io.quipu.web.Resource;
import io.quipu.web.ServerCertificate;
import io.quipu.writer.Confirmation;
import io.quipu.writer.SerialConfirmation;
import io.quipu.writer.WriterMeters;
import io.quipu.writer.WriterSettings;
import io.quipu.writer.WriterVerticle;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the verticles of this process, from what the configuration says. */
final class Verticles {
  private static final int APPENDS_PART_OF_HEAP = 8;

  private final Config config;
  private final Vertx vertx;
  private final CassandraSession session;
  private final Registry registry;
  private final Clock clock;
  private final Tracing tracing;
  private final int cores;
  private final KnownKinds kinds;
  private final LiveMeters liveMeters;
  private final HttpMeters httpMeters;
  private final Connections connections;
  private final IngestMeters ingestMeters;
  private final QueryMeters queryMeters;
  private final ByteBudget budget;
  private final KeyOrigins keyOrigins = new KeyOrigins();
  private final RateLimits rates;
  private final RecountTurn recountTurn = new RecountTurn();
  private final @Nullable ServedCertificate certificate;
  private final RowBudget rows = RowBudget.ofHeap(Runtime.getRuntime().maxMemory());

  /**
   * @param certificate of the HTTP API; null for none
   * @param cores how many instances share the work of recording, of reading and of HTTP
   */
  Verticles(
      Config config,
      Vertx vertx,
      CassandraSession session,
      Registry registry,
      Clock clock,
      Tracing tracing,
      @Nullable ServedCertificate certificate,
      int cores) {
    this.certificate = certificate;
    this.config = config;
    this.vertx = vertx;
    this.session = session;
    this.registry = registry;
    this.clock = clock;
    this.tracing = tracing;
    this.cores = cores;
    this.kinds =
        Kinds.over(session, registry.meters(), config.ingest().queueEvents(), appendBytes());
    this.rates =
        new RateLimits(
            config.auth().rate(),
            config.limits().namespaceRate(),
            config.limits().newCounters(),
            clock);
    this.liveMeters = new LiveMeters(registry.meters());
    this.httpMeters = new HttpMeters(registry.meters());
    this.connections =
        new Connections(
            ConnectionSettings.of(
                config.http().connections(), config.http().connectionsPerAddress(), cores),
            new ConnectionMeters(registry.meters()));
    this.ingestMeters = new IngestMeters(registry.meters());
    this.queryMeters = new QueryMeters(registry.meters());
    this.budget = ByteBudget.ofHeap(registry.meters());
    RowMeters.register(rows, registry.meters());
  }

  boolean writes() {
    return config.roles().serves();
  }

  NamespaceVerticle namespaces() {
    return new NamespaceVerticle(
        context -> new CassandraNamespaceStore(session, context),
        kinds,
        config.limits().namespaces());
  }

  boolean asksForKeys() {
    return config.auth().method() == AuthConfig.Method.KEYS;
  }

  private boolean asksForTokens() {
    return config.auth().tokens() != null && writes();
  }

  /** What looks at tokens; null where none are asked for. */
  @Nullable TokenVerticle tokens() {
    TokenConfig tokens = config.auth().tokens();
    return tokens == null || !writes()
        ? null
        : new TokenVerticle(
            tokens.issuer(), tokens.refresh(), clock, new TokenMeters(registry.meters()));
  }

  private AccessRules.Proof proof() {
    return switch (config.auth().method()) {
      case NONE -> AccessRules.Proof.NONE;
      case KEYS -> AccessRules.Proof.KEY;
      case JWT -> AccessRules.Proof.TOKEN;
    };
  }

  KeyVerticle keys() {
    return new KeyVerticle(
        context -> new CassandraKeyStore(session, context),
        clock,
        keyOrigins,
        config.auth().bootstrap());
  }

  IngestVerticle ingest(int lane) {
    return new IngestVerticle(
        kinds,
        context -> new CassandraEventLog(session, context),
        context -> new CassandraEventDirectory(session, context),
        session.layout(),
        confirmation(),
        clock,
        CommitBounds.of(config.ingest().queueEvents(), appendBytes()),
        lane,
        ingestMeters);
  }

  /** Its share of what appends may hold. */
  private long appendBytes() {
    return Runtime.getRuntime().maxMemory() / APPENDS_PART_OF_HEAP / cores;
  }

  private Function<Context, Confirmation> confirmation() {
    return switch (config.ingest().ack()) {
      case LEASED -> context -> Confirmation.LEASED;
      case CONFIRMED ->
          context -> new SerialConfirmation(new CassandraWriterRegistry(session, context));
    };
  }

  QueryVerticle query(int instance) {
    return new QueryVerticle(
        kinds,
        context ->
            new ReadStores(
                new CassandraPageStore(session, context),
                new CassandraEventDirectory(session, context),
                new CassandraEventLog(session, context),
                new CassandraSettledIds(session, context),
                new CassandraClosedWindows(session, context),
                new CassandraCounterNames(session, context)),
        session.layout(),
        clock,
        instance,
        rows.reading(),
        recountTurn,
        queryMeters);
  }

  RankingVerticle ranking() {
    return new RankingVerticle(
        context ->
            new RankingStores(
                new CassandraPageStore(session, context),
                new CassandraCounterSlices(session, context),
                new DirectoryReads(
                    new CassandraEventDirectory(session, context), new ContextScheduler(context))),
        session.layout(),
        rows.ranking(),
        clock,
        config.checkpoint().period(),
        new RankingMeters(registry.meters()));
  }

  CheckpointVerticle checkpoint() {
    return new CheckpointVerticle(
        kinds,
        this::settlingStores,
        session.layout(),
        clock,
        rows.settling(),
        new SettlingSettings(config.checkpoint().period()),
        new CheckpointMeters(registry.meters()),
        new CollectionMeters(registry.meters()),
        tracing);
  }

  private SettlingStores settlingStores(Context context) {
    return new SettlingStores(
        new CassandraEventLog(session, context),
        new CassandraEventDirectory(session, context),
        new CassandraPageStore(session, context),
        new CassandraSettledIds(session, context),
        new CassandraClosedWindows(session, context),
        new CassandraCounterNames(session, context),
        kinds.rules(new RuleSite(session.layout(), clock)));
  }

  LiveVerticle live() {
    return new LiveVerticle(
        context -> new CassandraEventDirectory(session, context),
        context -> new CassandraCounterNames(session, context),
        session.layout(),
        cores,
        RefreshSettings.DEFAULT,
        clock,
        liveMeters);
  }

  WriterVerticle writer() {
    WriterSettings settings =
        new WriterSettings(
            config.writer().lease(), config.writer().heartbeat(), config.roles().settles());
    return new WriterVerticle(
        context -> new CassandraWriterRegistry(session, context),
        clock,
        settings,
        writes() ? cores : 0,
        new WriterMeters(registry.meters()));
  }

  /** What takes events from Kafka; null where nothing is taken. */
  @Nullable KafkaVerticle kafka() {
    return config.kafka() == null
        ? null
        : new KafkaVerticle(
            config.kafka(),
            kinds,
            session.layout(),
            cores,
            config.http().requestTimeout(),
            clock,
            registry.meters());
  }

  HealthVerticle health() {
    return new HealthVerticle(
        this::cassandraCheck, writes(), asksForTokens() ? List.of(this::issuerCheck) : List.of());
  }

  private CompletionStage<Check> issuerCheck() {
    return TokenVerticle.HAVE_KEYS
        .request(vertx.eventBus(), "readiness", Duration.ofSeconds(1))
        .otherwise(false)
        .map(known -> new Check("issuer", known, "The keys of the issuer of tokens are not known."))
        .toCompletionStage();
  }

  private Supplier<CompletionStage<Check>> cassandraCheck(Context context) {
    CassandraHealth health = new CassandraHealth(session, context, clock);
    return () ->
        health
            .check()
            .thenApply(
                found -> new Check("cassandra", found.ok(), "Cassandra: " + found.detail() + "."));
  }

  /** Looks after the certificate of these servers; null where there is none. */
  @Nullable CertificateVerticle certificate(Function<ServerCertificate, Future<?>> servers) {
    return certificate == null ? null : certificate.verticle(servers, registry.meters());
  }

  /** Whether Redis clients are served with that certificate, too. */
  boolean encryptsResp() {
    RespConfig resp = config.resp();
    return resp != null && resp.tls();
  }

  HttpVerticle http(Supplier<Future<Readiness>> readiness) {
    List<Function<Backend, Resource>> more = new ArrayList<>();
    more.add(LiveResource.factory(vertx, LiveSettings.DEFAULT, liveMeters, budget));
    if (!config.operations().hasManagementPort()) {
      more.add(backend -> operations(readiness));
    }
    return new HttpVerticle(dependencies(more));
  }

  private HttpDependencies dependencies(List<Function<Backend, Resource>> more) {
    HttpSettings settings =
        new HttpSettings(
            config.http().host(),
            config.http().port(),
            config.http().requestTimeout(),
            config.drainDelay(),
            finishing(),
            config.http().origins(),
            config.http().http2ClearText(),
            certificate == null ? null : certificate.first());
    return new HttpDependencies(
        settings,
        kinds,
        cores,
        cores,
        session.layout(),
        clock,
        httpMeters,
        budget,
        connections,
        new AccessRules(proof(), keyOrigins, rates),
        tracing,
        more);
  }

  /** How long what is under way may take to finish, once nothing more is taken in. */
  private Duration finishing() {
    return config.shutdownTimeout().minus(config.drainDelay()).dividedBy(2);
  }

  /** Those that serve Redis clients; none if nobody wants them. */
  List<RespVerticle> resp() {
    RespConfig resp = config.resp();
    if (resp == null) {
      return List.of();
    }
    RespSettings settings =
        new RespSettings(
            config.http().host(),
            resp.port(),
            new Databases(resp.databases()),
            Deadlines.of(resp.idle()),
            config.drainDelay(),
            finishing(),
            resp.tls() && certificate != null ? certificate.first() : null);
    RespDependencies shared =
        new RespDependencies(
            settings,
            dependencies(List.of()),
            new RespMeters(registry.meters()),
            new Connections(
                ConnectionSettings.of(resp.connections(), resp.connectionsPerAddress(), cores),
                new ConnectionMeters(registry.meters(), ConnectionMeters.Port.RESP)),
            new AtomicLong());
    return Stream.generate(() -> new RespVerticle(shared)).limit(cores).toList();
  }

  private OperationsResource operations(Supplier<Future<Readiness>> readiness) {
    return new OperationsResource(vertx, readiness, registry::scrape);
  }

  ManagementVerticle management(Supplier<Future<Readiness>> readiness) {
    HttpSettings settings =
        new HttpSettings(
            config.http().host(),
            config.operations().managementPort(),
            config.http().requestTimeout(),
            Duration.ZERO,
            config.shutdownTimeout().dividedBy(2),
            config.http().origins(),
            false);
    int most = ManagementVerticle.CONNECTIONS;
    return new ManagementVerticle(
        settings,
        List.of(operations(readiness)),
        clock,
        httpMeters,
        new Connections(
            ConnectionSettings.of(most, most, cores),
            new ConnectionMeters(registry.meters(), ConnectionMeters.Port.MANAGEMENT)));
  }
}
