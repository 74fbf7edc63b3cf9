package io.quipu.ops.config;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Encryption of the HTTP API.
 *
 * @param certificate a file in PEM with the certificate of the service and the intermediate
 *     certificates up to the authority that clients trust
 * @param key a file in PEM with the private key of the certificate
 */
public record HttpTls(Path certificate, Path key) {
  /**
   * Reads the settings; null for no encryption.
   *
   * @param http2ClearText whether HTTP/2 is spoken without TLS; encryption is then refused
   */
  static @Nullable HttpTls read(Environment environment, boolean http2ClearText) {
    Optional<Path> certificate = environment.findFile("QUIPU_TLS_CERTIFICATE");
    Optional<Path> key = environment.findFile("QUIPU_TLS_KEY");
    if (!Environment.together(
        "QUIPU_TLS_CERTIFICATE", certificate, "QUIPU_TLS_KEY", key, "certificate and key")) {
      return null;
    }
    if (http2ClearText) {
      throw Table.row("QUIPU_HTTP2_CLEARTEXT")
          .refused(
              "true",
              "allowed is false where QUIPU_TLS_CERTIFICATE is set, as nothing is spoken without TLS"
                  + " then");
    }
    return new HttpTls(certificate.get(), key.get());
  }
}
