package io.quipu.testing.fuzz;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where a parser of the service differs from its reference on purpose. What it refuses although the
 * reference takes it is a finding, unless one of these explains it; what it takes although the
 * reference refuses it always is.
 */
public enum MeantDifference {
  /** Over 32 levels of JSON: nothing of the contract is so deep. */
  NESTED_DEEPLY,

  /** RFC 8259 forbids senders to add one, and lets receivers choose; here it is no JSON. */
  BYTE_ORDER_MARK,

  /** Jackson's own limit of 50,000 characters; the longest field of the contract has 13. */
  LONG_FIELD_NAME;

  /** The differences that explain why a text is refused. */
  public static Set<MeantDifference> in(String text) {
    return Arrays.stream(values())
        .filter(difference -> difference.explains(text))
        .collect(Collectors.toSet());
  }

  private boolean explains(String text) {
    return switch (this) {
      case NESTED_DEEPLY -> text.lines().anyMatch(MeantDifference::isDeep) || isDeep(text);
      case BYTE_ORDER_MARK -> text.lines().anyMatch(line -> line.startsWith("\uFEFF"));
      case LONG_FIELD_NAME -> text.length() > 50_000;
    };
  }

  private static boolean isDeep(String json) {
    return ReferenceJson.parse(json).filter(parsed -> parsed.depth() > 32).isPresent();
  }
}
