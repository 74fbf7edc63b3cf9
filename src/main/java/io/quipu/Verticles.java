package io.quipu;

import io.quipu.cassandra.CassandraHealth;
import io.quipu.cassandra.events.CassandraEventDirectory;
import io.quipu.cassandra.events.CassandraEventLog;
import io.quipu.cassandra.events.CassandraFirstTopics;
import io.quipu.cassandra.facts.CassandraClosedWindows;
import io.quipu.cassandra.facts.CassandraCounterNames;
import io.quipu.cassandra.facts.CassandraErasure;
import io.quipu.cassandra.namespaces.CassandraKeyStore;
import io.quipu.cassandra.namespaces.CassandraMetricNamespaces;
import io.quipu.cassandra.namespaces.CassandraNamespaceStore;
import io.quipu.cassandra.pages.CassandraCounterSlices;
import io.quipu.cassandra.pages.CassandraPageStore;
import io.quipu.cassandra.pages.CassandraSettledIds;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.writers.CassandraWriterRegistry;
import io.quipu.edge.kafka.KafkaVerticle;
import io.quipu.engine.checkpoint.CheckpointMeters;
import io.quipu.engine.checkpoint.SettlingReports;
import io.quipu.engine.checkpoint.collect.CollectionMeters;
import io.quipu.engine.checkpoint.recount.RecountTurn;
import io.quipu.engine.ids.RunFilters;
import io.quipu.engine.ingest.CommitBounds;
import io.quipu.engine.ingest.IngestMeters;
import io.quipu.engine.live.RefreshSettings;
import io.quipu.engine.query.DirectoryReads;
import io.quipu.engine.query.QueryMeters;
import io.quipu.engine.query.ranking.RankingMeters;
import io.quipu.engine.query.ranking.RankingStores;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.RowBudget;
import io.quipu.engine.store.RowMeters;
import io.quipu.engine.store.Site;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.SerialConfirmation;
import io.quipu.engine.writer.WriterMeters;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.ops.config.AuthConfig;
import io.quipu.ops.config.Config;
import io.quipu.ops.config.TokenConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyExpiries;
import io.quipu.service.auth.KeyOutlines;
import io.quipu.service.auth.KeyVerticle;
import io.quipu.service.auth.TokenMeters;
import io.quipu.service.auth.TokenVerticle;
import io.quipu.service.auth.token.Issuer;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.metrics.CountMeters;
import io.quipu.service.metrics.CountMetricsVerticle;
import io.quipu.service.verticles.CheckpointVerticle;
import io.quipu.service.verticles.DailyLookVerticle;
import io.quipu.service.verticles.HealthVerticle;
import io.quipu.service.verticles.IngestVerticle;
import io.quipu.service.verticles.LiveVerticle;
import io.quipu.service.verticles.NamespaceVerticle;
import io.quipu.service.verticles.QueryVerticle;
import io.quipu.service.verticles.RankingVerticle;
import io.quipu.service.verticles.Readiness.Check;
import io.quipu.service.verticles.WriterVerticle;
import io.vertx.core.Context;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the verticles of this process from the configuration. {@link Listeners} makes the verticles
 * that listen on a port.
 */
final class Verticles {
  private final Instance instance;
  private final Config config;
  private final CassandraSession session;
  private final IngestMeters ingestMeters;
  private final QueryMeters queryMeters;
  private final RunFilters filters = RunFilters.ofHeap();
  private final RecountTurn recountTurn = new RecountTurn();
  private final RowBudget rows = RowBudget.ofHeap(Runtime.getRuntime().maxMemory());

  Verticles(Instance instance) {
    this.instance = instance;
    this.config = instance.config();
    this.session = instance.session();
    this.ingestMeters = new IngestMeters(instance.registry().meters());
    this.queryMeters = new QueryMeters(instance.registry().meters());
    RowMeters.register(rows, instance.registry().meters());
  }

  boolean writes() {
    return config.roles().serves();
  }

  NamespaceVerticle namespaces() {
    return new NamespaceVerticle(
        context -> new CassandraNamespaceStore(session, context),
        instance.kinds(),
        instance.clock(),
        config.limits().namespaces());
  }

  private boolean asksForTokens() {
    return config.auth().tokens() != null && writes();
  }

  /** The verticle that checks tokens; null if this process checks none. */
  @Nullable TokenVerticle tokens() {
    TokenConfig tokens = config.auth().tokens();
    return tokens == null || !writes()
        ? null
        : new TokenVerticle(
            new Issuer(tokens.issuer(), tokens.audience(), tokens.keys(), tokens.authority()),
            tokens.refresh(),
            instance.clock(),
            new TokenMeters(instance.registry().meters()));
  }

  /** The verticle of keys; null if this process asks nobody for keys. */
  @Nullable KeyVerticle keys() {
    if (!writes() || config.auth().method() != AuthConfig.Method.KEYS) {
      return null;
    }
    KeyExpiries expiries = new KeyExpiries(instance.clock());
    expiries.register(instance.registry().meters());
    return new KeyVerticle(
        context -> new CassandraKeyStore(session, context),
        instance.clock(),
        new KeyOutlines(instance.keyOrigins(), expiries),
        instance.settings().bootstrap());
  }

  /** The verticle of counts that are metrics; null if this process does not read counts. */
  @Nullable CountMetricsVerticle countMetrics() {
    return writes()
        ? new CountMetricsVerticle(
            context -> new CassandraMetricNamespaces(session, context),
            instance.service(AccessRules.OPEN),
            new CountMeters(instance.registry().meters()))
        : null;
  }

  IngestVerticle ingest(int lane) {
    return new IngestVerticle(
        instance.kinds(),
        this::site,
        confirmation(),
        CommitBounds.of(config.ingest().queueEvents(), instance.appendBytes()),
        lane,
        ingestMeters);
  }

  private Function<Context, Confirmation> confirmation() {
    return switch (config.ingest().ack()) {
      case LEASED -> context -> Confirmation.LEASED;
      case CONFIRMED ->
          context -> new SerialConfirmation(new CassandraWriterRegistry(session, context));
    };
  }

  QueryVerticle query(int number) {
    return new QueryVerticle(
        instance.kinds(),
        this::site,
        number,
        rows.reading(),
        readPatience(),
        recountTurn,
        queryMeters);
  }

  /** The time limit of a read, shorter than of a request, so that the caller gets the reason. */
  private Duration readPatience() {
    return config.http().requestTimeout().multipliedBy(9).dividedBy(10);
  }

  RankingVerticle ranking() {
    return new RankingVerticle(
        context ->
            new RankingStores(
                new CassandraPageStore(session, context),
                new CassandraCounterSlices(session, context),
                new DirectoryReads(
                    new CassandraEventDirectory(session, context), new ContextScheduler(context)),
                new CassandraCounterNames(session, context),
                instance.kinds().ownReaders()),
        session.layout(),
        rows.ranking(),
        instance.clock(),
        config.checkpoint().period(),
        new RankingMeters(instance.registry().meters()));
  }

  CheckpointVerticle checkpoint() {
    return new CheckpointVerticle(
        instance.kinds(),
        this::site,
        rows.settling(),
        config.checkpoint().period(),
        context -> new CassandraNamespaceStore(session, context),
        context -> new CassandraErasure(session, context),
        new SettlingReports(
            new CheckpointMeters(instance.registry().meters()),
            new CollectionMeters(instance.registry().meters()),
            instance.tracing()));
  }

  private Site site(Context context) {
    return new Site(
        new CounterStores(
            new CassandraPageStore(session, context),
            new CassandraEventDirectory(session, context),
            new CassandraEventLog(session, context),
            new CassandraSettledIds(session, context),
            filters,
            new CassandraClosedWindows(session, context),
            new CassandraCounterNames(session, context),
            new CassandraCounterSlices(session, context)),
        session.layout(),
        instance.clock(),
        new ContextScheduler(context));
  }

  LiveVerticle live() {
    return new LiveVerticle(
        this::site, instance.cores(), RefreshSettings.DEFAULT, instance.liveMeters());
  }

  WriterVerticle writer() {
    WriterSettings settings =
        new WriterSettings(
            config.writer().lease(), config.writer().heartbeat(), config.roles().settles());
    return new WriterVerticle(
        context -> new CassandraWriterRegistry(session, context),
        instance.clock(),
        settings,
        writes() ? instance.cores() : 0,
        new WriterMeters(instance.registry().meters()));
  }

  /** The verticle that takes events from Kafka; null without the role kafka. */
  @Nullable KafkaVerticle kafka() {
    return instance.settings().kafka() == null
        ? null
        : new KafkaVerticle(
            instance.settings().kafka(),
            instance.service(AccessRules.OPEN),
            context -> new CassandraFirstTopics(session, context),
            instance.registry().meters());
  }

  DailyLookVerticle dailyLook() {
    return new DailyLookVerticle(session::lookAgain);
  }

  HealthVerticle health() {
    return new HealthVerticle(
        this::cassandraCheck, writes(), asksForTokens() ? List.of(this::issuerCheck) : List.of());
  }

  private CompletionStage<Check> issuerCheck() {
    return TokenVerticle.HAVE_KEYS
        .request(instance.vertx().eventBus(), "readiness", Duration.ofSeconds(1))
        .otherwise(false)
        .map(known -> new Check("issuer", known, "The keys of the issuer of tokens are not known."))
        .toCompletionStage();
  }

  private Supplier<CompletionStage<Check>> cassandraCheck(Context context) {
    CassandraHealth health = new CassandraHealth(session, context, instance.clock());
    return () ->
        health
            .check()
            .thenApply(
                found -> new Check("cassandra", found.ok(), "Cassandra: " + found.detail() + "."));
  }
}
