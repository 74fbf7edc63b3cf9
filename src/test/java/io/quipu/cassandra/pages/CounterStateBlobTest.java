package io.quipu.cassandra.pages;

import static io.quipu.engine.time.Noon.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.SeriesNotes;
import io.quipu.engine.state.StateSize;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

class CounterStateBlobTest {
  private static final long DAY = 86_400 * EventTime.TICKS_PER_SECOND;

  @Property(tries = 300)
  void whatIsWrittenIsRead(@ForAll("states") CounterState state) {
    ByteBuffer blob = CounterStateBlob.encode(state);

    assertThat(CounterStateBlob.decode(state.total(), blob)).isEqualTo(state);
    assertThat(CounterStateBlob.decode(state.total(), blob)).as("once more").isEqualTo(state);
    PendingFacts pending = state.pending();
    assertThat(CounterStateBlob.decodeWithoutIds(state.total(), blob))
        .isEqualTo(
            new CounterState(
                state.total(),
                state.until(),
                state.open(),
                new PendingFacts(pending.isNew(), List.of(), pending.closed()),
                state.retentions()));
  }

  /** A step reckons with it, so that one compare-and-set never gets too large. */
  @Property(tries = 300)
  void isNoLargerThanTheEngineReckons(@ForAll("states") CounterState state) {
    CounterState more =
        new CounterState(
            state.total(),
            state.until(),
            state.open(),
            state.pending().closed(),
            new PendingFacts(
                true, state.pending().ids(), state.pending().closed(), state.pending().closed()),
            true,
            state.retentions(),
            new SeriesNotes(List.of(3L, 1L << 40), List.of(state.until(), state.until())),
            state.until(),
            EventTime.MIN);
    for (CounterState one : List.of(state, state.exported(), more, more.exported())) {
      long stored = CounterStateBlob.encode(one).remaining();
      stored += one.total().count().toByteArray().length;
      assertThat(stored).isLessThanOrEqualTo(StateSize.of(one));
    }
    assertThat(StateSize.ofKept(more)).isEqualTo(StateSize.of(more.exported()));
  }

  @Property(tries = 200)
  void aBlobThatIsCutShortIsNoState(
      @ForAll("states") CounterState state, @ForAll("shares") double share) {
    ByteBuffer blob = CounterStateBlob.encode(state);
    ByteBuffer some = blob.slice().limit((int) (blob.remaining() * share));

    assertThatThrownBy(() -> CounterStateBlob.decode(state.total(), some))
        .isInstanceOf(RuntimeException.class);
  }

  @Property(tries = 1_000)
  void anyBytesAreReadOrRefused(@ForAll byte[] bytes) {
    ByteBuffer blob = ByteBuffer.allocate(bytes.length + 1).put((byte) 1).put(bytes).flip();
    try {
      assertThat(CounterStateBlob.decode(Tally.ZERO, blob)).isNotNull();
    } catch (RuntimeException refused) {
      assertThat(refused).isNotInstanceOf(NullPointerException.class);
    }
  }

  @Test
  void nothingIsNoState_norIsAnotherVersion_norAreBytesTooMany() {
    ByteBuffer blob = CounterStateBlob.encode(CounterState.NONE);
    byte[] later = bytes(blob);
    later[0] = 5;
    byte[] longer = Arrays.copyOf(bytes(blob), blob.remaining() + 1);

    refuses(null, "nothing there");
    refuses(ByteBuffer.allocate(0), "nothing there");
    refuses(ByteBuffer.wrap(later), "of version 5, known is 4");
    refuses(ByteBuffer.wrap(longer), "1 bytes too many");
  }

  private static void refuses(ByteBuffer blob, String reason) {
    assertThatThrownBy(() -> CounterStateBlob.decode(Tally.ZERO, blob))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(reason);
  }

  /** A process of the next version reads the blobs of this one. */
  @Test
  void theFormStaysAsItIs() {
    EventTime until = NOON.plusTicks(5);
    CounterState state =
        new CounterState(
            Tally.of(7, 3),
            until,
            Map.of(Granularity.HOUR.windowOf(until), Tally.of(-1, 2)),
            new PendingFacts(
                true,
                List.of(
                    new CountedId("a", NOON.timeuuid(1, 2), -3, 1, 86_400),
                    new CountedId("b", NOON.plusTicks(1).timeuuid(1, 2), 3, 1, 86_400)),
                Map.of(new Window(Granularity.MINUTE, NOON.epochSecond() - 60), Tally.of(4, 5))),
            32);

    assertThat(HexFormat.of().formatHex(bytes(CounterStateBlob.encode(state))))
        .isEqualTo(
            "01" // version
                + "01f0e70965f8a005" // until
                + "20" // retentions
                + "0201ff02" // open: the hour, -1 of 2 events
                + "01" // new
                + "010002010405" // closed: a minute, the one before, 4 of 5 events
                + "02" // two ids
                + "0161090500" // a, 5 ticks before until, -3, the first writer
                + "8001000000000002" // which is this one
                + "81a305" // remembered for a day
                + "016202060000"); // b, a tick later, 3, the same writer, the same window
  }

  /** Earlier builds refuse version 2, and would take each id for one event. */
  @Test
  void idsOfSeveralEventsAreAnotherForm() {
    CounterState state =
        new CounterState(
            Tally.of(7, 4),
            NOON,
            Map.of(),
            new PendingFacts(
                false,
                List.of(
                    new CountedId("a", NOON.timeuuid(1, 2), 4, 1, 0),
                    new CountedId("b", NOON.timeuuid(1, 2), 3, 300, 0)),
                Map.of()),
            0);

    String hex = HexFormat.of().formatHex(bytes(CounterStateBlob.encode(state)));

    assertThat(hex).startsWith("02");
    assertThat(hex)
        .as("events after each window")
        .contains("01610008" + "00" + "8001000000000002" + "01" + "01")
        .endsWith("01620006" + "00" + "00" + "ac02");
    assertThat(CounterStateBlob.decode(Tally.of(7, 4), CounterStateBlob.encode(state)))
        .isEqualTo(state);
  }

  @Test
  void notesAboutSeriesAreAnotherForm() {
    CounterState state =
        new CounterState(
            Tally.of(7, 4),
            NOON,
            Map.of(),
            Map.of(),
            PendingFacts.NONE,
            false,
            0,
            new SeriesNotes(List.of(300L, 0L, 2L), List.of(NOON, NOON.plusTicks(1))),
            NOON,
            EventTime.MAX);

    ByteBuffer blob = CounterStateBlob.encode(state);

    assertThat(HexFormat.of().formatHex(bytes(blob)))
        .startsWith("04")
        .contains("03ac020002" + "02");
    assertThat(CounterStateBlob.decode(Tally.of(7, 4), blob)).isEqualTo(state);
  }

  @Test
  void aThousandPendingIdsTakeAboutThirtyBytesEach() {
    List<CountedId> ids =
        IntStream.range(0, 1_000)
            .mapToObj(
                i ->
                    new CountedId(
                        "order-%014d".formatted(i * 7_919L),
                        NOON.plusTicks(i * 1_000L).timeuuid(i % 4, 5),
                        1,
                        1,
                        DeduplicationWindow.USUAL))
            .toList();
    CounterState state =
        new CounterState(
            Tally.ZERO, NOON, Map.of(), new PendingFacts(false, ids, Map.of()), 1 << 5);

    assertThat(CounterStateBlob.encode(state).remaining()).isLessThan(28_000);
  }

  private static byte[] bytes(ByteBuffer blob) {
    byte[] bytes = new byte[blob.remaining()];
    blob.duplicate().get(bytes);
    return bytes;
  }

  @Provide
  Arbitrary<Double> shares() {
    return Arbitraries.doubles().between(0, true, 1, false);
  }

  @Provide
  Arbitrary<CounterState> states() {
    return times().flatMap(this::states);
  }

  private Arbitrary<CounterState> states(EventTime until) {
    return Combinators.combine(
            tallies(),
            Arbitraries.of(Granularity.values())
                .set()
                .flatMap(
                    some ->
                        tallies()
                            .list()
                            .ofSize(3)
                            .map(
                                tallies -> {
                                  Map<Window, Tally> open = new TreeMap<>();
                                  some.forEach(
                                      one ->
                                          open.put(
                                              one.windowOf(until),
                                              tallies.get(
                                                  CounterStateBlob.GRANULARITIES.indexOf(one))));
                                  return open;
                                })),
            Arbitraries.of(true, false),
            ids().list().ofMaxSize(20),
            Arbitraries.maps(windows(), tallies()).ofMaxSize(10),
            Arbitraries.integers().between(0, 0xffff))
        .as(
            (total, open, isNew, ids, closed, retentions) ->
                new CounterState(
                    total, until, open, new PendingFacts(isNew, ids, closed), retentions));
  }

  private static Arbitrary<EventTime> times() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(0, EventTime.MAX.ticks() - DAY).map(EventTime::new),
        Arbitraries.longs().between(-1_000_000_000, 1_000_000_000).map(NOON::plusTicks));
  }

  private static Arbitrary<Tally> tallies() {
    Arbitrary<BigInteger> counts =
        Arbitraries.oneOf(
            Arbitraries.bigIntegers()
                .between(BigInteger.TWO.pow(100).negate(), BigInteger.TWO.pow(100)),
            Arbitraries.longs().map(BigInteger::valueOf));
    return Combinators.combine(counts, Arbitraries.longs().greaterOrEqual(0)).as(Tally::new);
  }

  private static Arbitrary<Window> windows() {
    return Combinators.combine(Arbitraries.of(Granularity.values()), times())
        .as(Granularity::windowOf);
  }

  private static Arbitrary<CountedId> ids() {
    return Combinators.combine(
            Arbitraries.strings().ofMaxLength(30).filter(CounterStateBlobTest::isText),
            times(),
            Arbitraries.integers().between(0, 0x3fff),
            Arbitraries.longs().between(0, 3),
            Arbitraries.longs(),
            Arbitraries.frequencyOf(
                Tuple.of(9, Arbitraries.just(1)),
                Tuple.of(1, Arbitraries.integers().between(1, Integer.MAX_VALUE))),
            Arbitraries.of(DeduplicationWindow.FOREVER, 1, 86_400, Integer.MAX_VALUE))
        .as(
            (id, at, sequence, node, delta, events, window) ->
                new CountedId(id, at.timeuuid(sequence, node), delta, events, window));
  }

  private static boolean isText(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  @Test
  void supplementsAreAnotherForm() {
    Window minute = new Window(Granularity.MINUTE, NOON.epochSecond() - 60);
    CounterState state =
        new CounterState(
            Tally.of(7, 4),
            NOON,
            Map.of(),
            Map.of(minute, Tally.of(4, 5), minute.next().next(), Tally.of(1, 1)),
            new PendingFacts(
                false,
                List.of(new CountedId("a", NOON.timeuuid(1, 2), 4, 1, 0)),
                Map.of(),
                Map.of(Granularity.DAY.windowOf(NOON), Tally.of(-1, 2))),
            true,
            0);

    ByteBuffer blob = CounterStateBlob.encode(state);

    assertThat(HexFormat.of().formatHex(bytes(blob)))
        .startsWith(
            "03" // version
                + "01f0e70965f8a000" // until
                + "00" // retentions
                + "00" // open
                + "01" // some were exported
                + "02"
                + "0002010405"
                + "0001010101" // kept: a minute before, and one after
                + "01"
                + "020001ff02" // exported by the last step
                + "00" // not new
                + "00"); // closed
    assertThat(CounterStateBlob.decode(Tally.of(7, 4), blob)).isEqualTo(state);
    assertThat(CounterStateBlob.decodeWithoutIds(Tally.of(7, 4), blob).supplements())
        .isEqualTo(state.supplements());
    assertThat(state.exported().hasSupplements()).isTrue();
    assertThat(state.supplementedSince()).as("not noted").isEqualTo(EventTime.MIN);
  }

  /** An earlier release reads any number but 0 as "some were exported". */
  @Test
  void sinceWhenThereAreSupplements_isInTheNumberThatSaidWhetherSomeWereExported() {
    Window minute = new Window(Granularity.MINUTE, NOON.epochSecond() - 60);
    for (boolean exported : List.of(true, false)) {
      CounterState state =
          new CounterState(
              Tally.of(4, 5),
              NOON,
              Map.of(),
              Map.of(minute, Tally.of(4, 5)),
              PendingFacts.NONE,
              exported,
              0,
              SeriesNotes.NONE,
              EventTime.MIN,
              new EventTime(3));

      ByteBuffer blob = CounterStateBlob.encode(state);

      assertThat(HexFormat.of().formatHex(bytes(blob)))
          .startsWith("03" + "01f0e70965f8a000" + "0000" + (exported ? "07" : "06") + "01");
      assertThat(CounterStateBlob.decode(Tally.of(4, 5), blob)).isEqualTo(state);
    }
  }
}
