package io.quipu.testing.sim.cassandra;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.testing.sim.cassandra.Driver.Level;
import io.quipu.testing.sim.cassandra.Driver.ReadRepair;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The group of writers over simulated lightweight transactions, in cells as its tables have them.
 */
public final class SimulatedWriterRegistry implements WriterRegistry {
  private static final String GROUP = "writer_group";
  private static final CellKey GENERATION = CellKey.of("generation");
  private static final CellKey HORIZON = CellKey.of("horizon");
  private static final CellKey ORIGIN = CellKey.of("origin");

  private static final CellKey MEMBERS = CellKey.of("members");
  private static final CellKey ANNOUNCEMENT = CellKey.of("announcement");

  private static final CellKey BEAT = CellKey.of("beat");
  private static final CellKey STATE = CellKey.of("state");
  private static final CellKey LEASE = CellKey.of("lease");

  private final Driver driver;

  public SimulatedWriterRegistry(Driver driver) {
    this.driver = driver;
  }

  /** The partition of a writer. */
  private record Key(UUID writer) {}

  /** The members, in one cell. */
  private record Members(List<GroupMember> all) {}

  /** The columns that each heartbeat writes. */
  private record Beat(long seq, EventTime low, EventTime now) {}

  @Override
  public CompletionStage<Optional<Group>> group() {
    return group(Level.QUORUM);
  }

  @Override
  public CompletionStage<Optional<Group>> groupSerial() {
    return group(Level.SERIAL);
  }

  private CompletionStage<Optional<Group>> group(Level level) {
    return driver
        .read(CellKey.all(GROUP), level, ReadRepair.BLOCKING)
        .thenApply(SimulatedWriterRegistry::group);
  }

  private static Optional<Group> group(SortedMap<Comparable<?>, Object> cells) {
    if (!cells.keySet().containsAll(List.of(GENERATION, HORIZON, ORIGIN))) {
      return Optional.empty();
    }
    return Optional.of(
        new Group(
            (Long) cells.get(GENERATION),
            (EventTime) cells.get(HORIZON),
            (EventTime) cells.get(ORIGIN),
            ((Members) Objects.requireNonNull(cells.get(MEMBERS))).all()));
  }

  @Override
  public CompletionStage<CasOutcome> found(EventTime at) {
    return driver.conditionalRows(
        GROUP,
        () -> "found the group at " + at,
        now ->
            now.containsKey(GENERATION)
                ? Optional.empty()
                : Optional.of(
                    Map.of(
                        GENERATION, 0L, HORIZON, at, ORIGIN, at, MEMBERS, new Members(List.of()))));
  }

  @Override
  public CompletionStage<CasOutcome> enroll(WriterRow row) {
    return driver.conditionalRows(
        new Key(row.writer()),
        () -> "enroll with low " + row.low(),
        now ->
            now.isEmpty()
                ? Optional.of(
                    Map.of(
                        BEAT,
                        new Beat(row.seq(), row.low(), row.now()),
                        STATE,
                        row.state(),
                        LEASE,
                        row.lease()))
                : Optional.empty());
  }

  @Override
  public CompletionStage<CasOutcome> join(UUID writer, Group read, boolean settles) {
    Group next = read.joined(writer, settles);
    return changeGroup(
        () -> "join as writer " + next.generation(),
        read,
        Map.of(GENERATION, next.generation(), MEMBERS, new Members(next.members())));
  }

  @Override
  public CompletionStage<CasOutcome> announce(Group read, Announcement made) {
    return changeGroup(
        () -> "announce horizon " + made.group().horizon(),
        read,
        Map.of(
            HORIZON,
            made.group().horizon(),
            ANNOUNCEMENT,
            made,
            MEMBERS,
            new Members(made.group().members())));
  }

  @Override
  public CompletionStage<Optional<Announcement>> announced() {
    return driver
        .read(CellKey.all(GROUP), Level.QUORUM, ReadRepair.BLOCKING)
        .thenApply(
            cells ->
                Optional.ofNullable((Announcement) cells.get(ANNOUNCEMENT))
                    .filter(made -> made.group().horizon().equals(cells.get(HORIZON))));
  }

  private CompletionStage<CasOutcome> changeGroup(
      Supplier<String> what, Group read, Map<CellKey, ?> cells) {
    return driver.conditionalRows(
        GROUP,
        what,
        now ->
            now.containsKey(GENERATION)
                    && now.get(GENERATION).equals(read.generation())
                    && now.get(HORIZON).equals(read.horizon())
                ? Optional.of(cells)
                : Optional.empty());
  }

  @Override
  public CompletionStage<CasOutcome> heartbeat(
      UUID writer, long seq, EventTime low, EventTime now) {
    return changeRow(
        writer,
        seq,
        () -> "heartbeat " + (seq + 1) + " low " + low,
        BEAT,
        new Beat(seq + 1, low, now));
  }

  @Override
  public CompletionStage<CasOutcome> end(UUID writer, long seq, State state) {
    return changeRow(writer, seq, () -> "end " + writer + " as " + state, STATE, state);
  }

  private CompletionStage<CasOutcome> changeRow(
      UUID writer, long seq, Supplier<String> what, CellKey cell, Object value) {
    return driver.conditionalRows(
        new Key(writer),
        what,
        now ->
            now.get(STATE) == State.LIVE && ((Beat) now.get(BEAT)).seq() == seq
                ? Optional.of(Map.of(cell, value))
                : Optional.empty());
  }

  @Override
  public CompletionStage<CasOutcome> forget(UUID writer) {
    Map<CellKey, Object> gone = new HashMap<>();
    List.of(BEAT, STATE, LEASE).forEach(cell -> gone.put(cell, null));
    return driver.conditionalRows(
        new Key(writer),
        () -> "forget row of " + writer,
        now ->
            now.containsKey(STATE) && now.get(STATE) != State.LIVE
                ? Optional.of(gone)
                : Optional.empty());
  }

  @Override
  public CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers) {
    CompletionStage<Map<UUID, WriterRow>> all =
        CompletableFuture.completedStage(new LinkedHashMap<>());
    for (UUID writer : writers) {
      all =
          all.thenCombine(
              row(writer, Level.QUORUM),
              (found, row) -> {
                row.ifPresent(present -> found.put(writer, present));
                return found;
              });
    }
    return all;
  }

  @Override
  public CompletionStage<Optional<WriterRow>> writerSerial(UUID writer) {
    return row(writer, Level.SERIAL);
  }

  private CompletionStage<Optional<WriterRow>> row(UUID writer, Level level) {
    return driver
        .read(CellKey.all(new Key(writer)), level, ReadRepair.BLOCKING)
        .thenApply(cells -> row(writer, cells));
  }

  /** A row without one of these is a defect, as it is over Cassandra. */
  private static Optional<WriterRow> row(UUID writer, SortedMap<Comparable<?>, Object> cells) {
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    Beat beat = (Beat) Objects.requireNonNull(cells.get(BEAT));
    return Optional.of(
        new WriterRow(
            writer,
            beat.seq(),
            (State) Objects.requireNonNull(cells.get(STATE)),
            beat.low(),
            beat.now(),
            (Duration) Objects.requireNonNull(cells.get(LEASE))));
  }
}
