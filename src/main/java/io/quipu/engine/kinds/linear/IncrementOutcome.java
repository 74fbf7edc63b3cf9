package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.RecordOutcome.Declined;
import io.quipu.engine.kind.RecordOutcome.Objection;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;

/** The outcome of an increment. */
public sealed interface IncrementOutcome {
  /** The outcome in the words of all kinds. */
  RecordOutcome common();

  /**
   * All of its events are counted, once, on a majority.
   *
   * @param events in their order, never empty
   */
  record Recorded(List<CountedEvent> events) implements IncrementOutcome {
    /** The last of its events. */
    public CountedEvent last() {
      return events.get(events.size() - 1);
    }

    @Override
    public RecordOutcome common() {
      return new RecordOutcome.Recorded(last().at(), List.of(), BigInteger.valueOf(last().count()));
    }
  }

  /**
   * Nothing was changed: an event would have taken the count out of its bounds, or out of 64 bits.
   *
   * @param count as it was
   * @param delta of that event
   * @param bounds that were to be kept
   */
  record PastBound(long count, long delta, Bounds bounds) implements IncrementOutcome {
    @Override
    public RecordOutcome common() {
      long sum = count + delta;
      String past;
      if (!Bounds.NONE.allow(count, delta)) {
        past = "out of the range of 64 bits";
      } else if (sum > bounds.max()) {
        past = "to " + sum + ", past max, which is " + bounds.max();
      } else {
        past = "to " + sum + ", past min, which is " + bounds.min();
      }
      return new Declined(
          Objection.PAST_BOUND,
          "delta",
          "The count is %d. A delta of %d would take it %s. Nothing was changed."
              .formatted(count, delta, past));
    }
  }

  /** Nothing was changed: an id was counted before with another delta. */
  record Conflict(String id, long counted, long delta) implements IncrementOutcome {
    @Override
    public RecordOutcome common() {
      return new Declined(
          Objection.ID_CONFLICT,
          "id",
          "The id was counted before, with delta %d and not %d. Nothing was changed."
              .formatted(counted, delta));
    }
  }

  /** Nothing was changed; it may be sent again as it is. */
  record Refused(Refusal why) implements IncrementOutcome {
    @Override
    public RecordOutcome common() {
      return new RecordOutcome.Refused(why);
    }
  }

  /** All of it was counted, or nothing; only with ids can it be sent again safely. */
  record OutcomeUnknown() implements IncrementOutcome {
    @Override
    public RecordOutcome common() {
      return new RecordOutcome.OutcomeUnknown();
    }
  }

  /**
   * An event that is counted.
   *
   * @param count the value after it
   * @param at unique in its counter, and later for later ones
   * @param repeated whether its id was counted by an earlier increment, of which this is the answer
   */
  record CountedEvent(long count, UUID at, boolean repeated) {}
}
