package io.quipu.engine.namespace;

import io.quipu.engine.model.Namespace;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The condition that a namespace must meet at the moment at which a change is made (RFC 9110,
 * 13.1).
 *
 * @param oneOf the versions of which the namespace must have one, or {@link #ANY}; null if it may
 *     be as it likes
 * @param noneOf the versions of which it must have none, or {@link #ANY}, so that it must not
 *     exist; null likewise
 */
public record Precondition(@Nullable List<String> oneOf, @Nullable List<String> noneOf) {
  /** Stands for every version. */
  public static final String ANY = "*";

  /** Always holds. */
  public static final Precondition NONE = new Precondition(null, null);

  boolean holds(Optional<Namespace> current) {
    return (oneOf == null || isIn(oneOf, current)) && (noneOf == null || !isIn(noneOf, current));
  }

  private static boolean isIn(List<String> versions, Optional<Namespace> current) {
    return current.isPresent()
        && (versions.contains(ANY) || versions.contains(current.get().version()));
  }
}
