package io.quipu.sim.cassandra;

import io.quipu.counter.EventTime;
import io.quipu.sim.cassandra.Driver.Level;
import io.quipu.store.CasOutcome;
import io.quipu.writer.WriterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The group of writers over simulated lightweight transactions. */
@SuppressWarnings("OptionalMapToOptional") // outer: whether it changes; inner: whether it is there
public final class SimulatedWriterRegistry implements WriterRegistry {
  private static final String GROUP = "writer_group";

  private final Driver driver;

  public SimulatedWriterRegistry(Driver driver) {
    this.driver = driver;
  }

  /** The partition of a writer. */
  private record Key(UUID writer) {}

  @Override
  public CompletionStage<Optional<Group>> group() {
    return driver.read(GROUP, Optional.empty(), Level.QUORUM_WITH_REPAIR);
  }

  @Override
  public CompletionStage<Optional<Group>> groupSerial() {
    return driver.read(GROUP, Optional.empty(), Level.SERIAL);
  }

  @Override
  public CompletionStage<CasOutcome> found(EventTime at) {
    return driver.<Optional<Group>>conditional(
        GROUP,
        Optional.empty(),
        () -> "found the group at " + at,
        now ->
            now.isPresent()
                ? Optional.empty()
                : Optional.of(Optional.of(new Group(0, at, at, List.of()))));
  }

  @Override
  public CompletionStage<CasOutcome> enroll(WriterRow row) {
    return driver.<Optional<WriterRow>>conditional(
        new Key(row.writer()),
        Optional.empty(),
        () -> "enroll with low " + row.low(),
        now -> now.isPresent() ? Optional.empty() : Optional.of(Optional.of(row)));
  }

  @Override
  public CompletionStage<CasOutcome> join(UUID writer, Group read, boolean settles) {
    return changeGroup(
        () -> "join as writer " + (read.generation() + 1),
        now -> samePair(now, read),
        now -> {
          List<GroupMember> members = new ArrayList<>(now.members());
          members.add(new GroupMember(writer, read.generation() + 1, settles));
          return new Group(
              read.generation() + 1, now.horizon(), now.origin(), List.copyOf(members));
        });
  }

  @Override
  public CompletionStage<CasOutcome> announce(Group read, EventTime horizon) {
    return changeGroup(
        () -> "announce horizon " + horizon,
        now -> samePair(now, read),
        now -> new Group(now.generation(), horizon, now.origin(), now.members()));
  }

  private static boolean samePair(Group now, Group read) {
    return now.generation() == read.generation() && now.horizon().equals(read.horizon());
  }

  private CompletionStage<CasOutcome> changeGroup(
      Supplier<String> what, Predicate<Group> condition, UnaryOperator<Group> change) {
    return driver.<Optional<Group>>conditional(
        GROUP,
        Optional.empty(),
        what,
        now -> now.filter(condition).map(group -> Optional.of(change.apply(group))));
  }

  @Override
  public CompletionStage<CasOutcome> heartbeat(
      UUID writer, long seq, EventTime low, EventTime now) {
    return changeRow(
        writer,
        seq,
        () -> "heartbeat " + (seq + 1) + " low " + low,
        row -> new WriterRow(writer, seq + 1, State.LIVE, low, now, row.lease()));
  }

  @Override
  public CompletionStage<CasOutcome> end(UUID writer, long seq, State state) {
    return changeRow(
        writer,
        seq,
        () -> "end " + writer + " as " + state,
        row -> new WriterRow(writer, seq, state, row.low(), row.now(), row.lease()));
  }

  private CompletionStage<CasOutcome> changeRow(
      UUID writer, long seq, Supplier<String> what, UnaryOperator<WriterRow> change) {
    return driver.<Optional<WriterRow>>conditional(
        new Key(writer),
        Optional.empty(),
        what,
        now ->
            now.filter(row -> row.live() && row.seq() == seq)
                .map(row -> Optional.of(change.apply(row))));
  }

  @Override
  public CompletionStage<CasOutcome> forget(UUID writer) {
    return writerSerial(writer)
        .handle(
            (row, failure) ->
                failure != null
                    ? CasOutcome.UNKNOWN
                    : row.filter(WriterRow::live).isPresent()
                        ? CasOutcome.REFUSED
                        : CasOutcome.APPLIED)
        .thenCompose(
            may ->
                may == CasOutcome.APPLIED
                    ? forgetEnded(writer)
                    : CompletableFuture.completedStage(may));
  }

  private CompletionStage<CasOutcome> forgetEnded(UUID writer) {
    return removeMember(writer)
        .thenCompose(
            member ->
                member == CasOutcome.UNKNOWN
                    ? CompletableFuture.completedStage(member)
                    : removeRow(writer)
                        .thenApply(row -> row == CasOutcome.UNKNOWN ? row : CasOutcome.APPLIED));
  }

  private CompletionStage<CasOutcome> removeMember(UUID writer) {
    return changeGroup(
        () -> "forget member " + writer,
        now -> now.members().stream().anyMatch(member -> member.writer().equals(writer)),
        now -> {
          List<GroupMember> left = new ArrayList<>(now.members());
          left.removeIf(member -> member.writer().equals(writer));
          return new Group(now.generation(), now.horizon(), now.origin(), List.copyOf(left));
        });
  }

  private CompletionStage<CasOutcome> removeRow(UUID writer) {
    return driver.<Optional<WriterRow>>conditional(
        new Key(writer),
        Optional.empty(),
        () -> "forget row of " + writer,
        now -> now.filter(row -> !row.live()).map(row -> Optional.empty()));
  }

  @Override
  public CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers) {
    CompletionStage<Map<UUID, WriterRow>> all =
        CompletableFuture.completedStage(new LinkedHashMap<>());
    for (UUID writer : writers) {
      all =
          all.thenCombine(
              driver.<Optional<WriterRow>>read(
                  new Key(writer), Optional.empty(), Level.QUORUM_WITH_REPAIR),
              (found, row) -> {
                row.ifPresent(present -> found.put(writer, present));
                return found;
              });
    }
    return all;
  }

  @Override
  public CompletionStage<Optional<WriterRow>> writerSerial(UUID writer) {
    return driver.read(new Key(writer), Optional.empty(), Level.SERIAL);
  }
}
