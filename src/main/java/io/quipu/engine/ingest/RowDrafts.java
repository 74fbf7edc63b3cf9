package io.quipu.engine.ingest;

import io.quipu.engine.state.Event;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.writer.Watermark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The drafts of the rows of one counter on one page, in one write. Confined to one context. */
final class RowDrafts {
  private final int page;
  private final @Nullable RowDrafts elsewhere;
  private final List<RowDraft> drafts;
  private @Nullable RowDraft coalesced;
  private Map<Attribution, RowDraft> others = Map.of();

  /** The minute and the series that events must have in common to share a row. */
  private record Attribution(long minute, List<String> series) implements Comparable<Attribution> {
    private static final Comparator<Attribution> ORDER =
        Comparator.comparingLong(Attribution::minute)
            .thenComparing(one -> String.join("\0", one.series));

    @Override
    public int compareTo(Attribution other) {
      return ORDER.compare(this, other);
    }

    static boolean isUsual(Event event) {
      return event.minute() == EventMinute.OWN && event.series().isEmpty();
    }

    static Attribution of(Event event) {
      return new Attribution(event.minute(), event.series());
    }
  }

  /**
   * @param expected the approximate number of drafts
   * @param elsewhere the drafts of the same counter on another page, the head of the list of the
   *     counter's other pages; null if there are none
   */
  RowDrafts(int page, int expected, @Nullable RowDrafts elsewhere) {
    this.page = page;
    this.drafts = new ArrayList<>(expected);
    this.elsewhere = elsewhere;
  }

  /** Finds the drafts on a page among the drafts of one counter; null if there are none. */
  static @Nullable RowDrafts find(@Nullable RowDrafts ofCounter, int page) {
    RowDrafts found = ofCounter;
    while (found != null && found.page != page) {
      found = found.elsewhere;
    }
    return found;
  }

  int page() {
    return page;
  }

  @Nullable RowDrafts elsewhere() {
    return elsewhere;
  }

  /** Adds an event without an id to an open draft; null if the event needs a new draft. */
  @Nullable RowDraft coalesce(Event event) {
    RowDraft open = Attribution.isUsual(event) ? coalesced : others.get(Attribution.of(event));
    return open != null && open.add(event) ? open : null;
  }

  RowDraft add(Event event, @Nullable String id, int window) {
    RowDraft draft = new RowDraft(event, id, window);
    drafts.add(draft);
    if (id == null && Attribution.isUsual(event)) {
      coalesced = draft;
    } else if (id == null) {
      others = others.isEmpty() ? new HashMap<>() : others;
      others.put(Attribution.of(event), draft);
    }
    return draft;
  }

  /**
   * @param from index in {@code minted} of the timeuuid of the first row
   */
  List<EventRow> rows(Watermark.Minted minted, int from) {
    List<EventRow> rows = new ArrayList<>(drafts.size());
    for (RowDraft draft : drafts) {
      rows.add(draft.row(minted.at(from + rows.size())));
    }
    return rows;
  }
}
