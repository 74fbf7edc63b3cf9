package io.quipu.edge.guard;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.quipu.edge.guard.connection.CertificateFiles;
import io.quipu.edge.guard.connection.ServerCertificate;
import io.quipu.testing.dev.TestAuthority;
import io.quipu.testing.dev.TestAuthority.Leaf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLSocket;

/** An authority with two certificates of this machine, and clients that trust nobody else. */
public final class TlsPeer {
  public final TestAuthority authority;
  public final Leaf first;
  public final Leaf second;
  public final CertificateFiles files;

  /**
   * @param folder for all of its files
   */
  public TlsPeer(Path folder) {
    authority = new TestAuthority(folder);
    first = authority.sign("dns:localhost,ip:127.0.0.1");
    second = authority.sign("dns:localhost,ip:127.0.0.1");
    files = new CertificateFiles(folder.resolve("tls.crt"), folder.resolve("tls.key"));
  }

  public void write(Leaf leaf) throws IOException {
    Files.writeString(files.certificate(), leaf.chain());
    Files.writeString(files.key(), leaf.key());
  }

  public SSLSocket connect(int port) throws IOException {
    SSLSocket socket =
        (SSLSocket) authority.trusting().getSocketFactory().createSocket("127.0.0.1", port);
    socket.startHandshake();
    return socket;
  }

  /** The serial number of the certificate that a new connection sees. */
  public BigInteger served(int port) throws IOException {
    try (SSLSocket socket = connect(port)) {
      return served(socket);
    }
  }

  public static BigInteger served(SSLSocket socket) throws IOException {
    return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
  }

  public static BigInteger serial(Leaf leaf) throws GeneralSecurityException {
    return ((X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(leaf.chain().getBytes(US_ASCII))))
        .getSerialNumber();
  }

  public static ServerCertificate certificate(Leaf leaf) {
    return ServerCertificate.of(leaf.chain().getBytes(US_ASCII), leaf.key().getBytes(US_ASCII));
  }
}
