package io.quipu.edge.resp;

import io.quipu.testing.dev.TestPatience;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The plainest client of the protocol of Redis: bytes out, replies in, as they are written. */
public final class RespSocket implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  public RespSocket(InetSocketAddress address) throws IOException {
    this(new Socket(address.getAddress(), address.getPort()));
  }

  /**
   * @param connected which it closes
   */
  public RespSocket(Socket connected) throws IOException {
    socket = connected;
    socket.setSoTimeout((int) TestPatience.LIMIT.toMillis());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
  }

  /** A command as clients send it. */
  public static byte[] command(String... words) {
    StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      text.append('$').append(word.getBytes(StandardCharsets.UTF_8).length).append("\r\n");
      text.append(word).append("\r\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** A part of some bytes. */
  void send(byte[] bytes, int from, int length) throws IOException {
    socket.getOutputStream().write(bytes, from, length);
  }

  public void send(String... words) throws IOException {
    send(command(words));
  }

  /**
   * Sends a command; its reply in one line: arrays in brackets, nothing as {@code nil}, or {@code
   * _} by RESP 3.
   */
  public String ask(String... words) throws IOException {
    send(words);
    return reply();
  }

  /**
   * The next reply, with its type as the first character where that is not a bulk string.
   *
   * @throws EOFException if the connection has ended
   */
  public String reply() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '$' -> bulk(Integer.parseInt(rest));
      case '*' -> items(Integer.parseInt(rest));
      case '%' -> items(2 * Integer.parseInt(rest));
      case '_' -> "_";
      default -> line;
    };
  }

  private String bulk(int length) throws IOException {
    if (length < 0) {
      return "nil";
    }
    String text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    line();
    return text;
  }

  private String items(int count) throws IOException {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(reply());
    }
    return items.toString();
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      line.append((char) next);
    }
    return line.substring(0, line.length() - 1);
  }

  /** Whether the other end closes it, after replies that nobody asked for here. */
  public boolean isClosedByServer() {
    try {
      in.transferTo(OutputStream.nullOutputStream());
      return true;
    } catch (SocketException reset) {
      return true;
    } catch (IOException failure) {
      return false;
    }
  }

  /** Ends it in the middle of whatever is under way, so that the other end is reset. */
  public void kill() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
