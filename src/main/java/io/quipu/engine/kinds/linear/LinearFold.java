package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.answer.Allowance;
import io.quipu.engine.kinds.linear.IncrementOutcome.Conflict;
import io.quipu.engine.kinds.linear.IncrementOutcome.CountedBefore;
import io.quipu.engine.kinds.linear.IncrementOutcome.CountedEvent;
import io.quipu.engine.kinds.linear.IncrementOutcome.PastBound;
import io.quipu.engine.kinds.linear.IncrementOutcome.Recorded;
import io.quipu.engine.state.Event;
import io.quipu.engine.state.RunningTally;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Applies increments to a given state, one after the other. The result is the step to be sent, and
 * the answers that hold if the step is applied. Used once, by one context.
 */
public final class LinearFold {
  private static final long NODE = (1L << 48) - 1;

  /** A step takes less time than this of the counter: each event has a tick. */
  private static final long STEP_TICKS = EventTime.TICKS_PER_SECOND / 100;

  private final LinearState before;
  private final Map<String, RememberedEvent> known;
  private final Map<String, RememberedEvent> addedIds = new HashMap<>();
  private final List<RememberedEvent> remembered = new ArrayList<>();
  private final EventTime first;
  private final long node;
  private final LinearRule rule;
  private final Duration periodKnown;

  /** The end of the period in which all events of the step count; null if there are none. */
  private final @Nullable EventTime resets;

  private long count;
  private long events;
  private long eventsBefore;
  private long minted;

  /** The tally that the step adds to windows. */
  private final RunningTally added = new RunningTally();

  /**
   * @param known the remembered events whose ids occur in the increments, by id; looked up after
   *     the state {@code before} was known
   * @param wall the time now; the first counted event has this time, or the tick after the last
   *     event of the counter if that tick is later
   * @param rule the rule of the namespace
   * @param periodKnown for how long this process has known the period of ids of the state
   */
  public LinearFold(
      LinearState before,
      Map<String, RememberedEvent> known,
      EventTime wall,
      UUID writer,
      LinearRule rule,
      Duration periodKnown) {
    this.before = before;
    this.rule = rule;
    this.periodKnown = periodKnown;
    this.known = known;
    this.node = writer.getLeastSignificantBits() & NODE;
    this.eventsBefore = before.eventsBefore();
    CountingPeriod period = rule.period();
    EventTime next = withinMinute(EventTime.max(wall, before.last().plusTicks(1)));
    if (period == null) {
      this.first = next;
      this.resets = null;
      this.count = before.count();
    } else {
      EventTime end = period.endOf(next);
      boolean fits = end.ticks() - next.ticks() > STEP_TICKS;
      this.first = fits ? next : end;
      this.resets = fits ? end : period.endOf(end);
      this.count = period.countAt(first, before);
    }
  }

  /** A time from which on a whole step lies in one minute, if it adds to windows. */
  private EventTime withinMinute(EventTime at) {
    EventTime end = Granularity.MINUTE.windowOf(at).end();
    boolean adds = rule.windows() || !before.windows().open().isEmpty();
    return adds && end.ticks() - at.ticks() <= STEP_TICKS ? end : at;
  }

  /**
   * The result of one more increment.
   *
   * @param answer the outcome of the increment if the step is applied
   * @param isFact whether the answer depends only on remembered events; such an answer holds even
   *     if the step is not applied
   */
  record Folded(IncrementOutcome answer, boolean isFact) {}

  public Folded add(Increment increment) {
    if (increment.resets()) {
      return reset();
    }
    Unfinished one = new Unfinished();
    for (BoundedEvent event : increment.events()) {
      IncrementOutcome refusal =
          event.first() && before.events() + events > eventsBefore
              ? new CountedBefore(count)
              : one.add(event.event(), event.bounds().and(rule.bounds()));
      if (refusal != null) {
        return new Folded(refusal, refusal instanceof Conflict && one.isFact);
      }
    }
    return one.finish();
  }

  private Folded reset() {
    added.subtract(Tally.of(count, before.events() + events - eventsBefore));
    count = 0;
    UUID at = first.plusTicks(minted).timeuuid(0, node);
    minted++;
    events++;
    eventsBefore = before.events() + events;
    return new Folded(new Recorded(List.of(new CountedEvent(0, at, false))), false);
  }

  /** Tells whether the step counts any event. */
  boolean changes() {
    return minted > 0;
  }

  private @Nullable String idOf(Event event) {
    return rule.remembers() ? event.id() : null;
  }

  /** Makes the step that counts all added increments, except refused increments. */
  public LinearStep step(UUID writer, long sequence) {
    boolean isFirst = before.version() == 0;
    long gap = isFirst ? 0 : first.ticks() - before.last().ticks();
    LinearState next =
        new LinearState(
            before.version() + 1,
            count,
            before.events() + events,
            eventsBefore,
            before.ids().after(remembered.size(), rule.ids(), gap, periodKnown),
            isFirst ? first : before.began(),
            first.plusTicks(minted - 1),
            before.appliedWith(new AppliedAttempt(writer, sequence, before.version() + 1)),
            true,
            before.windows().after(first, added.tally(), rule.windows()));
    return new LinearStep(before, next, remembered);
  }

  /** An increment that is being added. Its events are counted only when it is finished. */
  private final class Unfinished {
    private final List<CountedEvent> answers = new ArrayList<>(1);
    private final Map<String, RememberedEvent> ids = new LinkedHashMap<>();
    private long sum = count;
    private long happenings;
    private long counted;
    private boolean isFact = true;

    /** Adds an event. Returns the refusal of the increment; null if there is none. */
    @Nullable IncrementOutcome add(Event event, Bounds bounds) {
      String id = idOf(event);
      RememberedEvent earlier = id == null ? null : earlier(id);
      if (earlier == null) {
        return count(event, bounds);
      }
      if (earlier.delta() != event.delta() || earlier.events() != event.events()) {
        return new Conflict(earlier, event);
      }
      answers.add(new CountedEvent(earlier.count(), earlier.at(), true));
      return null;
    }

    private @Nullable RememberedEvent earlier(String id) {
      RememberedEvent fact = known.get(id);
      if (fact != null) {
        return fact;
      }
      RememberedEvent own = ids.get(id);
      RememberedEvent undecided = own != null ? own : addedIds.get(id);
      isFact &= undecided == null;
      return undecided;
    }

    private @Nullable IncrementOutcome count(Event event, Bounds bounds) {
      isFact = false;
      if (!bounds.allow(sum, event.delta())) {
        return new PastBound(sum, event.delta(), bounds, untilReset(bounds, event));
      }
      sum += event.delta();
      UUID at = first.plusTicks(minted + counted).timeuuid(0, node);
      counted++;
      happenings += event.events();
      answers.add(new CountedEvent(sum, at, false));
      String id = idOf(event);
      if (id != null) {
        ids.put(id, new RememberedEvent(id, event.delta(), event.events(), sum, at));
      }
      return null;
    }

    /** The time until a refused event would be within the bounds; null if it never will be. */
    private @Nullable Duration untilReset(Bounds bounds, Event event) {
      return resets != null && bounds.allow(0, event.delta())
          ? Duration.between(first.instant(), resets.instant())
          : null;
    }

    private Folded finish() {
      added.add(sum, happenings);
      added.subtract(Tally.of(count, 0));
      count = sum;
      minted += counted;
      events += happenings;
      addedIds.putAll(ids);
      remembered.addAll(ids.values());
      Allowance allowance = resets == null ? null : rule.bounds().allowance(count, resets);
      return new Folded(new Recorded(List.copyOf(answers), allowance), isFact);
    }
  }
}
