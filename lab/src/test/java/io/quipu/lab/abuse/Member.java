package io.quipu.lab.abuse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One connection of a crowd. For the crowd's thread. */
final class Member {
  private static final int SMALL_BUFFER = 4 * 1024;
  private static final int STATUS_END = 12;
  private static final int STATUS_BEGIN = 9;

  private final Conduct conduct;
  private final CrowdTally tally;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final long bornNanos = System.nanoTime();
  private ByteBuffer unsent;
  private boolean connected;
  private boolean answered;
  private long trickledNanos = System.nanoTime();

  Member(
      int number,
      Conduct conduct,
      CrowdTally tally,
      InetSocketAddress from,
      InetSocketAddress server,
      Selector selector)
      throws IOException {
    this.conduct = conduct;
    this.tally = tally;
    this.unsent = ByteBuffer.wrap(conduct.opening().apply(number));
    channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      if (!conduct.reads()) {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
      }
      channel.bind(from);
      connected = channel.connect(server);
      tally.opened += connected ? 1 : 0;
      key = channel.register(selector, connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT);
      key.attach(this);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  boolean isConnected() {
    return connected && channel.isOpen();
  }

  /** Does what the selector has found possible. */
  void act(ByteBuffer scratch) {
    try {
      if (key.isConnectable() && channel.finishConnect()) {
        connected = true;
        tally.opened++;
      }
      if (connected && key.isReadable()) {
        read(scratch);
      }
      if (channel.isOpen() && connected) {
        write();
      }
    } catch (IOException e) {
      lost();
    }
  }

  private void read(ByteBuffer scratch) throws IOException {
    scratch.clear();
    if (!conduct.reads()) {
      scratch.limit(SMALL_BUFFER);
    }
    int read = channel.read(scratch);
    if (read < 0) {
      lost();
      return;
    }
    tally.received += read;
    if (!answered && read > 0) {
      answered = true;
      tally.answered(status(scratch));
      unsent = conduct.afterwards().duplicate();
    }
  }

  private static String status(ByteBuffer scratch) {
    byte[] begin = new byte[Math.min(scratch.position(), STATUS_END)];
    scratch.get(0, begin);
    String text = new String(begin, US_ASCII);
    return text.startsWith("HTTP/1.1 ") && begin.length == STATUS_END
        ? text.substring(STATUS_BEGIN)
        : "?";
  }

  private void write() throws IOException {
    for (int i = 0; i < 16; i++) {
      if (!unsent.hasRemaining() && conduct.flood().hasRemaining() && answered) {
        unsent = conduct.flood().duplicate();
      }
      if (!unsent.hasRemaining()) {
        break;
      }
      tally.sent += channel.write(unsent);
      if (unsent.hasRemaining()) {
        break;
      }
    }
    wish();
  }

  private void wish() {
    int read = conduct.reads() || !answered ? SelectionKey.OP_READ : 0;
    boolean more = unsent.hasRemaining() || (answered && conduct.flood().hasRemaining());
    key.interestOps(read | (more ? SelectionKey.OP_WRITE : 0));
  }

  /** Trickles, and leaves when its time has come. */
  void pass(long nowNanos) {
    if (!isConnected()) {
      return;
    }
    if (nowNanos - bornNanos > conduct.lifetime().toNanos()) {
      close();
      return;
    }
    boolean due = nowNanos - trickledNanos > conduct.pause().toNanos();
    if (due && conduct.trickle().hasRemaining() && !unsent.hasRemaining()) {
      trickledNanos = nowNanos;
      unsent = conduct.trickle().duplicate();
      try {
        write();
      } catch (IOException e) {
        lost();
      }
    }
  }

  private void lost() {
    if (connected) {
      tally.closedByServer++;
    } else {
      tally.notConnected++;
    }
    close();
  }

  void close() {
    try {
      channel.close();
    } catch (IOException gone) {
      // that was wanted
    }
  }
}
