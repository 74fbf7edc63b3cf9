package io.quipu.resp;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.function.Function;

/** The socket of one conversation. Confined to the context of its server instance. */
final class RespConnection implements Conversation.Peer {
  /** Most bytes of replies that wait for a client before nothing more is read of it. */
  private static final int UNREAD_BYTES = 64 * 1024;

  /** How long a client may take none of them. */
  private static final Duration STALL = Duration.ofSeconds(30);

  /** How long somebody may be here without saying who they are, where that is asked. */
  private static final Duration STRANGER = Duration.ofSeconds(10);

  private static final long NONE = -1;

  private final NetSocket socket;
  private final Vertx vertx;
  private final Context context;
  private long stall = NONE;
  private boolean listening = true;
  private boolean closed;

  RespConnection(NetSocket socket, Vertx vertx, Context context) {
    this.socket = socket;
    this.vertx = vertx;
    this.context = context;
  }

  /** Begins to read. */
  void begin(Function<Conversation.Peer, Conversation> make) {
    Conversation made = make.apply(this);
    socket.setWriteQueueMaxSize(UNREAD_BYTES);
    socket.drainHandler(drained -> drained(made));
    socket.shutdownHandler(asked -> made.finish());
    socket.exceptionHandler(broken -> {});
    socket.closeHandler(gone -> closed(made));
    socket.handler(bytes -> made.hear(bytes.getBytes()));
    if (!made.isKnown()) {
      vertx.setTimer(
          STRANGER.toMillis(),
          late -> {
            if (!closed && !made.isKnown()) {
              close();
            }
          });
    }
  }

  private void drained(Conversation made) {
    vertx.cancelTimer(stall);
    stall = NONE;
    made.drained();
  }

  private void closed(Conversation made) {
    closed = true;
    vertx.cancelTimer(stall);
    made.end();
  }

  @Override
  public void write(byte[] bytes) {
    var unused = socket.write(Buffer.buffer(bytes));
    if (socket.writeQueueFull() && stall == NONE) {
      stall = vertx.setTimer(STALL.toMillis(), late -> close());
    }
  }

  @Override
  public boolean isFull() {
    return socket.writeQueueFull();
  }

  @Override
  public void listen(boolean more) {
    if (more == listening || closed) {
      return;
    }
    listening = more;
    if (more) {
      socket.resume();
    } else {
      socket.pause();
    }
  }

  @Override
  public void later(Runnable task) {
    context.runOnContext(now -> task.run());
  }

  @Override
  public void close() {
    if (!closed) {
      socket.close();
    }
  }
}
