package io.quipu.engine.kind;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.function.Supplier;

/**
 * Accepts events by the rules of their kinds, after their times were checked. An event counts in
 * the windows of its own time, or is refused.
 *
 * @param now the group time
 */
public record EventTimes(KnownKinds kinds, Supplier<EventTime> now) {
  /** The setting for kinds whose events may be older than now. */
  public static final Setting SETTING =
      new Setting(Lateness.SETTING, Setting.Shape.TEXT, false, "0s");

  /** The setting for kinds whose windows may end. */
  public static final Setting KEEP = new Setting(Keep.SETTING, Setting.Shape.LENGTHS, false, "");

  /**
   * Accepts events of one counter, all of them or none.
   *
   * @param confirmed whether the caller wants the verdict of each event after the event is settled
   * @throws InvalidDraft for the first draft that is not an event of the kind of the namespace, or
   *     whose time is too far from now
   * @throws io.quipu.engine.input.InvalidInput naming any other mistake
   */
  public Recording accept(
      Namespace namespace, CounterName named, List<Draft> drafts, boolean confirmed) {
    CounterName counter = named.in(namespace);
    Kind kind = kinds.of(namespace);
    if (drafts.stream().noneMatch(draft -> draft.has(Draft.Member.TIME))) {
      return kind.accept(namespace, counter, drafts, confirmed);
    }
    Lateness lateness = Lateness.of(namespace);
    EventTime at = now.get();
    drafts.forEach(draft -> draft.check(lateness, at));
    Recording recording = kind.accept(namespace, counter, drafts, confirmed);
    return drafts.stream().allMatch(draft -> draft.minute() == EventMinute.OWN)
        ? recording
        : recording.mintedBefore(at.plusTicks(Lateness.DELAY_TICKS));
  }
}
