package io.quipu.client;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * An event of kind {@code sketch}: a value. It has no id, so the client sends it again only after
 * an attempt that certainly wrote nothing. One that is in doubt may count twice if it is added
 * again, which is harmless for {@code distinct}, {@code min} and {@code max}.
 *
 * @param namespace where its counter is
 * @param counter 1 to 512 bytes of UTF-8
 * @param value a number; where the state is {@code distinct} or {@code top} also a text
 */
public record SketchValue(String namespace, String counter, Object value) implements Recordable {
  public SketchValue {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(counter, "counter");
    if (value instanceof Number number) {
      value = new BigDecimal(number.toString());
    } else if (!(value instanceof String)) {
      throw new IllegalArgumentException("value is " + value + "; it must be a text or a number");
    }
  }
}
