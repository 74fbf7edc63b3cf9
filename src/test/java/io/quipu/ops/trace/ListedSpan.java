package io.quipu.ops.trace;

import java.util.ArrayList;
import java.util.List;

/** A span that lists what is begun in it. */
public final class ListedSpan implements Span {
  public final String name;
  public final List<ListedSpan> parts = new ArrayList<>();
  public final List<Span> links;

  public ListedSpan(String name) {
    this(name, List.of());
  }

  private ListedSpan(String name, List<Span> links) {
    this.name = name;
    this.links = links;
  }

  @Override
  public boolean isRecorded() {
    return true;
  }

  @Override
  public String traceId() {
    return "of " + name;
  }

  @Override
  public Span begin(String part, Kind kind, List<Span> others) {
    ListedSpan begun = new ListedSpan(part, List.copyOf(others));
    parts.add(begun);
    return begun;
  }

  @Override
  public Span with(String attribute, String value) {
    return this;
  }

  @Override
  public Span with(String attribute, long value) {
    return this;
  }

  @Override
  public Span failed(String why) {
    return this;
  }

  @Override
  public void end() {}
}
