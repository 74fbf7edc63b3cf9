package io.quipu.testing.dev;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate authority of a test's own, which nobody else trusts, made with the JDK's keytool.
 */
public final class TestAuthority {
  public static final String PASSWORD = "changeit";

  private static final String AUTHORITY = "authority";
  private static final int MONTH_DAYS = 30;

  private final Path folder;
  private final Path store;
  private int leaves;

  /**
   * @param folder that exists, for the files of the authority and of all that it signs
   */
  public TestAuthority(Path folder) {
    this.folder = folder;
    this.store = folder.resolve("authority.p12");
    keytool(
        2 * MONTH_DAYS,
        "-genkeypair",
        "-alias",
        AUTHORITY,
        "-dname",
        "CN=Authority of a test",
        "-ext",
        "bc:c=ca:true",
        "-ext",
        "ku:c=keyCertSign,cRLSign");
  }

  /**
   * The certificate and key of a server or client.
   *
   * @param store a PKCS12 file of key and chain, under {@link #PASSWORD}
   * @param chain in PEM: its own certificate, then that of the authority
   * @param key in PEM
   */
  public record Leaf(Path store, String chain, String key) {}

  /**
   * Signs a new key, which is valid for a month.
   *
   * @param names as keytool takes them, such as {@code dns:localhost,ip:127.0.0.1}
   */
  public Leaf sign(String names) {
    return sign(names, MONTH_DAYS);
  }

  /**
   * Signs a new key.
   *
   * @param days for which it is valid
   */
  public Leaf sign(String names, int days) {
    leaves++;
    String alias = "leaf" + leaves;
    keytool(
        days,
        "-genkeypair",
        "-alias",
        alias,
        "-signer",
        AUTHORITY,
        "-dname",
        "CN=" + alias,
        "-ext",
        "san=" + names,
        "-ext",
        "eku=serverAuth,clientAuth");
    try {
      KeyStore all = load(store);
      Key key = all.getKey(alias, PASSWORD.toCharArray());
      Certificate[] chain = all.getCertificateChain(alias);
      KeyStore own = empty();
      own.setKeyEntry(alias, key, PASSWORD.toCharArray(), chain);
      StringBuilder pem = new StringBuilder();
      for (Certificate certificate : chain) {
        pem.append(pem("CERTIFICATE", certificate.getEncoded()));
      }
      return new Leaf(
          write(own, alias + ".p12"), pem.toString(), pem("PRIVATE KEY", key.getEncoded()));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A PKCS12 file of those who trust this authority and no other, under {@link #PASSWORD}. */
  public Path truststore() {
    try {
      KeyStore trusted = empty();
      trusted.setCertificateEntry(AUTHORITY, load(store).getCertificate(AUTHORITY));
      return write(trusted, "trusted.p12");
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** For a client that trusts this authority and no other. */
  public SSLContext trusting() {
    try {
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(load(truststore()));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trusted.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its own certificate in PEM. */
  public String certificate() {
    try {
      return pem("CERTIFICATE", load(store).getCertificate(AUTHORITY).getEncoded());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String type, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore empty = KeyStore.getInstance("PKCS12");
    empty.load(null, null);
    return empty;
  }

  private static KeyStore load(Path file) throws GeneralSecurityException, IOException {
    KeyStore loaded = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      loaded.load(in, PASSWORD.toCharArray());
    }
    return loaded;
  }

  private Path write(KeyStore keys, String name) throws GeneralSecurityException, IOException {
    Path file = folder.resolve(name);
    try (var out = Files.newOutputStream(file)) {
      keys.store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  private void keytool(int days, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(
        List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", String.valueOf(days)));
    command.addAll(
        List.of(
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD,
            "-noprompt"));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("keytool: " + said);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
