package io.quipu.cassandra.kinds;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.PlainBatch;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.WindowRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The derived states of each counter and of each series, with the writers that may have shards of
 * them. A row of writer 0 stays when all others are released, so that the state is still found.
 */
record DerivedDirectory(CassandraSession session, Requests requests) {
  private static final Cql ENTER =
      Cql.write(
          "INSERT INTO $ks.sketch_derived (namespace, counter, derived, writer)"
              + " VALUES (?, ?, ?, ?)");
  private static final Cql LEAVE =
      Cql.write(
          "DELETE FROM $ks.sketch_derived"
              + " WHERE namespace = ? AND counter = ? AND derived = ? AND writer = ?");
  private static final Cql SOME =
      Cql.read(
          "SELECT derived, writer FROM $ks.sketch_derived"
              + " WHERE namespace = ? AND counter = ? AND derived >= ? AND derived <= ?");
  private static final Cql DERIVATIONS =
      Cql.read(
          "SELECT derived FROM $ks.sketch_derived"
              + " WHERE namespace = ? AND counter = ? AND derived >= ? AND derived < ?"
              + " GROUP BY namespace, counter, derived LIMIT ?");
  private static final Cql FORGET =
      Cql.write(
          "DELETE FROM $ks.sketch_derived WHERE namespace = ? AND counter = ? AND derived <= ?");
  private static final CounterPartitions COUNTERS = CounterPartitions.of("sketch_derived");

  static final List<Cql> STATEMENTS =
      Stream.of(List.of(ENTER, LEAVE, SOME, DERIVATIONS, FORGET), COUNTERS.statements())
          .flatMap(List::stream)
          .toList();

  /** Stands for no writer in particular. The number of a writer is at least 1. */
  private static final long NOBODY = 0;

  private static final long ENTRY = 1;
  private static final long DEPARTURE = 2;
  private static final int AT_ONCE = 8;

  /** The maximum number of states that are deleted before the next ones are looked for. */
  private static final int ERASED_AT_ONCE = 500;

  /**
   * Enters a state. A series is entered before its windows, so that whoever knows the counter finds
   * all of its states.
   */
  CompletionStage<WriteOutcome> enter(DerivedName name, long writer) {
    boolean ofSeries = name.parent().isSeries();
    return ofSeries
        ? entry(DerivedName.whole(name.parent()), NOBODY)
            .thenCompose(outcome -> outcome.ifWritten(() -> entry(name, writer)))
        : entry(name, writer);
  }

  private CompletionStage<WriteOutcome> entry(DerivedName name, long writer) {
    return requests.write(() -> bound(ENTER, name, writer, ENTRY));
  }

  /**
   * Deletes the entry of a writer, and replaces it by that of no writer if the state stays. Each
   * replica applies both changes or none, because the answers of replicas to one read are not of
   * one moment: with two writes a read could find the one entry deleted and the other not there
   * yet.
   */
  CompletionStage<WriteOutcome> release(DerivedName name, long writer, boolean stays) {
    return requests.write(
        () -> {
          BoundStatement leave = bound(LEAVE, name, writer, DEPARTURE);
          return stays
              ? PlainBatch.of(List.of(bound(ENTER, name, NOBODY, DEPARTURE), leave))
              : leave;
        });
  }

  private BoundStatement bound(Cql cql, DerivedName name, long writer, long time) {
    return session
        .bind(cql, name.parent().stored(), name.parent().key(), name.derivation(), writer)
        .setQueryTimestamp(time);
  }

  /** The states of some windows, each with its writers. */
  CompletionStage<SortedMap<DerivedName, SortedSet<Long>>> of(
      CounterName counter, WindowRun windows) {
    SortedMap<DerivedName, SortedSet<Long>> all = new TreeMap<>();
    return requests
        .readAll(
            () ->
                session.bind(
                    SOME,
                    counter.stored(),
                    counter.key(),
                    new DerivedName(counter, windows.first()).derivation(),
                    new DerivedName(counter, windows.last()).derivation()),
            row -> {
              SortedSet<Long> writers =
                  all.computeIfAbsent(
                      DerivedName.of(counter, derivation(row)), any -> new TreeSet<>());
              if (row.getLong(1) != NOBODY) {
                writers.add(row.getLong(1));
              }
            })
        .thenApply(read -> all);
  }

  private static String derivation(Row row) {
    return Objects.requireNonNull(row.getString(0));
  }

  /** The first derived states of a counter or series with derivations in a range. */
  CompletionStage<List<DerivedName>> some(CounterName parent, NameRange derivations, int limit) {
    List<DerivedName> found = new ArrayList<>();
    return requests
        .readAll(
            () ->
                session.bind(
                    DERIVATIONS,
                    parent.stored(),
                    parent.key(),
                    derivations.from(),
                    derivations.before(),
                    limit),
            row -> found.add(DerivedName.of(parent, derivation(row))))
        .thenApply(read -> found);
  }

  /**
   * Deletes the derived states of named counters, which their partitions do not show. Nothing is to
   * be done for a whole stored namespace, where all partitions are looked at.
   *
   * @param delete deletes one state
   */
  CompletionStage<Void> eraseStates(
      Extent extent, Function<DerivedName, CompletionStage<?>> delete) {
    List<String> names = extent.names();
    return names == null
        ? CompletableFuture.completedStage(null)
        : BoundedConcurrency.forEach(
            1,
            names,
            name ->
                eraseStates(CounterName.ofStored(extent.stored(), name), NameRange.ALL, delete));
  }

  private CompletionStage<Void> eraseStates(
      CounterName parent, NameRange rest, Function<DerivedName, CompletionStage<?>> delete) {
    return some(parent, rest, ERASED_AT_ONCE)
        .thenCompose(
            found ->
                BoundedConcurrency.forEach(AT_ONCE, found, state -> erase(state, delete))
                    .thenCompose(
                        erased ->
                            found.size() < ERASED_AT_ONCE
                                ? CompletableFuture.completedStage(null)
                                : eraseNext(parent, rest, found, delete)));
  }

  /** Goes on after some states, and forgets these, so that a repetition need not begin anew. */
  private CompletionStage<Void> eraseNext(
      CounterName parent,
      NameRange rest,
      List<DerivedName> erased,
      Function<DerivedName, CompletionStage<?>> delete) {
    String last = erased.get(erased.size() - 1).derivation();
    return requests
        .write(() -> session.bind(FORGET, parent.stored(), parent.key(), last))
        .thenCompose(any -> eraseStates(parent, rest.after(last), delete));
  }

  /** Deletes a state; of a series first its windows, and then what is known of them. */
  private CompletionStage<?> erase(
      DerivedName state, Function<DerivedName, CompletionStage<?>> delete) {
    if (state.window() != null) {
      return delete.apply(state);
    }
    CounterName series = state.counter();
    return eraseStates(series, NameRange.ALL, delete)
        .thenCompose(windows -> delete.apply(state))
        .thenCompose(deleted -> erase(new Extent(series.stored(), List.of(series.key()))));
  }

  /** Deletes what is known of the derived states of counters, once the states are deleted. */
  CompletionStage<Void> erase(Extent extent) {
    return COUNTERS.erase(session, requests, extent);
  }
}
