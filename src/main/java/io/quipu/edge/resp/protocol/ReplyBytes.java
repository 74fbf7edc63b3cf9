package io.quipu.edge.resp.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes of replies, one reply after the other. Confined to the context of a connection. */
public final class ReplyBytes {
  /** The newer of the two versions of the protocol. */
  public static final int RESP3 = 3;

  private static final int FIRST = 256;

  /** The maximum number of characters that are written of the detail of a failure. */
  private static final int FAILURE_CHARACTERS = 1_000;

  private byte[] bytes = new byte[FIRST];
  private int size;

  public boolean isEmpty() {
    return size == 0;
  }

  /** The number of bytes that were written and not taken yet. */
  public int size() {
    return size;
  }

  /** Removes all bytes that were written, and returns them. */
  public byte[] take() {
    byte[] taken = Arrays.copyOf(bytes, size);
    size = 0;
    // A rare large reply must not keep its memory until the connection ends.
    if (bytes.length > FIRST * 64) {
      bytes = new byte[FIRST];
    }
    return taken;
  }

  /**
   * Appends a reply. {@link Reply.Silence} appends no bytes.
   *
   * @param protocol the version of the protocol: 2 or {@link #RESP3}
   */
  public void write(Reply reply, int protocol) {
    if (reply instanceof Reply.Whole whole) {
      line(':', Long.toString(whole.number()));
    } else if (reply instanceof Reply.Bulk bulk) {
      bulk(bulk.bytes(), protocol);
    } else if (reply instanceof Reply.Status status) {
      line('+', status.text());
    } else if (reply instanceof Reply.Failure failure) {
      line('-', failure.code() + " " + oneLine(failure.detail()));
    } else if (reply instanceof Reply.Items items) {
      line('*', Integer.toString(items.items().size()));
      all(items.items(), protocol);
    } else if (reply instanceof Reply.Pairs pairs) {
      int size = pairs.namesAndValues().size();
      line(protocol == RESP3 ? '%' : '*', Integer.toString(protocol == RESP3 ? size / 2 : size));
      all(pairs.namesAndValues(), protocol);
    }
  }

  private void all(List<Reply> replies, int protocol) {
    for (Reply reply : replies) {
      write(reply, protocol);
    }
  }

  private void bulk(byte @Nullable [] some, int protocol) {
    if (some == null) {
      line(protocol == RESP3 ? '_' : '$', protocol == RESP3 ? "" : "-1");
      return;
    }
    line('$', Integer.toString(some.length));
    append(some);
    end();
  }

  private static String oneLine(String text) {
    String some = text.length() > FAILURE_CHARACTERS ? text.substring(0, FAILURE_CHARACTERS) : text;
    return some.replace('\r', ' ').replace('\n', ' ');
  }

  private void line(char type, String text) {
    room(1);
    bytes[size++] = (byte) type;
    append(text.getBytes(StandardCharsets.UTF_8));
    end();
  }

  private void end() {
    room(2);
    bytes[size++] = '\r';
    bytes[size++] = '\n';
  }

  private void append(byte[] some) {
    room(some.length);
    System.arraycopy(some, 0, bytes, size, some.length);
    size += some.length;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }
}
