package io.quipu.edge.guard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files of a certificate and its key. They may change at any time, one after the other or both
 * at once, and be links that point elsewhere all of a sudden: only their content counts. Blocks.
 *
 * @param certificate in PEM, with its chain
 * @param key in PEM
 */
public record CertificateFiles(Path certificate, Path key) {
  /** Far more than any chain has. */
  private static final long MOST_BYTES = 1024 * 1024;

  /**
   * Reads the files as they are now.
   *
   * @throws UnusableCertificate with what is wrong, and with which file if it cannot be read
   */
  public ServerCertificate read() {
    return ServerCertificate.of(bytes(certificate), bytes(key));
  }

  /**
   * Reads the files as they are now; null if they hold the known certificate.
   *
   * @throws UnusableCertificate as {@link #read} does
   */
  public @Nullable ServerCertificate readChanged(ServerCertificate known) {
    byte[] chainNow = bytes(certificate);
    byte[] keyNow = bytes(key);
    return known.isOf(chainNow, keyNow) ? null : ServerCertificate.of(chainNow, keyNow);
  }

  private static byte[] bytes(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new UnusableCertificate(file + " is too large");
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UnusableCertificate(file + " cannot be read");
    }
  }
}
