package io.quipu.lab.abuse;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Requests and frames as bytes, whole ones and beginnings. */
final class Requests {
  private static final String HOST = " HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  private static final int MASKED = 0x80;
  private static final int LONGEST_SHORT = 125;
  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;
  private static final int MOST_IN_TWO_BYTES = 0xffff;

  static final int TEXT = 0x1;
  static final int CONTINUATION = 0x0;
  static final int PING = 0x9;
  static final int FINAL = 0x80;

  private Requests() {}

  static byte[] get(String path) {
    return ("GET " + path + HOST + "\r\n").getBytes(UTF_8);
  }

  static byte[] events(String path) {
    return ("GET " + path + HOST + "Accept: text/event-stream\r\n\r\n").getBytes(UTF_8);
  }

  static byte[] post(String path, String contentType, CharSequence body) {
    return joined(postHead(path, contentType, body.length(), ""), body.toString().getBytes(UTF_8));
  }

  static byte[] put(String path, String contentType, String body) {
    byte[] posted = post(path, contentType, body);
    return joined(
        "PUT".getBytes(US_ASCII), Arrays.copyOfRange(posted, "POST".length(), posted.length));
  }

  /**
   * The head of a request whose body is to follow.
   *
   * @param more header lines, each with its end
   */
  static byte[] postHead(String path, String contentType, int length, String more) {
    return ("POST "
            + path
            + HOST
            + "Content-Type: "
            + contentType
            + "\r\nContent-Length: "
            + length
            + "\r\n"
            + more
            + "\r\n")
        .getBytes(US_ASCII);
  }

  static byte[] upgrade(String path) {
    return ("GET "
            + path
            + HOST
            + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        .getBytes(US_ASCII);
  }

  /** A frame masked by zeros, which change nothing. */
  static byte[] frame(int flagsAndOpcode, byte[] payload) {
    return joined(frameHead(flagsAndOpcode, payload.length), payload);
  }

  /** The beginning of a frame whose payload is to follow. */
  static byte[] frameHead(int flagsAndOpcode, int length) {
    ByteBuffer head = ByteBuffer.allocate(14);
    head.put((byte) flagsAndOpcode);
    if (length <= LONGEST_SHORT) {
      head.put((byte) (MASKED | length));
    } else if (length <= MOST_IN_TWO_BYTES) {
      head.put((byte) (MASKED | TWO_BYTES)).putShort((short) length);
    } else {
      head.put((byte) (MASKED | EIGHT_BYTES)).putLong(length);
    }
    head.putInt(0).flip();
    byte[] bytes = new byte[head.remaining()];
    head.get(bytes);
    return bytes;
  }

  static byte[] joined(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(length);
    for (byte[] part : parts) {
      all.put(part);
    }
    return all.array();
  }

  static byte[] repeated(byte[] part, int times) {
    ByteBuffer all = ByteBuffer.allocate(part.length * times);
    for (int i = 0; i < times; i++) {
      all.put(part);
    }
    return all.array();
  }

  /** An array of JSON with so many elements. */
  static String array(int length, IntFunction<String> element) {
    return IntStream.range(0, length).mapToObj(element).collect(Collectors.joining(",", "[", "]"));
  }

  /** So many letters. */
  static byte[] letters(int count) {
    return "a".repeat(count).getBytes(US_ASCII);
  }
}
