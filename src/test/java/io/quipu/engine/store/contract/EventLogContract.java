package io.quipu.engine.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.TestRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Rows are seen once written, in order, between ticks; what was deleted never comes back. */
public abstract class EventLogContract extends StoreContract {
  protected static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  protected static final long BUCKET = EventPartition.bucketOf(START);

  protected CounterName counter;
  protected int page;
  protected EventPartition partition;
  protected EventLog store;

  /** The store to be tested. */
  protected abstract EventLog events();

  @BeforeEach
  void freshPage(TestInfo test) {
    counter = new CounterName("votes", test.getDisplayName());
    page = UnusedParts.next();
    partition = new EventPartition(RetentionClass.USUAL, BUCKET, page);
    store = events();
  }

  @Test
  void slicesReturnWhatWasAppended_singlyAndTogether() {
    EventRow anonymous = row(1, 7, 3, null);
    EventRow named = row(2, -5, 1, "order-8812 \uD83C\uDF89");
    EventRow large = row(3, Long.MAX_VALUE, Integer.MAX_VALUE, null);

    assertThat(append(anonymous)).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(append(named, large)).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(slice()).containsExactly(anonymous, named, large);
    assertThat(slicePage()).containsExactly(of(anonymous, named, large));
  }

  @Test
  void windowsTravelWithTheirRows() {
    EventTime at = START.plusTicks(1);
    List<EventRow> rows = new ArrayList<>();
    for (int window :
        List.of(
            DeduplicationWindow.USUAL, DeduplicationWindow.FOREVER, 1, 7_200, Integer.MAX_VALUE)) {
      rows.add(new EventRow(at.plusTicks(rows.size()).timeuuid(0, 1), 1, 1, "id", window));
    }

    append(rows.get(0));
    append(rows.get(1));
    append(rows.toArray(EventRow[]::new));

    assertThat(slice()).isEqualTo(rows);
    assertThat(slicePage()).containsExactly(new CounterRows(page, counter, rows));
  }

  @Test
  void seriesTravelWithTheirRows_withAndWithoutIds() {
    List<EventRow> rows = new ArrayList<>();
    for (List<String> series :
        List.of(List.of("0CH"), List.<String>of(), List.of("0\u0000", "1a\u0000\u0000b"))) {
      for (String id : Arrays.asList(null, "a", "b")) {
        UUID at = START.plusTicks(1 + rows.size()).timeuuid(0, 1);
        int window = id == null ? 0 : DeduplicationWindow.USUAL;
        rows.add(new EventRow(at, 1, 1, id, window, EventMinute.OWN, series));
      }
    }
    append(rows.toArray(EventRow[]::new));

    assertThat(slice()).usingRecursiveComparison().ignoringFields("window").isEqualTo(rows);
    assertThat(slicePage().get(0).rows())
        .extracting(EventRow::series)
        .isEqualTo(rows.stream().map(EventRow::series).toList());
  }

  @Test
  void appendingTheSameRowsAgainChangesNothing() {
    EventRow[] rows = {row(1, 1, 1, null), row(2, 2, 1, "id")};

    append(rows);
    append(rows);

    assertThat(slice()).containsExactly(rows);
  }

  @Test
  void appendingNothingIsWritten() {
    isWritten(store.append(partition, List.of()));
    assertThat(slice()).isEmpty();
    assertThat(slicePage()).isEmpty();
  }

  @Test
  void slicesAreCutBetweenTicks_whateverTheNodeBits() {
    EventTime tick = START.plusTicks(10);
    List<EventRow> sameTick = rowsOfOneTick(tick);
    EventRow before = row(9, 10, 1, null);
    EventRow after = row(11, 100, 1, null);
    append(sameTick.toArray(EventRow[]::new));
    append(before, after);

    assertThat(slice(tick, tick.plusTicks(1))).containsExactlyInAnyOrderElementsOf(sameTick);
    assertThat(slice(START, tick)).containsExactly(before);
    assertThat(slice(tick.plusTicks(1), EventTime.MAX)).containsExactly(after);
    assertThat(slice(tick, tick)).isEmpty();
  }

  /** All who fold or read a slice agree on the first row of an id, even within a tick. */
  @Test
  void rowsComeInTheOrderOfTimeuuids_withinATick_too() {
    List<EventRow> rows = new ArrayList<>();
    for (int tick = 3; tick >= 0; tick--) {
      rows.addAll(rowsOfOneTick(START.plusTicks(tick)));
    }
    for (EventRow row : rows) {
      append(row);
    }

    List<EventRow> ordered = new ArrayList<>(rows);
    ordered.sort(Comparator.comparing(EventRow::at, EventLogContract::compare));
    assertThat(slice()).isEqualTo(ordered);
    assertThat(slicePage()).containsExactly(new CounterRows(page, counter, ordered));
  }

  /** By timestamp and, within a tick, as signed bytes, of which a signed long has the first. */
  private static int compare(UUID a, UUID b) {
    long signsBelowTheFirst = 0x0080808080808080L;
    int ticks = Long.compare(a.timestamp(), b.timestamp());
    return ticks != 0
        ? ticks
        : Long.compare(
            a.getLeastSignificantBits() ^ signsBelowTheFirst,
            b.getLeastSignificantBits() ^ signsBelowTheFirst);
  }

  /** Timestamps are stored in pieces: low, middle and high bits must not be compared so. */
  @Test
  void rowsComeInTheOrderOfTimeuuids_overTheWholeRangeOfTicks() {
    List<EventTime> ticks =
        LongStream.of(
                0,
                0x7fff_ffffL,
                0x8000_0000L,
                (1L << 32) - 1,
                1L << 32,
                (1L << 47) - 1,
                1L << 47,
                (1L << 48) - 1,
                1L << 48,
                (1L << 59) - 1,
                1L << 59,
                (1L << 60) - 2)
            .mapToObj(EventTime::new)
            .toList();
    List<EventRow> rows =
        ticks.stream().flatMap(tick -> rowsWithAnyLowHalf(tick).stream()).toList();
    List<EventRow> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(42));
    append(shuffled.toArray(EventRow[]::new));

    assertThat(slice()).isEqualTo(rows);
    assertThat(slicePage()).containsExactly(new CounterRows(page, counter, rows));
    for (EventTime tick : ticks) {
      assertThat(slice(tick, tick.plusTicks(1))).isEqualTo(rowsWithAnyLowHalf(tick));
    }
  }

  /** From the lowest to the highest in signed bytes; nobody mints most of them. */
  private static List<EventRow> rowsWithAnyLowHalf(EventTime tick) {
    return LongStream.of(
            0x8080808080808080L,
            0x8080808080808081L,
            0x80808080808080ffL,
            0x8080808080808000L,
            0x808080808080807fL,
            0x80ff000000000000L,
            0x8000808080808080L,
            0x807f7f7f7f7f7f7fL,
            0xbf7f7f7f7f7f7f7fL,
            0xffffffffffffffffL,
            0x0000000000000000L,
            0x0000000000000001L,
            0x7f7f7f7f7f7f7f7eL,
            0x7f7f7f7f7f7f7f7fL)
        .mapToObj(low -> new UUID(tick.boundary().getMostSignificantBits(), low))
        .map(at -> new EventRow(at, 1, 1, null))
        .toList();
  }

  /** Clock sequences and nodes in which signed and unsigned bytes sort differently. */
  private static List<EventRow> rowsOfOneTick(EventTime tick) {
    List<EventRow> rows = new ArrayList<>();
    for (int sequence : List.of(0, 0x3fff, 0x2000, 0x007f, 0x0080)) {
      for (long node :
          List.of(0L, (1L << 48) - 1, 0x80_7f_80_7f_80_7fL, 0x7f_80_7f_80_7f_80L, 0x80L, 0x7fL)) {
        rows.add(new EventRow(tick.timeuuid(sequence, node), 1, 1, null));
      }
    }
    return rows;
  }

  /** However they lie in rows. */
  @Test
  void idsThatWereMintedTogetherAreEventsOfTheirOwn_betweenAnyTwoTicks() {
    List<EventRow> rows = new ArrayList<>();
    for (int tick = 0; tick < 40; tick++) {
      int events = tick % 20 == 7 ? 1_000_000 : 1;
      rows.add(row(tick, tick % 3 == 0 ? -tick - 1L : 1, events, "id" + tick));
    }
    append(rows.toArray(EventRow[]::new));
    append(rows.toArray(EventRow[]::new));

    assertThat(slice()).isEqualTo(rows);
    assertThat(slicePage()).containsExactly(of(rows.toArray(EventRow[]::new)));
    for (int from = 0; from < rows.size(); from += 3) {
      for (int before = from; before <= rows.size(); before += 7) {
        assertThat(slice(START.plusTicks(from), START.plusTicks(before)))
            .isEqualTo(rows.subList(from, before));
      }
    }
  }

  @Test
  void eventsOfSeveralContextsComeInOrder_howeverTheirWritesOverlap() {
    List<EventRow> all = new ArrayList<>();
    for (int lane = 0; lane < 4; lane++) {
      List<EventRow> rows = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        UUID at = START.plusTicks(3 * lane + i).timeuuid(lane, 77);
        rows.add(new EventRow(at, 1, 1, "lane" + lane + "-" + i));
      }
      append(rows.toArray(EventRow[]::new));
      all.addAll(rows);
    }
    append(row(7, 5, 9, null));
    all.add(row(7, 5, 9, null));
    all.sort(Comparator.comparing(EventRow::at, EventLogContract::compare));

    assertThat(slice()).isEqualTo(all);
    assertThat(slicePage()).containsExactly(of(all.toArray(EventRow[]::new)));
    assertThat(slice(START.plusTicks(10), START.plusTicks(11)))
        .isEqualTo(all.stream().filter(row -> row.at().timestamp() == tick(10)).toList());
  }

  private static long tick(int after) {
    return START.plusTicks(after).ticks();
  }

  /** What does not follow is not taken to: another window, a gap, a long id, none, another lane. */
  @Test
  void idsOfOneWriteKeepTheirTicksAndWindows_whateverLiesBetween() {
    List<EventRow> rows = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      UUID at = START.plusTicks(i < 6 ? i : 3 + 2 * i).timeuuid(i == 3 ? 1 : 0, 77);
      String id = i == 5 ? null : i == 8 ? "\uD83C\uDF89".repeat(64) : "id" + i;
      rows.add(new EventRow(at, 1, 1 + i / 9, id, i == 2 ? 60 : DeduplicationWindow.USUAL));
    }
    append(rows.toArray(EventRow[]::new));

    assertThat(slice()).isEqualTo(rows);
  }

  @Test
  void aPageComesCounterByCounter_withItsRowsOnly() {
    List<CounterRows> ofPage = neighbours(page);
    List<CounterRows> all = new ArrayList<>(ofPage);
    all.addAll(neighbours(page + UnusedParts.PARTS));
    Collections.shuffle(all, new Random(42));

    isWritten(store.append(partition, all));
    isWritten(store.append(partition, all));

    assertThat(slicePage()).containsExactlyInAnyOrderElementsOf(ofPage);
    for (CounterRows one : all) {
      assertThat(slice(partition, one.page(), one.counter())).isEqualTo(one.rows());
    }
  }

  /** Rows at the same times, of counters whose names come next to each other. */
  private List<CounterRows> neighbours(int onPage) {
    String namespace = counter.namespace();
    return Stream.of(
            new CounterName(namespace, counter.name() + "-"),
            new CounterName(namespace, counter.name() + "-a"),
            new CounterName(namespace, counter.name() + "-aa"),
            new CounterName(namespace + "a", counter.name() + "-a"))
        .map(
            name ->
                new CounterRows(
                    onPage,
                    name,
                    List.of(row(1, onPage + name.name().length(), 2, null), row(2, 1, 1, "id"))))
        .toList();
  }

  @Test
  @SuppressWarnings("ReferenceEquality") // the same object for rows that follow each other
  void rowsThatFollowEachOtherHaveTheSameCounter() {
    await(store.append(partition, neighbours(page)));
    List<CounterName> distinct = new ArrayList<>();

    await(
        store.slicePage(
            partition,
            page,
            CounterRange.ALL,
            (name, at, delta, events, id, window, minute, series) -> {
              if (distinct.isEmpty() || distinct.get(distinct.size() - 1) != name) {
                distinct.add(name);
              }
            }));

    assertThat(distinct).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void retentionsBucketsAndPartsKeepTheirOwnRows() {
    EventRow row = row(1, 1, 1, null);
    append(row);

    for (EventPartition other : others()) {
      assertThat(slice(other, page, counter)).isEmpty();
      assertThat(slicePage(other, page)).isEmpty();
    }
  }

  private List<EventPartition> others() {
    return List.of(
        new EventPartition(RetentionClass.FOREVER, BUCKET, page),
        new EventPartition(0, BUCKET, page),
        new EventPartition(RetentionClass.USUAL, BUCKET - EventPartition.BUCKET_SECONDS, page),
        partition.next(),
        new EventPartition(RetentionClass.USUAL, BUCKET, page + UnusedParts.PARTS));
  }

  @Test
  void anyCounterNameIsAKey() {
    List<CounterRows> all =
        Stream.of(
                "\u0000",
                "a/b%c d",
                "\uD83C\uDF89\uD83C\uDF89",
                "'; DROP TABLE event; --",
                "x".repeat(512))
            .map(name -> new CounterName("n", name))
            .map(name -> new CounterRows(page, name, List.of(row(1, 1, 1, null))))
            .toList();

    await(store.append(partition, all));

    assertThat(slicePage()).containsExactlyInAnyOrderElementsOf(all);
    for (CounterRows one : all) {
      assertThat(slice(partition, page, one.counter())).isEqualTo(one.rows());
    }
  }

  @Test
  void thousandsOfRowsOfManyCountersAreAllThere() {
    List<CounterRows> all =
        IntStream.range(0, 60)
            .mapToObj(
                i ->
                    new CounterRows(
                        page,
                        new CounterName("votes", counter.name() + i),
                        IntStream.range(0, 5 + i).mapToObj(tick -> row(tick, i, 1, null)).toList()))
            .toList();
    for (int from = 0; from < all.size(); from += 20) {
      await(store.append(partition, all.subList(from, from + 20)));
    }

    assertThat(slicePage()).containsExactlyInAnyOrderElementsOf(all);
    assertThat(slice(partition, page, all.get(59).counter())).isEqualTo(all.get(59).rows());
  }

  @Test
  void whatTheSinkThrowsEndsTheSlice() {
    append(IntStream.range(0, 2_000).mapToObj(i -> row(i, 1, 1, null)).toArray(EventRow[]::new));
    IllegalStateException enough = new IllegalStateException("enough");
    List<UUID> seen = new ArrayList<>();

    assertThatThrownBy(
            () ->
                await(
                    store.slice(
                        partition,
                        page,
                        counter,
                        EventTime.MIN,
                        EventTime.MAX,
                        (at, delta, events, id, window, minute, series) -> {
                          seen.add(at);
                          throw enough;
                        })))
        .isSameAs(enough);
    assertThatThrownBy(
            () ->
                await(
                    store.slicePage(
                        partition,
                        page,
                        CounterRange.ALL,
                        (name, at, delta, events, id, window, minute, series) -> {
                          seen.add(at);
                          throw enough;
                        })))
        .isSameAs(enough);

    assertThat(seen).hasSizeLessThan(1_000);
  }

  @Test
  void aDeletedPartitionIsGone_andNoOther() {
    List<EventPartition> all = new ArrayList<>(others());
    all.add(partition);
    List<CounterRows> rows = neighbours(page);
    for (EventPartition one : all) {
      await(store.append(one, rows));
    }

    for (int i = 0; i < 2; i++) {
      isWritten(store.delete(partition));

      assertThat(slicePage()).isEmpty();
      assertThat(slice(partition, page, rows.get(0).counter())).isEmpty();
      for (EventPartition other : others()) {
        assertThat(slicePage(other, page)).containsExactlyInAnyOrderElementsOf(rows);
      }
    }
  }

  @Test
  void nothingIsSeenOfWhatIsWrittenAfterTheDeletion() {
    EventRow row = row(1, 1, 1, "id");
    append(row);
    await(store.delete(partition));

    assertThat(append(row)).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(append(row(2, 2, 2, null), row(3, 3, 1, "more"))).isEqualTo(WriteOutcome.WRITTEN);
    isWritten(store.append(partition, neighbours(page)));

    assertThat(slice()).isEmpty();
    assertThat(slicePage()).isEmpty();
  }

  @Test
  void aPartitionThatNeverWasCanBeDeleted() {
    isWritten(store.delete(partition));
  }

  protected WriteOutcome append(EventRow... rows) {
    return await(store.append(partition, List.of(of(rows))));
  }

  /** The order is that of UTF-8: a surrogate pair comes after all of the basic plane. */
  @Test
  void slicesOfARangeOfCountersHaveNeitherEnd() {
    List<CounterName> names = new ArrayList<>();
    for (String name : List.of("a", "b", "b\0", "c\uFFFF", "c\uD83C\uDF89")) {
      names.add(new CounterName("votes", name));
    }
    names.add(new CounterName("votes-2", "a"));
    for (CounterName name : names) {
      EventRow row = row(1, 1, 1, null);
      isWritten(store.append(partition, List.of(new CounterRows(page, name, List.of(row)))));
    }

    for (int from = -1; from < names.size(); from++) {
      for (int to = from + 1; to <= names.size(); to++) {
        CounterRange range =
            new CounterRange(
                from < 0 ? null : names.get(from), to == names.size() ? null : names.get(to));
        assertThat(await(TestRows.slicePage(store, partition, page, range)))
            .extracting(CounterRows::counter)
            .isEqualTo(names.subList(from + 1, to));
      }
    }
  }

  private CounterRows of(EventRow... rows) {
    return new CounterRows(page, counter, List.of(rows));
  }

  protected List<EventRow> slice() {
    return slice(partition, page, counter);
  }

  private List<EventRow> slice(EventPartition in, int onPage, CounterName of) {
    return slice(in, onPage, of, EventTime.MIN, EventTime.MAX);
  }

  private List<EventRow> slice(EventTime from, EventTime before) {
    return slice(partition, page, counter, from, before);
  }

  private List<EventRow> slice(
      EventPartition in, int onPage, CounterName of, EventTime from, EventTime before) {
    return await(TestRows.slice(store, in, onPage, of, from, before));
  }

  protected List<CounterRows> slicePage() {
    return slicePage(partition, page);
  }

  /** Those of each counter, which must come together. */
  private List<CounterRows> slicePage(EventPartition in, int onPage) {
    List<CounterRows> all = await(TestRows.slicePage(store, in, onPage));
    assertThat(all).extracting(CounterRows::counter).doesNotHaveDuplicates();
    return all;
  }

  protected static EventRow row(int tick, long delta, int events, String id) {
    return new EventRow(START.plusTicks(tick).timeuuid(5, 77), delta, events, id);
  }
}
