package io.quipu.client;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All that a client follows live. */
final class LiveGroups {
  private final Transport transport;
  private final Reads reads;
  private final Set<LiveGroup> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  LiveGroups(Transport transport, Reads reads) {
    this.transport = transport;
    this.reads = reads;
  }

  LiveCounts follow(List<CounterRef> counters, LiveListener listener) {
    Objects.requireNonNull(listener, "listener");
    LiveGroup group = new LiveGroup(transport, reads, listener, open::remove);
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
