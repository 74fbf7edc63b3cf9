package io.quipu.tools.cli;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says once of each namespace that an import records into whether it forgets ids. */
final class IdWarnings {
  /** So many are asked about; more would only be told to nobody. */
  private static final int MOST = 100;

  private final Service service;
  private final Consumer<String> told;
  private final Set<String> known = new HashSet<>();

  IdWarnings(Service service, Consumer<String> told) {
    this.service = service;
    this.told = told;
  }

  void about(IdMemory memory) {
    known.add(memory.namespace());
    String warning = memory.warning();
    if (warning != null) {
      told.accept(Table.plain(warning));
    }
  }

  /**
   * @param namespace that a line names; null if it names none
   */
  void about(@Nullable String namespace) {
    if (namespace == null || known.size() >= MOST || !known.add(namespace)) {
      return;
    }
    try {
      about(IdMemory.of(service, namespace));
    } catch (Unanswered e) {
      // The events are refused for the same reason, and that is said of each.
    }
  }
}
