package io.quipu.testing.sim.scripted;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedWriterRegistry;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** The group of writers as simulated, with scripted answers. */
public final class ScriptedWriterRegistry implements WriterRegistry {
  /** What may be asked of it. */
  public enum Call {
    GROUP,
    GROUP_SERIAL,
    FOUND,
    ENROLL,
    JOIN,
    ANNOUNCE,
    ANNOUNCED,
    HEARTBEAT,
    END,
    FORGET,
    WRITERS,
    WRITER_SERIAL
  }

  public final Script<Call> script = new Script<>();
  private final CalmCluster cluster = CalmCluster.of(1);
  private final WriterRegistry store = new SimulatedWriterRegistry(cluster.driver());
  private final Set<UUID> lost = new HashSet<>();

  /** From now on serial reads of writers wait. */
  public void holdSerialReads() {
    script.hold(Call.WRITER_SERIAL, true);
  }

  /** Every serial read that was held, answered or not, in the order in which they began. */
  public List<Script.Held<Call>> held() {
    return script.held();
  }

  /** What is stored of the group; null if it is not founded. */
  public Group stored() {
    return cluster.await(store.groupSerial()).orElse(null);
  }

  /** What is stored of a writer; null if nothing. */
  public WriterRow row(UUID writer) {
    return found(writer).orElse(null);
  }

  private Optional<WriterRow> found(UUID writer) {
    return lost.contains(writer) ? Optional.empty() : cluster.await(store.writerSerial(writer));
  }

  public void foundedAt(EventTime at) {
    demand(store.found(at));
  }

  /** Adds a live member, as if it had joined. */
  public WriterRow member(UUID writer, EventTime low, EventTime now, WriterSettings settings) {
    WriterRow row = new WriterRow(writer, 0, State.LIVE, low, now, settings.lease());
    demand(store.enroll(row));
    demand(store.join(writer, stored(), settings.settles()));
    return row;
  }

  /** Has a live member end, and be forgotten. */
  public void left(UUID writer) {
    demand(store.end(writer, row(writer).seq(), State.RETIRED));
    Group now = stored();
    List<GroupMember> others =
        now.members().stream().filter(member -> !member.writer().equals(writer)).toList();
    demand(store.announce(now, new Announcement(now.withMembers(others), now.horizon())));
    demand(store.forget(writer));
  }

  private void demand(CompletionStage<CasOutcome> change) {
    if (!cluster.isApplied(change)) {
      throw new IllegalStateException("refused: something else is stored");
    }
  }

  /** Leaves a member without a row, as a join does that arrives after it was abandoned. */
  public void loseRow(UUID writer) {
    demand(store.end(writer, row(writer).seq(), State.RETIRED));
    lost.add(writer);
  }

  /** Moves the horizon as another member would that takes all members for live. */
  public void announced(EventTime horizon) {
    announced(horizon, stored().members());
  }

  /** The same, by a member that saw that some were live. */
  public void announced(EventTime horizon, List<GroupMember> live) {
    Group now = stored();
    Group moved = now.withHorizon(horizon).withMembers(live);
    demand(store.announce(now, new Announcement(moved, horizon)));
  }

  /** Beats as the writer itself would. */
  public boolean beaten(UUID writer, long seq, EventTime low, EventTime now) {
    return cluster.isApplied(store.heartbeat(writer, seq, low, now));
  }

  /** Ends a writer as another member, or it itself, would. */
  public boolean ended(UUID writer, long seq, State state) {
    return cluster.isApplied(store.end(writer, seq, state));
  }

  @Override
  public CompletionStage<Optional<Group>> group() {
    return script.read(Call.GROUP, () -> cluster.await(store.group()));
  }

  @Override
  public CompletionStage<Optional<Group>> groupSerial() {
    return script.read(Call.GROUP_SERIAL, () -> cluster.await(store.groupSerial()));
  }

  @Override
  public CompletionStage<CasOutcome> found(EventTime at) {
    return script.conditional(Call.FOUND, () -> cluster.isApplied(store.found(at)));
  }

  @Override
  public CompletionStage<CasOutcome> enroll(WriterRow row) {
    return script.conditional(Call.ENROLL, () -> cluster.isApplied(store.enroll(row)));
  }

  @Override
  public CompletionStage<CasOutcome> join(UUID writer, Group read, boolean settles) {
    return script.conditional(
        Call.JOIN, () -> cluster.isApplied(store.join(writer, read, settles)));
  }

  @Override
  public CompletionStage<CasOutcome> announce(Group read, Announcement made) {
    return script.conditional(Call.ANNOUNCE, () -> cluster.isApplied(store.announce(read, made)));
  }

  @Override
  public CompletionStage<Optional<Announcement>> announced() {
    return script.read(Call.ANNOUNCED, () -> cluster.await(store.announced()));
  }

  @Override
  public CompletionStage<CasOutcome> heartbeat(
      UUID writer, long seq, EventTime low, EventTime now) {
    return script.conditional(Call.HEARTBEAT, () -> beaten(writer, seq, low, now));
  }

  @Override
  public CompletionStage<CasOutcome> end(UUID writer, long seq, State state) {
    return script.conditional(Call.END, () -> ended(writer, seq, state));
  }

  @Override
  public CompletionStage<CasOutcome> forget(UUID writer) {
    return script.conditional(Call.FORGET, () -> cluster.isApplied(store.forget(writer)));
  }

  @Override
  public CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers) {
    List<UUID> asked = List.copyOf(writers);
    return script.read(
        Call.WRITERS,
        () -> {
          Map<UUID, WriterRow> found = new HashMap<>(cluster.await(store.writers(asked)));
          found.keySet().removeAll(lost);
          return Map.copyOf(found);
        });
  }

  @Override
  public CompletionStage<Optional<WriterRow>> writerSerial(UUID writer) {
    return script.read(Call.WRITER_SERIAL, () -> found(writer));
  }
}
