package io.quipu.cli.trust;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The certificate authorities that a command trusts when it connects over TLS.
 *
 * @param file the file of the certificates, in PEM; null for the authorities that the JVM trusts
 * @param context a TLS context that trusts these authorities only
 */
public record Authorities(@Nullable Path file, SSLContext context) {

  public static Authorities ofTheJvm() {
    try {
      return new Authorities(null, SSLContext.getDefault());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }

  /**
   * Makes authorities from a file. The dates of the certificates are not checked here.
   *
   * @throws IOException if the file cannot be read
   * @throws GeneralSecurityException if the file has no certificates, or if one of them cannot be
   *     parsed or stored
   */
  public static Authorities of(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    // This makes an empty key store.
    store.load(null, null);
    Collection<? extends Certificate> certificates = certificates(file);
    if (certificates.isEmpty()) {
      throw new GeneralSecurityException("no certificate");
    }
    for (Certificate certificate : certificates) {
      store.setCertificateEntry(Integer.toString(store.size()), certificate);
    }
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trusted.getTrustManagers(), null);
    return new Authorities(file, context);
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    }
  }
}
