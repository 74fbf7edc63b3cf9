package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.Thorough;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Settings of a namespace that are changed while events with repeated ids arrive. */
@Thorough
@AtOnce
@EndToEnd
class ChangedSettingsIT {
  private static final String COUNTER = "changed";
  private static final int SENDERS = 4;
  private static final int ROUNDS = 3;
  private static final int IDS = 60;
  private static final int CHUNK = 20;

  /** Every window of them is longer than the test. */
  @Test
  void anIdCountsOnce_whileItsWindowAndRetentionChange(SharedQuipu shared) throws Exception {
    List<String> told = outcomes(shared, "changed-long", List.of("1h", "24h", "forever"));
    assertThat(Collections.frequency(told, "counted")).isEqualTo(IDS);
  }

  /** What counts is what somebody was told of, whichever of the windows an event had. */
  @Test
  void countsWhatSendersAreTold_whereWindowsPassMeanwhile(SharedQuipu shared) throws Exception {
    List<String> told = outcomes(shared, "changed-short", List.of("1s", "24h", "2s", "forever"));
    assertThat(Collections.frequency(told, "counted")).isGreaterThanOrEqualTo(IDS);
  }

  private static List<String> outcomes(SharedQuipu shared, String namespace, List<String> windows)
      throws Exception {
    RunningQuipu quipu = shared.open();
    quipu.api(0).createNamespace(namespace);
    AtomicInteger changes = new AtomicInteger();
    List<String> told = new ArrayList<>();
    try (Clients changing =
        Clients.start(1, i -> over -> change(quipu, namespace, windows, changes, over))) {
      List<Callable<List<String>>> senders = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        Api api = quipu.api(i % 2);
        Random random = new Random(i);
        senders.add(() -> sendAll(api, namespace, random));
      }
      Clients.atOnce(senders).forEach(told::addAll);
      changing.end();
    }
    assertThat(changes.get()).isGreaterThan(windows.size());
    assertThat(new HashSet<>(told)).isEqualTo(Set.of("counted", "duplicate"));
    assertThat(told).hasSize(SENDERS * ROUNDS * IDS);
    long counted = Collections.frequency(told, "counted");
    for (int i = 0; i < 2; i++) {
      Api api = quipu.api(i);
      assertThat(api.settled(namespace, COUNTER).events()).isEqualTo(counted);
      assertThat(api.windowSum(namespace, COUNTER, "minute")).isEqualTo(counted);
      api.assertRecounts(namespace, COUNTER, counted);
    }
    return told;
  }

  private static void change(
      RunningQuipu quipu,
      String namespace,
      List<String> windows,
      AtomicInteger changes,
      BooleanSupplier over) {
    List<String> retentions = List.of("1d", "7d", "forever");
    while (!over.getAsBoolean()) {
      int next = changes.getAndIncrement();
      String settings =
          "{\"deduplicate\": \"%s\", \"retain\": \"%s\"}"
              .formatted(
                  windows.get(next % windows.size()), retentions.get(next % retentions.size()));
      quipu.api(next % 2).put("/v1/namespaces/" + namespace, settings).expect(200);
    }
  }

  private static List<String> sendAll(Api api, String namespace, Random random) {
    List<String> told = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      List<Integer> ids = new ArrayList<>(IntStream.range(0, IDS).boxed().toList());
      Collections.shuffle(ids, random);
      for (int from = 0; from < IDS; from += CHUNK) {
        String events =
            Api.array(ids.subList(from, from + CHUNK), "{\"id\": \"order-%d\"}"::formatted);
        told.addAll(api.outcomes(namespace, COUNTER, events));
      }
    }
    return told;
  }
}
