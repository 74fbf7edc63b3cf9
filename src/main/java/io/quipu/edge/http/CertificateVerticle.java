package io.quipu.edge.http;

import io.quipu.edge.guard.connection.CertificateFiles;
import io.quipu.edge.guard.connection.ServerCertificate;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the files of the certificate regularly. Gives a changed certificate to the servers, which
 * use it for new connections only. If the files cannot be served, the servers keep their
 * certificate, and the reason is logged unless it is the reason of the last check.
 */
public final class CertificateVerticle extends VerticleBase {
  private static final Logger log = LoggerFactory.getLogger(CertificateVerticle.class);

  /** The usual time between two checks of the files. */
  public static final Duration USUAL_PAUSE = Duration.ofSeconds(10);

  private final CertificateFiles files;
  private final Function<ServerCertificate, Future<?>> server;
  private final CertificateMeters meters;
  private final Duration pause;
  private ServerCertificate served;
  private String told = "";

  /**
   * @param served the certificate that the servers have at first
   * @param server changes the certificate of the servers
   */
  public CertificateVerticle(
      CertificateFiles files,
      ServerCertificate served,
      Function<ServerCertificate, Future<?>> server,
      CertificateMeters meters,
      Duration pause) {
    this.files = files;
    this.served = served;
    this.server = server;
    this.meters = meters;
    this.pause = pause;
  }

  @Override
  public Future<?> start() {
    log.info("Serving the certificate of {}", served);
    lookLater();
    return Future.succeededFuture();
  }

  private void lookLater() {
    vertx.setTimer(pause.toMillis(), now -> look().onComplete(looked -> lookLater()));
  }

  private Future<?> look() {
    ServerCertificate known = served;
    return vertx
        .executeBlocking(() -> files.readChanged(known))
        .compose(found -> found == null ? Future.succeededFuture() : serve(found))
        .onSuccess(fine -> told = "")
        .onFailure(this::tell);
  }

  private Future<?> serve(ServerCertificate changed) {
    return server
        .apply(changed)
        .onSuccess(
            done -> {
              served = changed;
              meters.serving(changed.end());
              log.info("Serving another certificate to new connections: that of {}", changed);
            });
  }

  private void tell(Throwable failure) {
    meters.failed();
    String why = Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    if (!why.equals(told)) {
      told = why;
      log.warn(
          "QUIPU_TLS_CERTIFICATE and QUIPU_TLS_KEY have changed, but cannot be served: {}. The"
              + " certificate from before is served on, which is valid until {}",
          why,
          served.end());
    }
  }
}
