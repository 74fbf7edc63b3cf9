package io.quipu.cli.source.cassandra;

import io.quipu.cli.source.Encryption;
import io.quipu.cli.source.SourceFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Whose certificates are trusted, as the JDK wants it. */
final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /**
   * @throws SourceFailure if the file is not one of certificates
   */
  static SSLContext context(Encryption encryption) {
    Path file = encryption.authorities();
    try {
      if (file == null) {
        return SSLContext.getDefault();
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store(file));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new SourceFailure("--ca=" + file + " cannot be read: it must be a file of PEM");
    }
  }

  private static KeyStore store(Path file) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream text = Files.newInputStream(file)) {
      int number = 0;
      for (Certificate authority :
          CertificateFactory.getInstance("X.509").generateCertificates(text)) {
        store.setCertificateEntry("authority-" + number++, authority);
      }
      if (number == 0) {
        throw new IOException("no certificate");
      }
    }
    return store;
  }
}
