package io.quipu.edge.guard;

import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** How a server encrypts: TLS 1.2 and 1.3, HTTP/1 only, handshakes counted and bounded. */
public final class TlsOptions {
  private static final Set<String> VERSIONS = Set.of("TLSv1.2", "TLSv1.3");

  private TlsOptions() {}

  /**
   * Has a server speak TLS, and nothing else.
   *
   * @param connections bounds those of the process, also while they shake hands
   */
  public static void apply(
      NetServerOptions options, ServerCertificate certificate, Connections connections) {
    options.setEnabledSecureTransportProtocols(VERSIONS);
    options
        .setSsl(true)
        .setKeyCertOptions(certificate.options())
        // HTTP/2 would get past the strict decoder, the deadline of heads and that of answers
        .setUseAlpn(false)
        .setSslHandshakeTimeout(connections.settings().head().toMillis())
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setSslEngineOptions(new GuardedHandshakes(connections));
  }

  /** Returns the options with another certificate, for a server that runs. */
  public static ServerSSLOptions with(ServerCertificate certificate) {
    return new ServerSSLOptions()
        .setKeyCertOptions(certificate.options())
        .setEnabledSecureTransportProtocols(VERSIONS)
        .setUseAlpn(false);
  }
}
