package io.quipu.engine.kinds.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.ingest.Levels;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.testing.dev.AllocatedBytes;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HierarchyTest {
  private static Namespace namespace(TallyKind kind, String separator) {
    Namespace sharded = TestNamespaces.sharded(kind.defaults("urls"), 2);
    return TestNamespaces.withSettings(sharded, Map.of("hierarchy", separator));
  }

  private static final Namespace URLS = namespace(TallyKind.EVENT, "/");

  private static Recording accept(String counter, Draft... drafts) {
    return TallyKind.EVENT.accept(URLS, new CounterName("urls", counter), List.of(drafts), true);
  }

  private static Draft draft(String id) {
    Draft draft = new Draft();
    if (id != null) {
      draft.named(id);
    }
    return draft;
  }

  private static List<Append> levels(Recording recording) {
    return ((Levels) recording).appends();
  }

  @Test
  void anEventCountsIntoAllLevels_theNamedOneFirst() {
    Recording recording = accept("com/google/www", draft(null), draft(null));
    assertThat(levels(recording))
        .extracting(append -> append.counter().name())
        .containsExactly("com/google/www", "com/google", "com");
    assertThat(levels(recording))
        .allMatch(append -> append.events().equals(List.of(Event.ONE, Event.ONE)))
        .allMatch(append -> append.shards() == 2);
    assertThat(levels(recording))
        .extracting(Append::rowsWanted)
        .containsExactly(true, false, false);
    assertThat(recording.counter().name()).isEqualTo("com/google/www");
    assertThat(recording.size()).isEqualTo(2);
  }

  private static String storedId(Recording recording) {
    Recorded recorded = new Recorded(new UUID(0, 0), List.of(new UUID(0, 0)));
    return recording.toBeConfirmed(recorded).events().get(0).id();
  }

  @Test
  void anIdIsThatOfTheNamedCounter_onAllLevels() {
    List<String> ids =
        Stream.of("a/b", "a/c", "a").map(name -> storedId(accept(name, draft("x")))).toList();
    assertThat(ids).doesNotHaveDuplicates().hasSize(3);
    assertThat(levels(accept("a/b", draft("x"))))
        .as("the same on each level, and when it is sent again")
        .hasSize(2)
        .allMatch(level -> storedId(level).equals(ids.get(0)))
        .isEqualTo(levels(accept("a/b", draft("x"))));
    assertThat(storedId(accept("a", draft(ids.get(0)))))
        .as("nothing that one can write is taken for another")
        .isNotEqualTo(ids.get(0));
  }

  @Test
  void whatIsStoredOfAnIdIsShort_howeverLongTheName() {
    String name = "a/" + "b".repeat(Limits.NAME_BYTES - 2);
    assertThat(storedId(accept(name, draft("x")))).hasSize(23).endsWith("x");
    assertThat(storedId(accept("a", draft("x")))).hasSize(23);
    assertThat(storedId(accept("a/b", draft(null)))).isNull();
  }

  @Test
  void anIdThatIsNotRememberedHasNoPrefix() {
    Namespace off =
        TestNamespaces.withSettings(
            TestNamespaces.deduplicating(URLS, TimeSpan.OFF), URLS.settings());
    Recording recording =
        TallyKind.EVENT.accept(off, new CounterName("urls", "a/b"), List.of(draft("x")), false);
    assertThat(levels(recording)).allMatch(level -> level.idPrefix().isEmpty());
  }

  /** 10,000 ids on 16 levels were 160,000 texts before anybody asked whether there is room. */
  @Test
  void acceptingTakesMemoryOfOneLevel_howeverManyThereAre() {
    Draft[] drafts =
        IntStream.range(0, Limits.BATCH_EVENTS)
            .mapToObj(i -> draft(i + "x".repeat(250)))
            .toArray(Draft[]::new);
    String deepest = "a" + ("/" + "b".repeat(30)).repeat(Hierarchy.MOST_LEVELS - 1);
    long flat = allocated(() -> accept("a", drafts));
    assertThat(allocated(() -> accept(deepest, drafts))).isLessThan(flat + 100_000);
  }

  /** Names of levels are longer than the events of a request that names thousands of counters. */
  @Test
  void acceptingMakesNoNames() {
    String deepest = "a" + ("/" + "b".repeat(30)).repeat(Hierarchy.MOST_LEVELS - 1);
    Draft draft = draft(null);
    CounterName counter = new CounterName("urls", deepest);
    long bytes = allocated(() -> TallyKind.EVENT.accept(URLS, counter, List.of(draft), true));
    assertThat(bytes).isLessThan(2_000);
  }

  private static long allocated(Supplier<Recording> accept) {
    assertThat(accept.get()).as("everything is loaded").isNotNull();
    AllocatedBytes allocated = new AllocatedBytes();
    Recording accepted = accept.get();
    long bytes = allocated.sinceItWasMade();
    assertThat(accepted).isNotNull();
    return bytes;
  }

  @Test
  void aCounterWithoutALevelAboveIsRecordedAsEver() {
    assertThat(accept("com", draft(null))).isInstanceOf(Append.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/a", "a/", "a//b", "//", "a/b/"})
  void refusesNamesThatAreNoPaths(String name) {
    assertThatThrownBy(() -> accept(name, draft(null)))
        .isInstanceOfSatisfying(
            InvalidDraft.class,
            refusal -> assertThat(refusal.finding().field()).isEqualTo("counter"));
  }

  @Test
  void refusesMoreLevelsThanThereMayBe() {
    String deepest = "a" + "/a".repeat(Hierarchy.MOST_LEVELS - 1);
    assertThat(levels(accept(deepest, draft(null)))).hasSize(Hierarchy.MOST_LEVELS);
    assertThatThrownBy(() -> accept(deepest + "/a", draft(null)))
        .isInstanceOf(InvalidDraft.class)
        .hasMessageContaining("16");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "//", "\ud83d", "ab"})
  void mustBeOneCharacter(String separator) {
    assertThatThrownBy(() -> TallyKind.EVENT.check(namespace(TallyKind.EVENT, separator)))
        .isInstanceOfSatisfying(
            InvalidInput.class, refusal -> assertThat(refusal.field()).isEqualTo("hierarchy"));
  }

  @Test
  void mayBeAnyCharacter_ofBothKinds() {
    for (String separator : List.of("/", ".", "\u00e9", "\ud83d\udd25")) {
      TallyKind.EVENT.check(namespace(TallyKind.EVENT, separator));
      TallyKind.UNIQUE.check(namespace(TallyKind.UNIQUE, separator));
      Recording recording =
          TallyKind.EVENT.accept(
              namespace(TallyKind.EVENT, separator),
              new CounterName("urls", "a" + separator + "b"),
              List.of(draft(null)),
              false);
      assertThat(levels(recording)).hasSize(2);
    }
  }
}
