package io.quipu.edge.live.frames;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.quipu.edge.live.RawWebSocket;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FrameSplitterTest {
  private final EmbeddedChannel channel = decoding();
  private final FrameSplitter splitter = FrameSplitter.install(channel);
  private final List<String> heard = new ArrayList<>();
  private final ByteArrayOutputStream message = new ByteArrayOutputStream();

  private static EmbeddedChannel decoding() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel
        .pipeline()
        .addLast("wsdecoder", new WebSocket13FrameDecoder(true, false, FrameSplitter.PIECE_BYTES));
    return channel;
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void send(byte[] bytes) {
    channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    hearAll();
  }

  private void hearAll() {
    for (WebSocketFrame frame = channel.readInbound();
        frame != null;
        frame = channel.readInbound()) {
      hear(frame);
      frame.release();
    }
  }

  private void hear(WebSocketFrame frame) {
    ByteBuf content = frame.content();
    assertThat(content.readableBytes()).isLessThanOrEqualTo(FrameSplitter.PIECE_BYTES);
    byte[] bytes = new byte[content.readableBytes()];
    content.readBytes(bytes);
    if (frame instanceof PingWebSocketFrame) {
      heard.add("ping " + new String(bytes, UTF_8));
      return;
    }
    assertThat(frame instanceof ContinuationWebSocketFrame || message.size() == 0).isTrue();
    message.writeBytes(bytes);
    if (frame.isFinalFragment()) {
      heard.add(message.toString(UTF_8));
      message.reset();
    }
  }

  @Test
  void leavesEveryMessageAsItIs_whereverTheBytesAreCut() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        String text = text(random, random.nextInt(4) == 0 ? 100_000 : 300);
        int cut = random.nextInt(text.length() + 1);
        sent.writeBytes(frame(RawWebSocket.TEXT, false, text.substring(0, cut)));
        sent.writeBytes(frame(RawWebSocket.PING, true, "now"));
        sent.writeBytes(frame(RawWebSocket.CONTINUATION, true, text.substring(cut)));
        sent.writeBytes(frame(RawWebSocket.TEXT, true, text));
        expected.addAll(List.of("ping now", text, text));
      }
      byte[] bytes = sent.toByteArray();
      heard.clear();
      for (int from = 0; from < bytes.length; ) {
        int to = Math.min(bytes.length, from + 1 + random.nextInt(round % 2 == 0 ? 40_000 : 700));
        send(Arrays.copyOfRange(bytes, from, to));
        from = to;
      }
      assertThat(heard).isEqualTo(expected);
    }
  }

  /** As it was, all of it waited in the decoder. */
  @Test
  void handsOverWhatHasArrived_ofAFrameThatIsNotComplete() {
    byte[] frame = frame(RawWebSocket.TEXT, true, "x".repeat(1024 * 1024));
    send(Arrays.copyOf(frame, 500_000));
    assertThat(message.size()).isGreaterThan(499_000);
    assertThat(heard).isEmpty();
  }

  @Test
  void leavesWhatIsNotAllowedToTheDecoder() {
    assertRefused(new byte[] {(byte) 0x81, 5, 1, 2, 3, 4, 5}, "not masked");
    assertRefused(new byte[] {(byte) 0x8b, (byte) 0x80, 0, 0, 0, 0}, "a reserved opcode");
    assertRefused(frame(RawWebSocket.TEXT, true, "x".repeat(1024 * 1024 + 1)), "too long");
    assertRefused(frame(RawWebSocket.PING, true, "x".repeat(126)), "a long ping");
  }

  /** As it was, eight frames of up to 16 KiB were held in direct memory, for each connection. */
  @Test
  void handsNothingOver_whileItIsPaused() {
    splitter.pause();
    assertThat(channel.config().isAutoRead()).as("the channel is read").isFalse();
    byte[] first = frame(RawWebSocket.TEXT, true, "first");
    send(Arrays.copyOf(first, 3));
    send(Arrays.copyOfRange(first, 3, first.length));
    send(frame(RawWebSocket.TEXT, true, "second"));
    assertThat(heard).isEmpty();
    splitter.resume();
    hearAll();
    assertThat(heard).containsExactly("first", "second");
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void readsNothingMore_ofWhatHasArrived_whenAFrameMakesItPause() {
    List<String> texts = new ArrayList<>();
    channel
        .pipeline()
        .addLast(
            new SimpleChannelInboundHandler<WebSocketFrame>() {
              @Override
              protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
                texts.add(frame.content().toString(UTF_8));
                splitter.pause();
              }
            });
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String text : List.of("1", "2", "3")) {
      bytes.writeBytes(frame(RawWebSocket.TEXT, true, text));
    }
    send(bytes.toByteArray());
    assertThat(texts).containsExactly("1");
    splitter.resume();
    assertThat(texts).containsExactly("1", "2");
    assertThat(channel.config().isAutoRead()).isFalse();
    splitter.resume();
    assertThat(texts).containsExactly("1", "2", "3");
  }

  @Test
  void hearsTheEndOfAClient_whoseMessagesAreDropped() {
    byte[] begun = frame(RawWebSocket.TEXT, true, "x".repeat(1_000));
    send(Arrays.copyOf(begun, 500));
    int before = message.size();
    splitter.dropMessages();
    send(Arrays.copyOfRange(begun, 500, begun.length));
    send(frame(RawWebSocket.TEXT, false, ""));
    send(frame(RawWebSocket.CONTINUATION, true, "y"));
    send(frame(RawWebSocket.TEXT, true, "z"));
    send(frame(RawWebSocket.PING, true, "the end"));
    assertThat(heard).containsExactly("ping the end");
    assertThat(message.size()).isEqualTo(before);
  }

  private static void assertRefused(byte[] bytes, String why) {
    EmbeddedChannel refusing = decoding();
    FrameSplitter.install(refusing);
    assertThatThrownBy(() -> refusing.writeInbound(Unpooled.wrappedBuffer(bytes)))
        .as(why)
        .isInstanceOf(CorruptedFrameException.class);
    refusing.finishAndReleaseAll();
  }

  private static String text(Random random, int longest) {
    return "t".repeat(random.nextInt(longest)) + random.nextInt();
  }

  private static byte[] frame(int opcode, boolean isFinal, String text) {
    return RawWebSocket.frame(opcode, isFinal, RawWebSocket.utf8(text));
  }
}
