package io.quipu.engine.namespace;

import io.quipu.engine.names.Namespace;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The condition that a namespace must meet at the moment of a change (RFC 9110, 13.1).
 *
 * @param oneOf the namespace must exist and have one of these versions; {@link #ANY} stands for
 *     every version; null for no condition
 * @param noneOf the namespace must have none of these versions; with {@link #ANY}, the namespace
 *     must not exist; null for no condition
 */
public record Precondition(@Nullable List<String> oneOf, @Nullable List<String> noneOf) {
  /** Stands for every version. */
  public static final String ANY = "*";

  /** The condition that always holds. */
  public static final Precondition NONE = new Precondition(null, null);

  boolean holds(Optional<Namespace> current) {
    return isOneOf(current) && (noneOf == null || !isIn(noneOf, current));
  }

  /** Tells whether the namespace meets {@link #oneOf}. */
  public boolean isOneOf(Optional<Namespace> current) {
    return oneOf == null || isIn(oneOf, current);
  }

  private static boolean isIn(List<String> versions, Optional<Namespace> current) {
    return current.isPresent()
        && (versions.contains(ANY) || versions.contains(current.get().version()));
  }
}
