package io.quipu.engine.namespace;

import io.quipu.engine.windows.EventTime;
import java.util.Comparator;

/**
 * A namespace that is being deleted.
 *
 * @param at when the deletion was decided
 * @param done the number of units of its data of which nothing is left
 */
public record DeletedNamespace(String name, String kind, EventTime at, int done) {
  /** By name. */
  static final Comparator<DeletedNamespace> ORDER = Comparator.comparing(DeletedNamespace::name);
}
