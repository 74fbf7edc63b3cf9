package io.quipu.service.logging;

import io.quipu.engine.input.InvalidInput;
import java.util.Arrays;

/**
 * The levels that a logger can be given. {@code OFF} is missing, because {@code OFF} would hide
 * failures. {@code TRACE} is missing, because libraries may log data of callers at that level.
 */
public enum LogLevel {
  DEBUG,
  INFO,
  WARN,
  ERROR;

  /**
   * Parses a level.
   *
   * @param field the field that the exception names
   * @param text the name of a level, in upper or lower case
   * @throws InvalidInput naming {@code field} if the text names no level
   */
  public static LogLevel parse(String field, String text) {
    return Arrays.stream(values())
        .filter(level -> level.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(() -> new InvalidInput(field, field + " must be DEBUG, INFO, WARN or ERROR"));
  }
}
