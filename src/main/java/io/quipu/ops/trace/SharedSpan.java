package io.quipu.ops.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The span of work that is done for several spans at once, such as one write for the events of many
 * requests. Work that begins in a shared span is a part of the first of these spans, with links to
 * the others. The shared span itself records no attributes, no failure and no end.
 */
final class SharedSpan implements Span {
  private final Span first;
  private final List<Span> others;

  private SharedSpan(Span first, List<Span> others) {
    this.first = first;
    this.others = others;
  }

  static Span of(Collection<Span> all) {
    List<Span> recorded = new ArrayList<>();
    for (Span span : all) {
      if (span.isRecorded() && !recorded.contains(span) && recorded.size() <= MOST_LINKS) {
        recorded.add(span);
      }
    }
    return switch (recorded.size()) {
      case 0 -> NONE;
      case 1 -> recorded.get(0);
      default -> new SharedSpan(recorded.get(0), recorded.subList(1, recorded.size()));
    };
  }

  @Override
  public boolean isRecorded() {
    return true;
  }

  @Override
  public String traceId() {
    return first.traceId();
  }

  @Override
  public Span begin(String name, Kind kind, List<Span> more) {
    if (more.isEmpty()) {
      return first.begin(name, kind, others);
    }
    List<Span> all = new ArrayList<>(others);
    all.addAll(more);
    return first.begin(name, kind, all);
  }
}
