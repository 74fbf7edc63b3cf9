package io.quipu.kinds.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Namespace;
import io.quipu.ingest.Append;
import io.quipu.ingest.Levels;
import io.quipu.kind.Draft;
import io.quipu.kind.InvalidDraft;
import io.quipu.kind.Recording;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HierarchyTest {
  private static Namespace namespace(TallyKind kind, String separator) {
    Namespace usual = kind.defaults("urls");
    return new Namespace(
        "urls",
        usual.kind(),
        usual.deduplicate(),
        usual.retain(),
        2,
        usual.windows(),
        Map.of("hierarchy", separator));
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

  @Test
  void anIdIsThatOfTheNamedCounter_onAllLevels() {
    List<String> ids =
        List.of("a/b", "a/c", "a").stream()
            .flatMap(name -> levels(accept(name, draft("x"))).stream())
            .filter(append -> append.counter().name().equals("a"))
            .map(append -> append.events().get(0).id())
            .toList();
    assertThat(ids).doesNotHaveDuplicates().hasSize(3);
    assertThat(levels(accept("a/b", draft("x"))))
        .as("the same, sent again")
        .isEqualTo(levels(accept("a/b", draft("x"))));
    assertThat(levels(accept("a/1", draft("x"))).get(1).events().get(0).id())
        .as("nothing that one can write is taken for another")
        .isNotEqualTo(levels(accept("a", draft("2:/1x"))).get(0).events().get(0).id());
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
