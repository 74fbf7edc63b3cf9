package io.quipu.client;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All that a client follows live. */
final class LiveGroups {
  private final ClientOptions options;
  private final Transport transport;
  private final Timers timers;
  private final Reads reads;
  private final Set<LiveGroup> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  LiveGroups(ClientOptions options, Transport transport, Timers timers, Reads reads) {
    this.options = options;
    this.transport = transport;
    this.timers = timers;
    this.reads = reads;
  }

  LiveCounts follow(List<CounterRef> counters, LiveListener listener) {
    Objects.requireNonNull(listener, "listener");
    LiveGroup group = new LiveGroup(options, transport, timers, reads, listener, open::remove);
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
