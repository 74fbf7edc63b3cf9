package io.quipu.edge.guard.connection;

import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The TLS options of a server: TLS 1.2 and 1.3, no HTTP/2, counted handshakes with a time limit.
 */
public final class TlsOptions {
  private static final Set<String> VERSIONS = Set.of("TLSv1.2", "TLSv1.3");

  private TlsOptions() {}

  /**
   * Sets the options of a server that accepts TLS only.
   *
   * @param connections bounds the connections of the process, also during their handshakes
   */
  public static void apply(
      NetServerOptions options, ServerCertificate certificate, Connections connections) {
    options.setEnabledSecureTransportProtocols(VERSIONS);
    options
        .setSsl(true)
        .setKeyCertOptions(certificate.options())
        // HTTP/2 would bypass the strict decoder, the deadline of heads and the deadline of answers
        .setUseAlpn(false)
        .setSslHandshakeTimeout(connections.settings().head().toMillis())
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setSslEngineOptions(new GuardedHandshakes(connections));
  }

  /** Returns the options that change the certificate of a running server. */
  public static ServerSSLOptions with(ServerCertificate certificate) {
    return new ServerSSLOptions()
        .setKeyCertOptions(certificate.options())
        .setEnabledSecureTransportProtocols(VERSIONS)
        .setUseAlpn(false);
  }
}
