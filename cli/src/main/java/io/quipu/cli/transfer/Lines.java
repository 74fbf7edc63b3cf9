package io.quipu.cli.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text in UTF-8, read on demand. A line ends with LF, CR, or both. A byte order mark
 * at the beginning is no part of the text.
 */
final class Lines {
  /** The maximum length of a line. A longer one is no entry, and could fill the memory. */
  private static final int MOST_BYTES = 1 << 20;

  private static final int BLOCK = 1 << 16;
  private static final byte[] GZIP = {0x1F, (byte) 0x8B};
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final String MARK = "\uFEFF";

  private final InputStream in;
  private final byte[] block = new byte[BLOCK];
  private int at;
  private int end;
  private long number;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

  /**
   * @param number the number of the line, from 1
   * @param end the characters that end it; empty at the end of the text
   */
  record Line(long number, String text, String end) {}

  Lines(InputStream in) {
    this.in = in;
  }

  /**
   * Reads the next line. Returns null at the end of the text.
   *
   * @throws BadLine if the line is too long, or not in UTF-8
   * @throws UncheckedIOException if the text cannot be read
   */
  @Nullable Line next() {
    try {
      if (!hasMore()) {
        return null;
      }
      number++;
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      while (hasMore()) {
        byte next = block[at++];
        if (next == '\n') {
          return new Line(number, text(bytes.toByteArray()), "\n");
        }
        if (next == '\r') {
          boolean both = hasMore() && block[at] == '\n';
          at += both ? 1 : 0;
          return new Line(number, text(bytes.toByteArray()), both ? "\r\n" : "\r");
        }
        if (bytes.size() == MOST_BYTES) {
          throw new BadLine(number, "it is longer than " + MOST_BYTES + " bytes");
        }
        bytes.write(next);
      }
      return new Line(number, text(bytes.toByteArray()), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean hasMore() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(block));
    }
    return at < end;
  }

  private String text(byte[] line) {
    if (number == 1 && startsWith(line, GZIP)) {
      throw new BadLine(
          1,
          "the file is compressed: unpack it, such as zcat FILE | quipu import - --format=csv"
              + " --run=NAME");
    }
    if (number == 1 && startsWith(line, ZIP)) {
      throw new BadLine(
          1, "the file is a ZIP archive or a spreadsheet: unpack it, or save it as CSV");
    }
    if (number == 1 && isUtf16(line)) {
      throw new BadLine(
          1,
          "the file is in UTF-16, and must be in UTF-8: save it so, or convert it with iconv -f"
              + " UTF-16 -t UTF-8");
    }
    CharBuffer text = CharBuffer.allocate(line.length);
    if (decoder.reset().decode(ByteBuffer.wrap(line), text, true).isError()) {
      throw new BadLine(
          number,
          "character "
              + (text.position() + 1)
              + " is not in UTF-8; save the file so, or convert it, for example with iconv -f"
              + " WINDOWS-1252 -t UTF-8");
    }
    String decoded = text.flip().toString();
    return number == 1 && decoded.startsWith(MARK) ? decoded.substring(1) : decoded;
  }

  private static boolean startsWith(byte[] line, byte[] start) {
    return line.length >= start.length
        && Arrays.equals(line, 0, start.length, start, 0, start.length);
  }

  /** Tells whether a text begins with the mark of UTF-16, or with half a character of it. */
  private static boolean isUtf16(byte[] line) {
    if (line.length < 2) {
      return false;
    }
    int first = ((line[0] & 0xFF) << 8) | (line[1] & 0xFF);
    return first == 0xFEFF || first == 0xFFFE || line[0] == 0 || line[1] == 0;
  }
}
