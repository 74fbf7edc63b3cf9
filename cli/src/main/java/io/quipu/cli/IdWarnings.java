package io.quipu.cli;

import io.quipu.cli.history.IdMemory;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Service;
import io.quipu.cli.service.Unanswered;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Warns once about each namespace that an import records into, if the namespace forgets ids. */
final class IdWarnings {
  /** The maximum number of namespaces that are checked. More warnings would not be read. */
  private static final int MOST = 100;

  private final Service service;
  private final IdMemory usual;
  private final Consumer<String> told;
  private final Set<String> known = new HashSet<>();

  /**
   * @param usual the memory of the namespace of lines that name none
   */
  IdWarnings(Service service, IdMemory usual, Consumer<String> told) {
    this.service = service;
    this.usual = usual;
    this.told = told;
  }

  /**
   * @param namespace the namespace that a line names; null if the line names none
   */
  void about(@Nullable String namespace) {
    String name = namespace == null ? usual.namespace() : namespace;
    if (known.size() >= MOST || !known.add(name)) {
      return;
    }
    try {
      String warning =
          (name.equals(usual.namespace()) ? usual : IdMemory.of(service, name)).warning();
      if (warning != null) {
        told.accept(Table.plain(warning));
      }
    } catch (Unanswered e) {
      // The warning is optional. If the namespace is missing, the refused events are reported.
    }
  }
}
