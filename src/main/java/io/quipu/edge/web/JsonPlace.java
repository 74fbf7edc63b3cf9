package io.quipu.edge.web;

import com.fasterxml.jackson.core.JsonLocation;
import java.nio.ByteBuffer;

/**
 * The place of a finding in a text. The column is counted in characters, like in an editor. The
 * parser counts bytes.
 *
 * @param text UTF-8; the parser started at the position of the buffer
 * @param isLine whether the text is one line of a larger text; then the place has no line number,
 *     because the parser does not know the number in the larger text
 */
record JsonPlace(ByteBuffer text, boolean isLine) {
  String of(JsonLocation at) {
    long bytes = isLine ? at.getByteOffset() : at.getColumnNr() - 1L;
    int end = text.position() + (int) Math.min(text.remaining(), at.getByteOffset());
    int start = (int) Math.max(text.position(), end - bytes);
    String column = "column " + (characters(start, end) + 1);
    return isLine ? column : "line " + at.getLineNr() + ", " + column;
  }

  private int characters(int start, int end) {
    int characters = 0;
    for (int i = start; i < end; i++) {
      boolean continues = (text.get(i) & 0xC0) == 0x80;
      characters += continues ? 0 : 1;
    }
    return characters;
  }
}
