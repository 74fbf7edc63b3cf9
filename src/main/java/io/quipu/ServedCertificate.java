package io.quipu;

import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.edge.guard.connection.CertificateFiles;
import io.quipu.edge.guard.connection.ServerCertificate;
import io.quipu.edge.guard.connection.UnusableCertificate;
import io.quipu.edge.http.CertificateMeters;
import io.quipu.edge.http.CertificateVerticle;
import io.quipu.ops.config.Config;
import io.quipu.ops.config.HttpTls;
import io.quipu.ops.config.InvalidConfiguration;
import io.vertx.core.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The certificate of the ports with TLS.
 *
 * @param first the certificate that the files had when this process started
 */
record ServedCertificate(CertificateFiles files, ServerCertificate first) {
  /**
   * Reads the certificate; null if the configuration names none.
   *
   * @throws InvalidConfiguration if the files cannot be read, or the certificate cannot be served
   */
  static @Nullable ServedCertificate of(Config config) {
    HttpTls tls = config.http().tls();
    if (tls == null) {
      return null;
    }
    CertificateFiles files = new CertificateFiles(tls.certificate(), tls.key());
    try {
      return new ServedCertificate(files, files.read());
    } catch (UnusableCertificate e) {
      throw new InvalidConfiguration(
          "QUIPU_TLS_CERTIFICATE=%s and QUIPU_TLS_KEY=%s cannot be served: %s"
              .formatted(tls.certificate(), tls.key(), e.getMessage()));
    }
  }

  /** The verticle that gives a changed certificate to the servers. */
  CertificateVerticle verticle(
      Function<ServerCertificate, Future<?>> servers, MeterRegistry meters) {
    return new CertificateVerticle(
        files,
        first,
        servers,
        new CertificateMeters(meters, first.end()),
        CertificateVerticle.USUAL_PAUSE);
  }
}
