package io.quipu.ops.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the variables that say how the HTTP API is encrypted. */
final class HttpTlsReader {
  private static final String CERTIFICATE = "QUIPU_TLS_CERTIFICATE";
  private static final String KEY = "QUIPU_TLS_KEY";

  /** The first line of a key or certificate. */
  private static final String PEM = "-----BEGIN";

  private final Variables variables;

  HttpTlsReader(Variables variables) {
    this.variables = variables;
  }

  /**
   * The files, or null where there is to be no encryption.
   *
   * @param http2ClearText excludes it
   */
  @Nullable HttpTls read(boolean http2ClearText) {
    Optional<Path> certificate = path(CERTIFICATE);
    Optional<Path> key = path(KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw new InvalidConfiguration(
          (certificate.isPresent() ? KEY : CERTIFICATE)
              + " is not set: certificate and key are given together, or neither");
    }
    if (certificate.isEmpty()) {
      return null;
    }
    if (http2ClearText) {
      throw new InvalidConfiguration(
          "QUIPU_HTTP2_CLEARTEXT=true: allowed is false where "
              + CERTIFICATE
              + " is set, as nothing is spoken without TLS then");
    }
    return new HttpTls(certificate.get(), key.orElseThrow());
  }

  private Optional<Path> path(String name) {
    return variables
        .text(name)
        .map(
            given -> {
              if (given.contains(PEM) || given.codePoints().anyMatch(Character::isISOControl)) {
                throw Variables.refusedUnshown(
                    name, "allowed is the path of a file in PEM, and not what is in it");
              }
              try {
                return Path.of(given);
              } catch (InvalidPathException e) {
                throw Variables.refusedUnshown(name, "allowed is the path of a file in PEM");
              }
            });
  }
}
