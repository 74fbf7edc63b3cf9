package io.quipu.engine.input;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A builder of JSON. Adds the commas and escapes the strings. The caller must close each bracket,
 * and write a value after each name. Confined to one context.
 */
public final class JsonText {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final StringBuilder text = new StringBuilder(256);
  private boolean needsComma;

  public JsonText beginObject() {
    return open('{');
  }

  public JsonText endObject() {
    return close('}');
  }

  public JsonText beginArray() {
    return open('[');
  }

  public JsonText endArray() {
    return close(']');
  }

  /** Writes the name of a field; the caller writes the value next. */
  public JsonText name(String name) {
    separate();
    quote(name);
    text.append(':');
    needsComma = false;
    return this;
  }

  public JsonText value(String value) {
    separate();
    quote(value);
    return done();
  }

  public JsonText value(long value) {
    separate();
    text.append(value);
    return done();
  }

  public JsonText value(BigInteger value) {
    separate();
    if (value.bitLength() < Long.SIZE) {
      text.append(value.longValue());
    } else {
      text.append(value);
    }
    return done();
  }

  /** Writes a number without an exponent. The caller limits the number of digits. */
  public JsonText value(BigDecimal value) {
    separate();
    text.append(value.toPlainString());
    return done();
  }

  public JsonText value(boolean value) {
    separate();
    text.append(value);
    return done();
  }

  public JsonText nullValue() {
    separate();
    text.append("null");
    return done();
  }

  public JsonText field(String name, String value) {
    return name(name).value(value);
  }

  public JsonText field(String name, long value) {
    return name(name).value(value);
  }

  public JsonText field(String name, BigInteger value) {
    return name(name).value(value);
  }

  public JsonText field(String name, boolean value) {
    return name(name).value(value);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private JsonText open(char bracket) {
    separate();
    text.append(bracket);
    needsComma = false;
    return this;
  }

  private JsonText close(char bracket) {
    text.append(bracket);
    return done();
  }

  private void separate() {
    if (needsComma) {
      text.append(',');
    }
  }

  private JsonText done() {
    needsComma = true;
    return this;
  }

  private void quote(String value) {
    text.append('"');
    int clean = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < 0x20 || c == '"' || c == '\\') {
        text.append(value, clean, i);
        escape(c);
        clean = i + 1;
      }
    }
    text.append(value, clean, value.length()).append('"');
  }

  private void escape(char c) {
    text.append('\\');
    switch (c) {
      case '"', '\\' -> text.append(c);
      case '\n' -> text.append('n');
      case '\r' -> text.append('r');
      case '\t' -> text.append('t');
      default -> text.append("u00").append(HEX[c >> 4]).append(HEX[c & 0xf]);
    }
  }
}
