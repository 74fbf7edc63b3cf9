package io.quipu.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.LivingNames.LivingCounters;
import io.quipu.engine.time.Done;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LivingNamesTest extends StoresFixture {
  private static final Namespace VOTES = Namespace.of("votes", "event");

  private final LivingNames names = new LivingNames(stores.names);

  private static CounterName counter(String name, int purged) {
    return new CounterName("votes", 0, purged, name);
  }

  /** The namespace after some counters were purged. */
  private static LivingCounters purged(String... purged) {
    List<Purge> purges = new ArrayList<>();
    Namespace after = VOTES;
    for (int i = 0; i < purged.length; i++) {
      int life = CounterLives.NONE.with(purges).of(purged[i]) + 1;
      Purge purge = new Purge(i + 1, NameDigest.of(purged[i]), life);
      purges.add(purge);
      after = after.purged(purge);
    }
    return LivingCounters.of(after.knowing(CounterLives.NONE.with(purges)));
  }

  private List<String> list(LivingCounters of, String after, int limit) {
    return Done.value(names.list(of, NameRange.ALL.after(after), limit)).stream()
        .map(one -> one.stored() + " " + one.name())
        .toList();
  }

  @Test
  void listsEachCounterOnce_inItsPresentLife_whateverIsLeftOfOthers() {
    Done.value(
        stores.names.enter(
            0,
            List.of(
                counter("a", 0),
                counter("b", 0),
                counter("c", 0),
                counter("d", 0),
                counter("b", 1),
                counter("c", 1),
                counter("c", 2))));
    assertThat(list(purged(), "", 9)).containsExactly("votes a", "votes b", "votes c", "votes d");
    LivingCounters some = purged("b", "c", "c", "d");
    assertThat(list(some, "", 9)).containsExactly("votes a", "votes#1 b", "votes#2 c");
    assertThat(list(some, "a", 1)).containsExactly("votes#1 b");
    assertThat(list(some, "c", 9)).isEmpty();
    assertThat(list(purged("a", "b", "c"), "", 1))
        .as("beyond many that were purged")
        .containsExactly("votes#1 b");
  }
}
