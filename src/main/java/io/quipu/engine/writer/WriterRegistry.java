package io.quipu.engine.writer;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.CasOutcome;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * The durable state of the group of writers: one row for each writer, and one partition with the
 * members, the generation and the horizon. Changed by compare-and-set only.
 */
public interface WriterRegistry {
  /**
   * The group by a quorum read; empty before it was founded. If others joined meanwhile, it may
   * lack one of them and have a later one, as may the answer of a serial read.
   */
  CompletionStage<Optional<Group>> group();

  /** The group by a serial read, after an outcome was unknown. */
  CompletionStage<Optional<Group>> groupSerial();

  /** Founds the group, if it does not exist, at generation 0 with horizon and origin {@code at}. */
  CompletionStage<CasOutcome> found(EventTime at);

  /** Writes the first row of a writer, which must not exist. */
  CompletionStage<CasOutcome> enroll(WriterRow row);

  /**
   * Makes an enrolled writer a member with number {@code read.generation() + 1} and increments the
   * generation, if the pair of generation and horizon is still the one in {@code read}.
   *
   * @param settles whether it takes part in checkpointing
   */
  CompletionStage<CasOutcome> join(UUID writer, Group read, boolean settles);

  /** Announces a horizon, if generation and horizon are still those in {@code read}. */
  CompletionStage<CasOutcome> announce(Group read, EventTime horizon);

  /** Sets {@code seq + 1}, low watermark and time, if the row is live and still at {@code seq}. */
  CompletionStage<CasOutcome> heartbeat(UUID writer, long seq, EventTime low, EventTime now);

  /** Ends a writer for good, if its row is live and still at {@code seq}. */
  CompletionStage<CasOutcome> end(UUID writer, long seq, State state);

  /** Removes an ended writer: first the membership, then the row. May be repeated. */
  CompletionStage<CasOutcome> forget(UUID writer);

  /** Rows of the given writers by quorum reads; those that do not exist are absent. */
  CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers);

  /** One row by a serial read, after an outcome was unknown. */
  CompletionStage<Optional<WriterRow>> writerSerial(UUID writer);

  /**
   * The state of a writer, which says whether it may still acknowledge. Only {@code LIVE} can
   * change.
   */
  enum State {
    LIVE,
    /** Ended by itself. */
    RETIRED,
    /** Declared dead by another writer. */
    DEAD
  }

  /**
   * One incarnation of a writing process.
   *
   * @param seq grows with every heartbeat
   * @param low the smallest event time that it may still acknowledge
   * @param now its group time when it sent the heartbeat
   * @param lease how long it may acknowledge after a heartbeat
   */
  record WriterRow(
      UUID writer, long seq, State state, EventTime low, EventTime now, Duration lease) {
    public WriterRow {
      if (seq < 0) {
        throw new IllegalArgumentException("heartbeats grow from 0: " + seq);
      }
    }

    public boolean live() {
      return state == State.LIVE;
    }
  }

  /**
   * The group as one read saw it.
   *
   * @param origin the horizon at which it was founded: no event is older
   */
  record Group(long generation, EventTime horizon, EventTime origin, List<GroupMember> members) {
    public Group {
      if (generation < 0 || horizon.isBefore(origin)) {
        throw new IllegalArgumentException(
            "generation " + generation + " with horizon " + horizon + ", founded at " + origin);
      }
    }
  }

  /**
   * A member of the group.
   *
   * @param number unique for ever, in the node bits of its timeuuids
   */
  record GroupMember(UUID writer, long number, boolean settles) {}
}
