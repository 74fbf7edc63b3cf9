package io.quipu.engine.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** Where counters and ids lie is spread evenly, and never changes. */
class LayoutTest {
  private static final Duration WAIT = Duration.ofMinutes(1);

  private static Layout layout(int pages, int parts) {
    return new Layout(pages, parts, 42, WAIT);
  }

  /** Rows are found by them: another answer would lose what is stored. */
  @Test
  void pagesShardsAndIdPartsAreWhatTheyWere() {
    Layout layout = new Layout(64, 16, 0x1234_5678_9abc_def0L, WAIT);

    assertThat(layout.page(new CounterName("votes", "a"))).isEqualTo(1);
    assertThat(layout.page(new CounterName("votes", "\uD83C\uDF89"))).isEqualTo(37);
    assertThat(layout.shardOf("order-8812", 7)).isEqualTo(3);
    assertThat(layout.idPart("order-8812")).isEqualTo(1);
  }

  @Test
  void countersAreSpreadOverAllPages_howeverAlikeTheirNames() {
    Layout layout = layout(64, 16);
    isEven(64, i -> layout.page(new CounterName("votes", "counter-" + i)));
    isEven(64, i -> layout.page(new CounterName("votes", Integer.toString(i))));
    isEven(64, i -> layout.page(new CounterName("n" + i, "a")));
  }

  @Test
  void countersOfAPageHaveOneLane() {
    Layout layout = layout(4, 2);
    for (int i = 0; i < 100; i++) {
      CounterName name = counter(i);
      assertThat(layout.lane(name, 3)).isEqualTo(layout.page(name) % 3);
    }
  }

  @Test
  void noTwoLanesShareAPart_whereTheirNumberDividesThatOfTheParts() {
    Layout layout = layout(64, 8);
    for (int lanes : new int[] {1, 2, 4, 8}) {
      Map<Integer, Integer> laneOf = new HashMap<>();
      for (int i = 0; i < 1_000; i++) {
        int part = layout.part(layout.page(counter(i)));
        int lane = layout.lane(counter(i), lanes);
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
        counters[layout(64, 8).lane(counter(i), lanes)]++;
      }
      assertThat(counters).as("of %s", lanes).doesNotContain(0);
    }
  }

  private static CounterName counter(int number) {
    return new CounterName("votes", "c" + number);
  }

  @Test
  void idsAreSpreadOverShardsAndParts() {
    Layout layout = layout(64, 16);
    isEven(7, i -> layout.shardOf("order-" + i, 7));
    isEven(64, i -> layout.shardOf("order-" + i, 64));
    isEven(Layout.ID_PARTS, i -> layout.idPart("order-" + i));
  }

  /** Also those ids that share a shard: each page has its own share of all parts. */
  @Test
  void theIdsOfOneShardAreSpreadOverParts() {
    Layout layout = layout(64, 16);
    int[] ofShard =
        IntStream.range(0, 400_000).filter(i -> layout.shardOf("" + i, 4) == 3).toArray();
    isEven(Layout.ID_PARTS, i -> layout.idPart("" + ofShard[i]));
  }

  /** Each of so many has its share of 64,000, give or take five times the usual deviation. */
  private static void isEven(int shares, IntUnaryOperator shareOf) {
    int total = 64_000;
    int[] found = new int[shares];
    for (int i = 0; i < total; i++) {
      found[shareOf.applyAsInt(i)]++;
    }
    double expected = (double) total / shares;
    for (int share : found) {
      assertThat(Math.abs(share - expected)).isLessThan(5 * Math.sqrt(expected));
    }
  }

  /** Nobody who does not know the seed can choose names that share a page. */
  @Test
  void anotherSeedSpreadsCountersOtherwise() {
    Layout one = new Layout(64, 16, 1, WAIT);
    Layout other = new Layout(64, 16, 2, WAIT);
    long same =
        IntStream.range(0, 6_400)
            .mapToObj(i -> new CounterName("votes", "counter-" + i))
            .filter(name -> one.page(name) == other.page(name))
            .count();
    assertThat(same).isBetween(50L, 150L);
  }

  @Property
  void namespaceAndNameAreToldApart(@ForAll @StringLength(min = 2, max = 20) String name) {
    Layout layout = layout(4_096, 16);
    String text =
        "a"
            + name.codePoints()
                .map(c -> 'b' + c % 20)
                .mapToObj(Character::toString)
                .reduce("", String::concat);
    Set<Integer> pages = new HashSet<>();
    for (int cut = 1; cut < text.length(); cut++) {
      pages.add(layout.page(new CounterName(text.substring(0, cut), text.substring(cut))));
    }
    assertThat(pages).hasSizeGreaterThan((text.length() - 1) / 2);
  }

  @Property
  void theShardsOfACounterAreOnPagesOfTheirOwn(
      @ForAll @IntRange(min = 0, max = 12) int pages,
      @ForAll @IntRange(min = 0, max = 12) int parts,
      @ForAll @IntRange(min = 1, max = 64) int shards,
      @ForAll int number) {
    Layout layout = layout(1 << pages, 1 << Math.min(parts, pages));
    CounterName counter = new CounterName("votes", "c" + number);

    List<Integer> all = layout.pagesOf(counter, shards);

    assertThat(all).hasSize(Math.min(shards, 1 << pages)).doesNotHaveDuplicates();
    assertThat(all.get(0)).isEqualTo(layout.page(counter));
    assertThat(all).allMatch(page -> page >= 0 && page < layout.pages());
    for (int turn = 0; turn < 2 * shards; turn++) {
      assertThat(all).contains(layout.page(layout.page(counter), turn % shards));
    }
    assertThat(all)
        .contains(layout.page(layout.page(counter), layout.shardOf("id" + number, shards)));
    Set<Integer> ofShards = new HashSet<>();
    all.forEach(page -> ofShards.add(layout.part(page)));
    assertThat(ofShards).hasSize(Math.min(layout.parts(), all.size()));
  }

  @Property
  void everyPageIsInOnePart(
      @ForAll @IntRange(min = 0, max = 12) int pages,
      @ForAll @IntRange(min = 0, max = 12) int parts) {
    Layout layout = layout(1 << pages, 1 << Math.min(parts, pages));
    Set<Integer> seen = new HashSet<>();
    for (int part = 0; part < layout.parts(); part++) {
      List<Integer> some = layout.pagesOf(part);
      assertThat(some).hasSize(layout.pages() / layout.parts());
      for (int page : some) {
        assertThat(layout.part(page)).isEqualTo(part);
        assertThat(seen.add(page)).isTrue();
      }
    }
    assertThat(seen).hasSize(layout.pages());
  }

  @Test
  void otherNumbersAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> layout(0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> layout(3, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> layout(4, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> layout(4, 8));
    assertThatIllegalArgumentException().isThrownBy(() -> layout(8_192, 8));
    assertThatIllegalArgumentException().isThrownBy(() -> layout(Integer.MIN_VALUE, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Layout(4, 2, 42, Duration.ZERO))
        .withMessageContaining("no wait");
    assertThat(layout(1, 1).pagesOf(new CounterName("votes", "a"), 64)).containsExactly(0);
    assertThat(layout(Layout.MOST_PAGES, Layout.MOST_PAGES).parts()).isEqualTo(4_096);
  }
}
