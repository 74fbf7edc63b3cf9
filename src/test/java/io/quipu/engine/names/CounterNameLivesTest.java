package io.quipu.engine.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterNameLivesTest {
  private static final Namespace FIRST = Namespace.of("votes", "event");
  private static final Namespace SECOND = FIRST.after(FIRST.deleted(EventTime.MIN).gone());
  private static final CounterName NAMED = new CounterName("votes", "a");

  @Test
  void livesHaveNothingInCommon_butTheirNames() {
    CounterName second = NAMED.in(SECOND);
    assertThat(NAMED.in(FIRST)).isSameAs(NAMED);
    assertThat(second).isNotEqualTo(NAMED);
    assertThat(second.namespace()).isEqualTo("votes");
    assertThat(second.named()).isEqualTo(NAMED);
    assertThat(second.sibling("b", CounterLives.NONE).life()).isEqualTo(1);
    assertThat(new KnownCounter(NAMED, SECOND).name()).isEqualTo(second);
  }

  @Test
  void aPurgedCounter_isAnother_andItsNeighbourIsNot() {
    Purge purge = new Purge(1, NameDigest.of("a"), 1);
    Namespace purged = SECOND.purged(purge);
    assertThatIllegalStateException()
        .as("whose lives were not looked up")
        .isThrownBy(() -> NAMED.in(purged));
    Namespace known = purged.knowing(CounterLives.NONE.with(List.of(purge)));
    CounterName next = NAMED.in(known);
    assertThat(next.stored()).isEqualTo("votes+1#1");
    assertThat(next.storedNamespace()).isEqualTo("votes+1");
    assertThat(next.named()).isEqualTo(NAMED);
    assertThat(CounterName.ofStored("votes+1#1", "a")).isEqualTo(next);
    assertThat(NAMED.in(SECOND).afterPurge()).isEqualTo(next);
    assertThat(known.storedNames()).containsExactly("votes+1", "votes+1#1");
    CounterName neighbour = new CounterName("votes", "b").in(known);
    assertThat(neighbour.stored()).isEqualTo("votes+1");
    assertThat(neighbour.sibling("a", known.lives())).isEqualTo(next);
  }

  @Test
  void livesFollowOneAnother_andNoneIsLeftOut() {
    Purge first = new Purge(1, NameDigest.of("a"), 1);
    Purge second = new Purge(2, NameDigest.of("b"), 1);
    Purge third = new Purge(3, NameDigest.of("a"), 2);
    CounterLives lives = CounterLives.NONE.with(List.of(first, second)).with(List.of(third));
    assertThat(lives.of("a")).isEqualTo(2);
    assertThat(lives.of("b")).isEqualTo(1);
    assertThat(lives.of("c")).isZero();
    assertThat(lives.longest()).isEqualTo(2);
    assertThatIllegalArgumentException().isThrownBy(() -> CounterLives.NONE.with(List.of(second)));
  }

  @Test
  void isStoredUnderANameThatNobodyCanSay() {
    CounterName second = NAMED.in(SECOND);
    assertThat(NAMED.stored()).isEqualTo("votes");
    assertThat(second.stored()).isEqualTo(SECOND.stored()).isEqualTo("votes+1");
    assertThat(CounterName.ofStored(second.stored(), "a")).isEqualTo(second);
    assertThat(CounterName.ofStored(NAMED.stored(), "a")).isEqualTo(NAMED);
    assertThatExceptionOfType(InvalidInput.class).isThrownBy(() -> new CounterName("votes+1", "a"));
  }

  @Test
  void theOrderOfStoredNamesIsThatOfNamespaces() {
    List<CounterName> all = new ArrayList<>();
    for (String namespace : List.of("vote", "votes", "votes-x", "votes1", "votes_")) {
      for (int life = 0; life < 3; life++) {
        for (int purged = 0; purged < 3; purged++) {
          all.add(new CounterName(namespace, life, purged, "a"));
        }
      }
    }
    List<CounterName> stored = new ArrayList<>(all);
    stored.sort(CounterRange.ORDER);
    all.sort(CounterName::compareTo);
    assertThat(stored).isEqualTo(all);
  }
}
