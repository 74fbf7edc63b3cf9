package io.quipu.edge.guard.connection;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.DefaultSslContextFactory;
import io.vertx.core.spi.tls.SslContextFactory;
import javax.net.ssl.SSLException;

/**
 * Makes the server use {@link GuardedHandshake}. Vert.x reports a connection only after the
 * handshake, so {@link ConnectionGuard} alone would not count connections before that.
 */
final class GuardedHandshakes extends JdkSSLEngineOptions {
  private final Connections connections;

  GuardedHandshakes(Connections connections) {
    this.connections = connections;
  }

  @Override
  public GuardedHandshakes copy() {
    return new GuardedHandshakes(connections);
  }

  @Override
  public SslContextFactory sslContextFactory() {
    return new DefaultSslContextFactory(SslProvider.JDK, false) {
      @Override
      public SslContext create() throws SSLException {
        return new GuardedSslContext(super.create(), connections);
      }
    };
  }
}
