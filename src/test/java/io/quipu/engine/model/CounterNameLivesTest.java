package io.quipu.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
    assertThat(second.sibling("b").life()).isEqualTo(1);
    assertThat(new KnownCounter(NAMED, SECOND).name()).isEqualTo(second);
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
        all.add(new CounterName(namespace, life, "a"));
      }
    }
    List<CounterName> stored = new ArrayList<>(all);
    stored.sort(CounterRange.ORDER);
    all.sort(CounterName::compareTo);
    assertThat(stored).isEqualTo(all);
  }
}
