package io.quipu.service.verticles;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IngestAddressesTest {
  private static final Layout LAYOUT = new Layout(64, 8, 42, Duration.ofMinutes(1));

  private static CounterName counter(int number) {
    return new CounterName("votes", "c" + number);
  }

  @Test
  void noTwoLanesShareAPart_whereTheirNumberDividesThatOfTheParts() {
    for (int lanes : new int[] {1, 2, 4, 8}) {
      Map<Integer, Integer> laneOf = new HashMap<>();
      for (int i = 0; i < 1_000; i++) {
        int part = LAYOUT.part(LAYOUT.page(counter(i)));
        int lane = IngestAddresses.lane(LAYOUT, counter(i), lanes);
        assertThat(laneOf.merge(part, lane, (first, same) -> first)).isEqualTo(lane);
      }
      assertThat(new HashSet<>(laneOf.values())).hasSize(lanes);
    }
  }

  @Test
  void everyLaneHasItsShare() {
    for (int lanes : new int[] {2, 3, 6, 16, 64}) {
      int[] counters = new int[lanes];
      for (int i = 0; i < 100 * lanes; i++) {
        counters[IngestAddresses.lane(LAYOUT, counter(i), lanes)]++;
      }
      assertThat(counters).as("of %s", lanes).doesNotContain(0);
    }
  }
}
