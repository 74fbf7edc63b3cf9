package io.quipu.edge.counters;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.ingest.Reset;
import io.quipu.engine.keys.Credential;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Listing;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.query.Count;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.Verdict;
import io.quipu.engine.state.Event;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeRange;
import io.quipu.engine.writer.EndedWriters;
import io.quipu.engine.writer.WriterView;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.KeyVerticle;
import io.quipu.service.bus.ListRequest;
import io.quipu.service.verticles.IngestVerticle;
import io.quipu.service.verticles.NamespaceVerticle;
import io.quipu.service.verticles.QueryVerticle;
import io.quipu.service.verticles.RankingVerticle;
import io.quipu.service.verticles.WriterVerticle;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import io.vertx.core.eventbus.EventBus;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The engine and its store behind the bus, in memory; a test may have any of it answer otherwise.
 */
public class MemoryEngine implements Reader {
  public static final EventTime UNTIL = EventTime.of(Instant.parse("2026-01-01T12:00:00.123Z"));
  public static final UUID AT = UNTIL.timeuuid(1, 2);

  public final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();
  public final Map<CounterName, Tally> tallies = new ConcurrentHashMap<>();
  public final ConcurrentLinkedQueue<Append> appends = new ConcurrentLinkedQueue<>();

  /** The times before which the events of each append must get their timeuuids. */
  public final ConcurrentLinkedQueue<EventTime> bounds = new ConcurrentLinkedQueue<>();

  public final ConcurrentLinkedQueue<Reset> resets = new ConcurrentLinkedQueue<>();
  public final ConcurrentLinkedQueue<Question.Windows> ranges = new ConcurrentLinkedQueue<>();
  public final ConcurrentLinkedQueue<AcknowledgedEvents> confirmed = new ConcurrentLinkedQueue<>();
  public final ConcurrentLinkedQueue<QueryMessages.Recount> recounts =
      new ConcurrentLinkedQueue<>();
  public final ConcurrentLinkedQueue<KnownCounter> counted = new ConcurrentLinkedQueue<>();
  public final ConcurrentLinkedQueue<Question.Names> listed = new ConcurrentLinkedQueue<>();
  public final ConcurrentLinkedQueue<UUID> withdrawn = new ConcurrentLinkedQueue<>();
  public final AtomicInteger finds = new AtomicInteger();

  public volatile Function<Recording, CompletionStage<RecordOutcome>> onRecord = this::recorded;
  public volatile Function<Append, CompletionStage<RecordOutcome>> onAppend = this::add;
  public volatile Function<Reset, CompletionStage<RecordOutcome>> onReset = this::reset;
  public volatile Function<CounterName, CompletionStage<Answer>> onCount =
      counter -> CompletableFuture.completedFuture(count(counter));
  public volatile Function<String, CompletionStage<Optional<Namespace>>> onFind = this::find;
  public volatile Function<NamespacePut, CompletionStage<PutOutcome>> onPut = this::put;
  public volatile Function<AcknowledgedEvents, CompletionStage<QueryMessages.Verdicts>> onVerdicts =
      this::verdicts;
  public volatile Function<CounterName, CompletionStage<RecountReport>> onRecount = this::recount;
  public volatile Function<Ranked, CompletionStage<Ranking>> onRanking =
      ranked ->
          CompletableFuture.completedFuture(
              new Ranking(List.of(), 0, Tally.ZERO, ranges(ranked, Tally.ZERO), UNTIL));
  public volatile Function<Credential, CompletionStage<Optional<Caller>>> onKey =
      shown -> CompletableFuture.completedFuture(Optional.empty());

  /** Where the windows begin that are kept, in seconds of Unix time; null if all are. */
  public volatile @Nullable Long keptFrom;

  public volatile Function<String, CompletionStage<Boolean>> onOrigin =
      origin -> CompletableFuture.completedFuture(false);

  /** Answers at all addresses; those of recording and reading have so many instances. */
  public final void serve(EventBus bus, int instances) {
    namespaces.put("default", Namespace.DEFAULT);
    for (int i = 0; i < instances; i++) {
      IngestVerticle.RECORD.instance(i).serve(bus, some -> onRecord.apply(some));
      IngestVerticle.RECORD_ALL.instance(i).serve(bus, this::appendAll);
      QueryVerticle.ASK.instance(i).serve(bus, asked -> asked.ask(this, UNTIL));
    }
    QueryVerticle.ASK.serve(bus, asked -> asked.ask(this, UNTIL));
    RankingVerticle.ASK.serve(bus, asked -> asked.ask(this, UNTIL));
    QueryVerticle.VERDICTS.serve(bus, recorded -> onVerdicts.apply(recorded));
    QueryVerticle.RECOUNT.serve(
        bus,
        asked -> {
          recounts.add(asked);
          return onRecount.apply(asked.counter().name());
        });
    QueryVerticle.WITHDRAWN_RECOUNTS.subscribe(bus, withdrawn::add);
    KeyVerticle.FIND.serve(bus, shown -> onKey.apply(shown));
    KeyVerticle.NAMES_ORIGIN.serve(bus, origin -> onOrigin.apply(origin));
    NamespaceVerticle.FIND.serve(bus, name -> onFind.apply(name));
    NamespaceVerticle.LIST.serve(bus, this::listNamespaces);
    NamespaceVerticle.DELETED.serve(bus, all -> CompletableFuture.completedFuture(List.of()));
    NamespaceVerticle.PURGED.serve(bus, all -> CompletableFuture.completedFuture(List.of()));
    NamespaceVerticle.PUT.serve(bus, wanted -> onPut.apply(wanted));
  }

  /** Tells verticles that are deployed the time of the group. */
  public static void looked(EventBus bus, EventTime now) {
    WriterVerticle.VIEW.publish(
        bus, new WriterView(AT, now, EventTime.MIN, now, List.of(), EndedWriters.NONE));
  }

  public final CompletionStage<RecordOutcome> add(Append append) {
    bounds.add(append.mintBefore());
    appends.add(
        new Append(
            append.counter(),
            append.shards(),
            append.retention(),
            append.window(),
            append.rowsWanted(),
            append.idPrefix(),
            EventTime.MAX,
            append.events()));
    for (Event event : append.events()) {
      tallies.merge(append.counter(), Tally.of(event.delta(), 1), Tally::plus);
    }
    return CompletableFuture.completedFuture(
        append.rowsWanted()
            ? new RecordOutcome.Recorded(AT, rows(append.events().size()))
            : new RecordOutcome.Recorded(AT));
  }

  private CompletionStage<RecordOutcome> reset(Reset reset) {
    resets.add(reset);
    tallies.remove(reset.counter());
    return CompletableFuture.completedFuture(new RecordOutcome.Recorded(AT));
  }

  /** So many rows, each a tick before the next; the last is {@link #AT}. */
  public static List<UUID> rows(int events) {
    return IntStream.range(0, events)
        .mapToObj(i -> new EventTime(UNTIL.ticks() - (events - 1 - i)).timeuuid(1, 2))
        .toList();
  }

  /** The first event of an id counts, and every one without. */
  private CompletionStage<QueryMessages.Verdicts> verdicts(AcknowledgedEvents recorded) {
    confirmed.add(recorded);
    Set<String> seen = new HashSet<>();
    return CompletableFuture.completedFuture(
        new QueryMessages.Verdicts(
            recorded.events().stream()
                .map(Event::id)
                .map(id -> id == null || seen.add(id) ? Verdict.COUNTED : Verdict.DUPLICATE)
                .toList()));
  }

  private CompletionStage<RecountReport> recount(CounterName counter) {
    BigInteger count = count(counter).total().count();
    return CompletableFuture.completedFuture(new RecountReport(count, count, 3, true));
  }

  private CompletionStage<RecordOutcome> recorded(Recording some) {
    return some instanceof Reset reset ? onReset.apply(reset) : onAppend.apply((Append) some);
  }

  private CompletionStage<List<RecordOutcome>> appendAll(List<Recording> all) {
    List<CompletableFuture<RecordOutcome>> each =
        all.stream().map(some -> onRecord.apply(some).toCompletableFuture()).toList();
    return CompletableFuture.allOf(each.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> each.stream().map(CompletableFuture::join).toList());
  }

  public final Count count(CounterName counter) {
    return new Count(counter, Tally.ZERO, EventTime.MIN, tallies.getOrDefault(counter, Tally.ZERO));
  }

  private CompletionStage<Answer> answer(KnownCounter counter) {
    counted.add(counter);
    return onCount.apply(counter.name());
  }

  @Override
  public CompletionStage<Answer> count(Question.Count question) {
    return answer(question.counter());
  }

  @Override
  public CompletionStage<List<Answer>> many(Question.Many question) {
    List<CompletableFuture<Answer>> each =
        question.counters().stream().map(one -> answer(one).toCompletableFuture()).toList();
    return CompletableFuture.allOf(each.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> each.stream().map(CompletableFuture::join).toList());
  }

  @Override
  public CompletionStage<WindowAnswers> windows(Question.Windows query, EventTime horizon) {
    ranges.add(query);
    List<WindowAnswer> windows = new ArrayList<>();
    for (int i = 0; i < query.cover().size(); i++) {
      Tally tally = Tally.of(7 + i, 7);
      windows.add(
          new WindowAnswer(query.cover().range(i), tally, json -> Count.write(json, tally), true));
    }
    return CompletableFuture.completedFuture(new WindowAnswers(windows, keptFrom));
  }

  @Override
  public CompletionStage<SeriesAnswers> series(SeriesRange range) {
    List<Count> all =
        tallies.keySet().stream()
            .filter(one -> one.isSeries() && one.whole().equals(range.counter().name()))
            .map(this::count)
            .toList();
    return CompletableFuture.completedFuture(SeriesAnswers.of(range, all));
  }

  @Override
  public CompletionStage<Ranking> top(Ranked ranked) {
    return onRanking.apply(ranked);
  }

  @Override
  public CompletionStage<Listing> list(Question.Names range) {
    listed.add(range);
    return CompletableFuture.completedFuture(
        new Listing(
            tallies.entrySet().stream()
                .filter(entry -> entry.getKey().namespace().equals(range.namespace().name()))
                .filter(entry -> range.names().contains(entry.getKey().name()))
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(CounterName::name)))
                .limit(range.limit())
                .map(entry -> new Listing.FoundCounter(entry.getKey(), entry.getValue()))
                .toList()));
  }

  private CompletionStage<List<NamespaceStore.Listed>> listNamespaces(ListRequest wanted) {
    return CompletableFuture.completedFuture(
        namespaces.values().stream()
            .map(NamespaceStore.Listed::of)
            .filter(one -> one.name().compareTo(wanted.after()) > 0)
            .sorted(Comparator.comparing(NamespaceStore.Listed::name))
            .limit(wanted.limit())
            .toList());
  }

  private CompletionStage<Optional<Namespace>> find(String name) {
    finds.incrementAndGet();
    return CompletableFuture.completedFuture(Optional.ofNullable(namespaces.get(name)));
  }

  /** As the real one decides, over a store that forgets what it is told after the answer. */
  private CompletionStage<PutOutcome> put(NamespacePut wanted) {
    ScriptedNamespaceStore store = new ScriptedNamespaceStore();
    String name = wanted.change().name();
    Optional.ofNullable(namespaces.get(name)).ifPresent(store::created);
    return new Namespaces(
            store, TestKinds.TALLIES, new HandDrivenTime(), () -> Optional.of(UNTIL), 1_000)
        .put(wanted)
        .whenComplete(
            (done, failure) -> store.stored(name).ifPresent(now -> namespaces.put(name, now)));
  }

  public final void exists(String namespace) {
    namespaces.put(namespace, Namespace.of(namespace, "event"));
  }

  /** The same sum in each range of a ranking. */
  public static List<WindowAnswer> ranges(Ranked ranked, ListedValue each) {
    List<Long> bounds = ranked.bounds();
    return IntStream.range(1, bounds.size())
        .mapToObj(i -> new TimeRange(bounds.get(i - 1), bounds.get(i)))
        .map(range -> new WindowAnswer(range, each, each::write, true))
        .toList();
  }
}
