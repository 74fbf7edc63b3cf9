package io.quipu.cli.options;

import io.quipu.engine.input.Rfc3339;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
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
        .registerConverter(Instant.class, TypedValues::time);
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

  private static Instant time(String text) {
    try {
      return Rfc3339.parse(text);
    } catch (DateTimeException e) {
      throw new TypeConversionException("'" + text + "': " + e.getMessage());
    }
  }
}
