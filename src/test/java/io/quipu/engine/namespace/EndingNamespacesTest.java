package io.quipu.engine.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.time.Done;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EndingNamespacesTest {
  private final ScriptedNamespaceStore store = new ScriptedNamespaceStore();
  private final EndingNamespaces ending = new EndingNamespaces(store);

  private Namespace created(Namespace namespace, boolean ends) {
    Namespace created =
        ends
            ? TestNamespaces.withSettings(namespace, Map.of(Keep.SETTING, "minute=1h"))
            : namespace;
    store.created(created);
    Done.value(store.enter(created));
    return created;
  }

  @Test
  void findsThoseOfWhichWindowsEnd_amongAll() {
    for (int i = 0; i < 1_100; i++) {
      created(Namespace.of("n%04d".formatted(i), "event"), i % 100 == 7);
    }
    assertThat(Done.value(ending.find()))
        .extracting(found -> found.namespace().name())
        .hasSize(11)
        .contains("n0007", "n1007");
  }

  /** Its row may be there although nobody has entered it in the list. */
  @Test
  void looksAtTheDefaultNamespace_once() {
    assertThat(Done.value(ending.find())).isEmpty();
    Namespace always = created(Namespace.DEFAULT, true);
    assertThat(Done.value(ending.find())).extracting(Created::namespace).containsExactly(always);
  }
}
