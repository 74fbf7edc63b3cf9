package io.quipu.cli.sizing;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a length of time as the settings of a namespace have it, as days. */
final class Days implements ITypeConverter<Double> {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})([smhdy])");
  private static final String UNITS = "smhdy";
  private static final double[] LENGTHS = {1 / 86_400.0, 1 / 1_440.0, 1 / 24.0, 1, 365};

  @Override
  public Double convert(String text) {
    if (text.equals("forever")) {
      return Double.POSITIVE_INFINITY;
    }
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "': it takes a time, such as 24h, 30d or 2y, or forever");
    }
    double unit = LENGTHS[UNITS.indexOf(matcher.group(2))];
    return Double.parseDouble(matcher.group(1)) * unit;
  }
}
