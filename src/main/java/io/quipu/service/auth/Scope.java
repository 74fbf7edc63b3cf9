package io.quipu.service.auth;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import java.util.Arrays;
import java.util.List;

/**
 * A right in one namespace, or in all, as the contract writes it: {@code read:votes}, {@code
 * admin:*}.
 *
 * @param namespace a name, or {@link #ALL}; always {@code ALL} for {@link Right#OPERATE}
 */
public record Scope(Right right, String namespace) {
  /** Stands for every namespace, also for namespaces that do not exist yet. */
  public static final String ALL = "*";

  /** Every right everywhere. */
  static final List<Scope> EVERYTHING =
      Arrays.stream(Right.values()).map(right -> new Scope(right, ALL)).toList();

  /**
   * @throws IllegalArgumentException if the right to operate is bound to a namespace
   */
  public Scope {
    if (right == Right.OPERATE && !namespace.equals(ALL)) {
      throw new IllegalArgumentException("keys belong to no namespace");
    }
  }

  /**
   * Reads {@code right:namespace}.
   *
   * @param field the field that the error names
   * @throws InvalidInput naming {@code field}
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
