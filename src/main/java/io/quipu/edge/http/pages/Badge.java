package io.quipu.edge.http.pages;

import java.text.NumberFormat;
import java.util.Locale;

/** Draws a label and a number as an SVG that loads no fonts and no other files. */
final class Badge {
  /** The average width of a narrow character, in pixels. {@link #width} adds one pixel for each. */
  private static final int CHARACTER = 7;

  private static final int WIDE_CHARACTER = 13;
  private static final int FIRST_WIDE = 0x1100;
  private static final int PADDING = 7;
  private static final int KNOT = 14;
  private static final int MOST_CHARACTERS = 60;
  private static final int MOST_DECIMALS = 6;

  private Badge() {}

  /**
   * Draws the picture.
   *
   * @param label shortened in the picture if it has more than {@value #MOST_CHARACTERS} characters;
   *     the title of the picture has all of it
   */
  static String of(String label, Number number) {
    NumberFormat format = NumberFormat.getInstance(Locale.ENGLISH);
    format.setMaximumFractionDigits(MOST_DECIMALS);
    String value = format.format(number);
    String shown = shortened(label);
    int left = KNOT + width(shown);
    int right = width(value);
    return String.format(
        Locale.ROOT,
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="22" role="img" aria-label="%5$s: %4$s">
        <title>%5$s: %4$s</title>
        <rect width="%1$d" height="22" rx="4" fill="#2a211b"/>
        <path d="M%2$d 0h%8$dq4 0 4 4v14q0 4-4 4h-%8$dz" fill="#a3244a"/>
        <path d="M10 2v18" stroke="#d9a441" stroke-width="2"/>
        <ellipse cx="10" cy="7" rx="4" ry="2.5" fill="#ef8ba3"/><ellipse cx="10" cy="14" rx="4" ry="2.5" fill="#93b2f2"/>
        <g fill="#fff" font-family="DejaVu Sans,Verdana,sans-serif" font-size="12">
        <text x="%6$d" y="15">%3$s</text><text x="%7$d" y="15" font-weight="bold">%4$s</text>
        </g></svg>
        """,
        left + right,
        left,
        escaped(shown),
        escaped(value),
        escaped(label),
        KNOT + PADDING,
        left + PADDING,
        right - 4);
  }

  private static String shortened(String label) {
    return label.codePointCount(0, label.length()) <= MOST_CHARACTERS
        ? label
        : label.substring(0, label.offsetByCodePoints(0, MOST_CHARACTERS - 1)) + "\u2026";
  }

  private static int width(String text) {
    return 2 * PADDING
        + text.codePoints().map(c -> c < FIRST_WIDE ? CHARACTER + 1 : WIDE_CHARACTER).sum();
  }

  /** Escapes a text for XML. Each control or forbidden character becomes a question mark. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isXml(c) ? c : '?');
              }
            });
    return escaped.toString();
  }

  private static boolean isXml(int c) {
    return (c >= ' ' && c < 0xD800) || (c > 0xDFFF && c < 0xFFFE) || c > 0xFFFF;
  }
}
