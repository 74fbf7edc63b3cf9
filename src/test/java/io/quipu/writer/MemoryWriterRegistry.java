package io.quipu.writer;

import io.quipu.counter.EventTime;
import io.quipu.store.CasOutcome;
import io.quipu.store.Script;
import io.quipu.store.StoreUnavailable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** The group of writers in memory, with the conditions of the real one and scripted answers. */
public final class MemoryWriterRegistry implements WriterRegistry {
  /** What may be asked of it. */
  public enum Call {
    GROUP,
    GROUP_SERIAL,
    FOUND,
    ENROLL,
    JOIN,
    ANNOUNCE,
    HEARTBEAT,
    END,
    FORGET,
    WRITERS,
    WRITER_SERIAL
  }

  public final Script<Call> script = new Script<>();
  private final Map<UUID, WriterRow> rows = new HashMap<>();
  private final List<HeldRead> held = new ArrayList<>();
  private Group group;
  private boolean holding;

  /** A serial read of a writer that waits for its answer. */
  public final class HeldRead {
    private final UUID writer;
    private final CompletableFuture<Optional<WriterRow>> answer = new CompletableFuture<>();

    private HeldRead(UUID writer) {
      this.writer = writer;
    }

    /** Answers what is stored now. */
    public void answered() {
      answer.complete(Optional.ofNullable(rows.get(writer)));
    }

    public void unavailable() {
      answer.completeExceptionally(new StoreUnavailable("held", null));
    }
  }

  /** From now on serial reads of writers wait. */
  public void holdSerialReads() {
    holding = true;
  }

  /** Every serial read that was held, answered or not, in the order in which they began. */
  public List<HeldRead> held() {
    return held;
  }

  /** What is stored of the group. */
  public Group stored() {
    return group;
  }

  /** What is stored of a writer; null if nothing. */
  public WriterRow row(UUID writer) {
    return rows.get(writer);
  }

  public void foundedAt(EventTime at) {
    group = new Group(0, at, at, List.of());
  }

  /** Adds a live member, as if it had joined. */
  public WriterRow member(UUID writer, EventTime low, EventTime now, WriterSettings settings) {
    WriterRow row = new WriterRow(writer, 0, State.LIVE, low, now, settings.lease());
    rows.put(writer, row);
    enter(writer, group.generation() + 1, settings.settles());
    return row;
  }

  private void enter(UUID writer, long number, boolean settles) {
    List<GroupMember> members = new ArrayList<>(group.members());
    members.add(new GroupMember(writer, number, settles));
    group = new Group(number, group.horizon(), group.origin(), List.copyOf(members));
  }

  @Override
  public CompletionStage<Optional<Group>> group() {
    return script.read(Call.GROUP, () -> Optional.ofNullable(group));
  }

  @Override
  public CompletionStage<Optional<Group>> groupSerial() {
    return script.read(Call.GROUP_SERIAL, () -> Optional.ofNullable(group));
  }

  @Override
  public CompletionStage<CasOutcome> found(EventTime at) {
    return script.conditional(
        Call.FOUND,
        () -> {
          boolean fresh = group == null;
          if (fresh) {
            foundedAt(at);
          }
          return fresh;
        });
  }

  @Override
  public CompletionStage<CasOutcome> enroll(WriterRow row) {
    return script.conditional(Call.ENROLL, () -> rows.putIfAbsent(row.writer(), row) == null);
  }

  @Override
  public CompletionStage<CasOutcome> join(UUID writer, Group read, boolean settles) {
    return script.conditional(
        Call.JOIN,
        () -> {
          boolean unmoved = samePair(read);
          if (unmoved) {
            enter(writer, read.generation() + 1, settles);
          }
          return unmoved;
        });
  }

  @Override
  public CompletionStage<CasOutcome> announce(Group read, EventTime horizon) {
    return script.conditional(
        Call.ANNOUNCE,
        () -> {
          boolean unmoved = samePair(read);
          if (unmoved) {
            announced(horizon);
          }
          return unmoved;
        });
  }

  /** Leaves a member without a row, as a join does that arrives after it was abandoned. */
  public void loseRow(UUID writer) {
    rows.remove(writer);
  }

  /** Moves the horizon as another member would. */
  public void announced(EventTime horizon) {
    group = new Group(group.generation(), horizon, group.origin(), group.members());
  }

  private boolean samePair(Group read) {
    return group != null
        && group.generation() == read.generation()
        && group.horizon().equals(read.horizon());
  }

  @Override
  public CompletionStage<CasOutcome> heartbeat(
      UUID writer, long seq, EventTime low, EventTime now) {
    return script.conditional(Call.HEARTBEAT, () -> beaten(writer, seq, low, now));
  }

  /** Beats as the writer itself would. */
  public boolean beaten(UUID writer, long seq, EventTime low, EventTime now) {
    return change(
        writer, seq, row -> new WriterRow(writer, seq + 1, State.LIVE, low, now, row.lease()));
  }

  @Override
  public CompletionStage<CasOutcome> end(UUID writer, long seq, State state) {
    return script.conditional(Call.END, () -> ended(writer, seq, state));
  }

  /** Ends a writer as another member, or it itself, would. */
  public boolean ended(UUID writer, long seq, State state) {
    return change(
        writer, seq, row -> new WriterRow(writer, seq, state, row.low(), row.now(), row.lease()));
  }

  private boolean change(UUID writer, long seq, UnaryOperator<WriterRow> to) {
    WriterRow row = rows.get(writer);
    boolean may = row != null && row.live() && row.seq() == seq;
    if (may) {
      rows.put(writer, to.apply(row));
    }
    return may;
  }

  @Override
  public CompletionStage<CasOutcome> forget(UUID writer) {
    return script.conditional(
        Call.FORGET,
        () -> {
          WriterRow row = rows.get(writer);
          if (row != null && row.live()) {
            return false;
          }
          List<GroupMember> left = new ArrayList<>(group.members());
          left.removeIf(member -> member.writer().equals(writer));
          group = new Group(group.generation(), group.horizon(), group.origin(), List.copyOf(left));
          rows.remove(writer);
          return true;
        });
  }

  @Override
  public CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers) {
    return script.read(
        Call.WRITERS,
        () -> {
          Map<UUID, WriterRow> found = new HashMap<>(rows);
          found.keySet().retainAll(writers);
          return Map.copyOf(found);
        });
  }

  @Override
  public CompletionStage<Optional<WriterRow>> writerSerial(UUID writer) {
    if (holding) {
      HeldRead read = new HeldRead(writer);
      held.add(read);
      return read.answer;
    }
    return script.read(Call.WRITER_SERIAL, () -> Optional.ofNullable(rows.get(writer)));
  }
}
