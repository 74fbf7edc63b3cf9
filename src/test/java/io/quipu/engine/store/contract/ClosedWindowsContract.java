package io.quipu.engine.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.ClosedWindows.Closed;
import io.quipu.engine.store.ClosedWindows.Supplement;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EndedWindows;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Windows are found by counter and granularity in the range that is asked for. */
public abstract class ClosedWindowsContract extends StoreContract {
  private static final long NOON = Instant.parse("2026-01-01T12:00:00Z").getEpochSecond();
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");

  private int page;
  private ClosedWindows store;

  /** The store to be tested. */
  protected abstract ClosedWindows windows();

  @BeforeEach
  void freshPage() {
    page = UnusedParts.next();
    store = windows();
  }

  @Test
  void aCounterNeverSettledHasNoWindows() {
    for (Granularity granularity : Granularity.values()) {
      assertThat(read(A, window(granularity, -100), window(granularity, 100))).isEmpty();
    }
  }

  @Test
  void aRangeIsReadOverAllItsPeriods_withBothItsEnds() {
    for (Granularity granularity : Granularity.values()) {
      Map<Window, Tally> all = new HashMap<>();
      for (int i = -200; i <= 200; i += 7) {
        all.put(window(granularity, i), Tally.of(i, 1 + Math.abs(i)));
      }
      write(A, all);

      assertThat(read(A, window(granularity, -200), window(granularity, 199))).isEqualTo(all);
      assertThat(read(A, window(granularity, -193), window(granularity, -186)))
          .containsOnlyKeys(window(granularity, -193), window(granularity, -186));
      assertThat(read(A, window(granularity, 3), window(granularity, 3)))
          .isEqualTo(Map.of(window(granularity, 3), Tally.of(3, 4)));
      assertThat(read(A, window(granularity, 4), window(granularity, 9))).isEmpty();
      assertThat(read(A, window(granularity, 3), window(granularity, -4))).isEmpty();
    }
  }

  @Test
  void granularitiesKeepTheirOwnWindows() {
    Map<Window, Tally> all = new HashMap<>();
    for (Granularity granularity : Granularity.values()) {
      all.put(new Window(granularity, 0), Tally.of(granularity.seconds(), 1));
    }
    write(A, all);

    for (Granularity granularity : Granularity.values()) {
      Window first = new Window(granularity, 0);
      assertThat(read(A, first, first)).isEqualTo(Map.of(first, all.get(first)));
    }
  }

  @Test
  void countersAndPagesKeepTheirOwnWindows() {
    Window minute = window(Granularity.MINUTE, 0);
    write(A, Map.of(minute, Tally.of(1, 1)));
    write(B, Map.of(minute, Tally.of(2, 2)));

    assertThat(read(A, minute, minute)).containsExactly(Map.entry(minute, Tally.of(1, 1)));
    assertThat(read(B, minute, minute)).containsExactly(Map.entry(minute, Tally.of(2, 2)));
    assertThat(read(new CounterName("votesa", "a"), minute, minute)).isEmpty();
    page += UnusedParts.PARTS;
    assertThat(read(A, minute, minute)).isEmpty();
  }

  @Test
  void totalsAreExact_howeverLarge() {
    Tally huge = new Tally(BigInteger.valueOf(Long.MAX_VALUE).pow(2).negate(), Long.MAX_VALUE);
    Window longAgo = new Window(Granularity.DAY, -86_400 * 400L);
    write(A, Map.of(longAgo, huge));

    assertThat(read(A, longAgo, longAgo)).containsExactly(Map.entry(longAgo, huge));
  }

  @Test
  void writingTheSameWindowsAgainChangesNothing() {
    Map<Window, Tally> windows =
        Map.of(
            window(Granularity.MINUTE, 0), Tally.of(1, 1),
            window(Granularity.MINUTE, 1), Tally.of(2, 1));
    for (int i = 0; i < 2; i++) {
      write(A, windows);
      assertThat(read(A, window(Granularity.MINUTE, 0), window(Granularity.MINUTE, 1)))
          .isEqualTo(windows);
    }
    WindowPartition partition = Table.CLOSED.of(page, window(Granularity.MINUTE, 0));
    isWritten(store.write(partition, List.of()));
  }

  @Test
  void manyWindowsOfManyCountersAreWrittenAtOnce() {
    List<Closed> all = new ArrayList<>();
    for (int counter = 0; counter < 200; counter++) {
      for (int minute = 0; minute < 10; minute++) {
        all.add(
            new Closed(
                new CounterName("votes", "c" + counter),
                window(Granularity.MINUTE, minute),
                Tally.of(counter, 1 + minute)));
      }
    }

    write(all);

    for (int counter : List.of(0, 77, 199)) {
      Map<Window, Tally> found =
          read(
              new CounterName("votes", "c" + counter),
              window(Granularity.MINUTE, 0),
              window(Granularity.MINUTE, 9));
      assertThat(found)
          .hasSize(10)
          .containsEntry(window(Granularity.MINUTE, 9), Tally.of(counter, 10));
    }
  }

  /** As many as one request may ask for. */
  @Test
  void aWeekOfMinutesIsReadInOneGo() {
    Map<Window, Tally> week = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      week.put(window(Granularity.MINUTE, i), Tally.of(i, 1));
    }
    write(A, week);

    assertThat(read(A, window(Granularity.MINUTE, 0), window(Granularity.MINUTE, 9_999)))
        .isEqualTo(week);
  }

  private void write(CounterName counter, Map<Window, Tally> windows) {
    List<Closed> all = new ArrayList<>();
    windows.forEach((window, tally) -> all.add(new Closed(counter, window, tally)));
    write(all);
  }

  private void write(List<Closed> windows) {
    Map<WindowPartition, List<Closed>> byPartition = new TreeMap<>();
    for (Closed closed : windows) {
      byPartition
          .computeIfAbsent(Table.CLOSED.of(page, closed.window()), any -> new ArrayList<>())
          .add(closed);
    }
    byPartition.forEach(
        (partition, some) ->
            assertThat(await(store.write(partition, some))).isEqualTo(WriteOutcome.WRITTEN));
  }

  private Map<Window, Tally> read(CounterName counter, Window first, Window last) {
    return await(store.read(page, counter, first, last));
  }

  private static Window window(Granularity granularity, int number) {
    long second = NOON + number * granularity.seconds();
    return new Window(granularity, second - Math.floorMod(second, granularity.seconds()));
  }

  @Test
  void supplementsOfEachStepAreFound_apartFromTheWindow() {
    for (Granularity granularity : Granularity.values()) {
      List<Supplement> all = new ArrayList<>();
      for (int i = -100; i <= 100; i += 7) {
        for (int step = 1; step <= 3; step++) {
          all.add(supplement(A, window(granularity, i), step, Tally.of(-i, step)));
        }
      }
      write(A, Map.of(window(granularity, 5), Tally.of(1, 1)));
      writeSupplements(all);
      writeSupplements(all);
      writeSupplements(List.of(supplement(B, window(granularity, 5), 1, Tally.of(9, 9))));

      assertThat(supplements(window(granularity, -100), window(granularity, 100)))
          .containsExactlyInAnyOrderElementsOf(all);
      assertThat(supplements(window(granularity, -2), window(granularity, 4)))
          .containsExactlyInAnyOrderElementsOf(
              all.stream().filter(one -> one.window().equals(window(granularity, -2))).toList())
          .hasSize(3);
      assertThat(supplements(window(granularity, -1), window(granularity, 4))).isEmpty();
      assertThat(supplements(window(granularity, 3), window(granularity, -4))).isEmpty();
      assertThat(read(A, window(granularity, -2), window(granularity, 5)))
          .isEqualTo(Map.of(window(granularity, 5), Tally.of(1, 1)));
    }
    page += UnusedParts.PARTS;
    assertThat(supplements(window(Granularity.DAY, -100), window(Granularity.DAY, 100))).isEmpty();
  }

  @Test
  void theWindowsOfANamespaceAreDeleted_byPartition_andNotWrittenAgain() {
    for (Granularity granularity : Granularity.values()) {
      CounterName other = new CounterName("poll", "a");
      Window first = window(granularity, 0);
      Window later = window(granularity, 3_000);
      Map<Window, Tally> both = Map.of(first, Tally.of(1, 1), later, Tally.of(2, 1));
      for (CounterName counter : List.of(A, B, other)) {
        write(counter, both);
      }
      writeSupplements(List.of(supplement(A, first, 1, Tally.of(3, 1))));

      for (int i = 0; i < 2; i++) {
        isWritten(store.delete(Table.CLOSED.of(page, first), A.namespace()));
        write(A, both);
        for (CounterName counter : List.of(A, B)) {
          assertThat(read(counter, first, first)).isEmpty();
          assertThat(read(counter, later, later)).isEqualTo(Map.of(later, Tally.of(2, 1)));
        }
        assertThat(read(other, first, first)).isEqualTo(Map.of(first, Tally.of(1, 1)));
      }
      assertThat(supplements(first, first)).hasSize(1);
      isWritten(store.delete(Table.SUPPLEMENTS.of(page, first), A.namespace()));
      assertThat(supplements(first, first)).isEmpty();
    }
  }

  @Test
  void ofWhatWasDeleted_theLatestPointStands() {
    assertThat(await(store.deleted(page))).isEmpty();
    EndedWindows minutes = new EndedWindows("votes", Granularity.MINUTE);
    EndedWindows days = new EndedWindows("votes", Granularity.DAY);
    isWritten(store.noteDeleted(page, minutes, NOON));
    isWritten(store.noteDeleted(page, days, NOON + 1));
    isWritten(store.noteDeleted(page, minutes, NOON - 60));
    assertThat(await(store.deleted(page))).isEqualTo(Map.of(minutes, NOON, days, NOON + 1));
    isWritten(store.noteDeleted(page, minutes, NOON + 60));
    assertThat(await(store.deleted(page))).containsEntry(minutes, NOON + 60);
    assertThat(await(store.deleted(page + UnusedParts.PARTS))).isEmpty();
  }

  private static Supplement supplement(CounterName counter, Window window, int step, Tally tally) {
    return new Supplement(counter, window, EventTime.ofEpochSecond(NOON).plusTicks(step), tally);
  }

  private void writeSupplements(List<Supplement> supplements) {
    Map<WindowPartition, List<Supplement>> byPartition = new TreeMap<>();
    for (Supplement one : supplements) {
      byPartition
          .computeIfAbsent(Table.SUPPLEMENTS.of(page, one.window()), any -> new ArrayList<>())
          .add(one);
    }
    byPartition.forEach((partition, some) -> isWritten(store.writeSupplements(partition, some)));
  }

  private List<Supplement> supplements(Window first, Window last) {
    List<Supplement> found = new ArrayList<>();
    await(
        store.readSupplements(
            page,
            A,
            first,
            last,
            (window, step, tally) -> found.add(new Supplement(A, window, step, tally))));
    return found;
  }
}
