package io.quipu.edge.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.ops.metrics.Meters;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** The meters of the certificate of the servers, made only if there is a certificate. */
public final class CertificateMeters {
  private final AtomicLong end;
  private final Counter failures;

  /**
   * @param end of the validity of the first certificate
   */
  public CertificateMeters(MeterRegistry registry, Instant end) {
    Meters meters = new Meters(registry);
    this.end = new AtomicLong(end.getEpochSecond());
    meters.gauge(
        "quipu.tls.certificate.end.seconds",
        "Until when the certificate is valid, in seconds since 1970",
        this.end);
    failures =
        meters.counter(
            "quipu.tls.reload.failures",
            "Looks at files of the certificate that have changed and cannot be served");
  }

  /** Sets the end of validity of the certificate that is served from now on. */
  void serving(Instant until) {
    end.set(until.getEpochSecond());
  }

  /** Counts a check that found files that cannot be served. */
  void failed() {
    failures.increment();
  }
}
