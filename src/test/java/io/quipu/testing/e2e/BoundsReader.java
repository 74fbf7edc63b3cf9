package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Reads counters that only go up, from one instance after the other, while others record: each
 * count must hold all that was acknowledged before, nothing that was not yet sent, and never less
 * than was read before.
 */
final class BoundsReader {
  private final List<Api> instances;
  private final String namespace;
  private final List<Ledger> ledgers;
  private final Map<Ledger, Long> highest = new HashMap<>();
  private final Map<Ledger, Set<Long>> settled = new HashMap<>();
  private long turns;
  private long reads;
  private long refused;

  BoundsReader(List<Api> instances, String namespace, List<Ledger> ledgers) {
    this.instances = instances;
    this.namespace = namespace;
    this.ledgers = ledgers;
  }

  void readUntil(BooleanSupplier over) {
    while (!over.getAsBoolean()) {
      // both instances for each counter, one right after the other
      int turn = (int) (turns / instances.size()) % ledgers.size();
      read(instances.get((int) (turns % instances.size())), ledgers.get(turn));
    }
  }

  private void read(Api instance, Ledger ledger) {
    long least = Math.max(ledger.acknowledged(), highest.getOrDefault(ledger, 0L));
    Answer answer = instance.get(Api.path(namespace, ledger.counter));
    turns++;
    if (answer.status() == 503) {
      refused++;
      return;
    }
    CountRead read = CountRead.of(answer.expect(200).json());
    assertThat(read.count()).as(ledger.counter).isBetween(least, ledger.attempted());
    highest.put(ledger, read.count());
    settled.computeIfAbsent(ledger, none -> new HashSet<>()).add(read.settledCount());
    reads++;
  }

  long reads() {
    return reads;
  }

  /** How many reads a busy Cassandra did not answer in time. */
  long refused() {
    return refused;
  }

  /** How many settled counts were seen, all counters together. */
  int checkpointsSeen() {
    return settled.values().stream().mapToInt(Set::size).sum();
  }
}
