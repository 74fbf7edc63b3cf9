package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.LoadClient.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Guarantees G1, G2 and G4 through two instances that know of each other only by the store. */
@Thorough
@EndToEnd
class TwoInstancesIT {
  private static final int EVENTS = 200_000;
  private static final int CLIENTS = 8;
  private static final int BATCH = 250;
  private static final String NAMESPACE = "load";

  /** Only these go up only, so that a read has bounds at every moment. */
  private final List<Ledger> rising =
      IntStream.range(0, 40).mapToObj(i -> new Ledger("rising " + i)).toList();

  private final List<Ledger> swaying =
      IntStream.range(0, 10).mapToObj(i -> new Ledger("swaying/" + i)).toList();
  private final List<Ledger> all = Stream.concat(rising.stream(), swaying.stream()).toList();
  private final LongAdder sent = new LongAdder();
  private final LongAdder refusals = new LongAdder();

  @Test
  void countEveryAcknowledgedEventOnce_andNeverCountBackwards(SharedQuipu shared) throws Exception {
    RunningQuipu quipu = shared.open();
    List<Api> instances = List.of(quipu.api(0), quipu.api(1));
    instances.get(0).createNamespace(NAMESPACE);
    BoundsReader reader = new BoundsReader(instances, NAMESPACE, rising);
    long start = System.nanoTime();
    loadWhileReading(instances, reader);
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    System.out.printf(
        "two instances: %d events by %d clients in %d ms, %d refused and sent again, %d of the"
            + " sum in doubt, %d reads within bounds and %d refused, %d different settled"
            + " counts%n",
        sent.sum(),
        CLIENTS,
        taken.toMillis(),
        refusals.sum(),
        all.stream().mapToLong(ledger -> Math.abs(ledger.unknown())).sum(),
        reader.reads(),
        reader.refused(),
        reader.checkpointsSeen());
    assertThat(reader.reads()).isGreaterThan(50).isGreaterThan(20 * reader.refused());
    assertThat(reader.checkpointsSeen()).isGreaterThan(20);
    assertThat(sent.sum()).isEqualTo(EVENTS);
    assertCounts(instances);
  }

  private void loadWhileReading(List<Api> instances, BoundsReader reader) throws Exception {
    List<Callable<Void>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Random random = new Random(i);
      LoadClient client = new LoadClient(instances.get(i % 2), NAMESPACE, refusals);
      clients.add(() -> load(client, random));
    }
    try (Clients reading = Clients.start(1, i -> reader::readUntil)) {
      Clients.atOnce(clients);
      reading.end();
    }
  }

  private Void load(LoadClient client, Random random) {
    int left = EVENTS / CLIENTS;
    while (left > 0) {
      int kind = random.nextInt(10);
      int events = kind < 2 ? 1 : Math.min(left, 1 + random.nextInt(2 * BATCH));
      if (kind < 2) {
        client.single(event(any(all, random), random));
      } else if (kind < 4) {
        Ledger one = any(all, random);
        client.array(Stream.generate(() -> event(one, random)).limit(events).toList());
      } else {
        client.batch(Stream.generate(() -> event(any(all, random), random)).limit(events).toList());
      }
      left -= events;
      sent.add(events);
    }
    return null;
  }

  private Sent event(Ledger ledger, Random random) {
    long size = 1L + random.nextInt(1_000);
    boolean negative = swaying.contains(ledger) && random.nextBoolean();
    return new Sent(ledger, negative ? -size : size);
  }

  private static Ledger any(List<Ledger> ledgers, Random random) {
    return ledgers.get(random.nextInt(ledgers.size()));
  }

  private void assertCounts(List<Api> instances) {
    for (Ledger ledger : all) {
      CountRead first = instances.get(0).count(NAMESPACE, ledger.counter);
      CountRead settled = instances.get(1).settled(NAMESPACE, ledger.counter);
      CountRead again = instances.get(0).settled(NAMESPACE, ledger.counter);
      assertThat(settled.count()).as(ledger.counter).isEqualTo(first.count());
      assertThat(again).as(ledger.counter).isEqualTo(settled);
      if (ledger.unknown() == 0 || rising.contains(ledger)) {
        ledger.assertHolds(settled.count());
      }
      for (String granularity : List.of("minute", "day")) {
        assertThat(instances.get(1).windowSum(NAMESPACE, ledger.counter, granularity))
            .as(ledger.counter + " by " + granularity)
            .isEqualTo(settled.count());
      }
    }
  }
}
