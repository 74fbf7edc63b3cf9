package io.quipu.edge.guard.connection;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;

/** The TLS context of a server. Makes a {@link GuardedHandshake} for each connection. */
final class GuardedSslContext extends DelegatingSslContext {
  /** The maximum number of TLS sessions in the cache. A session takes some kilobytes. */
  private static final int SESSIONS = 1_000;

  private final Connections connections;

  GuardedSslContext(SslContext context, Connections connections) {
    super(context);
    this.connections = connections;
    context.sessionContext().setSessionCacheSize(SESSIONS);
  }

  @Override
  protected SslHandler newHandler(ByteBufAllocator alloc, boolean startTls, Executor tasks) {
    return new GuardedHandshake(newEngine(alloc), startTls, tasks, connections);
  }

  @Override
  protected SslHandler newHandler(
      ByteBufAllocator alloc, String host, int port, boolean startTls, Executor tasks) {
    return new GuardedHandshake(newEngine(alloc, host, port), startTls, tasks, connections);
  }

  @Override
  protected void initEngine(SSLEngine engine) {}
}
