package io.quipu.engine.keys;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.CounterName;
import java.util.Arrays;
import java.util.List;

/**
 * A right in one namespace or in all namespaces. In the HTTP API a scope is written, for example,
 * as {@code read:votes} or {@code admin:*}.
 *
 * @param namespace the name of a namespace, or {@link #ALL}; must be {@code ALL} if the right is
 *     {@link Right#OPERATE}
 */
public record Scope(Right right, String namespace) {
  /** Stands for all namespaces, including namespaces that do not exist yet. */
  public static final String ALL = "*";

  /** Every right in all namespaces. */
  static final List<Scope> EVERYTHING =
      Arrays.stream(Right.values()).map(right -> new Scope(right, ALL)).toList();

  /**
   * @throws IllegalArgumentException if {@link Right#OPERATE} is given for one namespace only
   */
  public Scope {
    if (right == Right.OPERATE && !namespace.equals(ALL)) {
      throw new IllegalArgumentException("keys belong to no namespace");
    }
  }

  /**
   * Parses {@code right:namespace}.
   *
   * @param field the field that the exception names
   * @throws InvalidInput naming {@code field} if the text is no scope
   */
  public static Scope parse(String field, String text) {
    int colon = text.indexOf(':');
    String namespace = text.substring(colon + 1);
    Right right =
        Right.of(text.substring(0, Math.max(0, colon)))
            .orElseThrow(
                () ->
                    new InvalidInput(
                        field,
                        field
                            + " must be read, record, admin or operate, a colon, and a namespace or"
                            + " *, such as record:votes"));
    if (right == Right.OPERATE && !namespace.equals(ALL)) {
      throw new InvalidInput(
          field, field + " must be operate:*, as keys do not belong to a namespace");
    }
    if (!namespace.equals(ALL)) {
      try {
        CounterName.checkNamespace(namespace);
      } catch (InvalidInput finding) {
        throw new InvalidInput(field, field + ": " + finding.detail());
      }
    }
    return new Scope(right, namespace);
  }

  boolean covers(Right wanted, String name) {
    return right == wanted && (namespace.equals(ALL) || namespace.equals(name));
  }

  /** The scope as {@code right:namespace}. */
  public String text() {
    return right.label() + ":" + namespace;
  }
}
