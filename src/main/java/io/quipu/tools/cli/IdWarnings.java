package io.quipu.tools.cli;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Warns once about each namespace that an import records into, if the namespace forgets ids. */
final class IdWarnings {
  /** The maximum number of namespaces that are checked. More warnings would not be read. */
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
   * @param namespace the namespace that a line names; null if the line names none
   */
  void about(@Nullable String namespace) {
    if (namespace == null || known.size() >= MOST || !known.add(namespace)) {
      return;
    }
    try {
      about(IdMemory.of(service, namespace));
    } catch (Unanswered e) {
      // The warning is optional. If the namespace is missing, the refused events are reported.
    }
  }
}
