package io.quipu.lab.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * HTTP/1.1 answers with a {@code Content-Length}, of which only the status is looked at. As little
 * work as possible: what the generator does is taken from the cores of those it measures.
 */
final class HttpFraming implements Framing {
  private static final int END = 0x0d0a0d0a;
  private static final String LENGTH = "\r\ncontent-length:";
  private static final int LONGEST_HEAD = 8_192;

  private final byte[] head = new byte[LONGEST_HEAD];
  private int headLength;
  private int lastFour;
  private int bodyLeft;
  private boolean good;

  @Override
  public void take(ByteBuffer bytes, Answers answers) {
    while (bytes.hasRemaining()) {
      if (bodyLeft > 0) {
        skip(bytes, answers);
      } else {
        header(bytes.get(), answers);
      }
    }
  }

  private void skip(ByteBuffer bytes, Answers answers) {
    int some = Math.min(bodyLeft, bytes.remaining());
    bytes.position(bytes.position() + some);
    bodyLeft -= some;
    if (bodyLeft == 0) {
      answers.answer(good);
    }
  }

  private void header(byte next, Answers answers) {
    head[headLength++] = next;
    lastFour = (lastFour << 8) | (next & 0xff);
    if (lastFour != END) {
      return;
    }
    good = head[9] == '2' && !isPartial();
    bodyLeft = contentLength();
    headLength = 0;
    lastFour = 0;
    if (bodyLeft == 0) {
      answers.answer(good);
    }
  }

  /** Looks for a 207, which acknowledges only some of what was asked for. */
  private boolean isPartial() {
    return head[10] == '0' && head[11] == '7';
  }

  private int contentLength() {
    String text = new String(head, 0, headLength, ISO_8859_1).toLowerCase(Locale.ROOT);
    int start = text.indexOf(LENGTH);
    if (start < 0) {
      if (text.contains("\r\ntransfer-encoding:")) {
        throw new IllegalStateException("Chunked answers are not understood: " + text);
      }
      return 0;
    }
    int end = text.indexOf("\r\n", start + LENGTH.length());
    return Integer.parseInt(text.substring(start + LENGTH.length(), end).strip());
  }
}
