package io.quipu.testing.fuzz;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/** Percent-encoded UTF-8 as the JDK reads it, where it reads it without repairing anything. */
public final class ReferencePercent {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private ReferencePercent() {}

  /** The text of a segment; empty if it is not percent-encoded UTF-8. */
  public static Optional<String> decode(String raw) {
    if (!raw.replaceAll("%[0-9a-fA-F]{2}", "").matches("[!-~&&[^%#]]*")) {
      return Optional.empty();
    }
    // a plus sign is one; only forms take it for a space
    String decoded = URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    return encode(decoded).equals(escaped(raw)) ? Optional.of(decoded) : Optional.empty();
  }

  /** Every byte of the UTF-8 form of a text, escaped. */
  public static String encode(String text) {
    StringBuilder escaped = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      escaped.append('%').append(HEX.toHexDigits(each));
    }
    return escaped.toString();
  }

  /** Escapes each of the octets. */
  private static String escaped(String raw) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < raw.length(); i++) {
      if (raw.charAt(i) == '%') {
        escaped.append(raw.substring(i, i + 3).toUpperCase(Locale.ROOT));
        i += 2;
      } else {
        escaped.append('%').append(HEX.toHexDigits((byte) raw.charAt(i)));
      }
    }
    return escaped.toString();
  }
}
