package io.quipu.edge.resp;

import io.quipu.edge.resp.RespMeters.Ended;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.function.Function;

/** The socket of one conversation. Confined to the context of its server instance. */
final class RespConnection implements Peer {
  /** The number of written bytes that wait for a client at which writing stops. */
  private static final int UNREAD_BYTES = 64 * 1024;

  private final NetSocket socket;
  private final Context context;
  private final Conversation conversation;
  private final DeadlineWatch watch;
  private boolean listening = true;
  private boolean closed;

  RespConnection(
      NetSocket socket, Context context, Function<Peer, Conversation> made, DeadlineWatch watch) {
    this.socket = socket;
    this.context = context;
    this.watch = watch;
    this.conversation = made.apply(this);
  }

  /**
   * Begins to read.
   *
   * @param gone called when the connection is closed
   */
  void begin(Runnable gone) {
    socket.setWriteQueueMaxSize(UNREAD_BYTES);
    socket.drainHandler(drained -> conversation.drained());
    socket.shutdownHandler(asked -> conversation.finish());
    // ignored: the close handler is called as well
    socket.exceptionHandler(broken -> {});
    socket.closeHandler(
        over -> {
          closed = true;
          conversation.end();
          gone.run();
        });
    socket.handler(bytes -> conversation.hear(bytes.getBytes()));
  }

  /** Ends the connection if its client has missed a deadline. */
  void look(long now) {
    Ended late = watch.look(now, conversation);
    if (late != null) {
      conversation.late(late);
    }
  }

  @Override
  public void write(byte[] bytes) {
    // ignored: the close handler is called if the socket breaks
    var unused = socket.write(Buffer.buffer(bytes));
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
