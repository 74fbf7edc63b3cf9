package io.quipu.tools.cli;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the numbers and times that users type. A refusal says what was typed, and how to write it.
 */
public final class TypedValues {
  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");

  private TypedValues() {}

  /** Has all commands read numbers and times so. */
  public static void register(CommandLine commands) {
    commands
        .registerConverter(int.class, whole(Integer::valueOf, Integer.MAX_VALUE))
        .registerConverter(Integer.class, whole(Integer::valueOf, Integer.MAX_VALUE))
        .registerConverter(long.class, whole(Long::valueOf, Long.MAX_VALUE))
        .registerConverter(Long.class, whole(Long::valueOf, Long.MAX_VALUE))
        .registerConverter(BigDecimal.class, TypedValues::number)
        .registerConverter(OffsetDateTime.class, TypedValues::time);
  }

  private static <T> ITypeConverter<T> whole(Function<String, T> read, long most) {
    return text -> {
      if (!WHOLE.matcher(text).matches()) {
        throw new TypeConversionException("'" + text + "' is no whole number, such as 3 or -3");
      }
      try {
        return read.apply(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "'" + text + "' is out of range: from " + (-most - 1) + " to " + most);
      }
    };
  }

  private static BigDecimal number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is no number, such as 3 or 3.5");
    }
  }

  private static OffsetDateTime time(String text) {
    try {
      return OffsetDateTime.parse(text);
    } catch (DateTimeException e) {
      throw new TypeConversionException(
          "'" + text + "' is no time with a zone, such as 2026-01-01T12:00:00Z or ...+01:00");
    }
  }
}
