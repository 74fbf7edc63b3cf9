package io.quipu.lab.bench.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Answers 201 to every request without a body, at once. It does less than any server could, so that
 * what a generator achieves against it is the generator's own ceiling.
 */
public final class ConstantServer {
  private static final byte[] ANSWER =
      "HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}".getBytes(US_ASCII);
  private static final int END = 0x0d0a0d0a;

  private ConstantServer() {}

  /**
   * @param arguments none; the port is in the environment
   */
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(System.getenv("BENCH_PORT"));
    Selector selector = Selector.open();
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_024);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    ByteBuffer scratch = ByteBuffer.allocateDirect(64 * 1024);
    while (true) {
      selector.select();
      for (SelectionKey key : selector.selectedKeys()) {
        if (key.isAcceptable()) {
          accept(server, selector);
        } else {
          answer(key, scratch);
        }
      }
      selector.selectedKeys().clear();
    }
  }

  private static void accept(ServerSocketChannel server, Selector selector) throws Exception {
    SocketChannel channel = server.accept();
    if (channel != null) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, new int[1]);
    }
  }

  private static void answer(SelectionKey key, ByteBuffer scratch) throws Exception {
    SocketChannel channel = (SocketChannel) key.channel();
    int[] lastFour = (int[]) key.attachment();
    scratch.clear();
    if (channel.read(scratch) < 0) {
      channel.close();
      return;
    }
    scratch.flip();
    int requests = 0;
    while (scratch.hasRemaining()) {
      lastFour[0] = (lastFour[0] << 8) | (scratch.get() & 0xff);
      requests += lastFour[0] == END ? 1 : 0;
    }
    for (int i = 0; i < requests; i++) {
      channel.write(ByteBuffer.wrap(ANSWER));
    }
  }
}
