package io.quipu.engine.writer;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * The durable state of the group of writers: one row for each writer, and one partition with the
 * members, the generation and the horizon. Every change is a compare-and-set.
 */
public interface WriterRegistry {
  /**
   * The group by a quorum read; empty before the group is founded. It has every member that joined
   * up to its generation, except those that were forgotten: all members are one value, and a join
   * writes it with the generation. If the group changes during the read, generation and horizon
   * need not be of one moment.
   */
  CompletionStage<Optional<Group>> group();

  /** The group by a serial read; for use after a change of the group with an unknown outcome. */
  CompletionStage<Optional<Group>> groupSerial();

  /** Founds the group, if none exists, at generation 0 with horizon and origin {@code at}. */
  CompletionStage<CasOutcome> found(EventTime at);

  /** Writes the row of a new writer, if no such row exists. */
  CompletionStage<CasOutcome> enroll(WriterRow row);

  /**
   * Makes an enrolled writer a member with number {@code read.generation() + 1} and increments the
   * generation, if generation and horizon are still those in {@code read}.
   *
   * @param settles whether the writer takes part in checkpointing
   */
  CompletionStage<CasOutcome> join(UUID writer, Group read, boolean settles);

  /**
   * Announces a horizon, and forgets the members that are not in {@code made}, if generation and
   * horizon are still those in {@code read}. Those must have ended. A join that read the group
   * before may bring them back; they are then forgotten again.
   */
  CompletionStage<CasOutcome> announce(Group read, Announcement made);

  /**
   * The last announcement by a quorum read, which reads no members. Empty if there was none, or if
   * a version without announcements has moved the horizon since.
   */
  CompletionStage<Optional<Announcement>> announced();

  /** Sets {@code seq + 1}, {@code low}, {@code now}, if the row is live and at {@code seq}. */
  CompletionStage<CasOutcome> heartbeat(UUID writer, long seq, EventTime low, EventTime now);

  /** Ends a writer for good as retired or dead, if its row is live and still at {@code seq}. */
  CompletionStage<CasOutcome> end(UUID writer, long seq, State state);

  /** Removes the row of a writer, unless the row is live. May be repeated. */
  CompletionStage<CasOutcome> forget(UUID writer);

  /** The rows of the given writers by quorum reads, without writers that have no row. */
  CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers);

  /** One row by a serial read; it also shows the effect of a change with an unknown outcome. */
  CompletionStage<Optional<WriterRow>> writerSerial(UUID writer);

  /** The state of a writer. A {@code LIVE} writer may acknowledge; the other states are final. */
  enum State {
    LIVE,
    /** Ended by its own process. */
    RETIRED,
    /** Declared dead by another writer. */
    DEAD
  }

  /**
   * One incarnation of a writing process.
   *
   * @param seq the number of heartbeats so far
   * @param low the smallest event time that the writer may still acknowledge
   * @param now the writer's group time when it sent the last heartbeat, or enrolled
   * @param lease the time from the sending of a heartbeat for which the writer may acknowledge
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
   * The group as one read has returned it.
   *
   * @param origin the horizon at which the group was founded: no event is older
   * @param members in the order of their numbers
   */
  record Group(long generation, EventTime horizon, EventTime origin, List<GroupMember> members) {
    public Group {
      if (generation < 0 || horizon.isBefore(origin)) {
        throw new IllegalArgumentException(
            "generation " + generation + " with horizon " + horizon + ", founded at " + origin);
      }
    }

    /** This group with another horizon. */
    public Group withHorizon(EventTime other) {
      return new Group(generation, other, origin, members);
    }

    /** This group with one more member, of the next generation. */
    public Group joined(UUID writer, boolean settles) {
      List<GroupMember> all = new ArrayList<>(members);
      all.add(new GroupMember(writer, generation + 1, settles));
      return new Group(generation + 1, horizon, origin, List.copyOf(all));
    }

    /** This group with other members, in the order of their numbers. */
    public Group withMembers(List<GroupMember> others) {
      return new Group(generation, horizon, origin, others);
    }
  }

  /**
   * A horizon with all that other writers have to know of the group.
   *
   * @param group the group with the announced horizon, and without members that had ended
   * @param now the announcer's group time
   */
  record Announcement(Group group, EventTime now) {
    /** The live writers with the lowest numbers. */
    List<UUID> watchers(int most) {
      return group.members().stream().limit(most).map(GroupMember::writer).toList();
    }
  }

  /**
   * A member of the group.
   *
   * @param number unique in the group for ever; part of the node bits of the member's timeuuids
   */
  record GroupMember(UUID writer, long number, boolean settles) {}
}
