package io.quipu.edge.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Meters of the certificate of the HTTP API; where there is none, nobody makes them. */
public final class CertificateMeters {
  private final AtomicLong end;
  private final Counter failures;

  /**
   * @param end of the certificate that is served at first
   */
  public CertificateMeters(MeterRegistry registry, Instant end) {
    this.end = new AtomicLong(end.getEpochSecond());
    Gauge.builder("quipu.tls.certificate.end.seconds", this.end, AtomicLong::get)
        .description("Until when the certificate is valid, in seconds since 1970")
        .register(registry);
    failures =
        Counter.builder("quipu.tls.reload.failures")
            .description("Looks at files of the certificate that have changed and cannot be served")
            .register(registry);
  }

  /** Another certificate is served from now on, which is valid until then. */
  void serving(Instant until) {
    end.set(until.getEpochSecond());
  }

  /** What the files have now cannot be served. */
  void failed() {
    failures.increment();
  }
}
