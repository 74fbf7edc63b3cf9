package io.quipu.edge.kafka;

import io.quipu.edge.kafka.mapping.MappedEvent;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.kind.EventTimes;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Events of one counter that are sent together, each time with the same ids, until the outcome of
 * the group is known. Confined to the context of its {@link Delivery}.
 */
final class EventGroup {
  private static final long NEVER = Long.MIN_VALUE;

  private final CounterName counter;
  private List<OpenRecord> records = new ArrayList<>();
  private List<Draft> drafts = new ArrayList<>();
  private int attempts;
  private long lastSent = NEVER;
  private long doubtfulSince = NEVER;

  EventGroup(CounterName counter) {
    this.counter = counter;
  }

  CounterName counter() {
    return counter;
  }

  List<OpenRecord> records() {
    return records;
  }

  void add(OpenRecord record, MappedEvent event) {
    Draft draft = new Draft();
    draft.named(record.sent().id());
    draft.integer(Member.DELTA, event.event().delta());
    draft.integer(Member.EVENTS, event.event().events());
    if (event.time() != null) {
      draft.happened(event.time());
    }
    if (!event.labels().isEmpty()) {
      draft.labels(event.labels());
    }
    draft.of(counter);
    records.add(record);
    drafts.add(draft);
  }

  /** Drops the records whose partition was released. Returns false if no record is left. */
  boolean keepAssigned() {
    keep(i -> !records.get(i).sent().partition().isReleased());
    return !records.isEmpty();
  }

  /**
   * Makes a recording of the events that their kind accepts; null if the kind accepts none.
   *
   * @param refused called with each other record and the reason, after the record left this group
   */
  @Nullable Recording accept(
      EventTimes times, Namespace namespace, BiConsumer<OpenRecord, String> refused) {
    while (!records.isEmpty()) {
      try {
        return times.accept(namespace, counter, drafts, false);
      } catch (InvalidDraft invalid) {
        int at = drafts.indexOf(invalid.draft());
        OpenRecord record = records.get(at);
        keep(i -> i != at);
        refused.accept(record, invalid.finding().detail());
      } catch (InvalidInput invalid) {
        List<OpenRecord> all = records;
        keep(i -> false);
        all.forEach(record -> refused.accept(record, invalid.detail()));
      }
    }
    return null;
  }

  private void keep(IntPredicate kept) {
    List<OpenRecord> someRecords = new ArrayList<>(records.size());
    List<Draft> someDrafts = new ArrayList<>(records.size());
    for (int i = 0; i < records.size(); i++) {
      if (kept.test(i)) {
        someRecords.add(records.get(i));
        someDrafts.add(drafts.get(i));
      }
    }
    records = someRecords;
    drafts = someDrafts;
  }

  /** Notes that another attempt is needed. Returns how often this was noted. */
  int again() {
    return ++attempts;
  }

  /** Tells whether the group was sent. An attempt without a usable namespace sends nothing. */
  boolean wasSent() {
    return lastSent != NEVER;
  }

  /** Notes the time of an attempt. */
  void sent(long nanos) {
    lastSent = nanos;
  }

  /** Notes that the last attempt may have written the group. Later calls change nothing. */
  void doubtful() {
    if (doubtfulSince == NEVER) {
      doubtfulSince = lastSent;
    }
  }

  /** Tells whether an attempt may have written the group. Then no refusal is certain. */
  boolean isDoubtful() {
    return doubtfulSince != NEVER;
  }

  /** Tells whether the first doubtful attempt is so old that the ids may be forgotten. */
  boolean isForgotten(long nanos, long rememberedNanos) {
    return isDoubtful() && nanos - doubtfulSince >= rememberedNanos;
  }
}
