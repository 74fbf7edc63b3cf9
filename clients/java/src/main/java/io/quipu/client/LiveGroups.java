package io.quipu.client;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** All that a client follows live. */
final class LiveGroups {
  private final Transport transport;
  private final Reads reads;
  private final Set<LiveGroup<?>> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  LiveGroups(Transport transport, Reads reads) {
    this.transport = transport;
    this.reads = reads;
  }

  LiveCounts followCounts(List<CounterRef> counters, LiveListener listener) {
    Objects.requireNonNull(listener, "listener");
    return follow(new FollowableCounts(), named(counters, null), listener::onCount, listener);
  }

  LiveCounts followSketches(List<CounterRef> counters, SketchListener listener) {
    Objects.requireNonNull(listener, "listener");
    return follow(new FollowableSketches(), named(counters, null), listener::onSketch, listener);
  }

  LiveCounts followPrefix(String namespace, String prefix, LiveListener listener) {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(prefix, "prefix");
    Objects.requireNonNull(listener, "listener");
    LiveSubject all = new PrefixedCounters(namespace, prefix);
    return follow(new FollowableCounts(), all, listener::onCount, listener);
  }

  LiveCounts followSeries(CounterRef counter, Breakdown breakdown, SeriesListener listener) {
    Objects.requireNonNull(listener, "listener");
    if (breakdown.limit() != 0) {
      throw new IllegalArgumentException(
          "limit is " + breakdown.limit() + "; series that are followed have none: leave it 0");
    }
    LiveSubject one = named(List.of(counter), breakdown);
    return follow(new FollowableSeries(breakdown), one, listener::onSeries, listener);
  }

  private static LiveSubject named(List<CounterRef> counters, @Nullable Breakdown breakdown) {
    return new NamedCounters(counters.stream().distinct().toList(), breakdown);
  }

  private <T> LiveCounts follow(
      Followable<T> kind, LiveSubject subject, Consumer<T> told, ConnectionListener listener) {
    LiveGroup<T> group = new LiveGroup<>(kind, transport, reads, told, listener, open::remove);
    open.add(group);
    if (closed) {
      group.close();
      throw new ClosedException();
    }
    if (!subject.subscriptions().isEmpty()) {
      group.connect(subject);
    }
    return group;
  }

  void close() {
    closed = true;
    open.forEach(LiveGroup::close);
  }
}
