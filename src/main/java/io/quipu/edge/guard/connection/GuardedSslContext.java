package io.quipu.edge.guard.connection;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/** The TLS context of a server. Makes a {@link GuardedHandshake} for each connection. */
final class GuardedSslContext extends SslContext {
  /** The maximum number of TLS sessions in the cache. A session takes some kilobytes. */
  private static final int SESSIONS = 1_000;

  private final SslContext context;
  private final Connections connections;

  GuardedSslContext(SslContext context, Connections connections) {
    this.context = context;
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
  public boolean isClient() {
    return context.isClient();
  }

  @Override
  public List<String> cipherSuites() {
    return context.cipherSuites();
  }

  @Override
  @SuppressWarnings("deprecation")
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return context.applicationProtocolNegotiator();
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator alloc) {
    return context.newEngine(alloc);
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator alloc, String host, int port) {
    return context.newEngine(alloc, host, port);
  }

  @Override
  public SSLSessionContext sessionContext() {
    return context.sessionContext();
  }
}
