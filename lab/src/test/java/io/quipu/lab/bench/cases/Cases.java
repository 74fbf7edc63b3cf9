package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Zipf;
import io.quipu.lab.bench.report.Aim;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All cases, in the order in which they are run. */
public final class Cases {
  private static final int FEW = 1_000;
  private static final int MANY = 100_000;

  public static final List<Case> ALL =
      List.of(
          new Case(
              "generator",
              "The load generator against a server that answers 201 at once: its own ceiling, and"
                  + " the latency that it adds by itself",
              GeneratorCeiling::run),
          new Case(
              "hot",
              "One event per POST, one hot counter; against INCR of Redis behind Webdis",
              HotCounter::run),
          new Case(
              "hot-connections",
              "One event per POST, one hot counter, 1,024 connections; against -Dconnections",
              HotCounter::connections),
          new Case(
              "linear",
              "One increment per POST, one hot counter of kind linear; against one compare-and-set"
                  + " for each",
              LinearCounter::run),
          new Case(
              "redis",
              "INCR by clients of Redis, pipelines of 16, one hot counter; against Redis",
              RedisClients::run),
          new Case(
              "kinds",
              "An event and a read of each kind; against a plain event of kind event",
              CostOfKinds::run),
          beside("uniform", "uniform", FEW, 4, () -> Posts.uniform(FEW)),
          beside("zipf", "Zipf (s = 1)", MANY, 2.5, () -> new Zipf(MANY, 1)),
          new Case(
              "batch",
              "NDJSON batches of 100 events with ids, each event to any of 100 counters; against"
                  + " unlogged single-partition batches of 100 such rows by the driver, and"
                  + " transactions of Postgres with 100 ids of one counter",
              Batches::run),
          new Case(
              "batch-sustained",
              "Such batches to 100 counters for twenty phases and until all is settled; against"
                  + " such rows by the driver until they are flushed, and transactions of Postgres",
              SustainedIds.of(
                  "sustained-",
                  BatchBodies.COUNTERS,
                  IdRival.driver(Aim.atLeast(0.4)),
                  IdRival.postgres(Aim.atLeast(0.8)))),
          new Case(
              "settle-sustained",
              "The same with one counter, against the driver",
              SustainedIds.of("sustained-hot-", 1, IdRival.driver(Aim.atLeast(0.5)))),
          new Case(
              "hot-ids",
              "The same with one counter, against one hot row of Postgres",
              SustainedIds.of("hot-ids-", 1, IdRival.postgres(Aim.atLeast(2)))),
          new Case(
              "ids",
              "One event with an id per POST, 100 counters, then one; against a transaction of"
                  + " Postgres for each",
              SingleIds::run),
          new Case(
              "backfill",
              "A year of events of 100 counters, shuffled; against the same in the order of their"
                  + " times",
              Backfill::run),
          new Case(
              "frames",
              "Events with ids by the driver, a frame of them in a row; against a row for each",
              Frames::run),
          new Case(
              "packed-ids",
              "Ids of one counter in one row by the driver; against a row for each",
              PackedIds::run),
          new Case(
              "settings",
              "Rows with ids by the driver; Cassandra with -Dcassandra.settings and"
                  + " -Dcassandra.jvm against one without",
              ChangedSettings::byDriver),
          new Case(
              "settings-posts",
              "One event per POST; Cassandra with -Dcassandra.settings and -Dcassandra.jvm against"
                  + " one without",
              ChangedSettings::byService),
          new Case(
              "websocket",
              "A stream of record messages on WebSockets, pipelined; against one event per POST",
              WebSocketStream::run),
          new Case(
              "latency",
              "p99 of a POST at half the rate at which Quipu saturates; against p99 of a raw quorum"
                  + " insert by the driver at the same rate",
              PostLatency::run),
          new Case(
              "read-ids",
              "Reads of a counter just after many of its ids were settled; against one with 100",
              ReadsAfterIds::run),
          new Case(
              "read-flat",
              "Reads of counters with 100 to %,d settled events, each a row of its own; against"
                      .formatted(ReadFlatness.MOST)
                  + " the first of them",
              ReadFlatness::run),
          new Case(
              "counts",
              "1,000 counters in one POST /v1/counts; against 1,000 single reads",
              ManyCounts::run),
          new Case(
              "settle-ids",
              "Settling distinct ids; against plain writes of as many such rows by the driver",
              SettleIds::run),
          new Case(
              "client",
              "Statements through vertx-cassandra-client; against the driver and a hop to the"
                  + " context",
              ClientOverhead::run),
          new Case(
              "live",
              "%,d WebSockets on one counter; from the acknowledgement of an event to its push"
                  .formatted(LivePush.SOCKETS),
              LivePush::run),
          new Case(
              "ranking", "The largest of 1,000,000 counters of one namespace", RankingTime::run),
          new Case(
              "deletion",
              "A namespace of 1,000,000 counters (-Dcounters) is deleted; what another one feels",
              DeletionTime::run),
          new Case(
              "busy-reads",
              "Reads of 100 counters while batches of 100 events with ids are recorded into them as"
                  + " fast as can be, and as long again; p99 against 300 ms, and none refused",
              BusyReads::run),
          new Case(
              "neighbours",
              "p99 of a namespace at its rate while another is asked for ten times its rate",
              Neighbours::limited),
          new Case(
              "neighbours-unlimited",
              "p99 of a namespace at that rate while another is asked for as many as can be",
              Neighbours::unlimited),
          new Case(
              "confirm",
              "POST with confirm=settled while ids are recorded at a tenth of the rate at which"
                  + " Quipu saturates; p99 against 300 ms",
              ConfirmedPosts::run),
          new Case(
              "idle",
              "Requests to Cassandra by one instance that is idle, after 1,000 counters were"
                  + " recorded into; a second, against 10",
              IdleStatements::run),
          new Case(
              "start",
              "One event per POST: seconds until a started instance records at 90 % of its speed",
              Start::run),
          new Case(
              "builds",
              "This build against the one in -Dother: single events and batches of 100 with ids",
              TwoBuilds::run),
          new Case(
              "builds-uniform",
              "This build against the one in -Dother: one event per POST, 1,000 counters",
              TwoBuilds::uniform),
          new Case(
              "builds-websocket",
              "This build against the one in -Dother: record messages on WebSockets",
              TwoBuilds::webSocket),
          new Case(
              "builds-settle",
              "Cassandra's CPU for each counter that is settled; this build against the one in"
                  + " -Dother",
              SettlingCost::run),
          new Case(
              "builds-read",
              "A read of a counter, one at a time; this build against the one in -Dother",
              WarmReads::run));

  private Cases() {}

  private static Case beside(
      String name, String distribution, int counters, double aim, Supplier<IntSupplier> draws) {
    return new Case(
        name,
        "One event per POST, %,d counters, %s; against UPDATE counter SET v = v + 1 behind the same HTTP server"
            .formatted(counters, distribution),
        new NativeCounters(name, counters, aim, draws));
  }

  /**
   * The cases of these names, and always what the generator itself can do.
   *
   * @param names separated by commas; empty for all
   */
  public static List<Case> chosen(String names) {
    if (names.isBlank()) {
      return ALL;
    }
    return Stream.concat(
            Stream.of(ALL.get(0)),
            Arrays.stream(names.split(",", -1)).map(String::strip).map(Cases::named))
        .distinct()
        .toList();
  }

  private static Case named(String name) {
    return ALL.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "-Dcase=" + name + " is none of " + ALL.stream().map(Case::name).toList()));
  }
}
