package io.quipu.edge.guard.connection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files of a certificate and its key. The files, and links to them, may change at any time, one
 * by one or both at once. So only their contents are compared, not their times. Blocks.
 *
 * @param certificate in PEM, with its chain
 * @param key in PEM
 */
public record CertificateFiles(Path certificate, Path key) {
  /** The largest file that is read: far larger than any chain. */
  private static final long MOST_BYTES = 1024 * 1024;

  /**
   * Reads the files.
   *
   * @throws UnusableCertificate with the problem; with the name of a file that cannot be read
   */
  public ServerCertificate read() {
    return ServerCertificate.of(bytes(certificate), bytes(key));
  }

  /**
   * Reads the files again; returns null if they still hold the known certificate and its key.
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
