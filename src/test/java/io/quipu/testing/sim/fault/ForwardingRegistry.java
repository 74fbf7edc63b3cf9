package io.quipu.testing.sim.fault;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.writer.WriterRegistry;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** A registry that does what another does, for those that spoil a part of it. */
class ForwardingRegistry implements WriterRegistry {
  final WriterRegistry real;

  ForwardingRegistry(WriterRegistry real) {
    this.real = real;
  }

  @Override
  public CompletionStage<Optional<Group>> group() {
    return real.group();
  }

  @Override
  public CompletionStage<Optional<Group>> groupSerial() {
    return real.groupSerial();
  }

  @Override
  public CompletionStage<CasOutcome> found(EventTime at) {
    return real.found(at);
  }

  @Override
  public CompletionStage<CasOutcome> enroll(WriterRow row) {
    return real.enroll(row);
  }

  @Override
  public CompletionStage<CasOutcome> join(UUID writer, Group read, boolean settles) {
    return real.join(writer, read, settles);
  }

  @Override
  public CompletionStage<CasOutcome> announce(Group read, EventTime horizon) {
    return real.announce(read, horizon);
  }

  @Override
  public CompletionStage<CasOutcome> heartbeat(
      UUID writer, long seq, EventTime low, EventTime now) {
    return real.heartbeat(writer, seq, low, now);
  }

  @Override
  public CompletionStage<CasOutcome> end(UUID writer, long seq, State state) {
    return real.end(writer, seq, state);
  }

  @Override
  public CompletionStage<CasOutcome> forget(UUID writer) {
    return real.forget(writer);
  }

  @Override
  public CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers) {
    return real.writers(writers);
  }

  @Override
  public CompletionStage<Optional<WriterRow>> writerSerial(UUID writer) {
    return real.writerSerial(writer);
  }
}
