package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.answer.Allowance;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Declined;
import io.quipu.engine.kind.answer.RecordOutcome.Objection;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.state.Event;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The outcome of an increment. */
public sealed interface IncrementOutcome {
  /** Converts the outcome to the type that all kinds share. */
  RecordOutcome common();

  /**
   * A quorum has all events, each counted once: by this increment, or earlier under its id.
   *
   * @param events at least one, in the order of the increment
   * @param allowance what the counter still takes after them; null if it has no periods
   */
  record Recorded(List<CountedEvent> events, @Nullable Allowance allowance)
      implements IncrementOutcome {
    public Recorded(List<CountedEvent> events) {
      this(events, null);
    }

    /** The last event of the increment. */
    public CountedEvent last() {
      return events.get(events.size() - 1);
    }

    @Override
    public RecordOutcome common() {
      return new RecordOutcome.Recorded(
          last().at(), List.of(), BigInteger.valueOf(last().count()), allowance);
    }
  }

  /**
   * Nothing was changed: an event would have taken the count out of the bounds or out of 64 bits.
   *
   * @param count before that event, with the deltas of earlier events of the same increment
   * @param delta of that event
   * @param bounds the counts that both the event and its namespace allow
   * @param untilReset the time until the count begins again, if the event is within the bounds
   *     then; otherwise null
   */
  record PastBound(long count, long delta, Bounds bounds, @Nullable Duration untilReset)
      implements IncrementOutcome {
    public PastBound(long count, long delta, Bounds bounds) {
      this(count, delta, bounds, null);
    }

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
          "A delta of %d would take the count from %d %s. Nothing was changed."
              .formatted(delta, count, past),
          untilReset);
    }
  }

  /**
   * Nothing was changed: an id was counted before with another delta or number of events.
   *
   * @param counted the earlier event
   */
  record Conflict(RememberedEvent counted, Event refused) implements IncrementOutcome {
    @Override
    public RecordOutcome common() {
      return new Declined(
          Objection.ID_CONFLICT,
          "id",
          "The id was counted before, with delta %s and not %s. Nothing was changed."
              .formatted(
                  said(counted.delta(), counted.events()),
                  said(refused.delta(), refused.events())));
    }

    private String said(long delta, int events) {
      return delta + (counted.events() == refused.events() ? "" : " of " + events + " events");
    }
  }

  /**
   * Nothing was changed: the event was to be the first of its counter, which has events.
   *
   * @param count of the counter
   */
  record CountedBefore(long count) implements IncrementOutcome {
    @Override
    public RecordOutcome common() {
      return new Declined(
          Objection.COUNTED_BEFORE,
          "counter",
          "The counter has events, and its count is " + count + ". Nothing was changed.");
    }
  }

  /** Nothing was changed. The caller may send the same increment again. */
  record Refused(Refusal why) implements IncrementOutcome {
    @Override
    public RecordOutcome common() {
      return new RecordOutcome.Refused(why);
    }
  }

  /**
   * All events are counted, now or later, or none is. Only an increment of events that all have
   * remembered ids may be sent again safely.
   */
  record OutcomeUnknown() implements IncrementOutcome {
    @Override
    public RecordOutcome common() {
      return new RecordOutcome.OutcomeUnknown();
    }
  }

  /**
   * A counted event.
   *
   * @param count the count after the event
   * @param at timeuuid of the event, unique in its counter and in the order of counting
   * @param repeated whether the id was counted before; if so, {@code count} and {@code at} belong
   *     to the earlier event
   */
  record CountedEvent(long count, UUID at, boolean repeated) {}
}
