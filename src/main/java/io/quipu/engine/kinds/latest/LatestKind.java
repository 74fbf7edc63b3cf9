package io.quipu.engine.kinds.latest;

import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.ingest.Reset;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.CommonSetting;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.kind.Eraser;
import io.quipu.engine.kind.EventTimes;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.kind.Setting;
import io.quipu.engine.kind.answer.Feature;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.TimeSpan;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Adds up the standing value of each actor. The standing value has the largest version. Of several
 * values with this version, the largest stands. A value that replaces the standing version stands
 * even if its own version is smaller. Other values may come in any order, and repeatedly.
 */
public final class LatestKind implements Kind {
  private static final String LABEL = "latest";
  private static final int TAKEN =
      Draft.only(Member.ACTOR, Member.VERSION, Member.VALUE, Member.REPLACES);

  private static final int ERASED_AT_ONCE = 4;

  private final Supplier<StandingValues> values;

  /**
   * @param values makes the standing values of the calling context
   */
  public LatestKind(Supplier<StandingValues> values) {
    this.values = values;
  }

  @Override
  public String label() {
    return LABEL;
  }

  @Override
  public Holding holding(Namespace namespace) {
    return Holding.STATEMENTS;
  }

  @Override
  public Set<Feature> features() {
    return EnumSet.allOf(Feature.class);
  }

  @Override
  public Set<CommonSetting> commonSettings() {
    return EnumSet.complementOf(EnumSet.of(CommonSetting.DEDUPLICATE));
  }

  @Override
  public Namespace defaults(String name) {
    return Namespace.of(name, LABEL, TimeSpan.OFF);
  }

  @Override
  public List<Setting> settings() {
    return List.of(EventTimes.SETTING, EventTimes.KEEP);
  }

  @Override
  public void check(Namespace next) {
    if (!next.deduplicate().equals(TimeSpan.OFF)) {
      throw new InvalidInput(
          "deduplicate", "deduplicate must be off, or left out: events of kind latest have no ids");
    }
  }

  @Override
  public Eraser eraser() {
    StandingValues here = values.get();
    return Eraser.ofPages(
        (page, extent) ->
            BoundedConcurrency.forEach(
                ERASED_AT_ONCE,
                IntStream.range(0, Layout.ID_PARTS)
                    .mapToObj(part -> new StandingValues.Part(page, part))
                    .toList(),
                part ->
                    here.erase(part, extent)
                        .thenAccept(outcome -> outcome.require(Eraser.FAILED))));
  }

  @Override
  public Append accept(
      Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed) {
    if (confirmed) {
      throw new InvalidInput(
          "confirm", "confirm is not for kind latest: what an event adds depends on later ones");
    }
    return new Append(
        counter,
        namespace.shards(),
        RetentionClass.of(namespace.retain()),
        StatedValue.RULE,
        false,
        Draft.acceptEach(drafts, LatestKind::event));
  }

  private static Event event(Draft draft) {
    draft.refuseOthers(TAKEN, LABEL);
    String actor = draft.actor();
    if (actor == null) {
      throw missing(Member.ACTOR);
    }
    Event.checkId(Member.ACTOR.label(), actor);
    if (!draft.has(Member.VERSION)) {
      throw missing(Member.VERSION);
    }
    StatedValue stated =
        new StatedValue(
            actor,
            draft.version(),
            value(draft),
            draft.has(Member.REPLACES) ? draft.replaces() : null);
    return new Event(stated.value(), stated.id()).in(draft.minute());
  }

  /** 1500.0 is 1500, as for every program whose numbers are floating point. */
  private static long value(Draft draft) {
    String literal = draft.value();
    if (literal == null) {
      throw missing(Member.VALUE);
    }
    try {
      long value = draft.valueIsText() ? Long.MIN_VALUE : new BigDecimal(literal).longValueExact();
      if (value >= -Limits.DELTA && value <= Limits.DELTA) {
        return value;
      }
    } catch (ArithmeticException | NumberFormatException notOne) {
      // The exception below is also for a number that is no integer of 64 bits.
    }
    throw new InvalidInput("value", "value must be an integer between -10^15 and 10^15");
  }

  private static InvalidInput missing(Member member) {
    return new InvalidInput(
        member.label(), member.label() + " is missing; an event of kind latest needs one");
  }

  @Override
  public Reset reset(Namespace namespace, CounterName counter) {
    return new Reset(counter, namespace.shards(), RetentionClass.of(namespace.retain()));
  }

  @Override
  public RowRule rule(Layout layout, Clock clock) {
    return new LatestRule(values.get(), layout, clock);
  }
}
