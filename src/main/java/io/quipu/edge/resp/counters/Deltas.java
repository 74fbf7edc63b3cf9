package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.command.Refusals;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The numbers that commands add. */
final class Deltas {
  private Deltas() {}

  /**
   * The reply to a number that no event may have; null if it may.
   *
   * @param delta empty if the word is no integer of Redis
   * @param index of the word
   */
  static Reply.@Nullable Failure objection(OptionalLong delta, Command command, int index) {
    if (delta.isEmpty()) {
      return Refusals.notAnInteger(command, index, "from -10^15 to 10^15");
    }
    return delta.getAsLong() <= Limits.DELTA && delta.getAsLong() >= -Limits.DELTA
        ? null
        : Reply.failure(
            command.integer(index).getAsLong()
                + " is past the limit of Quipu: one command adds -10^15 to 10^15. Nothing was"
                + " counted. Send a part of it, and the rest by INCRBY, HINCRBY or QUIPU.ADD");
  }

  /** An event with a delta, which kinds that know the count at once take even if it is 0. */
  static Draft draft(long delta) {
    Draft draft = new Draft();
    draft.integer(Member.DELTA, delta);
    draft.allowZero();
    return draft;
  }
}
