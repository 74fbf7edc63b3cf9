package io.quipu.engine.input;

/** Computes the length of a text in UTF-8 without encoding it, for limits in bytes. */
public final class Utf8 {
  private Utf8() {}

  /**
   * Returns the number of bytes of {@code text} in UTF-8, or -1 if the text has a lone surrogate,
   * because such a text has no UTF-8 form.
   */
  public static int length(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes++;
      } else if (c < 0x800) {
        bytes += 2;
      } else if (!Character.isSurrogate(c)) {
        bytes += 3;
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else {
        return -1;
      }
    }
    return bytes;
  }
}
