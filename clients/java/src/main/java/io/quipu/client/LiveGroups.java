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
    return follow(Followable.COUNTS, counters, listener::onCount, listener);
  }

  LiveCounts followSketches(List<CounterRef> counters, SketchListener listener) {
    Objects.requireNonNull(listener, "listener");
    return follow(Followable.SKETCHES, counters, listener::onSketch, listener);
  }

  private <T> LiveCounts follow(
      Followable<T> kind,
      List<CounterRef> counters,
      Consumer<T> told,
      ConnectionListener listener) {
    LiveGroup<T> group = new LiveGroup<>(kind, transport, reads, told, listener, open::remove);
    open.add(group);
    if (closed) {
      group.close();
      throw new ClosedException();
    }
    group.connect(counters.stream().distinct().toList());
    return group;
  }

  void close() {
    closed = true;
    open.forEach(LiveGroup::close);
  }
}
