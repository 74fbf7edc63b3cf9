package io.quipu.engine.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.store.CounterNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every counter that was entered is listed once, in the order of bytes, page by page. */
public abstract class CounterNamesContract extends StoreContract {
  private static final Comparator<String> BY_BYTES =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  /** Parts of the pages, over which names are spread. */
  protected static final int PARTS = 4;

  private CounterNames store;

  /** The store to be tested, of a layout with {@value #PARTS} parts. */
  protected abstract CounterNames names();

  @BeforeEach
  void openStore() {
    store = names();
  }

  @Test
  void listsNothingForAnUnknownNamespace() {
    assertThat(list("nowhere", "", 10)).isEmpty();
  }

  @Test
  void listsNamesInTheOrderOfTheirBytes() {
    // as strings of Java, the last two sort the other way round
    List<String> names =
        List.of("\u0001", "B", "a", "a b", "ab", "\u00e9", "\u20ac", "\uffee", "\uD83C\uDF89");
    enter("order", names);
    enter("order", names);
    enter("other", List.of("elsewhere"));

    assertThat(list("order", "", 100)).isEqualTo(names);
    assertThat(names).isSortedAccordingTo(BY_BYTES);
  }

  @Test
  void pagesMeetWithoutGapOrOverlap() {
    List<String> names =
        IntStream.range(0, 1_000)
            .mapToObj(i -> new String(Character.toChars(0x100 + i * 61)) + i)
            .filter(name -> !name.contains("?") && !Character.isSurrogate(name.charAt(0)))
            .toList();
    enter("paged", names);

    List<String> read = new ArrayList<>();
    List<String> page = list("paged", "", 37);
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(37);
      read.addAll(page);
      page = list("paged", page.get(page.size() - 1), 37);
    }

    assertThat(read).isEqualTo(names.stream().sorted(BY_BYTES).toList());
  }

  @Test
  void aLongListHasTheFirstNamesOfAllParts() {
    List<String> names = IntStream.range(1_000, 3_000).mapToObj(i -> "n" + i).toList();
    enter("long", names);
    enter(1, "long", names.subList(0, 900));

    assertThat(list("long", "", 700)).isEqualTo(names.subList(0, 700));
    assertThat(list("long", "n1599", 2_000)).isEqualTo(names.subList(600, 2_000));
  }

  @Test
  void thePlaceToGoOnFromNeedNotExist() {
    enter("gaps", List.of("a", "c"));

    assertThat(list("gaps", "b", 10)).containsExactly("c");
    assertThat(list("gaps", "c", 10)).isEmpty();
    assertThat(list("gaps", "", 0)).isEmpty();
  }

  /** One with shards is on several pages. */
  @Test
  void aCounterInSeveralPartsIsListedOnce() {
    for (int part = 0; part < PARTS; part++) {
      enter(part, "sharded", List.of("a", "b" + part, "z"));
    }

    assertThat(list("sharded", "", 10)).containsExactly("a", "b0", "b1", "b2", "b3", "z");
    assertThat(list("sharded", "", 2)).containsExactly("a", "b0");
    assertThat(list("sharded", "a", 2)).containsExactly("b0", "b1");
    assertThat(list("sharded", "b3", 1)).containsExactly("z");
  }

  @Test
  void countersOfSeveralNamespacesAreEnteredTogether() {
    List<CounterName> all =
        List.of(
            new CounterName("first", "a"),
            new CounterName("second", "a"),
            new CounterName("first", "b"));

    isWritten(store.enter(1, all));
    isWritten(store.enter(1, List.of()));

    assertThat(list("first", "", 10)).containsExactly("a", "b");
    assertThat(list("second", "", 10)).containsExactly("a");
  }

  @Test
  void listsNamesByPrefix_alsoWhereOnlyTheFormOfCodePointsHasAnEnd() {
    List<String> names =
        List.of(
            "\0",
            "a",
            "a\0",
            "a b",
            "ab",
            "abc",
            "b",
            "\ud7ff",
            "\ud7ffx",
            "\ue000",
            "\uffee",
            "\uD83C\uDF89",
            "\udbff\udfff",
            "\udbff\udfffz");
    enter("prefixed", names);

    for (String prefix :
        List.of("", "a", "ab", "b", "c", "\ud7ff", "\uD83C\uDF89", "\udbff\udfff")) {
      List<String> expected = names.stream().filter(name -> name.startsWith(prefix)).toList();
      assertThat(list("prefixed", NameRange.of(prefix), 100)).as(prefix).isEqualTo(expected);
      assertThat(list("prefixed", NameRange.of(prefix).after("a b"), 100))
          .as(prefix)
          .isEqualTo(
              expected.stream()
                  .filter(name -> names.indexOf(name) > names.indexOf("a b"))
                  .toList());
    }
    assertThat(list("prefixed", NameRange.of("a"), 2)).containsExactly("a", "a\0");
    assertThat(list("prefixed", NameRange.of("a").after("b"), 2)).isEmpty();
  }

  /** Each in some part. */
  private void enter(String namespace, List<String> names) {
    for (int part = 0; part < PARTS; part++) {
      int chosen = part;
      enter(
          part,
          namespace,
          names.stream().filter(name -> Math.floorMod(name.hashCode(), PARTS) == chosen).toList());
    }
  }

  private void enter(int part, String namespace, List<String> names) {
    List<CounterName> counters =
        names.stream().map(name -> new CounterName(namespace, name)).toList();
    isWritten(store.enter(part, counters));
  }

  private List<String> list(String namespace, String after, int limit) {
    return list(namespace, NameRange.ALL.after(after), limit);
  }

  private List<String> list(String namespace, NameRange range, int limit) {
    return await(store.list(namespace, range, limit)).stream().map(CounterName::name).toList();
  }
}
