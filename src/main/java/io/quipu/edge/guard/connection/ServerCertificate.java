package io.quipu.edge.guard.connection;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;

/** The certificate of a server with its chain, and the private key of the certificate. */
public final class ServerCertificate {
  /** Any bytes, signed with the key and verified with the certificate. */
  private static final byte[] SIGNED = {1, 2, 3};

  private final byte[] chain;
  private final byte[] key;
  private final X509Certificate own;

  private ServerCertificate(byte[] chain, byte[] key, X509Certificate own) {
    this.chain = chain;
    this.key = key;
    this.own = own;
  }

  /**
   * Checks a chain and a key, which takes some milliseconds of computing.
   *
   * @param chain in PEM, the certificate of the server first
   * @param key in PEM, RSA or of an elliptic curve, not encrypted
   * @throws UnusableCertificate if chain or key are unusable; the message is one line with the
   *     reason
   */
  public static ServerCertificate of(byte[] chain, byte[] key) {
    X509Certificate own = own(chain);
    if (!fits(own.getPublicKey(), privateKey(chain, key))) {
      throw new UnusableCertificate("the key is not that of the certificate");
    }
    return new ServerCertificate(chain.clone(), key.clone(), own);
  }

  private static X509Certificate own(byte[] chain) {
    try {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(chain));
      return (X509Certificate)
          certificates.stream()
              .findFirst()
              .orElseThrow(() -> new UnusableCertificate("there is no certificate in PEM"));
    } catch (GeneralSecurityException e) {
      throw new UnusableCertificate("the certificate cannot be read as PEM");
    }
  }

  private static PrivateKey privateKey(byte[] chain, byte[] key) {
    try {
      for (KeyManager manager : options(chain, key).getKeyManagerFactory(null).getKeyManagers()) {
        if (manager instanceof X509KeyManager keys) {
          for (String type : new String[] {"EC", "RSA"}) {
            String[] names = keys.getServerAliases(type, null);
            if (names != null) {
              return keys.getPrivateKey(names[0]);
            }
          }
        }
      }
    } catch (Exception e) {
      // the cause is not shown: its message may have bytes of the key
    }
    throw new UnusableCertificate(
        "the key cannot be read: it must be an RSA or EC key in PEM that is not encrypted");
  }

  private static boolean fits(PublicKey certified, PrivateKey key) {
    try {
      String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(SIGNED);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(SIGNED);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static PemKeyCertOptions options(byte[] chain, byte[] key) {
    return new PemKeyCertOptions()
        .addCertValue(Buffer.buffer(chain))
        .addKeyValue(Buffer.buffer(key));
  }

  /** The certificate and the key as an option of a server. */
  public PemKeyCertOptions options() {
    return options(chain, key);
  }

  /** Tells whether the certificate was made of these bytes. */
  boolean isOf(byte[] otherChain, byte[] otherKey) {
    return Arrays.equals(chain, otherChain) && Arrays.equals(key, otherKey);
  }

  /** The end of the validity of the certificate. */
  public Instant end() {
    return own.getNotAfter().toInstant();
  }

  /** Describes the certificate for the operator: owner, number and end, but nothing of the key. */
  @Override
  public String toString() {
    return own.getSubjectX500Principal().getName()
        + ", number "
        + own.getSerialNumber().toString(16)
        + ", valid until "
        + end();
  }
}
