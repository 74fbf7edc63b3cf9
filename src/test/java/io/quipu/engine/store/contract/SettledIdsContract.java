package io.quipu.engine.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of runs are found in the partition in which they were written, until that is deleted. */
public abstract class SettledIdsContract extends StoreContract {
  private static final int FILTER = -1;

  protected static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  protected static final RunPeriod DAY = RunPeriod.of(86_400, START);

  protected RunPlace place;
  protected SettledIds store;

  /** The store to be tested. */
  protected abstract SettledIds ids();

  @BeforeEach
  void freshPage() {
    place = new RunPlace(UnusedParts.next(), DAY, 14, 1);
    store = ids();
  }

  @Test
  void rowsNeverWrittenAreNotThere() {
    assertThat(read(place, FILTER, 0, 7)).isEmpty();
    assertThat(read(place)).isEmpty();
  }

  @Test
  void rowsAreReadAsWritten_andNoOthers() {
    SortedMap<Integer, ByteBuffer> rows = new TreeMap<>(Map.of(FILTER, row(0, 8), 3, row(1, 1)));

    assertThat(write(place, 0, rows)).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(read(place, FILTER, 3)).isEqualTo(rows);
    assertThat(read(place, 3, 4)).isEqualTo(Map.of(3, rows.get(3)));
  }

  @Test
  void aWholePieceIsWrittenAtOnce() {
    SortedMap<Integer, ByteBuffer> rows = new TreeMap<>(Map.of(FILTER, row(0, 16_000)));
    IntStream.range(32, 64).forEach(block -> rows.put(block, row(block, 5_000)));

    assertThat(write(place, 0, rows)).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(read(place, rows.keySet().toArray(Integer[]::new))).isEqualTo(rows);
  }

  @Test
  void placesKeepTheirOwnRows() {
    write(place, 0, Map.of(3, row(1, 50)));

    for (RunPlace other : others()) {
      assertThat(read(other, 3)).isEmpty();
    }
  }

  private List<RunPlace> others() {
    return List.of(
        new RunPlace(place.page() + UnusedParts.PARTS, DAY, 14, 1),
        new RunPlace(place.page(), new RunPeriod(DAY.window(), DAY.start() + 43_200), 14, 1),
        new RunPlace(place.page(), RunPeriod.of(43_200, START), 14, 1),
        new RunPlace(place.page(), RunPeriod.of(0, START), 14, 1),
        new RunPlace(place.page(), DAY, 15, 1),
        new RunPlace(place.page(), DAY, 14, 0));
  }

  @Test
  void everyWindowHasPlaces() {
    for (int window : List.of(0, 1, 60, 86_400, 20 * 365 * 86_400, Integer.MAX_VALUE)) {
      RunPlace one = new RunPlace(place.page(), RunPeriod.of(window, START), 1L << 40, 0);
      assertThat(write(one, 0, Map.of(0, row(7, 9)))).isEqualTo(WriteOutcome.WRITTEN);
      assertThat(read(one, 0)).isEqualTo(Map.of(0, row(7, 9)));
    }
  }

  @Test
  void writingTheSameAgainChangesNothing() {
    Map<Integer, ByteBuffer> rows = Map.of(0, row(1, 50), 1, row(2, 50));
    for (int i = 0; i < 2; i++) {
      assertThat(write(place, 0, rows)).isEqualTo(WriteOutcome.WRITTEN);
      assertThat(read(place, 0, 1)).isEqualTo(rows);
    }
    assertThat(write(place, 0, Map.of())).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Test
  void theRowOfMostErasuresStays_whateverArrivesLater() {
    write(place, 0, Map.of(0, row(1, 50), 1, row(2, 50)));
    write(place, 2, Map.of(0, row(3, 10)));
    write(place, 1, Map.of(0, row(4, 90)));
    write(place, 0, Map.of(0, row(1, 50)));

    assertThat(read(place, 0, 1)).isEqualTo(Map.of(0, row(3, 10), 1, row(2, 50)));
  }

  @Test
  void aDeletedPlaceNeverComesBack_andNoOtherGoesWithIt() {
    Map<Integer, ByteBuffer> rows = Map.of(FILTER, row(1, 50), 5, row(2, 50));
    write(place, 0, rows);
    others().forEach(other -> write(other, 0, rows));

    for (int i = 0; i < 2; i++) {
      isWritten(store.delete(place));
      assertThat(read(place, FILTER, 5)).isEmpty();
      assertThat(write(place, i * 1_000, rows)).isEqualTo(WriteOutcome.WRITTEN);
      assertThat(read(place, FILTER, 5)).isEmpty();
    }

    for (RunPlace other : others()) {
      assertThat(read(other, FILTER, 5)).isEqualTo(rows);
    }
  }

  @Test
  void aPlaceThatNeverWasCanBeDeleted() {
    isWritten(store.delete(place));
  }

  protected WriteOutcome write(RunPlace in, int erasures, Map<Integer, ByteBuffer> rows) {
    return await(store.write(in, erasures, new TreeMap<>(rows)));
  }

  protected Map<Integer, ByteBuffer> read(RunPlace in, Integer... blocks) {
    return await(store.read(in, List.of(blocks)));
  }

  protected static ByteBuffer row(long seed, int bytes) {
    byte[] random = new byte[bytes];
    new Random(seed).nextBytes(random);
    return ByteBuffer.wrap(random);
  }
}
