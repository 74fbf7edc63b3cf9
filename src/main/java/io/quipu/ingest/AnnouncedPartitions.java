package io.quipu.ingest;

import io.quipu.store.Partition;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The partitions that this context has made findable, so that it does so once for each. Bounded:
 * what is forgotten is announced again, which does no harm.
 */
final class AnnouncedPartitions {
  private final Map<Partition, Boolean> announced;

  AnnouncedPartitions(int most) {
    announced =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Partition, Boolean> eldest) {
            return size() > most;
          }
        };
  }

  boolean contains(Partition partition) {
    return announced.containsKey(partition);
  }

  void add(Partition partition) {
    announced.put(partition, Boolean.TRUE);
  }
}
