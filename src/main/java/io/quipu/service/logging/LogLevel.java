package io.quipu.service.logging;

import io.quipu.engine.model.InvalidInput;
import java.util.Arrays;

/**
 * From where on a logger may be heard. Neither silence, which would hide what goes wrong, nor the
 * finest, in which libraries may show what callers sent.
 */
public enum LogLevel {
  DEBUG,
  INFO,
  WARN,
  ERROR;

  /**
   * @param field whose value it is, for the error
   * @param text in either case
   * @throws InvalidInput naming {@code field}
   */
  public static LogLevel parse(String field, String text) {
    return Arrays.stream(values())
        .filter(level -> level.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(() -> new InvalidInput(field, field + " must be DEBUG, INFO, WARN or ERROR"));
  }
}
